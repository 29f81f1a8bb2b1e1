// The files that a purge deletes, and when.
#include "db/state/obsolete_files.h"

#include <gtest/gtest.h>

#include <thread>

#include "db/state/module_fixture.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class ObsoleteFilesTest : public ModuleTest {
 protected:
  ObsoleteFilesTest()
      : obsolete_(std::make_shared<ObsoleteFiles>(&context_, &tables_, events_.get())) {}
  std::string PathOf(const FileMeta& file) { return TableFileName("/db", file.number); }

  // Each turn of one thread reports and purges; another one disables deletions all the time.
  template <typename Report>
  void PurgeBesideDisablers(int turns, const Report& report) {
    obsolete_->Arm();
    std::atomic<bool> stop{false};
    std::thread purger([&] {
      for (int i = 0; i < turns; ++i) {
        report();
        obsolete_->Purge();
      }
      stop = true;
    });
    do {
      obsolete_->Disable();
      const uint64_t deleted = fs_->Count(FsOp::kDelete);
      std::this_thread::yield();
      EXPECT_EQ(fs_->Count(FsOp::kDelete), deleted);
      obsolete_->Enable();
    } while (!stop);
    purger.join();
  }

  TableCache tables_{&context_, -1};
  std::shared_ptr<ObsoleteFiles> obsolete_;
};

TEST_F(ObsoleteFilesTest, ReportsCountOnlyWhileArmed) {
  const FilePtr file = WriteTable({{"a", 1}});
  obsolete_->ReportTable(file->number, file->file_size, "/db");
  EXPECT_EQ(obsolete_->waiting(), 0u);
  obsolete_->Arm();
  obsolete_->ReportTable(file->number, file->file_size, "/db");
  EXPECT_EQ(obsolete_->waiting(), 1u);
  EXPECT_EQ(obsolete_->waiting_table_bytes(), file->file_size);
  EXPECT_TRUE(Exists(PathOf(*file))) << "nothing is deleted before Purge";
  obsolete_->Purge();
  EXPECT_FALSE(Exists(PathOf(*file)));
  EXPECT_EQ(obsolete_->waiting(), 0u);
  obsolete_->Disarm();
  obsolete_->ReportOther("/db/x");
  EXPECT_EQ(obsolete_->waiting(), 0u);
}

TEST_F(ObsoleteFilesTest, ATrackedFileIsReportedByItsLastOwnerOnceItWasInstalled) {
  obsolete_->Arm();
  for (const bool installed : {false, true}) {
    const FilePtr written = WriteTable({{"a", 1}});
    auto tracked = ObsoleteFiles::Track(obsolete_, written->Clone(), "/db");
    tracked->installed.store(installed);
    FilePtr other = tracked;
    tracked.reset();
    EXPECT_EQ(obsolete_->waiting(), 0u);
    other.reset();
    EXPECT_EQ(obsolete_->waiting(), installed ? 1u : 0u);
  }
}

TEST_F(ObsoleteFilesTest, DisablingIsCountedAndReportsWait) {
  obsolete_->Arm();
  const FilePtr file = WriteTable({{"a", 1}});
  obsolete_->Disable();
  obsolete_->Disable();
  obsolete_->ReportTable(file->number, file->file_size, "/db");
  EXPECT_FALSE(obsolete_->Enable());
  obsolete_->Purge();
  EXPECT_TRUE(Exists(PathOf(*file)));
  EXPECT_TRUE(obsolete_->Enable());
  EXPECT_TRUE(obsolete_->Enable()) << "an extra call changes nothing";
  obsolete_->Purge();
  EXPECT_FALSE(Exists(PathOf(*file)));
}

TEST_F(ObsoleteFilesTest, ManyTablesAreDeletedOnceEach) {
  obsolete_->Arm();
  std::vector<FilePtr> files;
  for (int i = 0; i < 100; ++i) files.push_back(WriteTable({{"a", 1}}));
  for (const FilePtr& file : files) obsolete_->ReportTable(file->number, file->file_size, "/db");
  obsolete_->ReportOther("/db/no-such-file");
  const uint64_t before = fs_->Count(FsOp::kDelete);
  obsolete_->Purge();
  EXPECT_EQ(fs_->Count(FsOp::kDelete) - before, files.size() + 1);
  for (const FilePtr& file : files) EXPECT_FALSE(Exists(PathOf(*file)));
  EXPECT_EQ(obsolete_->waiting(), 0u);
}

TEST_F(ObsoleteFilesTest, AnOptionsFileWaitsOnceHoweverOftenItIsFound) {
  for (const uint64_t number : {5, 7})
    ASSERT_OK(WriteStringToFile(fs_.get(), "x", OptionsFileName("/db", number)));
  obsolete_->Arm();
  obsolete_->Disable();
  obsolete_->ReportOptions(5);
  for (const uint64_t number : {5, 7}) obsolete_->ReportOptions(number);
  EXPECT_EQ(obsolete_->waiting(), 2u);
  EXPECT_TRUE(obsolete_->Enable());
  obsolete_->Purge();
  for (const uint64_t number : {5, 7}) EXPECT_FALSE(Exists(OptionsFileName("/db", number)));
}

#ifdef BUCKETLSM_SYNC_POINTS
TEST_F(ObsoleteFilesTest, RaceWhatAPurgeHasTakenWaitsWhenDeletionsAreDisabledMeanwhile) {
  obsolete_->Arm();
  const FilePtr file = WriteTable({{"a", 1}});
  obsolete_->ReportTable(file->number, file->file_size, "/db");
  SyncPoints& points = SyncPoints::Get();
  points.SetCallback("ObsoleteFiles::Purge:Taken", [this](void*) { obsolete_->Disable(); });
  points.Enable();
  obsolete_->Purge();
  points.Clear();
  EXPECT_TRUE(Exists(PathOf(*file)));
  EXPECT_EQ(obsolete_->waiting(), 1u);
  EXPECT_TRUE(obsolete_->Enable());
  obsolete_->Purge();
  EXPECT_FALSE(Exists(PathOf(*file)));
}
#endif

TEST_F(ObsoleteFilesTest, ConcurrentPurgesAndDisablersNeverDeleteBehindADisabler) {
  PurgeBesideDisablers(200, [this] { obsolete_->ReportOther("/db/no-such-file"); });
}

TEST_F(ObsoleteFilesTest, OfManyTablesNoneIsDeletedBehindADisablerAndNoneIsForgotten) {
  PurgeBesideDisablers(50, [this] {
    for (uint64_t n = 0; n < 64; ++n) obsolete_->ReportTable(1000000 + n, 1, "/db");
  });
  obsolete_->Purge();
  EXPECT_EQ(fs_->Count(FsOp::kDelete), 50u * 64);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
