// RepairDB and power: what was repaired stays when the machine goes down right after.
#include <gtest/gtest.h>

#include "db/state/module_fixture.h"
#include "rocksdb/db.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class RepairPowerTest : public ModuleTest {
 protected:
  RepairPowerTest() {
    options_.env = env_.get();
    options_.create_if_missing = true;
    options_.compression = kNoCompression;
    options_.avoid_flush_during_shutdown = true;
    options_.disable_auto_compactions = true;
  }
  void Put(const std::string& key) {
    WriteOptions synced;
    synced.sync = true;
    ASSERT_OK(db_->Put(synced, key, "v"));
  }
  // Tables, and a key that only a log has.
  void Write() {
    ASSERT_OK(DB::Open(options_, "/db", &db_));
    ASSERT_NO_FATAL_FAILURE(Put("a"));
    ASSERT_OK(db_->Flush(FlushOptions()));
    ASSERT_NO_FATAL_FAILURE(Put("b"));
    db_.reset();
  }
  void RepairAndLosePower() {
    ASSERT_OK(RepairDB("/db", options_));
    fs_->SetActive(false);
    ASSERT_OK(fs_->Crash(PowerCut()));
    fs_->SetActive(true);
  }
  void ExpectAll() {
    ASSERT_OK(DB::Open(options_, "/db", &db_));
    std::string value;
    EXPECT_OK(db_->Get(ReadOptions(), "a", &value));
    EXPECT_OK(db_->Get(ReadOptions(), "b", &value));
  }

  Options options_;
  std::unique_ptr<DB> db_;
};

TEST_F(RepairPowerTest, TablesInTheDatabaseDirectoryStay) {
  ASSERT_NO_FATAL_FAILURE(Write());
  ASSERT_NO_FATAL_FAILURE(RepairAndLosePower());
  ExpectAll();
}

TEST_F(RepairPowerTest, TablesInADirectoryOfTheFamilyStay) {
  options_.cf_paths = {{"/tables", 1 << 30}};
  ASSERT_NO_FATAL_FAILURE(Write());
  ASSERT_NO_FATAL_FAILURE(RepairAndLosePower());
  ExpectAll();
}

TEST_F(RepairPowerTest, TablesInADirectoryOfTheDatabasesOptionsStay) {
  options_.db_paths = {{"/tables", 1 << 30}};
  ASSERT_NO_FATAL_FAILURE(Write());
  ASSERT_NO_FATAL_FAILURE(RepairAndLosePower());
  ExpectAll();
}

TEST_F(RepairPowerTest, ADirectoryThatCannotBeSyncedFailsTheRepairAndLeavesTheDatabase) {
  options_.cf_paths = {{"/tables", 1 << 30}};
  ASSERT_NO_FATAL_FAILURE(Write());
  fs_->FailNth(FsOp::kDirSync, 1, IOStatus::IOError("planned"), true, "/tables");
  EXPECT_NOT_OK(RepairDB("/db", options_));
  fs_->ClearFaults();
  ExpectAll();
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
