// RepairDB on directories that the options name in other ways than the caller: each is read once.
#include "rocksdb/utilities/tree_check.h"
#include "test/support/damage.h"

namespace system_test {
namespace {

class RepairSpellingTest : public DbTest {
 protected:
  RepairSpellingTest() {
    options_ = SmallOptions();
    options_.disable_auto_compactions = true;
    options_.avoid_flush_during_shutdown = true;
  }
  // A table on Level 1, one on Level 0, and a key in the log.
  void Build(const std::string& path) {
    DB* raw = nullptr;
    ASSERT_OK(DB::Open(options_, path, &raw));
    db_.reset(raw);
    ASSERT_OK(Put("a", "1"));
    ASSERT_OK(db_->Flush(FlushOptions()));
    CompactRangeOptions down;
    down.change_level = true;
    down.target_level = 1;
    ASSERT_OK(db_->CompactRange(down, nullptr, nullptr));
    ASSERT_OK(Put("a", "2"));
    ASSERT_OK(db_->Flush(FlushOptions()));
    ASSERT_OK(Put("b", "3"));
    before_ = Levels();
    Close();
  }
  // Name and level of every table.
  std::map<std::string, int> Levels() {
    std::vector<LiveFileMetaData> files;
    db_->GetLiveFilesMetaData(&files);
    std::map<std::string, int> levels;
    for (const LiveFileMetaData& file : files) levels[file.relative_filename] = file.level;
    return levels;
  }
  // Every table is where it was; one more came out of the log.
  void ExpectRepaired(const std::string& path) {
    ASSERT_EQ(2u, before_.size());
    ASSERT_OK(RepairDB(path, options_));
    DB* raw = nullptr;
    ASSERT_OK(DB::Open(options_, path, &raw));
    db_.reset(raw);
    const std::map<std::string, int> now = Levels();
    EXPECT_EQ(3u, now.size());
    for (const auto& [name, level] : before_) {
      ASSERT_EQ(1u, now.count(name)) << name;
      EXPECT_EQ(level, now.at(name)) << name;
    }
    EXPECT_EQ("a=2 b=3", Contents());
    EXPECT_OK(CheckTree(db_.get(), db_->DefaultColumnFamily(), TreeCheckOptions(), nullptr));
    Close();
  }

  Options options_;
  std::map<std::string, int> before_;
};

TEST_F(RepairSpellingTest, ATrailingSlashOfATableDirectoryIsNoOtherDirectory) {
  options_.db_paths = {{DbPath() + "/", 1 << 30}};
  ASSERT_NO_FATAL_FAILURE(Build(DbPath()));
  ASSERT_NO_FATAL_FAILURE(ExpectRepaired(DbPath()));
}

TEST_F(RepairSpellingTest, ADoubledSlashOrADotOfTheLogDirectoryIsNoOtherDirectory) {
  options_.wal_dir = dir_ / "./" + "/db";
  ASSERT_NO_FATAL_FAILURE(Build(DbPath()));
  ASSERT_NO_FATAL_FAILURE(ExpectRepaired(DbPath()));
}

TEST_F(RepairSpellingTest, ARelativeNameIsNoOtherDirectoryThanTheAbsoluteOne) {
  options_.db_paths = {{DbPath(), 1 << 30}};
  const fs::path here = fs::current_path();
  fs::current_path(fs::path(DbPath()).parent_path());
  Build("db");
  if (!HasFatalFailure()) ExpectRepaired("db");
  fs::current_path(here);
}

TEST_F(RepairSpellingTest, ATableInTheSecondDirectoryIsFoundThereUnderAnotherName) {
  options_.db_paths = {{dir_ / "one", 1 << 30}, {dir_ / "two", 1 << 30}};
  ASSERT_NO_FATAL_FAILURE(Build(DbPath()));
  for (const fs::path& table : Tables(dir_ / "one")) {
    fs::rename(table, fs::path(dir_ / "two") / table.filename());
  }
  fs::remove(Manifest(DbPath()));
  // Both name the second directory; the first name that is met is not the family's own.
  options_.db_paths = {{dir_ / "one", 1 << 30}, {dir_ / "two/", 1 << 30}};
  options_.cf_paths = {{dir_ / "one", 1 << 30}, {dir_ / "two", 1 << 30}};
  ASSERT_OK(RepairDB(DbPath(), options_));
  ASSERT_OK(Open(options_));
  EXPECT_EQ("a=2 b=3", Contents());
}

}  // namespace
}  // namespace system_test
