// Stall verdicts over time: the controller, the counters and the listeners agree.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "db/db_impl.h"
#include "db/jobs/background.h"
#include "db/jobs/stall_tracker.h"
#include "env/mem_fs.h"
#include "test/support/status_assertions.h"
#include "test/support/wait_until.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class Witness : public EventListener {
 public:
  void OnStallConditionsChanged(const WriteStallInfo& info) override {
    MutexLock lock(&mutex_);
    seen_ += Name(info.condition.prev) + ">" + Name(info.condition.cur) + " ";
  }
  void OnWriteStallDetails(const WriteStallDetails& details) override {
    MutexLock lock(&mutex_);
    details_.push_back(details);
  }
  std::string seen() {
    MutexLock lock(&mutex_);
    return seen_;
  }
  std::vector<WriteStallDetails> details() {
    MutexLock lock(&mutex_);
    return details_;
  }

 private:
  static std::string Name(WriteStallCondition c) {
    return c == WriteStallCondition::kStopped   ? "stop"
           : c == WriteStallCondition::kDelayed ? "delay"
                                                : "go";
  }
  Mutex mutex_;
  std::string seen_;
  std::vector<WriteStallDetails> details_;
};

// Holds whoever tells of the first change until the test lets go.
class StallGate : public EventListener {
 public:
  void OnStallConditionsChanged(const WriteStallInfo&) override {
    if (entered.exchange(true)) return;
    while (!open) std::this_thread::yield();
  }
  std::atomic<bool> entered{false}, open{false};
};

class StallTrackerTest : public testing::Test {
 protected:
  StallTrackerTest() { options_.max_write_buffer_number = 4; }
  void Open() {
    options_.env = env_.get();
    options_.create_if_missing = options_.create_missing_column_families = true;
    options_.listeners.push_back(witness_);
    const std::vector<ColumnFamilyDescriptor> families = {{"default", options_},
                                                          {"other", options_}};
    DB* raw = nullptr;
    Status s = DB::Open(options_, "/db", families, &handles_, &raw);
    ASSERT_OK(s);
    db_.reset(raw);
    ASSERT_OK(db_->PauseBackgroundWork());
  }
  ~StallTrackerTest() override {
    for (ColumnFamilyHandle* handle : handles_) EXPECT_OK(db_->DestroyColumnFamilyHandle(handle));
  }
  // One more memtable of `family` that waits for a flush.
  void Seal(size_t family) {
    ASSERT_OK(db_->Put(WriteOptions(), handles_[family], "k", "v"));
    FlushOptions later;
    later.wait = false;
    later.allow_write_stall = true;
    ASSERT_OK(db_->Flush(later, handles_[family]));
  }
  DbParts* Parts() { return static_cast<DBImpl*>(db_.get())->parts(); }
  WriteController::State State() { return Parts()->controller->state(); }
  StallTotals Stalls(size_t family) { return FamilyOf(handles_[family])->stats().Stalls(); }

  static constexpr size_t kMemtables = static_cast<size_t>(StallCause::kMemtables);
  std::unique_ptr<Env> env_ = NewCompositeEnv(std::make_shared<MemFileSystem>());
  std::shared_ptr<Witness> witness_ = std::make_shared<Witness>();
  Options options_;
  std::unique_ptr<DB> db_;
  std::vector<ColumnFamilyHandle*> handles_;
};

TEST_F(StallTrackerTest, VerdictsGoToTheControllerAndAreCountedByCause) {
  ASSERT_NO_FATAL_FAILURE(Open());
  for (int i = 0; i < 2; ++i) ASSERT_NO_FATAL_FAILURE(Seal(0));
  EXPECT_EQ(State(), WriteController::kNormal);
  ASSERT_NO_FATAL_FAILURE(Seal(0));
  EXPECT_EQ(State(), WriteController::kDelayed);
  ASSERT_NO_FATAL_FAILURE(Seal(0));
  EXPECT_EQ(State(), WriteController::kStopped);
  EXPECT_EQ(Stalls(0).slowdowns[kMemtables], 1u);
  EXPECT_EQ(Stalls(0).stops[kMemtables], 1u);
  EXPECT_EQ(Stalls(1).stops[kMemtables], 0u);
  WriteOptions impatient;
  impatient.no_slowdown = true;
  EXPECT_TRUE(db_->Put(impatient, "k", "v").IsIncomplete());
  ASSERT_OK(db_->ContinueBackgroundWork());
  ASSERT_OK(db_->Put(WriteOptions(), "k", "waits for the flush"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  EXPECT_EQ(State(), WriteController::kNormal);
  db_->PauseBackgroundWork()
      .PermitUncheckedError();  // all jobs and their listener calls have ended
  const std::string seen = witness_->seen();
  EXPECT_EQ(seen.rfind("go>delay delay>stop stop>", 0), 0u) << seen;
  EXPECT_EQ(seen.substr(seen.size() - 4), ">go ") << seen;
}

TEST_F(StallTrackerTest, StallsOfSealedMemtablesAreToldBeforeAnyJobEnds) {
  ASSERT_NO_FATAL_FAILURE(Open());
  for (int i = 0; i < 3; ++i) ASSERT_NO_FATAL_FAILURE(Seal(0));
  EXPECT_EQ(witness_->seen(), "go>delay ");
  ASSERT_NO_FATAL_FAILURE(Seal(0));
  EXPECT_EQ(witness_->seen(), "go>delay delay>stop ");
}

TEST_F(StallTrackerTest, TheWriterThatIsStoppedByFullMemtablesTellsOfThem) {
  options_.write_buffer_size = 64 << 10;
  options_.max_write_buffer_number = 2;
  ASSERT_NO_FATAL_FAILURE(Open());
  WriteOptions impatient;
  impatient.no_slowdown = true;
  Status s;
  for (int i = 0; s.ok() && i < 10000; ++i)
    s = db_->Put(impatient, std::to_string(i), std::string(1000, 'v'));
  EXPECT_TRUE(s.IsIncomplete());
  EXPECT_EQ(witness_->seen(), "go>stop ");
}

TEST_F(StallTrackerTest, ChangesAreToldInTheirOrderWhoeverTells) {
  auto gate = std::make_shared<StallGate>();
  options_.listeners.push_back(gate);  // before the witness
  ASSERT_NO_FATAL_FAILURE(Open());
  for (int i = 0; i < 2; ++i) ASSERT_NO_FATAL_FAILURE(Seal(0));
  std::thread teller([this] { Seal(0); });
  EXPECT_TRUE(test_support::WaitUntil([&] { return gate->entered.load(); }));
  EXPECT_OK(db_->ContinueBackgroundWork());
  EXPECT_TRUE(test_support::WaitUntil([this] { return State() == WriteController::kNormal; }));
  // The flush that has ended the stall has come to its end, too.
  EXPECT_OK(db_->PauseBackgroundWork());
  EXPECT_EQ(witness_->seen(), "");
  gate->open = true;
  teller.join();
  EXPECT_EQ(witness_->seen(), "go>delay delay>go ");
}

TEST_F(StallTrackerTest, AListenerThatAsksGetsTheCauseTheLimitAndWhatReachedIt) {
  ASSERT_NO_FATAL_FAILURE(Open());
  for (int i = 0; i < 3; ++i) ASSERT_NO_FATAL_FAILURE(Seal(1));
  ASSERT_OK(db_->ContinueBackgroundWork());
  ASSERT_OK(db_->Flush(FlushOptions(), handles_[1]));
  // Listeners are called shortly after the flush.
  std::vector<WriteStallDetails> details;
  ASSERT_TRUE(test_support::WaitUntil([&] {
    details = witness_->details();
    return details.size() >= 2 && details.back().cur == WriteStallCondition::kNormal;
  }));
  EXPECT_EQ(details.front().cf_name, "other");
  EXPECT_EQ(details.front().prev, WriteStallCondition::kNormal);
  EXPECT_EQ(details.front().cur, WriteStallCondition::kDelayed);
  EXPECT_EQ(details.front().cause, WriteStallCause::kMemtableLimit);
  EXPECT_EQ(details.front().value, 3u);
  EXPECT_EQ(details.front().limit, 4u);
  EXPECT_EQ(details.back().cur, WriteStallCondition::kNormal);
  EXPECT_EQ(details.back().cause, WriteStallCause::kNone);
}

TEST_F(StallTrackerTest, OfADeepLevelZeroAListenerLearnsTheBucketItsKeysAndItsDepth) {
  options_.disable_auto_compactions = true;
  options_.level0_file_num_compaction_trigger = 2;
  options_.level0_slowdown_writes_trigger = 3;
  options_.level0_stop_writes_trigger = 20;
  options_.bucket_options.enabled = true;
  options_.bucket_options.dynamic = false;
  options_.bucket_options.initial_buckets = 4;
  ASSERT_NO_FATAL_FAILURE(Open());
  ASSERT_OK(db_->ContinueBackgroundWork());
  for (int i = 100; i < 500; ++i) ASSERT_OK(db_->Put(WriteOptions(), std::to_string(i), "v"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  // Three runs over one key, one over the others.
  for (int i = 0; i < 2; ++i) {
    ASSERT_OK(db_->Put(WriteOptions(), "250", "v"));
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  // Without automatic compactions level 0 holds nobody up.
  EXPECT_TRUE(witness_->details().empty());
  ASSERT_OK(db_->PauseBackgroundWork());
  ASSERT_OK(db_->EnableAutoCompaction({handles_[0]}));
  ASSERT_OK(db_->ContinueBackgroundWork());
  ASSERT_TRUE(test_support::WaitUntil([this] { return !witness_->details().empty(); }));
  const WriteStallDetails details = witness_->details().front();
  EXPECT_EQ(details.cause, WriteStallCause::kL0FileCountLimit);
  EXPECT_EQ(details.cur, WriteStallCondition::kDelayed);
  EXPECT_EQ(details.value, 3u);
  EXPECT_EQ(details.limit, 3u);
  EXPECT_TRUE(details.has_begin || details.has_end);
  if (details.has_begin) {
    EXPECT_LE(details.begin, "250");
  }
  if (details.has_end) {
    EXPECT_GT(details.end, "250");
  }
  EXPECT_LT(details.bucket, 4u);
}

TEST_F(StallTrackerTest, TimeIsChargedToTheFamiliesThatHoldWritersUp) {
  ASSERT_NO_FATAL_FAILURE(Open());
  for (int i = 0; i < 3; ++i) ASSERT_NO_FATAL_FAILURE(Seal(1));
  ASSERT_EQ(State(), WriteController::kDelayed);
  {
    StateLock lock(&Parts()->context.mutex);
    Parts()->background->AccountStall(500);
  }
  EXPECT_EQ(Stalls(1).micros[kMemtables], 500u);
  EXPECT_EQ(Stalls(0).micros[kMemtables], 0u);
}

TEST_F(StallTrackerTest, AFamilyThatIsDroppedHoldsNobodyUp) {
  ASSERT_NO_FATAL_FAILURE(Open());
  for (int i = 0; i < 4; ++i) ASSERT_NO_FATAL_FAILURE(Seal(1));
  ASSERT_EQ(State(), WriteController::kStopped);
  ASSERT_OK(db_->DropColumnFamily(handles_[1]));
  EXPECT_EQ(State(), WriteController::kNormal);
  EXPECT_OK(db_->Put(WriteOptions(), "k", "v"));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
