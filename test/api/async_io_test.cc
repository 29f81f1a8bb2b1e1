// ReadOptions::async_io changes when bytes are read, never what is found.
#include "rocksdb/filter_policy.h"
#include "rocksdb/statistics.h"
#include "rocksdb/utilities/fault_file_system.h"
#include "test/support/read_counts.h"
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

class AsyncMultiGet : public AsyncIo {
 protected:
  ~AsyncMultiGet() override { Close(); }

  // How one key of each of `kTables` tables is read.
  void Read(ReadOptions read) {
    std::vector<std::string> keys;
    for (uint64_t i = 0; i < kTables; ++i) {
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
      counts_.Reset();
      db_->MultiGet(read, db_->DefaultColumnFamily(), keys.size(), wanted.data(), values.data(),
                    statuses.data());
      for (size_t i = 0; i < keys.size(); ++i) {
        ASSERT_OK(statuses[i]);
        EXPECT_EQ(values[i], "value " + keys[i]);
        values[i].Reset();
      }
    }
  }
  // On a file system that reads asynchronously, or says that it does not.
  void OpenOn(bool async) {
    env_ = NewCompositeEnv(std::make_shared<CountingFileSystem>(&counts_, async));
    options_.env = env_.get();
    ASSERT_OK(Open(options_));
  }
  uint64_t ReadsAtOnce() const { return counts_.reads + counts_.multi_reads; }
  static constexpr uint64_t kTables = 5;

  ReadCounts counts_;
};

TEST_F(AsyncMultiGet, StartsTheReadsOfAllTablesBeforeItWaitsForOne) {
  OpenOn(true);
  Read(ReadOptions());
  EXPECT_EQ(counts_.async_reads_before_poll, kTables);
  EXPECT_EQ(ReadsAtOnce(), 0u);
}

TEST_F(AsyncMultiGet, ReadsTableByTableWhereTheFileSystemOrTheCallerWantsIt) {
  for (const bool async : {false, true}) {
    OpenOn(async);
    ReadOptions read;
    read.optimize_multiget_for_io = !async;
    Read(read);
    EXPECT_EQ(counts_.async_reads, 0u);
    EXPECT_EQ(ReadsAtOnce(), kTables);
    Close();
  }
}

}  // namespace
}  // namespace system_test
