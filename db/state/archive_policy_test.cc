// The archive's limits on drawn archives.
#include "db/state/archive_policy.h"

#include <gtest/gtest.h>

namespace ROCKSDB_NAMESPACE {
namespace {

constexpr uint64_t kNow = 1000;

size_t Drop(const std::vector<ArchivedLog>& logs, uint64_t ttl, uint64_t bytes) {
  return LogsToDrop(logs, ArchiveLimits{ttl, bytes}, kNow);
}

TEST(ArchivePolicy, WithoutLimitsNothingGoes) {
  EXPECT_EQ(Drop({{1, 1 << 20, 0}, {2, 0, 0}}, 0, 0), 0u);
}

TEST(ArchivePolicy, LogsOlderThanTheTimeToLiveGo) {
  const std::vector<ArchivedLog> logs = {{1, 10, 800}, {2, 10, 899}, {3, 10, 900}, {4, 10, 990}};
  EXPECT_EQ(Drop(logs, 100, 0), 2u) << "one that is exactly as old stays";
  EXPECT_EQ(Drop(logs, 1, 0), 4u);
  EXPECT_EQ(Drop(logs, 500, 0), 0u);
}

TEST(ArchivePolicy, AYoungLogKeepsTheOlderNumbersBehindIt) {
  EXPECT_EQ(Drop({{1, 10, 990}, {2, 10, 100}}, 100, 0), 0u);
}

TEST(ArchivePolicy, TheOldestGoUntilTheRestFits) {
  const std::vector<ArchivedLog> logs = {{1, 40, 990}, {2, 40, 990}, {3, 40, 990}};
  EXPECT_EQ(Drop(logs, 0, 120), 0u);
  EXPECT_EQ(Drop(logs, 0, 119), 1u);
  EXPECT_EQ(Drop(logs, 0, 40), 2u);
  EXPECT_EQ(Drop(logs, 0, 1), 3u);
}

TEST(ArchivePolicy, BothLimitsHoldTogether) {
  const std::vector<ArchivedLog> logs = {{1, 40, 100}, {2, 40, 990}, {3, 40, 990}};
  EXPECT_EQ(Drop(logs, 100, 100), 1u);
  EXPECT_EQ(Drop(logs, 100, 40), 2u);
}

TEST(ArchivePolicy, EmptyLogsGoWithThoseBeforeThem) {
  EXPECT_EQ(Drop({{1, 0, 990}, {2, 10, 990}, {3, 0, 990}}, 100, 0), 1u);
}

TEST(ArchivePolicy, FilesFromTheFutureAreYoung) {
  EXPECT_EQ(Drop({{1, 10, kNow + 5000}}, 100, 0), 0u);
}

TEST(ArchivePolicy, TheArchiveIsLookedThroughTwiceInItsTimeToLive) {
  EXPECT_EQ((ArchiveLimits{100, 0}.CheckSeconds()), 50u);
  EXPECT_EQ((ArchiveLimits{1, 0}.CheckSeconds()), 1u);
  EXPECT_EQ((ArchiveLimits{100, 1}.CheckSeconds()), 600u);
  EXPECT_EQ((ArchiveLimits{0, 1}.CheckSeconds()), 600u);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
