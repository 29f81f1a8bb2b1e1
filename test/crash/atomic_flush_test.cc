// DBOptions::atomic_flush: families that are written together without a log agree after whatever
// ends the process or the machine. Each write puts its number into three families.
#include <gtest/gtest.h>

#include "rocksdb/listener.h"
#include "rocksdb/utilities/fault_file_system.h"
#include "rocksdb/write_buffer_manager.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

const std::vector<std::string> kNames = {"default", "second", "third"};

// Notes flushes, and may act when one begins.
class FlushNotes : public EventListener {
 public:
  void OnFlushBegin(DB*, const FlushJobInfo& info) override {
    if (on_begin) on_begin(info.cf_name);
  }
  void OnFlushCompleted(DB*, const FlushJobInfo& info) override {
    std::lock_guard<std::mutex> lock(mutex_);
    reasons_[info.cf_name].insert(info.flush_reason);
  }
  // Whether each family has been flushed for this reason.
  bool AllFlushed(FlushReason reason) {
    std::lock_guard<std::mutex> lock(mutex_);
    return std::all_of(kNames.begin(), kNames.end(),
                       [&](const std::string& name) { return reasons_[name].count(reason) > 0; });
  }
  size_t Families() {
    std::lock_guard<std::mutex> lock(mutex_);
    return reasons_.size();
  }

  std::function<void(const std::string&)> on_begin;

 private:
  std::mutex mutex_;
  std::map<std::string, std::set<FlushReason>> reasons_;
};

class AtomicFlush : public testing::Test {
 protected:
  AtomicFlush() : fs_(NewFaultyFileSystem()), env_(NewCompositeEnv(fs_)) {
    options_ = SmallOptions();
    options_.env = env_.get();
    options_.create_missing_column_families = true;
    options_.atomic_flush = true;
    options_.max_background_jobs = 2;
    options_.stats_dump_period_sec = 0;
    options_.disable_auto_compactions = true;
    options_.listeners = {notes_};
    fs_->Ignore("/LOG");
    unlogged_.disableWAL = true;
  }
  ~AtomicFlush() override { Close().PermitUncheckedError(); }

  Status Open() {
    std::vector<ColumnFamilyDescriptor> families;
    for (const std::string& name : kNames) families.emplace_back(name, options_);
    return DB::Open(options_, "/db", families, &handles_, &db_);
  }
  Status Close() {
    if (db_ == nullptr) return Status::OK();
    for (ColumnFamilyHandle* h : handles_) db_->DestroyColumnFamilyHandle(h).PermitUncheckedError();
    handles_.clear();
    Status s = db_->Close();
    db_.reset();
    return s;
  }
  // The machine dies, and the database is opened again.
  void Crash(const PowerCut& rest) {
    fs_->SetActive(false);
    Close().PermitUncheckedError();
    ASSERT_OK(fs_->Crash(rest));
    fs_->SetActive(true);
    ASSERT_OK(Open());
  }
  // Families get different amounts, so that one memtable is full first.
  Status Write(uint64_t number, const WriteOptions& how) {
    WriteBatch batch;
    for (size_t f = 0; f < handles_.size(); ++f) {
      Status s = batch.Put(handles_[f], NumberedKey(number), std::string(500 + 1500 * f, 'v'));
      if (s.ok()) s = batch.Put(handles_[f], "number", std::to_string(number));
      if (!s.ok()) return s;
    }
    return db_->Write(how, &batch);
  }
  Status WriteMany(uint64_t first, uint64_t last, const WriteOptions& how) {
    Status s;
    for (uint64_t i = first; s.ok() && i <= last; ++i) s = Write(i, how);
    return s;
  }
  std::string Number(size_t family) {
    std::string value;
    const Status s = db_->Get(ReadOptions(), handles_[family], "number", &value);
    return s.ok() ? value : s.IsNotFound() ? "0" : s.ToString();
  }
  // All families hold the same prefix of the history. Its length in *number.
  void ExpectAgreement(uint64_t* number) {
    ASSERT_EQ(Number(0), Number(1));
    ASSERT_EQ(Number(0), Number(2));
    *number = std::stoull(Number(0));
    for (ColumnFamilyHandle* handle : handles_) {
      std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions(), handle));
      uint64_t keys = 0;
      for (it->SeekToFirst(); it->Valid(); it->Next()) ++keys;
      ASSERT_OK(it->status());
      ASSERT_EQ(keys, *number == 0 ? 0 : *number + 1) << handle->GetName();
    }
  }
  uint64_t Level0(size_t family) {
    std::string files;
    EXPECT_TRUE(db_->GetProperty(handles_[family], "rocksdb.num-files-at-level0", &files));
    return std::stoull(files);
  }

  std::shared_ptr<FaultyFileSystem> fs_;
  std::unique_ptr<Env> env_;
  std::shared_ptr<FlushNotes> notes_ = std::make_shared<FlushNotes>();
  Options options_;
  WriteOptions unlogged_;
  std::unique_ptr<DB> db_;
  std::vector<ColumnFamilyHandle*> handles_;
};

class AtomicFlushPower : public AtomicFlush, public testing::WithParamInterface<int> {
 protected:
  // Flushes of full memtables, one on demand, and at the end the one of Close.
  Status Script() {
    Status s = Open();
    if (s.ok()) s = WriteMany(1, 60, unlogged_);
    if (s.ok()) s = db_->Flush(FlushOptions(), handles_);
    if (s.ok()) s = WriteMany(61, 100, unlogged_);
    const Status closed = Close();
    return s.ok() ? closed : s;
  }
};

TEST_P(AtomicFlushPower, AfterEachCutAllFamiliesAgree) {
  const uint64_t seed = TestSeed();
  PowerCut rest;
  rest.keep_bytes = rest.keep_entries = GetParam() / 100.0;
  bool cut = true;
  uint64_t most = 0;
  for (uint64_t changes = 1; cut; ++changes) {
    SCOPED_TRACE("power cut after " + std::to_string(changes) + " changes");
    fs_ = NewFaultyFileSystem();
    fs_->Ignore("/LOG");
    env_ = NewCompositeEnv(fs_);
    options_.env = env_.get();
    fs_->CutPowerAfter(changes);
    Script().PermitUncheckedError();
    cut = !fs_->active();
    rest.seed = seed + changes;
    ASSERT_NO_FATAL_FAILURE(Crash(rest));
    uint64_t number = 0;
    ASSERT_NO_FATAL_FAILURE(ExpectAgreement(&number));
    most = std::max(most, number);
    // What comes next is as sound.
    ASSERT_OK(WriteMany(number + 1, number + 5, unlogged_));
    ASSERT_OK(Close());
    ASSERT_OK(Open());
    ASSERT_NO_FATAL_FAILURE(ExpectAgreement(&number));
    ASSERT_OK(Close());
  }
  EXPECT_EQ(most, 100u);
}
INSTANTIATE_TEST_SUITE_P(Keeping, AtomicFlushPower, testing::Values(0, 50, 100));

TEST_F(AtomicFlush, AFullMemtableOfOneFamilyFlushesAll) {
  ASSERT_OK(Open());
  ASSERT_OK(WriteMany(1, 50, unlogged_));
  ASSERT_TRUE(WaitUntil([&] { return notes_->AllFlushed(FlushReason::kWriteBufferFull); }));
  ASSERT_NO_FATAL_FAILURE(Crash(PowerCut()));
  uint64_t number = 0;
  ASSERT_NO_FATAL_FAILURE(ExpectAgreement(&number));
  EXPECT_GT(number, 0u);
}

// The file of the second family can not be made: nothing of the first is installed either.
TEST_F(AtomicFlush, WhereOneFamilyFailsNoneIsFlushed) {
  ASSERT_OK(Open());
  ASSERT_OK(WriteMany(1, 5, unlogged_));
  IOStatus may_pass = IOStatus::IOError("injected");
  may_pass.SetRetryable(true);
  fs_->FailNth(FsOp::kOpenWrite, 2, may_pass, true, ".sst");
  EXPECT_NOT_OK(db_->Flush(FlushOptions(), handles_));
  for (size_t f = 0; f < handles_.size(); ++f) EXPECT_EQ(Level0(f), 0u);
  fs_->ClearFaults();
  // An attempt that began before the faults went may still be under way.
  ASSERT_TRUE(WaitUntil([&] { return db_->Resume().ok(); }));
  // Everything is still in memory and leaves it together.
  ASSERT_OK(WriteMany(6, 8, unlogged_));
  ASSERT_OK(db_->Flush(FlushOptions(), handles_));
  ASSERT_NO_FATAL_FAILURE(Crash(PowerCut()));
  uint64_t number = 0;
  ASSERT_NO_FATAL_FAILURE(ExpectAgreement(&number));
  EXPECT_EQ(number, 8u);
}

// Each operation on the way fails once; then the machine dies.
TEST_F(AtomicFlush, AFailureOnTheWayInstallsAllOrNothing) {
  for (const FsOp op : {FsOp::kOpenWrite, FsOp::kAppend, FsOp::kSync, FsOp::kDirSync}) {
    const uint64_t step = op == FsOp::kAppend ? 3 : 1;
    for (uint64_t nth = 1, met = 1; met > 0; nth += step) {
      SCOPED_TRACE("operation " + std::to_string(static_cast<int>(op)) + ", number " +
                   std::to_string(nth));
      ASSERT_OK(DestroyDB("/db", options_));
      ASSERT_OK(Open());
      ASSERT_OK(WriteMany(1, 5, unlogged_));
      fs_->ResetCounts();
      fs_->FailNth(op, nth, IOStatus::IOError("injected"));
      const Status s = db_->Flush(FlushOptions(), handles_);
      met = fs_->Injected();
      fs_->ClearFaults();
      ASSERT_NO_FATAL_FAILURE(Crash(PowerCut()));
      uint64_t number = 0;
      ASSERT_NO_FATAL_FAILURE(ExpectAgreement(&number));
      if (s.ok()) {
        ASSERT_EQ(number, 5u);
      }
      ASSERT_OK(Close());
    }
  }
}

// As in stock: whom the application names, and nobody else.
TEST_F(AtomicFlush, AFlushOnDemandTakesTheFamiliesItNames) {
  ASSERT_OK(Open());
  ASSERT_OK(WriteMany(1, 5, unlogged_));
  ASSERT_OK(db_->Flush(FlushOptions(), {handles_[0], handles_[2]}));
  EXPECT_GT(Level0(0), 0u);
  EXPECT_EQ(Level0(1), 0u);
  EXPECT_GT(Level0(2), 0u);
}

TEST_F(AtomicFlush, AManualCompactionFlushesAll) {
  ASSERT_OK(Open());
  ASSERT_OK(WriteMany(1, 5, unlogged_));
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), handles_[1], nullptr, nullptr));
  // Listeners of the flush may hear of its end when the call has gone on already.
  EXPECT_TRUE(WaitUntil([&] { return notes_->AllFlushed(FlushReason::kManualCompaction); }));
}

TEST_F(AtomicFlush, TheLimitOfAllLogsFlushesAll) {
  options_.max_total_wal_size = 30000;
  ASSERT_OK(Open());
  ASSERT_OK(WriteMany(1, 20, WriteOptions()));
  ASSERT_TRUE(WaitUntil([&] { return notes_->AllFlushed(FlushReason::kWalFull); }));
  ASSERT_OK(Close());
  ASSERT_OK(Open());
  uint64_t number = 0;
  ASSERT_NO_FATAL_FAILURE(ExpectAgreement(&number));
  EXPECT_EQ(number, 20u);
}

TEST_F(AtomicFlush, TheWriteBufferManagerFlushesAll) {
  options_.write_buffer_size = 16 << 20;
  options_.write_buffer_manager = std::make_shared<WriteBufferManager>(200000);
  ASSERT_OK(Open());
  ASSERT_OK(WriteMany(1, 100, unlogged_));
  ASSERT_TRUE(WaitUntil([&] { return notes_->AllFlushed(FlushReason::kWriteBufferManager); }));
  ASSERT_NO_FATAL_FAILURE(Crash(PowerCut()));
  uint64_t number = 0;
  ASSERT_NO_FATAL_FAILURE(ExpectAgreement(&number));
}

TEST_F(AtomicFlush, CloseFlushesAll) {
  ASSERT_OK(Open());
  ASSERT_OK(WriteMany(1, 5, unlogged_));
  ASSERT_OK(Close());
  EXPECT_TRUE(notes_->AllFlushed(FlushReason::kShutDown));
  ASSERT_OK(Open());
  uint64_t number = 0;
  ASSERT_NO_FATAL_FAILURE(ExpectAgreement(&number));
  EXPECT_EQ(number, 5u);
}

TEST_F(AtomicFlush, AFamilyThatIsDroppedMeanwhileDoesNotHoldUpTheOthers) {
  ASSERT_OK(Open());
  ASSERT_OK(WriteMany(1, 5, unlogged_));
  // By then the table of the second is written.
  notes_->on_begin = [this](const std::string& name) {
    if (name == "third") {
      EXPECT_OK(db_->DropColumnFamily(handles_[1]));
    }
  };
  FlushOptions without_waiting;
  without_waiting.wait = false;
  ASSERT_OK(db_->Flush(without_waiting, handles_));
  ASSERT_TRUE(WaitUntil([&] { return Level0(0) > 0 && Level0(2) > 0; }));
  EXPECT_EQ(Level0(1), 0u);
  EXPECT_EQ(Number(0), "5");
  EXPECT_EQ(Number(2), "5");
}

TEST_F(AtomicFlush, WithALogEveryWriteComesBack) {
  ASSERT_OK(Open());
  WriteOptions synced;
  synced.sync = true;
  for (uint64_t i = 1; i <= 100; ++i) {
    ASSERT_OK(Write(i, i % 20 == 0 ? synced : WriteOptions()));
    if (i % 30 == 0) ASSERT_OK(db_->Flush(FlushOptions(), handles_[i % 3]));
  }
  ASSERT_NO_FATAL_FAILURE(Crash(PowerCut()));
  uint64_t number = 0;
  ASSERT_NO_FATAL_FAILURE(ExpectAgreement(&number));
  EXPECT_EQ(number, 100u);
}

TEST_F(AtomicFlush, NoMemtableIsKeptBackToBeMerged) {
  options_.max_write_buffer_number = 6;
  options_.min_write_buffer_number_to_merge = 3;
  ASSERT_OK(Open());
  EXPECT_EQ(db_->GetOptions(handles_[0]).min_write_buffer_number_to_merge, 1);
}

}  // namespace
}  // namespace system_test
