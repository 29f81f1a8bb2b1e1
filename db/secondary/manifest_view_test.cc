// What a secondary's view of a MANIFEST counts as an addition, and which ids it takes for one.
#include "db/secondary/manifest_view.h"

#include <gtest/gtest.h>

#include "test/support/status_assertions.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class ManifestViewTest : public testing::Test {
 protected:
  static std::shared_ptr<FileMeta> Table(uint64_t number, uint64_t epoch) {
    auto file = std::make_shared<FileMeta>();
    file->number = number;
    file->epoch = epoch;
    file->smallest = MakeInternalKey("a", 1, kTypeValue);
    file->largest = MakeInternalKey("z", 1, kTypeValue);
    return file;
  }
  static std::unique_ptr<ManifestView> NewView(const ManifestView* former = nullptr) {
    return std::make_unique<ManifestView>(std::set<std::string>{"default"}, "/db", nullptr, former);
  }
  // Whether one edit with these tables counts as an addition, of the family and of all together.
  bool Adds(const std::vector<std::pair<int, std::shared_ptr<FileMeta>>>& added,
            const std::vector<std::pair<int, uint64_t>>& deleted) {
    const uint64_t before = view_->additions();
    const uint64_t of_family = view_->families().at(0).additions;
    VersionEdit edit;
    for (const auto& [level, number] : deleted) edit.DeleteFile(level, number);
    for (const auto& [level, file] : added) edit.AddFile(level, file);
    EXPECT_OK(view_->Take(edit));
    EXPECT_EQ(view_->families().at(0).additions - of_family, view_->additions() - before);
    return view_->additions() != before;
  }
  static Status TakeId(ManifestView* view, const std::string& id) {
    VersionEdit edit;
    edit.db_id = id;
    return view->Take(edit);
  }

  std::unique_ptr<ManifestView> view_ = NewView();
};

TEST_F(ManifestViewTest, CountsFlushesAndReplacementsAsAdditionsAndNoCompaction) {
  EXPECT_TRUE(Adds({{0, Table(10, 1)}}, {}));
  EXPECT_TRUE(Adds({{0, Table(11, 2)}, {0, Table(12, 3)}}, {}));
  // Within Level 0, then out of it: the oldest input's epoch.
  EXPECT_FALSE(Adds({{0, Table(13, 2)}}, {{0, 11}, {0, 12}}));
  EXPECT_FALSE(Adds({{5, Table(14, 1)}, {5, Table(15, 1)}}, {{0, 10}, {0, 13}}));
  // A table that moves keeps its own, also beside one that is older.
  EXPECT_TRUE(Adds({{0, Table(16, 4)}}, {}));
  EXPECT_FALSE(Adds({{6, Table(14, 1)}, {6, Table(16, 4)}}, {{5, 14}, {0, 16}}));
  // What replaces a range is newer than all that it replaces.
  EXPECT_TRUE(Adds({{6, Table(17, 5)}}, {{6, 16}, {5, 15}}));
  EXPECT_FALSE(Adds({}, {{6, 17}}));
}

TEST_F(ManifestViewTest, TakesTablesWithoutEpochsForOutputsOfCompactions) {
  EXPECT_TRUE(Adds({{1, Table(10, 0)}, {1, Table(11, 3)}}, {}));
  EXPECT_FALSE(Adds({{2, Table(12, 0)}}, {{1, 10}, {1, 11}}));
  EXPECT_FALSE(Adds({{3, Table(13, 0)}}, {{2, 12}}));
  EXPECT_TRUE(Adds({{6, Table(14, 4)}}, {{3, 13}}));
}

TEST_F(ManifestViewTest, KeepsTheIdThatItsFormerViewKnewAndTellsOthersFromIt) {
  ASSERT_OK(TakeId(view_.get(), "one"));
  std::unique_ptr<ManifestView> without = NewView(view_.get());
  EXPECT_FALSE(without->IsOfAnother());
  without->Replace();
  EXPECT_EQ(without->db_id(), "one");
  const std::unique_ptr<ManifestView> other = NewView(without.get());
  ASSERT_OK(TakeId(other.get(), "two"));
  EXPECT_TRUE(other->IsOfAnother());
  const std::unique_ptr<ManifestView> same = NewView(without.get());
  ASSERT_OK(TakeId(same.get(), "one"));
  EXPECT_FALSE(same->IsOfAnother());
  EXPECT_FALSE(view_->IsOfAnother());
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
