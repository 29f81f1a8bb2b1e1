// Which point of a MANIFEST's history is chosen when tables are missing.
#include "version/recovery_points.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace ROCKSDB_NAMESPACE {
namespace {

using TableNumbers = std::vector<uint64_t>;

VersionEdit Change(uint32_t family, const TableNumbers& added, const TableNumbers& removed = {}) {
  VersionEdit edit;
  edit.column_family = family;
  for (const uint64_t number : added) {
    auto file = std::make_shared<FileMeta>();
    file->number = number;
    edit.AddFile(0, file);
  }
  for (const uint64_t number : removed) edit.DeleteFile(0, number);
  return edit;
}

VersionEdit Counters() {
  VersionEdit edit;
  edit.next_file_number = edit.log_number = edit.last_sequence = 1;
  return edit;
}

VersionEdit InGroup(VersionEdit edit, uint32_t remaining) {
  edit.in_atomic_group = true;
  edit.atomic_group_remaining = remaining;
  return edit;
}

VersionEdit Drop(uint32_t family) {
  VersionEdit edit;
  edit.column_family = family;
  edit.drops_column_family = true;
  return edit;
}

RecoveryPoints Read(const std::vector<VersionEdit>& edits, const std::set<uint64_t>& missing) {
  RecoveryPoints points(
      [missing](uint32_t, const FileMeta& file) { return missing.count(file.number) == 0; });
  for (const VersionEdit& edit : edits) points.Take(edit);
  return points;
}

using Limits = std::map<uint32_t, size_t>;

TEST(RecoveryPoints, EverythingCountsWhereNothingIsMissing) {
  const auto points = Read({Counters(), Change(0, {1}), Change(0, {2}, {1})}, {1});
  EXPECT_TRUE(points.complete());
  EXPECT_EQ(points.Choose(false).limits, Limits());
  EXPECT_EQ(points.Choose(true).limits, Limits());
  EXPECT_EQ(points.Choose(false).edits, 3u);
}

TEST(RecoveryPoints, TheNewestPointWithAllTablesIsChosen) {
  const std::vector<VersionEdit> edits = {Counters(), Change(0, {1}), Change(0, {2}),
                                          Change(0, {3}, {1, 2}), Change(0, {4})};
  EXPECT_EQ(Read(edits, {3}).Choose(false).limits, (Limits{{0, 3}}));
  EXPECT_EQ(Read(edits, {4}).Choose(false).limits, (Limits{{0, 4}}));
  EXPECT_EQ(Read(edits, {3, 2}).Choose(false).limits, (Limits{{0, 2}}));
  EXPECT_EQ(Read(edits, {3, 1}).Choose(false).limits, (Limits{{0, 1}}));
  EXPECT_EQ(Read(edits, {3, 4}).MissingOf(0), (std::set<uint64_t>{3, 4}));
  EXPECT_EQ(Read(edits, {1, 2}).Choose(false).limits, Limits());
}

TEST(RecoveryPoints, AFamilyThatIsWholeLosesNothingByAnother) {
  const std::vector<VersionEdit> edits = {Counters(), Change(0, {1}), Change(1, {2}),
                                          Change(0, {3}), Change(1, {4})};
  EXPECT_EQ(Read(edits, {3}).Choose(false).limits, (Limits{{0, 3}}));
  EXPECT_EQ(Read(edits, {3}).Choose(true).limits, (Limits{{0, 3}, {1, 3}}));
}

TEST(RecoveryPoints, TogetherAllFamiliesAreWholeAtThePoint) {
  const std::vector<VersionEdit> edits = {Counters(),          Change(0, {1}),      Change(1, {2}),
                                          Change(0, {3}),      Change(1, {4}, {2}), Change(1, {5}),
                                          Change(0, {6}, {3}), Change(1, {7}, {4}), Change(0, {8})};
  // 3 is missing in points 4 to 6, 4 in points 5 to 7, 8 in point 9.
  EXPECT_EQ(Read(edits, {3, 4, 8}).Choose(true).limits, (Limits{{0, 8}, {1, 8}}));
  EXPECT_EQ(Read(edits, {3, 4, 5}).Choose(true).limits, (Limits{{0, 3}, {1, 3}}));
}

TEST(RecoveryPoints, PointsDoNotLieInsideAtomicGroups) {
  const std::vector<VersionEdit> edits = {Counters(), InGroup(Change(0, {1}), 2),
                                          InGroup(Change(0, {2}), 1), InGroup(Change(1, {3}), 0),
                                          Change(0, {4})};
  EXPECT_EQ(Read(edits, {2}).Choose(false).limits, (Limits{{0, 1}}));
  EXPECT_EQ(Read(edits, {3}).Choose(true).limits, (Limits{{0, 1}, {1, 1}}));
}

TEST(RecoveryPoints, DroppedFamiliesHoldNobodyUp) {
  const std::vector<VersionEdit> edits = {Counters(), Change(1, {1}), Change(0, {2}), Drop(1),
                                          Change(0, {3})};
  EXPECT_EQ(Read(edits, {1}).Choose(true).limits, Limits());
  EXPECT_EQ(Read(edits, {1, 3}).Choose(true).limits, (Limits{{0, 4}}));
}

// The head of a MANIFEST lists families one after another: no state between them ever was.
TEST(RecoveryPoints, TogetherAPointInsideTheHeadIsNone) {
  const std::vector<VersionEdit> edits = {Change(0, {1}), Change(1, {2}), Counters(),
                                          Change(0, {3})};
  EXPECT_EQ(Read(edits, {2}).Choose(true).limits, (Limits{{0, 0}, {1, 0}}));
  EXPECT_EQ(Read(edits, {2}).Choose(false).limits, (Limits{{1, 1}}));
}

TEST(RecoveryPoints, AManifestWithoutCountersIsIncomplete) {
  EXPECT_FALSE(Read({Change(0, {1})}, {}).complete());
  EXPECT_FALSE(Read({}, {}).complete());
}

// What is whole at each point, found anew for every point.
TEST(RecoveryPoints, RandomHistoriesGiveWhatTryingEveryPointGives) {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  const auto draw = [&](uint64_t n) {
    return std::uniform_int_distribution<uint64_t>(0, n - 1)(random);
  };
  for (int round = 0; round < 300; ++round) {
    std::vector<VersionEdit> edits = {Counters()};
    std::set<uint64_t> live[2];
    std::vector<std::set<uint64_t>> states[2];
    for (int i = 0; i < 2; ++i) states[i].push_back(live[i]);
    std::set<uint64_t> missing;
    for (uint64_t number = 1; number < 25; ++number) {
      const uint32_t family = static_cast<uint32_t>(draw(2));
      TableNumbers removed;
      while (!live[family].empty() && draw(2) == 0) {
        removed.push_back(*live[family].begin());
        live[family].erase(live[family].begin());
      }
      live[family].insert(number);
      if (draw(4) == 0) missing.insert(number);
      edits.push_back(Change(family, {number}, removed));
      for (int i = 0; i < 2; ++i) states[i].push_back(live[i]);
    }
    const auto whole = [&](int family, size_t state) {
      const std::set<uint64_t>& files = states[family][state];
      return std::none_of(files.begin(), files.end(),
                          [&](uint64_t number) { return missing.count(number) != 0; });
    };
    const RecoveryPoints points = Read(edits, missing);
    const size_t end = states[0].size() - 1;
    size_t together = end;
    while (!whole(0, together) || !whole(1, together)) --together;
    for (int family = 0; family < 2; ++family) {
      size_t alone = end;
      while (!whole(family, alone)) --alone;
      const auto limit = [&](bool all) {
        const RecoveryPlan plan = points.Choose(all);
        const auto it = plan.limits.find(static_cast<uint32_t>(family));
        return it == plan.limits.end() ? end : it->second - 1;
      };
      // Family 1 is unknown until an edit names it.
      const bool named = states[family].back() != std::set<uint64_t>() || family == 0;
      EXPECT_EQ(limit(false), named ? alone : end);
      EXPECT_EQ(limit(true), named ? together : end);
    }
  }
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
