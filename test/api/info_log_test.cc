// The LOG of a database: whose it is, and where it ends.
#include "rocksdb/env.h"
#include "test/support/damage.h"

namespace system_test {
namespace {

class InfoLogOfDatabase : public DbTest {
 protected:
  std::vector<fs::path> LogFiles() { return FilesLike(DbPath(), "LOG", ""); }
  std::string Log() { return FileBytes(fs::path(DbPath()) / "LOG"); }

  Options options_ = SmallOptions();
};

TEST_F(InfoLogOfDatabase, WhoIsTurnedAwayByTheLockLeavesItAlone) {
  options_.keep_log_file_num = 2;
  ASSERT_OK(Open(options_));
  Info(db_->GetDBOptions().info_log, "a line of the owner");
  for (int i = 0; i < 3; ++i) {
    DB* second = nullptr;
    EXPECT_TRUE(DB::Open(options_, DbPath(), &second).IsIOError());
    EXPECT_TRUE(RepairDB(DbPath(), options_).IsIOError());
  }
  Close();
  EXPECT_EQ(1u, LogFiles().size());
  EXPECT_NE(std::string::npos, Log().find("a line of the owner"));
}

TEST_F(InfoLogOfDatabase, AnOpeningThatFailsGivesTheLockBack) {
  Options bad = options_;
  bad.db_log_dir = DbPath() + "/CURRENT";
  ASSERT_OK(Open(options_));
  Close();
  EXPECT_FALSE(Open(bad).ok());
  EXPECT_OK(Open(options_));
}

TEST_F(InfoLogOfDatabase, CloseEndsItWhoeverKeepsIt) {
  ASSERT_OK(Open(options_));
  const std::shared_ptr<Logger> kept = db_->GetDBOptions().info_log;
  ASSERT_OK(db_->Close());
  EXPECT_NE(std::string::npos, Log().find("Shutdown complete"));
  Info(kept, "a late line");
  LogFlush(kept);
  db_.reset();
}

TEST_F(InfoLogOfDatabase, OptionsOfAClosedDatabaseOpenItWithANewOne) {
  ASSERT_OK(Open(options_));
  const Options again = db_->GetOptions();
  ASSERT_OK(Open(again));
  Info(db_->GetDBOptions().info_log, "a line of the second run");
  Close();
  EXPECT_EQ(2u, LogFiles().size());
  EXPECT_NE(std::string::npos, Log().find("a line of the second run"));
  ASSERT_OK(RepairDB(DbPath(), again));
  EXPECT_NE(std::string::npos, Log().find("is repaired"));
}

TEST_F(InfoLogOfDatabase, OneOfTheApplicationIsFlushedAndStaysOpen) {
  ASSERT_OK(CreateLoggerFromOptions(DbPath(), options_, &options_.info_log));
  ASSERT_OK(Open(options_));
  Close();
  EXPECT_NE(std::string::npos, Log().find("Shutdown complete"));
  Info(options_.info_log, "a line of the application");
  LogFlush(options_.info_log);
  EXPECT_NE(std::string::npos, Log().find("a line of the application"));
}

}  // namespace
}  // namespace system_test
