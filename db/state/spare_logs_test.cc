// How many logs wait to be written over.
#include "db/state/spare_logs.h"

#include <gtest/gtest.h>

namespace ROCKSDB_NAMESPACE {
namespace {

constexpr LogReuse kOneToThree{3, 1, 0};

// Flushes that each release `logs`, followed by as many switches; how often one made a file.
int FilesMade(SpareLogs* spares, const LogReuse& reuse, size_t logs, int flushes) {
  int made = 0;
  for (size_t waiting = 0; flushes-- > 0;) {
    for (size_t i = 0; i < logs; ++i) {
      if (waiting < spares->MayWait(reuse))
        ++waiting;
      else
        spares->OnDeleted();
    }
    for (size_t i = 0; i < logs; ++i) {
      spares->OnSwitch(waiting, reuse);
      if (waiting > 0)
        --waiting;
      else
        ++made;
    }
  }
  return made;
}

TEST(SpareLogsTest, OneWaitsWhereEachFlushReleasesOne) {
  SpareLogs spares;
  EXPECT_EQ(FilesMade(&spares, kOneToThree, 1, 100), 0);
  EXPECT_EQ(spares.MayWait(kOneToThree), 1u);
}

TEST(SpareLogsTest, AsManyWaitAsFlushesReleaseAtOnce) {
  for (const size_t logs : {2, 3}) {
    SpareLogs spares;
    EXPECT_EQ(FilesMade(&spares, kOneToThree, logs, 100), logs == 2 ? 2 : 5) << "in all";
    EXPECT_EQ(spares.MayWait(kOneToThree), logs);
  }
}

TEST(SpareLogsTest, NoMoreWaitThanTheOptionAllows) {
  SpareLogs spares;
  EXPECT_EQ(FilesMade(&spares, kOneToThree, 5, 100), 4 + 4 + 3 + 97 * 2);
  EXPECT_EQ(spares.MayWait(kOneToThree), 3u);
}

TEST(SpareLogsTest, ASwitchThatFindsNoneWhereNoneWasDeletedChangesNothing) {
  SpareLogs spares;
  for (int i = 0; i < 100; ++i) spares.OnSwitch(0, kOneToThree);
  EXPECT_EQ(spares.MayWait(kOneToThree), 1u);
}

TEST(SpareLogsTest, AMissNowAndThenChangesNothing) {
  SpareLogs spares;
  for (int flush = 0; flush < 100; ++flush) {
    spares.OnDeleted();
    for (int i = 0; i < 8; ++i) spares.OnSwitch(1, kOneToThree);
    spares.OnSwitch(0, kOneToThree);
  }
  EXPECT_EQ(spares.MayWait(kOneToThree), 1u);
}

TEST(SpareLogsTest, WhatNoSwitchTakesGoes) {
  SpareLogs spares;
  FilesMade(&spares, kOneToThree, 3, 10);
  ASSERT_EQ(spares.MayWait(kOneToThree), 3u);
  // Each leaves one over, but for one that comes too soon behind the one before.
  for (int i = 0; i < 15; ++i) spares.OnSwitch(2, kOneToThree);
  spares.OnSwitch(1, kOneToThree);
  for (int i = 0; i < 15; ++i) spares.OnSwitch(2, kOneToThree);
  EXPECT_EQ(spares.MayWait(kOneToThree), 3u);
  spares.OnSwitch(2, kOneToThree);
  EXPECT_EQ(spares.MayWait(kOneToThree), 2u);
  for (int i = 0; i < 100; ++i) spares.OnSwitch(2, kOneToThree);
  EXPECT_EQ(spares.MayWait(kOneToThree), 1u) << "one always waits";
}

TEST(SpareLogsTest, AsManyWaitAsTheUserAsksFor) {
  constexpr LogReuse kThree{3, 3, 0};
  SpareLogs spares;
  for (int i = 0; i < 100; ++i) spares.OnSwitch(3, kThree);
  EXPECT_EQ(spares.MayWait(kThree), 3u);
  EXPECT_EQ(FilesMade(&spares, kThree, 5, 10), 10 * 2);
  EXPECT_EQ(spares.MayWait(kThree), 3u);
  EXPECT_EQ(SpareLogs().MayWait(LogReuse{0, 0, 0}), 0u);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
