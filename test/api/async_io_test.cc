// ReadOptions::async_io changes when bytes are read, never what is found.
#include "rocksdb/filter_policy.h"
#include "rocksdb/statistics.h"
#include "rocksdb/utilities/fault_file_system.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

class AsyncIo : public DbTest {
 protected:
  AsyncIo() {
    options_ = SmallOptions(4);
    options_.disable_auto_compactions = true;
    options_.statistics = CreateDBStatistics();
    BlockBasedTableOptions table;
    table.block_size = 2048;
    table.block_cache = NewLRUCache(1 << 20);
    options_.table_factory.reset(NewBlockBasedTableFactory(table));
  }
  ~AsyncIo() override { Close(); }

  // Levels 0 and below, with deletions between them.
  void Fill() {
    ASSERT_OK(Open(options_));
    for (int round = 0; round < 4; ++round) {
      for (int i = round; i < 6000; i += round + 1) {
        if (round == 2 && i % 7 == 0) {
          ASSERT_OK(db_->Delete(WriteOptions(), NumberedKey(i)));
        } else {
          ASSERT_OK(Put(NumberedKey(i), std::to_string(i + round) + std::string(150, 'v')));
        }
      }
      ASSERT_OK(db_->Flush(FlushOptions()));
      if (round == 1) ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
    }
  }
  static ReadOptions With(bool async, size_t readahead) {
    ReadOptions read;
    read.async_io = async;
    read.readahead_size = readahead;
    read.fill_cache = false;
    return read;
  }
  std::string Scan(const ReadOptions& read, bool backward) {
    std::string seen;
    std::unique_ptr<Iterator> it(db_->NewIterator(read));
    for (backward ? it->SeekToLast() : it->SeekToFirst(); it->Valid();
         backward ? it->Prev() : it->Next())
      seen += it->key().ToString() + "=" + it->value().ToString() + ";";
    EXPECT_OK(it->status());
    return seen;
  }
  void Compare() {
    for (const size_t readahead : {0, 10000, 1 << 20}) {
      EXPECT_EQ(Scan(With(false, readahead), false), Scan(With(true, readahead), false));
      EXPECT_EQ(Scan(With(false, readahead), true), Scan(With(true, readahead), true));
    }
  }

  std::unique_ptr<Env> env_;
  Options options_;
};

TEST_F(AsyncIo, ScansFindTheSameBothWays) {
  Fill();
  Compare();
}

TEST_F(AsyncIo, ScansWithDirectReadsFindTheSame) {
  Fill();
  Close();
  options_.use_direct_reads = true;
  const Status s = Open(options_);
  if (s.ok()) {
    Compare();
  } else {
    EXPECT_TRUE(s.IsInvalidArgument() || s.IsIOError() || s.IsNotSupported()) << s.ToString();
  }
}

TEST_F(AsyncIo, AScanIsReadAheadWhereTheFileSystemCan) {
  Fill();
  Scan(With(true, 16384), false);
  HistogramData async;
  options_.statistics->histogramData(ASYNC_READ_BYTES, &async);
  int64_t offers = 0;
  FileSystem::Default()->SupportedOps(offers);
  EXPECT_EQ((offers & 1) != 0, async.count > 0);
}

TEST_F(AsyncIo, IteratorsThatGoAwayLeaveNoReadBehind) {
  Fill();
  for (int i = 0; i < 300; ++i) {
    std::unique_ptr<Iterator> it(db_->NewIterator(With(true, 200000)));
    it->Seek(NumberedKey(i * 19));
    for (int step = 0; it->Valid() && step < i % 40; ++step) it->Next();
    if (i % 3 == 0) it->Seek(NumberedKey(6000 - i * 19));
    EXPECT_OK(it->status());
  }
}

TEST_F(AsyncIo, AReadErrorEndsAScanWithAStatusAndNeverWithLessData) {
  const auto faulty = NewFaultyFileSystem(FileSystem::Default());
  env_ = NewCompositeEnv(faulty);
  options_.env = env_.get();
  Fill();
  const std::string all = Scan(With(false, 0), false);
  int failed = 0;
  for (uint64_t nth = 1; nth < 60; ++nth) {
    faulty->FailNth(FsOp::kRead, nth, IOStatus::IOError("planned"));
    std::string seen;
    std::unique_ptr<Iterator> it(db_->NewIterator(With(true, 16384)));
    for (it->SeekToFirst(); it->Valid(); it->Next())
      seen += it->key().ToString() + "=" + it->value().ToString() + ";";
    if (it->status().ok()) {
      EXPECT_EQ(seen, all);
    } else {
      ++failed;
      EXPECT_EQ(seen, all.substr(0, seen.size()));
    }
    faulty->ClearFaults();
  }
  EXPECT_GT(failed, 0);
}

// Counts how its files are read, and offers kAsyncIO whatever it wraps.
class ReadCounts : public FileSystemWrapper {
 public:
  explicit ReadCounts(bool async) : FileSystemWrapper(FileSystem::Default()), async_(async) {}
  const char* Name() const override { return "ReadCounts"; }
  void SupportedOps(int64_t& ops) override {
    ops = async_ ? int64_t{1} << static_cast<int>(FSSupportedOps::kAsyncIO) : 0;
  }
  IOStatus NewRandomAccessFile(const std::string& name, const FileOptions& options,
                               std::unique_ptr<FSRandomAccessFile>* result,
                               IODebugContext* dbg) override {
    IOStatus s = FileSystemWrapper::NewRandomAccessFile(name, options, result, dbg);
    if (s.ok()) *result = std::make_unique<File>(std::move(*result), this);
    return s;
  }
  IOStatus Poll(std::vector<void*>& handles, size_t least) override {
    waited_ = true;
    return FileSystemWrapper::Poll(handles, least);
  }

  int started_before_a_wait = 0;
  int at_once = 0;

 private:
  class File : public FSRandomAccessFileOwnerWrapper {
   public:
    File(std::unique_ptr<FSRandomAccessFile> file, ReadCounts* counts)
        : FSRandomAccessFileOwnerWrapper(std::move(file)), counts_(counts) {}
    IOStatus Read(uint64_t offset, size_t n, const IOOptions& io, Slice* result, char* scratch,
                  IODebugContext* dbg) const override {
      ++counts_->at_once;
      return FSRandomAccessFileOwnerWrapper::Read(offset, n, io, result, scratch, dbg);
    }
    IOStatus MultiRead(FSReadRequest* requests, size_t n, const IOOptions& io,
                       IODebugContext* dbg) override {
      ++counts_->at_once;
      return FSRandomAccessFileOwnerWrapper::MultiRead(requests, n, io, dbg);
    }
    IOStatus ReadAsync(FSReadRequest& request, const IOOptions& io,
                       std::function<void(FSReadRequest&, void*)> done, void* arg, void** handle,
                       IOHandleDeleter* free_handle, IODebugContext* dbg) override {
      if (!counts_->waited_) ++counts_->started_before_a_wait;
      return FSRandomAccessFileOwnerWrapper::ReadAsync(request, io, std::move(done), arg, handle,
                                                       free_handle, dbg);
    }

   private:
    ReadCounts* const counts_;
  };

  const bool async_;
  bool waited_ = false;
};

class AsyncMultiGet : public AsyncIo {
 protected:
  // How one key of each of `kTables` tables is read.
  void Read(ReadCounts* counts, ReadOptions read) {
    std::vector<std::string> keys;
    for (int i = 0; i < kTables; ++i) {
      keys.push_back(NumberedKey(i));
      ASSERT_OK(Put(keys.back(), "value " + keys.back()));
      ASSERT_OK(db_->Flush(FlushOptions()));
    }
    // Indexes and filters are in memory from here on.
    const std::vector<Slice> wanted(keys.begin(), keys.end());
    std::vector<PinnableSlice> values(keys.size());
    std::vector<Status> statuses(keys.size());
    read.fill_cache = false;
    for (int round = 0; round < 2; ++round) {
      counts->at_once = counts->started_before_a_wait = 0;
      db_->MultiGet(read, db_->DefaultColumnFamily(), keys.size(), wanted.data(), values.data(),
                    statuses.data());
      for (size_t i = 0; i < keys.size(); ++i) {
        ASSERT_OK(statuses[i]);
        EXPECT_EQ(values[i], "value " + keys[i]);
        values[i].Reset();
      }
    }
  }
  void OpenOn(const std::shared_ptr<ReadCounts>& counts) {
    env_ = NewCompositeEnv(counts);
    options_.env = env_.get();
    ASSERT_OK(Open(options_));
  }
  static constexpr int kTables = 5;
};

TEST_F(AsyncMultiGet, StartsTheReadsOfAllTablesBeforeItWaitsForOne) {
  const auto counts = std::make_shared<ReadCounts>(true);
  OpenOn(counts);
  Read(counts.get(), ReadOptions());
  EXPECT_EQ(counts->started_before_a_wait, kTables);
  EXPECT_EQ(counts->at_once, 0);
  Close();
}

TEST_F(AsyncMultiGet, ReadsTableByTableWhereTheFileSystemOrTheCallerWantsIt) {
  for (const bool async : {false, true}) {
    const auto counts = std::make_shared<ReadCounts>(async);
    OpenOn(counts);
    ReadOptions read;
    read.optimize_multiget_for_io = !async;
    Read(counts.get(), read);
    EXPECT_EQ(counts->started_before_a_wait, 0);
    EXPECT_EQ(counts->at_once, kTables);
    Close();
  }
}

}  // namespace
}  // namespace system_test
