// What CancelAllBackgroundWork leaves of a database: data that no log has is in tables, writes go
// on while they need no job, and nobody waits for one.
#include <atomic>

#include "rocksdb/convenience.h"
#include "rocksdb/listener.h"
#include "rocksdb/write_buffer_manager.h"
#include "test/support/scratch.h"
#include "test/support/watchdog.h"

namespace system_test {
namespace {

class CancelAll : public DbTest {
 protected:
  CancelAll() { options_.max_write_buffer_number = 2; }
  std::string Level0() {
    std::string files;
    EXPECT_TRUE(db_->GetProperty("rocksdb.num-files-at-level0", &files));
    return files;
  }
  // Of the first write that is refused.
  Status WriteUntilRefused() {
    const Watchdog watchdog("a write that needs a flush");
    for (int i = 0; i < 10000; ++i) {
      Status s = Put("key" + std::to_string(i), std::string(1000, 'v'));
      if (!s.ok()) return s;
    }
    return Status::OK();
  }
  Options options_ = SmallOptions();
};

TEST_F(CancelAll, WhatNoLogHasIsFlushedFirst) {
  ASSERT_OK(Open(options_));
  WriteOptions unlogged;
  unlogged.disableWAL = true;
  ASSERT_OK(db_->Put(unlogged, "a", "1"));
  CancelAllBackgroundWork(db_.get(), true);
  EXPECT_EQ(Level0(), "1");
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Get("a"), "1");
}

TEST_F(CancelAll, WhatALogHasIsNotFlushed) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  CancelAllBackgroundWork(db_.get(), true);
  EXPECT_EQ(Level0(), "0");
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Get("a"), "1");
}

TEST_F(CancelAll, WritesGoOnToTheLog) {
  for (const bool wait : {false, true}) {
    ASSERT_OK(Open(options_));
    CancelAllBackgroundWork(db_.get(), wait);
    ASSERT_OK(Put("a", wait ? "2" : "1"));
    EXPECT_TRUE(db_->Flush(FlushOptions()).IsShutdownInProgress());
    ASSERT_OK(Open(options_));
    EXPECT_EQ(Get("a"), wait ? "2" : "1");
  }
}

TEST_F(CancelAll, AWriteThatNeedsAFlushIsRefused) {
  ASSERT_OK(Open(options_));
  CancelAllBackgroundWork(db_.get(), true);
  const Status s = WriteUntilRefused();
  EXPECT_TRUE(s.IsShutdownInProgress()) << s.ToString();
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Get("key0"), std::string(1000, 'v'));
}

TEST_F(CancelAll, NobodyWaitsForMemtableMemory) {
  options_.write_buffer_size = 64 << 20;
  options_.write_buffer_manager =
      std::make_shared<WriteBufferManager>(1 << 20, nullptr, /*allow_stall=*/true);
  ASSERT_OK(Open(options_));
  CancelAllBackgroundWork(db_.get(), true);
  const Status s = WriteUntilRefused();
  EXPECT_TRUE(s.IsShutdownInProgress()) << s.ToString();
}

// So that Level 0 stays deep until the work is cancelled.
class HoldsCompactions : public EventListener {
 public:
  void OnCompactionBegin(DB*, const CompactionJobInfo&) override {
    EXPECT_TRUE(WaitUntil([this] { return let_go.load(); }));
  }
  std::atomic<bool> let_go{false};
};

TEST_F(CancelAll, ADelayedWriteGoesOn) {
  const auto listener = std::make_shared<HoldsCompactions>();
  SetBuckets(&options_, 0);
  options_.write_buffer_size = 64 << 20;
  options_.level0_file_num_compaction_trigger = 2;
  options_.level0_slowdown_writes_trigger = 2;
  options_.level0_stop_writes_trigger = 100;
  options_.listeners.push_back(listener);
  ASSERT_OK(Open(options_));
  for (int i = 0; i < 6; ++i) {
    ASSERT_OK(Put("a", "1"));
    ASSERT_OK(Put("z", "1"));
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  uint64_t rate = 0;
  ASSERT_TRUE(db_->GetIntProperty("rocksdb.actual-delayed-write-rate", &rate));
  ASSERT_GT(rate, 0u);
  CancelAllBackgroundWork(db_.get(), false);
  for (int i = 0; i < 20; ++i) ASSERT_OK(Put("b", std::string(200000, 'v')));
  listener->let_go = true;
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Get("b").size(), 200000u);
}

}  // namespace
}  // namespace system_test
