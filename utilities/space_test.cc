// SstFileManager in a database: what it counts, limits and deletes.
#include <gtest/gtest.h>

#include "env/mem_fs.h"
#include "rocksdb/db.h"
#include "rocksdb/sst_file_manager.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class SpaceTest : public testing::Test {
 protected:
  SpaceTest() : fs_(std::make_shared<MemFileSystem>()), env_(NewCompositeEnv(fs_)) {
    options_.env = env_.get();
    options_.create_if_missing = true;
    options_.disable_auto_compactions = true;
    options_.bucket_options.enabled = false;
    options_.compression = kNoCompression;
    manager_.reset(NewSstFileManager(env_.get()));
    options_.sst_file_manager = manager_;
  }
  ~SpaceTest() override { db_.reset(); }
  void Open() { ASSERT_OK(DB::Open(options_, "/db", &db_)); }
  Status WriteFile(char with) {
    Status s = db_->Put(WriteOptions(), "k", std::string(20000, with));
    return s.ok() ? db_->Flush(FlushOptions()) : s;
  }
  uint64_t TableBytes() {
    std::vector<LiveFileMetaData> files;
    db_->GetLiveFilesMetaData(&files);
    uint64_t bytes = 0;
    for (const LiveFileMetaData& file : files) bytes += file.size;
    return bytes;
  }
  int TrashFiles(const std::string& ending = ".trash") {
    std::vector<std::string> names;
    EXPECT_OK(env_->GetChildren("/db", &names));
    int trash = 0;
    for (const std::string& name : names) trash += name.find(ending) != std::string::npos ? 1 : 0;
    return trash;
  }

  const std::shared_ptr<FileSystem> fs_;
  const std::unique_ptr<Env> env_;
  Options options_;
  std::shared_ptr<SstFileManager> manager_;
  std::unique_ptr<DB> db_;
};

TEST_F(SpaceTest, TheManagerCountsTheTablesThatThereAre) {
  Open();
  ASSERT_OK(WriteFile('a'));
  ASSERT_OK(WriteFile('b'));
  EXPECT_EQ(manager_->GetTotalSize(), TableBytes());
  EXPECT_EQ(manager_->GetTrackedFiles().size(), 2u);
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  EXPECT_EQ(manager_->GetTotalSize(), TableBytes());
  EXPECT_EQ(manager_->GetTrackedFiles().size(), 1u);
  // A manager that comes later learns of them when the database is opened.
  db_.reset();
  manager_.reset(NewSstFileManager(env_.get()));
  options_.sst_file_manager = manager_;
  Open();
  EXPECT_EQ(manager_->GetTotalSize(), TableBytes());
}

TEST_F(SpaceTest, TheTablesOfAClosedDatabaseCountNoMore) {
  Open();
  ASSERT_OK(WriteFile('a'));
  std::unique_ptr<DB> other;
  ASSERT_OK(DB::Open(options_, "/other", &other));
  ASSERT_OK(other->Put(WriteOptions(), "k", std::string(20000, 'b')));
  ASSERT_OK(other->Flush(FlushOptions()));
  EXPECT_GT(manager_->GetTotalSize(), TableBytes());
  other.reset();
  EXPECT_EQ(manager_->GetTotalSize(), TableBytes());
  EXPECT_EQ(manager_->GetTrackedFiles().size(), 1u);
  // The same with another spelling.
  ASSERT_OK(DB::Open(options_, "/other/", &other));
  EXPECT_GT(manager_->GetTotalSize(), TableBytes());
  other.reset();
  EXPECT_EQ(manager_->GetTotalSize(), TableBytes());
}

TEST_F(SpaceTest, WhoFailsToOpenADatabaseOrOnlyReadsItForgetsNoneOfItsTables) {
  Open();
  ASSERT_OK(WriteFile('a'));
  std::unique_ptr<DB> other;
  EXPECT_NOT_OK(DB::Open(options_, "/db", &other));
  EXPECT_EQ(manager_->GetTotalSize(), TableBytes());
  ASSERT_OK(DB::OpenForReadOnly(options_, "/db", &other));
  other.reset();
  EXPECT_EQ(manager_->GetTotalSize(), TableBytes());
}

TEST_F(SpaceTest, AFlushBeyondTheLimitStopsWritesUntilTheLimitIsRaised) {
  Open();
  ASSERT_OK(WriteFile('a'));
  manager_->SetMaxAllowedSpaceUsage(manager_->GetTotalSize() + 1000);
  EXPECT_TRUE(WriteFile('b').IsSpaceLimit());
  EXPECT_TRUE(manager_->IsMaxAllowedSpaceReached());
  EXPECT_TRUE(db_->Put(WriteOptions(), "k", "v").IsSpaceLimit());
  EXPECT_TRUE(db_->Resume().IsSpaceLimit());
  EXPECT_TRUE(db_->Put(WriteOptions(), "k", "v").IsSpaceLimit());
  manager_->SetMaxAllowedSpaceUsage(0);
  ASSERT_OK(db_->Resume());
  ASSERT_OK(db_->Put(WriteOptions(), "k", "v"));
  EXPECT_EQ(manager_->GetTrackedFiles().size(), 2u);
}

TEST_F(SpaceTest, ACompactionThatDoesNotFitLeavesItsInputsAndWritesGoOn) {
  Open();
  ASSERT_OK(WriteFile('a'));
  ASSERT_OK(WriteFile('b'));
  manager_->SetMaxAllowedSpaceUsage(manager_->GetTotalSize() + 1000);
  EXPECT_TRUE(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr).IsCompactionTooLarge());
  EXPECT_EQ(manager_->GetTrackedFiles().size(), 2u);
  EXPECT_FALSE(manager_->IsMaxAllowedSpaceReachedIncludingCompactions());
  ASSERT_OK(db_->Put(WriteOptions(), "x", "v"));
  manager_->SetMaxAllowedSpaceUsage(0);
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
}

TEST_F(SpaceTest, WhatWaitsInTheTrashGoesWithTheDatabase) {
  manager_->SetDeleteRateBytesPerSecond(1);
  manager_->SetMaxTrashDBRatio(1000);
  Open();
  for (char with : {'a', 'b', 'c', 'd'}) ASSERT_OK(WriteFile(with));
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  EXPECT_GE(TrashFiles(), 3);
  db_.reset();
  manager_.reset();
  options_.sst_file_manager.reset();
  ASSERT_OK(DestroyDB("/db", options_));
  EXPECT_TRUE(env_->FileExists("/db").IsNotFound());
}

TEST_F(SpaceTest, WithARateObsoleteTablesAndLogsWaitInTheTrash) {
  manager_->SetDeleteRateBytesPerSecond(1);
  manager_->SetMaxTrashDBRatio(1000);
  options_.statistics = CreateDBStatistics();
  Open();
  for (char with : {'a', 'b', 'c', 'd'}) ASSERT_OK(WriteFile(with));
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  // The thread has begun with one file, which may be gone.
  EXPECT_GE(TrashFiles(".sst.trash"), 3);
  EXPECT_GE(TrashFiles(".log.trash"), 2);
  EXPECT_GE(options_.statistics->getTickerCount(FILES_MARKED_TRASH), 5u);
  EXPECT_GT(manager_->GetTotalTrashSize(), 0u);
  // Whoever opens the database next takes the trash over, here without any manager.
  db_.reset();
  manager_.reset();
  options_.sst_file_manager.reset();
  Open();
  EXPECT_EQ(TrashFiles(), 0);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
