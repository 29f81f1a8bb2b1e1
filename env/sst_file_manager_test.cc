// SstFileManager: counting, limits, and deletion through the trash.
#include "env/sst_file_manager.h"

#include <gtest/gtest.h>

#include "env/mem_fs.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class SstFileManagerTest : public testing::Test {
 protected:
  SstFileManagerTest() : fs_(std::make_shared<MemFileSystem>()) {
    EXPECT_OK(fs_->CreateDirIfMissing("/db", IOOptions(), nullptr));
  }
  void Make(int64_t rate, double max_trash_ratio = 0.25, uint64_t chunk = 0) {
    DeletionOptions deletion;
    deletion.rate = rate;
    deletion.max_trash_ratio = max_trash_ratio;
    deletion.chunk = chunk;
    manager_ =
        std::make_unique<FileCountingManager>(SystemClock::Default(), fs_, nullptr, deletion);
  }
  void AddFile(const std::string& path, size_t bytes) {
    ASSERT_OK(WriteStringToFile(fs_.get(), std::string(bytes, 'x'), path));
    manager_->FileAdded(path, bytes);
  }
  bool Exists(const std::string& path) { return fs_->FileExists(path, IOOptions(), nullptr).ok(); }

  std::shared_ptr<FileSystem> fs_;
  std::unique_ptr<FileCountingManager> manager_;
};

TEST_F(SstFileManagerTest, FilesCountFromTheirCreationToTheirDeletion) {
  Make(0);
  AddFile("/db/1.sst", 100);
  AddFile("/db/2.sst", 50);
  manager_->FileAdded("/db/2.sst", 60);  // its size became known
  EXPECT_EQ(manager_->GetTotalSize(), 160u);
  EXPECT_EQ(manager_->GetTrackedFiles(),
            (std::unordered_map<std::string, uint64_t>{{"/db/1.sst", 100}, {"/db/2.sst", 60}}));
  ASSERT_OK(manager_->DeleteObsolete(fs_.get(), "/db/1.sst"));
  manager_->FileForgotten("/db/2.sst");
  EXPECT_EQ(manager_->GetTotalSize(), 0u);
  EXPECT_FALSE(Exists("/db/1.sst"));
  EXPECT_TRUE(Exists("/db/2.sst"));
}

TEST_F(SstFileManagerTest, ALimitIsReachedByFilesAndByClaimsOfCompactions) {
  Make(0);
  EXPECT_FALSE(manager_->IsMaxAllowedSpaceReached());  // there is none
  manager_->SetMaxAllowedSpaceUsage(1000);
  AddFile("/db/1.sst", 400);
  EXPECT_TRUE(manager_->ClaimForCompaction(500));
  EXPECT_FALSE(manager_->IsMaxAllowedSpaceReachedIncludingCompactions());
  EXPECT_FALSE(manager_->ClaimForCompaction(200));
  AddFile("/db/2.sst", 100);
  EXPECT_TRUE(manager_->IsMaxAllowedSpaceReachedIncludingCompactions());
  EXPECT_FALSE(manager_->IsMaxAllowedSpaceReached());
  manager_->ReleaseClaim(500);
  manager_->SetCompactionBufferSize(450);
  EXPECT_FALSE(manager_->ClaimForCompaction(100));  // flushes must have their share
  AddFile("/db/3.sst", 500);
  EXPECT_TRUE(manager_->IsMaxAllowedSpaceReached());
}

TEST_F(SstFileManagerTest, WithARateFilesGoThroughTheTrash) {
  const auto stats = CreateDBStatistics();
  Make(1, /*max_trash_ratio=*/1000.0);
  manager_->SetStatisticsPtr(stats);
  AddFile("/db/1.sst", 100);
  AddFile("/db/2.sst", 1);
  ASSERT_OK(manager_->DeleteObsolete(fs_.get(), "/db/1.sst"));
  ASSERT_OK(manager_->DeleteObsolete(fs_.get(), "/db/2.sst"));
  EXPECT_FALSE(Exists("/db/1.sst"));
  EXPECT_FALSE(Exists("/db/2.sst"));
  // The first one went at once and is to be paid for with 100 seconds.
  EXPECT_TRUE(Exists("/db/2.sst.trash"));
  manager_->SetDeleteRateBytesPerSecond(1 << 30);
  manager_->WaitForEmptyTrash();
  EXPECT_FALSE(Exists("/db/2.sst.trash"));
  EXPECT_EQ(manager_->GetTotalTrashSize(), 0u);
  EXPECT_EQ(stats->getTickerCount(FILES_MARKED_TRASH), 2u);
}

TEST_F(SstFileManagerTest, TooMuchTrashIsDeletedAtOnce) {
  const auto stats = CreateDBStatistics();
  Make(1, /*max_trash_ratio=*/0.0);
  manager_->SetStatisticsPtr(stats);
  for (const char* path : {"/db/1.sst", "/db/2.sst", "/db/3.sst"}) AddFile(path, 100);
  manager_->DeleteTrash("/db/none.trash");
  ASSERT_OK(manager_->DeleteObsolete(fs_.get(), "/db/1.sst"));
  ASSERT_OK(manager_->DeleteObsolete(fs_.get(), "/db/2.sst"));
  ASSERT_OK(manager_->DeleteObsolete(fs_.get(), "/db/3.sst"));
  EXPECT_GE(stats->getTickerCount(FILES_DELETED_IMMEDIATELY), 1u);
}

TEST_F(SstFileManagerTest, AnEndLeavesTrashOnDisk) {
  Make(1, 1.0);
  AddFile("/db/1.sst", 1000);
  AddFile("/db/2.sst", 1000);
  ASSERT_OK(manager_->DeleteObsolete(fs_.get(), "/db/1.sst"));
  ASSERT_OK(manager_->DeleteObsolete(fs_.get(), "/db/2.sst"));
  manager_.reset();
  EXPECT_TRUE(Exists("/db/2.sst.trash"));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
