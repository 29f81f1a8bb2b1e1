// A power cut after each file operation of a script. The disk keeps a share of the unsynced bytes;
// the database that opens afterwards holds a prefix of the history with every synced write.
#include <gtest/gtest.h>

#include "rocksdb/utilities/options_util.h"
#include "test/support/faulty_db.h"

namespace system_test {
namespace {

constexpr int kCrashSteps = 2000;
constexpr int kSecondsPerShare = 8;  // unless all points are asked for

bool AllPoints() {
  const char* points = std::getenv("BUCKETLSM_CRASH_POINTS");
  return points != nullptr && std::string(points) == "all";
}

struct Share {
  int percent;
  bool zero_tails;
};

class CrashPoints : public testing::TestWithParam<Share> {
 protected:
  // Cuts the power after `changes` changes. False when the script needs fewer.
  void RunTo(uint64_t changes, bool* cut) {
    const Share share = GetParam();
    FaultyDb db;
    if (changes % 2 == 0) db.UseTransactions();
    if (changes % 3 == 0) db.Encrypt();
    // Logs are written over others, whose bytes the cut brings back.
    if (changes % 4 == 1) db.options().recycle_log_file_num = 2;
    db.fs().CutPowerAfter(changes);
    Status s = db.Open();
    if (s.ok()) s = db.Script(kCrashSteps);
    *cut = !db.fs().active();
    db.Close().PermitUncheckedError();
    db.ExpectNothingOpen();
    PowerCut rest;
    rest.keep_bytes = rest.keep_entries = share.percent / 100.0;
    rest.exact = share.percent == 100 && !share.zero_tails;
    rest.zero_tails = share.zero_tails;
    rest.seed = changes;
    // With everything kept it was the process that died, not the machine.
    const uint64_t least = rest.exact ? db.acknowledged() : db.durable();
    ASSERT_OK(db.fs().Crash(rest));
    db.fs().SetActive(true);
    ASSERT_OK(db.Open());
    ASSERT_NO_FATAL_FAILURE(db.ExpectPrefix(least));
    ASSERT_OK(db.Script(20));
    ASSERT_NO_FATAL_FAILURE(db.ExpectPrefix(db.acknowledged()));
    ASSERT_NO_FATAL_FAILURE(db.ExpectNothingLeftBehind());
  }
  uint64_t TotalChanges() {
    FaultyDb db;
    db.UseTransactions();
    EXPECT_OK(db.Open());
    EXPECT_OK(db.Script(kCrashSteps));
    uint64_t changes = 0;
    for (const FsOp op :
         {FsOp::kOpenWrite, FsOp::kAppend, FsOp::kSync, FsOp::kTruncate, FsOp::kRename,
          FsOp::kDelete, FsOp::kLink, FsOp::kCreateDir, FsOp::kDirSync})
      changes += db.fs().Count(op);
    return changes;
  }
};

TEST_P(CrashPoints, EachLeavesAPrefixThatHoldsEverySyncedWrite) {
  const uint64_t total = TotalChanges();
  const uint64_t seed = TestSeed();
  std::mt19937_64 random(seed);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(kSecondsPerShare);
  uint64_t tried = 0;
  bool cut = true;
  if (AllPoints()) {
    for (uint64_t changes = 0; cut; changes++, tried++) {
      SCOPED_TRACE("power cut after " + std::to_string(changes) + " changes");
      ASSERT_NO_FATAL_FAILURE(RunTo(changes, &cut));
    }
  } else {
    // Opening is short and delicate; the rest is sampled while there is time.
    while (std::chrono::steady_clock::now() < deadline) {
      const uint64_t changes = tried % 3 == 0 ? random() % 60 : random() % total;
      SCOPED_TRACE("power cut after " + std::to_string(changes) + " changes");
      ASSERT_NO_FATAL_FAILURE(RunTo(changes, &cut));
      tried++;
    }
  }
  std::cout << tried << " power cuts, the script makes " << total << " changes" << std::endl;
}
INSTANTIATE_TEST_SUITE_P(Keeping, CrashPoints,
                         testing::Values(Share{0, false}, Share{10, false}, Share{50, false},
                                         Share{100, false}, Share{100, true}),
                         [](const auto& info) {
                           return std::to_string(info.param.percent) + "Percent" +
                                  (info.param.zero_tails ? "WithZeroes" : "");
                         });

// The length of the last MANIFEST record reached the disk, its bytes did not.
TEST(PowerLoss, AManifestRecordThatEndsInZeroesNeverHappened) {
  for (uint64_t changes = 1; changes <= 120; changes++) {
    SCOPED_TRACE("power cut after " + std::to_string(changes) + " changes");
    FaultyDb db;
    db.fs().CutPowerAfter(changes);
    Status s = db.Open();
    if (s.ok()) s = db.Script(70);
    db.Close().PermitUncheckedError();
    const uint64_t durable = db.durable();
    PowerCut rest;
    rest.keep_bytes = rest.keep_entries = 1.0;
    rest.zero_tails = true;
    rest.seed = changes;
    ASSERT_OK(db.fs().Crash(rest));
    db.fs().SetActive(true);
    ASSERT_OK(db.Open());
    ASSERT_NO_FATAL_FAILURE(db.ExpectPrefix(durable));
  }
}

// A flush of two families closes a log that neither family needs any more, but the MANIFEST still
// names it for the family flushed first. Its torn end must not end replay before the later logs.
TEST(PowerLoss, AfterAFlushOfTwoFamiliesSyncedWritesSurviveATornEmptyLog) {
  for (const double entries : {0.0, 0.5, 1.0}) {
    for (uint64_t seed = 1; seed <= 10; seed++) {
      SCOPED_TRACE("entries kept " + std::to_string(entries) + ", seed " + std::to_string(seed));
      FaultyDb db;
      ASSERT_OK(db.Open());
      ASSERT_OK(db.Script(64));  // step 60 flushes, step 64 is synced
      ASSERT_EQ(db.durable(), 64u);
      db.fs().SetActive(false);
      db.Close().PermitUncheckedError();
      PowerCut rest;
      rest.keep_bytes = 1.0;
      rest.keep_entries = entries;
      rest.zero_tails = true;
      rest.seed = seed;
      ASSERT_OK(db.fs().Crash(rest));
      db.fs().SetActive(true);
      ASSERT_OK(db.Open());
      ASSERT_NO_FATAL_FAILURE(db.ExpectPrefix(64));
    }
  }
}

// A second kill ends the recovery from the first one, after each change that recovery makes.
TEST(PowerLoss, ARecoveryKilledAnywhereIsTakenUpByTheNext) {
  const uint64_t seed = TestSeed();
  bool cut = true;
  for (uint64_t changes = 1; cut; changes++) {
    SCOPED_TRACE("recovery killed after " + std::to_string(changes) + " changes");
    FaultyDb db;
    ASSERT_OK(db.Open());
    ASSERT_OK(db.Script(110));  // both families have tables and hold data in the log
    ASSERT_NO_FATAL_FAILURE(db.Kill(PowerCut{0.99, 1.0, false, false, seed + changes}));
    const uint64_t durable = db.durable();
    db.fs().CutPowerAfter(changes);
    Status s = db.Open();
    cut = !db.fs().active();
    ASSERT_TRUE(cut || s.ok()) << s.ToString();
    db.KillProcess();
    ASSERT_OK(db.Open());
    ASSERT_NO_FATAL_FAILURE(db.ExpectPrefix(durable));
  }
}

// The same with merge operands: no operand counts twice, though a table and the log may both hold
// it.
TEST(PowerLoss, ARecoveryKilledAnywhereMergesEachOperandOnce) {
  bool cut = true;
  for (uint64_t changes = 1; cut; changes++) {
    SCOPED_TRACE("recovery killed after " + std::to_string(changes) + " changes");
    FaultyDb db;
    db.options().merge_operator = std::make_shared<AppendOperator>();
    db.options().write_buffer_size = 8 << 20;
    ASSERT_OK(db.Open());
    std::string expected;
    for (int i = 0; i < 60; i++) {
      const std::string operand = std::to_string(i) + std::string(4000, 'm');
      expected += (i > 0 ? "," : "") + operand;
      ASSERT_OK(db.db()->Merge(WriteOptions(), "k", operand));
      ASSERT_OK(db.db()->Merge(WriteOptions(), db.twin(), "k", operand));
    }
    db.KillProcess();
    db.options().write_buffer_size = 64 << 10;  // so that recovery flushes midway as well
    db.fs().CutPowerAfter(changes);
    db.Open().PermitUncheckedError();
    cut = !db.fs().active();
    db.KillProcess();
    ASSERT_OK(db.Open());
    for (ColumnFamilyHandle* family : {db.db()->DefaultColumnFamily(), db.twin()}) {
      std::string found;
      ASSERT_OK(db.db()->Get(ReadOptions(), family, "k", &found));
      ASSERT_EQ(found, expected);
    }
  }
}

// With avoid_flush_during_recovery a torn log stays until every family is flushed. Recovery must
// replay the later writes behind it.
TEST(PowerLoss, BehindATornLogThatStaysSyncedWritesAreFound) {
  for (uint64_t seed = 1; seed <= 20; seed++) {
    for (const bool flush_one : {false, true}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + (flush_one ? ", one flushed" : ""));
      FaultyDb db;
      db.options().avoid_flush_during_recovery = true;
      ASSERT_OK(db.Open());
      ASSERT_OK(db.Script(90));  // ten after the last sync
      ASSERT_NO_FATAL_FAILURE(db.Kill(PowerCut{0.9, 1.0, false, false, seed}));
      ASSERT_OK(db.Open());
      ASSERT_NO_FATAL_FAILURE(db.ExpectPrefix(db.durable()));
      if (flush_one) ASSERT_OK(db.db()->Flush(FlushOptions(), db.twin()));
      if (seed % 2 == 0) ASSERT_OK(db.Script(20));
      const uint64_t durable = flush_one ? db.acknowledged() : db.durable();
      const double kept = flush_one ? 1.0 : 0.5;
      ASSERT_NO_FATAL_FAILURE(db.Kill(PowerCut{kept, kept, flush_one, false, seed}));
      ASSERT_OK(db.Open());
      ASSERT_NO_FATAL_FAILURE(db.ExpectPrefix(durable));
    }
  }
}

// The log of a killed process may be in the page cache only. Recovery syncs it before later logs
// count as synced.
TEST(PowerLoss, SyncedWritesSurviveBehindALogThatAKilledProcessLeft) {
  FaultyDb db;
  db.options().avoid_flush_during_recovery = true;
  ASSERT_OK(db.Open());
  ASSERT_OK(db.Script(90));
  db.KillProcess();
  ASSERT_OK(db.Open());
  ASSERT_NO_FATAL_FAILURE(db.ExpectPrefix(90));
  ASSERT_OK(db.Script(6));
  ASSERT_EQ(db.durable(), 96u);
  ASSERT_NO_FATAL_FAILURE(db.Kill(PowerCut{0, 0, false, false, 1}));
  ASSERT_OK(db.Open());
  ASSERT_NO_FATAL_FAILURE(db.ExpectPrefix(96));
}

// A recycled log ends in older bytes, which look like damage. No table holds more than replay
// finds, although the MANIFEST's last sequence counts writes that the killed process had only
// buffered.
TEST(PowerLoss, ARecycledLogBeforeThoseOfAFlushedFamilyIsNotTakenForAGap) {
  FaultyDb db;
  db.options().manual_wal_flush = true;
  db.options().recycle_log_file_num = 1;
  ASSERT_OK(db.Open());
  const auto put = [&db](const std::string& key, const std::string& value) {
    ASSERT_OK(db.db()->Put(WriteOptions(), key, value));
    ASSERT_OK(db.db()->Put(WriteOptions(), db.twin(), key, value));
  };
  const auto flush = [&db](bool both) {
    ASSERT_OK(db.db()->Flush(FlushOptions(), db.db()->DefaultColumnFamily()));
    if (both) ASSERT_OK(db.db()->Flush(FlushOptions(), db.twin()));
  };
  for (const char* key : {"a", "b", "c"}) {
    put(key, std::string(20000, 'v'));
    flush(true);
  }
  put("kept", "1");
  flush(false);  // the twin needs the log that ends here in old bytes
  put("lost", "2");
  ColumnFamilyHandle* more = nullptr;
  ASSERT_OK(db.db()->CreateColumnFamily(ColumnFamilyOptions(), "more", &more));
  ASSERT_OK(db.db()->DropColumnFamily(more));
  ASSERT_OK(db.db()->DestroyColumnFamilyHandle(more));
  db.KillProcess();
  ASSERT_OK(db.Open());
  for (ColumnFamilyHandle* family : {db.db()->DefaultColumnFamily(), db.twin()}) {
    std::string value;
    ASSERT_OK(db.db()->Get(ReadOptions(), family, "kept", &value));
    EXPECT_EQ(value, "1");
    EXPECT_TRUE(db.db()->Get(ReadOptions(), family, "lost", &value).IsNotFound());
  }
}

// Their names are durable by the sync of the directory that the new CURRENT asks for.
TEST(PowerLoss, TheOptionsOfAnOpeningAreDurableAsSoonAsItReturns) {
  FaultyDb db;
  ASSERT_OK(db.Open());
  ASSERT_OK(db.Close());
  db.options().delayed_write_rate = 77 << 20;
  ASSERT_OK(db.Open());
  ASSERT_NO_FATAL_FAILURE(db.Kill(PowerCut{}));
  ConfigOptions config;
  config.env = db.options().env;
  DBOptions found;
  std::vector<ColumnFamilyDescriptor> families;
  ASSERT_OK(LoadLatestOptions(config, "/db", &found, &families));
  EXPECT_EQ(found.delayed_write_rate, uint64_t{77 << 20});
  EXPECT_EQ(families.size(), 2u);
}

// One database goes through many power cuts, and none waits for background work to end.
TEST(PowerLoss, AfterPowerLossNothingSyncedIsGone) {
  FaultyDb db;
  ASSERT_OK(db.Open());
  const uint64_t seed = TestSeed();
  std::mt19937_64 random(seed);
  for (int crash = 0; crash < Scaled(40); crash++) {
    SCOPED_TRACE("crash " + std::to_string(crash));
    ASSERT_OK(db.Script(static_cast<int>(random() % 200)));
    db.fs().SetActive(false);  // the power cut hits background work too
    db.Close().PermitUncheckedError();
    const uint64_t durable = db.durable();
    PowerCut rest;
    rest.keep_bytes = static_cast<double>(random() % 101) / 100;
    rest.keep_entries = static_cast<double>(random() % 101) / 100;
    rest.zero_tails = random() % 4 == 0;
    rest.seed = random();
    ASSERT_OK(db.fs().Crash(rest));
    db.fs().SetActive(true);
    ASSERT_OK(db.Open());
    ASSERT_NO_FATAL_FAILURE(db.ExpectPrefix(durable));
  }
}

}  // namespace
}  // namespace system_test
