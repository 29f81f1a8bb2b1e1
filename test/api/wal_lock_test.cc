// What works while LockWAL keeps writers out, and who is told to come again.
#include <atomic>
#include <thread>

#include "rocksdb/utilities/checkpoint.h"
#include "test/support/scratch.h"
#include "test/support/watchdog.h"

namespace system_test {
namespace {

class WalLockApi : public DbTest {
 protected:
  Options options_ = SmallOptions();
};

TEST_F(WalLockApi, WhoMustNotWaitIsRefused) {
  const Watchdog watchdog("calls beside LockWAL");
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("k", "v"));
  ASSERT_OK(db_->LockWAL());
  ASSERT_OK(db_->LockWAL());
  WriteOptions urgent;
  urgent.no_slowdown = true;
  FlushOptions impatient;
  impatient.wait = false;
  for (int held = 2; held > 0; --held) {
    EXPECT_TRUE(db_->Put(urgent, "a", "b").IsIncomplete());
    EXPECT_TRUE(db_->Flush(impatient).IsTryAgain());
    ASSERT_OK(db_->UnlockWAL());
  }
  EXPECT_TRUE(db_->UnlockWAL().IsAborted());
  ASSERT_OK(db_->Put(urgent, "a", "b"));
  ASSERT_OK(db_->Flush(impatient));
  EXPECT_EQ("a=b k=v", Contents());
}

TEST_F(WalLockApi, WritersAndFlushesWait) {
  const Watchdog watchdog("writers beside LockWAL");
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("k", "v"));
  ASSERT_OK(db_->LockWAL());
  std::atomic<int> over{0};
  std::thread writer([&] {
    EXPECT_OK(Put("a", "b"));
    ++over;
  });
  std::thread flusher([&] {
    EXPECT_OK(db_->Flush(FlushOptions()));
    ++over;
  });
  EXPECT_TRUE(HoldsFor(std::chrono::milliseconds(50), [&] { return over == 0; }));
  ASSERT_OK(db_->UnlockWAL());
  writer.join();
  flusher.join();
  EXPECT_EQ("a=b k=v", Contents());
}

TEST_F(WalLockApi, TheLogCanBeFlushedAndSynced) {
  const Watchdog watchdog("FlushWAL beside LockWAL");
  options_.manual_wal_flush = true;
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("k", "v"));
  ASSERT_OK(db_->LockWAL());
  EXPECT_OK(db_->FlushWAL(false));
  EXPECT_OK(db_->FlushWAL(true));
  EXPECT_OK(db_->SyncWAL());
  ASSERT_OK(db_->UnlockWAL());
}

TEST_F(WalLockApi, FamiliesAreMadeAndDropped) {
  const Watchdog watchdog("families beside LockWAL");
  ASSERT_OK(Open(options_));
  ASSERT_OK(db_->LockWAL());
  ColumnFamilyHandle* made = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(options_, "made", &made));
  ASSERT_OK(db_->DropColumnFamily(made));
  ASSERT_OK(db_->DestroyColumnFamilyHandle(made));
  ASSERT_OK(db_->CreateColumnFamily(options_, "kept", &made));
  handles_.push_back(made);
  ASSERT_OK(db_->UnlockWAL());
  ASSERT_OK(db_->Put(WriteOptions(), made, "k", "v"));
  EXPECT_EQ("k=v", Contents(ReadOptions(), made));
}

TEST_F(WalLockApi, ACheckpointCopiesTheLogsInPlaceOfAFlush) {
  const Watchdog watchdog("a checkpoint beside LockWAL");
  for (const bool two_phase : {false, true}) {
    options_.allow_2pc = two_phase;
    ASSERT_OK(Open(options_));
    ASSERT_OK(Put("k", "v"));
    ASSERT_OK(db_->LockWAL());
    Checkpoint* raw = nullptr;
    ASSERT_OK(Checkpoint::Create(db_.get(), &raw));
    const std::unique_ptr<Checkpoint> checkpoint(raw);
    const std::string copy = dir_ / (two_phase ? "2pc" : "plain");
    ASSERT_OK(checkpoint->CreateCheckpoint(copy, 0));
    ASSERT_OK(db_->UnlockWAL());
    DB* opened = nullptr;
    ASSERT_OK(DB::Open(options_, copy, &opened));
    const std::unique_ptr<DB> closes(opened);
    std::string value;
    ASSERT_OK(opened->Get(ReadOptions(), "k", &value));
    EXPECT_EQ("v", value);
  }
}

}  // namespace
}  // namespace system_test
