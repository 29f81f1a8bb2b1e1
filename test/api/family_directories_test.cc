// Making a family's directories, which may take a slow file system long, holds nobody up.
#include <functional>
#include <future>

#include "rocksdb/file_system.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

// Calls `asked` before the directory `watched` is made.
class WatchedDirectories : public FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;
  const char* Name() const override { return "WatchedDirectories"; }
  IOStatus CreateDirIfMissing(const std::string& dir, const IOOptions& options,
                              IODebugContext* dbg) override {
    if (dir == watched && asked) asked();
    return FileSystemWrapper::CreateDirIfMissing(dir, options, dbg);
  }
  std::string watched;
  std::function<void()> asked;
};

TEST_F(DbTest, DirectoriesOfANewFamilyAreMadeWithoutTheStateLock) {
  const auto fs = std::make_shared<WatchedDirectories>(FileSystem::Default());
  const std::unique_ptr<Env> env = NewCompositeEnv(fs);
  Options options = SmallOptions();
  options.env = env.get();
  ASSERT_OK(Open(options));
  fs->watched = dir_ / "elsewhere";
  std::future<void> other;
  bool answered = false;
  fs->asked = [&] {
    // Takes the state lock.
    other = std::async(std::launch::async, [this] { (void)db_->GetOptions(); });
    answered = other.wait_for(std::chrono::seconds(20)) == std::future_status::ready;
  };
  ColumnFamilyOptions family;
  family.cf_paths.emplace_back(fs->watched, 1 << 30);
  ColumnFamilyHandle* handle = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(family, "new", &handle));
  handles_.push_back(handle);
  EXPECT_TRUE(answered);
  fs->asked = nullptr;
  Close();
}

TEST_F(DbTest, DirectoriesOfFamiliesThatAreThereAlreadyAreMadeAtTheOpening) {
  for (const bool created : {true, false}) {
    SCOPED_TRACE(created ? "a new database" : "an old one");
    Options options = SmallOptions();
    if (!created) ASSERT_OK(Open(options));
    Close();
    options.cf_paths.emplace_back(dir_ / (created ? "first" : "second"), 1 << 30);
    ASSERT_OK(Open(options));
    ASSERT_OK(db_->Put(WriteOptions(), "k", "v"));
    ASSERT_OK(db_->Flush(FlushOptions()));
    Close();
    ASSERT_OK(DestroyDB(DbPath(), options));
  }
}

TEST_F(DbTest, TablesOfPathsThatAreGoneAreSoughtInTheLastOne) {
  Options options = SmallOptions();
  // The first has room for nothing, so a compaction writes into the second.
  options.db_paths.emplace_back(dir_ / "first", 1);
  options.db_paths.emplace_back(dir_ / "second", 1 << 30);
  ASSERT_OK(Open(options));
  ASSERT_OK(Put("k", "v"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  CompactRangeOptions rewrite;
  rewrite.bottommost_level_compaction = BottommostLevelCompaction::kForce;
  ASSERT_OK(db_->CompactRange(rewrite, nullptr, nullptr));
  Close();
  ASSERT_FALSE(std::filesystem::is_empty(dir_ / "second"));
  std::filesystem::rename(dir_ / "second", dir_ / "third");
  options.db_paths.assign(1, {dir_ / "third", 1 << 30});
  ASSERT_OK(Open(options));
  EXPECT_EQ(Get("k"), "v");
  Close();
}

TEST_F(DbTest, SlashesBehindItsNameChangeNothingOfADatabase) {
  bool made = false;
  for (const char* slashes : {"/", "//", "", "/"}) {
    SCOPED_TRACE(slashes);
    Options options = SmallOptions();
    DB* raw = nullptr;
    ASSERT_OK(DB::Open(options, dir_ / "slashed" + std::string(slashes), &raw));
    const std::unique_ptr<DB> db(raw);
    std::string value;
    EXPECT_EQ(db->Get(ReadOptions(), "k", &value).ok(), std::exchange(made, true));
    ASSERT_OK(db->Put(WriteOptions(), "k", "v"));
    ASSERT_OK(db->Flush(FlushOptions()));
  }
}

TEST_F(DbTest, WhatIsLeftOfADatabaseWithoutCurrentIsNotReplacedByANewOne) {
  for (const bool flushed : {true, false}) {
    SCOPED_TRACE(flushed ? "a table is left" : "a log is left");
    ASSERT_OK(Open(SmallOptions()));
    ASSERT_OK(db_->Put(WriteOptions(), "k", "v"));
    if (flushed) ASSERT_OK(db_->Flush(FlushOptions()));
    Close();
    ASSERT_OK(Env::Default()->DeleteFile(DbPath() + "/CURRENT"));
    const Status s = Open(SmallOptions());
    EXPECT_TRUE(s.IsCorruption()) << s.ToString();
    EXPECT_NE(s.ToString().find("RepairDB"), std::string::npos) << s.ToString();
    ASSERT_OK(RepairDB(DbPath(), SmallOptions()));
    ASSERT_OK(Open(SmallOptions()));
    std::string value;
    EXPECT_OK(db_->Get(ReadOptions(), "k", &value));
  }
}

}  // namespace
}  // namespace system_test
