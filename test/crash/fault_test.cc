// The Nth file operation of each kind fails, once or from then on. The call returns the error or
// the database recovers; no acknowledged write is lost, reopening works, no file is left behind.
#include <algorithm>
#include <chrono>

#include <gtest/gtest.h>

#include "test/support/faulty_db.h"

namespace system_test {
namespace {

constexpr int kFaultSteps = 300;

struct Kind {
  FsOp op;
  const char* name;
};

// The N to try: all of them if BUCKETLSM_FAULT_POINTS=all, one if it is a number. Else they come in
// random order until time runs out, the first few always.
class Points {
 public:
  explicit Points(uint64_t total) {
    const char* wanted = std::getenv("BUCKETLSM_FAULT_POINTS");
    all_ = wanted != nullptr;
    if (all_ && std::string(wanted) != "all") {
      points_.push_back(std::strtoull(wanted, nullptr, 10));
      return;
    }
    for (uint64_t n = 1; n <= total + 1; n++) points_.push_back(n);
    if (!all_) {
      std::mt19937_64 random(TestSeed());
      std::shuffle(points_.begin(), points_.end(), random);
    }
  }
  ~Points() { std::cout << next_ << " of " << points_.size() << " tried" << std::endl; }
  bool Next(uint64_t* n) {
    constexpr size_t kAtLeast = 3;
    const bool late = !all_ && next_ >= kAtLeast &&
                      std::chrono::steady_clock::now() - begin_ > std::chrono::seconds(3);
    if (late || next_ == points_.size()) return false;
    *n = points_[next_++];
    return true;
  }

 private:
  bool all_ = false;
  std::vector<uint64_t> points_;
  size_t next_ = 0;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// How many operations of the kind a run without failures makes.
uint64_t CountOf(FsOp op, bool reopen) {
  FaultyDb db;
  db.UseTransactions();
  EXPECT_OK(db.Open());
  if (reopen) db.fs().ResetCounts();
  EXPECT_OK(db.Script(kFaultSteps));
  EXPECT_OK(db.Close());
  if (reopen) EXPECT_OK(db.Open());
  return db.fs().Count(op);
}

std::string Trace(uint64_t n, bool from_then_on) {
  return "operation " + std::to_string(n) + (from_then_on ? " and all later" : "");
}

class FaultTest : public testing::TestWithParam<Kind> {
 protected:
  // Closes, reopens without faults, compares.
  static void ExpectSound(FaultyDb* db) {
    db->Close().PermitUncheckedError();
    ExpectReopened(db, db->acknowledged());
  }
  // The same after a power cut: whoever passed over a failed sync has lost what he promised.
  static void ExpectSoundWithoutPower(FaultyDb* db) {
    const uint64_t durable = db->durable();
    ASSERT_NO_FATAL_FAILURE(db->Kill(PowerCut()));
    ExpectReopened(db, durable);
  }
  static void ExpectReopened(FaultyDb* db, uint64_t least) {
    db->ExpectNothingOpen();
    db->fs().ClearFaults();
    ASSERT_OK(db->Open());
    ASSERT_NO_FATAL_FAILURE(db->ExpectPrefix(least));
    ASSERT_OK(db->Script(30));
    ASSERT_NO_FATAL_FAILURE(db->ExpectPrefix(db->acknowledged()));
    ASSERT_NO_FATAL_FAILURE(db->ExpectNothingLeftBehind());
  }
};

TEST_P(FaultTest, NthFailureIsReportedAndNothingAcknowledgedIsLost) {
  Points points(CountOf(GetParam().op, false));
  for (uint64_t n; points.Next(&n);) {
    for (const bool from_then_on : {false, true}) {
      SCOPED_TRACE(Trace(n, from_then_on));
      FaultyDb db;
      if (n % 2 == 0) db.UseTransactions();
      db.fs().FailNth(GetParam().op, n, IOStatus::IOError("injected"), from_then_on);
      Status s = db.Open();
      if (s.ok()) s = db.Script(kFaultSteps);
      const bool of_sync = GetParam().op == FsOp::kSync || GetParam().op == FsOp::kDirSync;
      if (of_sync && !from_then_on) {
        ASSERT_NO_FATAL_FAILURE(ExpectSoundWithoutPower(&db));
      } else {
        ASSERT_NO_FATAL_FAILURE(ExpectSound(&db));
      }
    }
  }
}

TEST_P(FaultTest, NthFailureThatMayPassIsGotOverWithoutReopening) {
  Points points(CountOf(GetParam().op, false));
  for (uint64_t n; points.Next(&n);) {
    SCOPED_TRACE(Trace(n, false));
    FaultyDb db;
    if (n % 2 == 0) db.UseTransactions();
    db.fs().FailNth(GetParam().op, n, PassingError());
    Status s = db.Open();
    if (!s.ok()) s = db.Open();
    ASSERT_OK(s);
    s = db.StubbornScript(kFaultSteps);
    // The database does not recover from a failed sync of a log that holds data of two families,
    // nor from a failure of the record that ends a prepared section.
    const bool of_log = n % 2 == 0 || GetParam().op == FsOp::kSync || GetParam().op == FsOp::kFlush;
    const bool fatal = s.severity() == Status::Severity::kFatalError;
    ASSERT_TRUE(s.ok() || (of_log && fatal)) << s.ToString();
    db.fs().ClearFaults();
    ASSERT_NO_FATAL_FAILURE(db.ExpectPrefix(db.acknowledged()));
    ASSERT_NO_FATAL_FAILURE(ExpectSound(&db));
  }
}

INSTANTIATE_TEST_SUITE_P(
    EveryOperation, FaultTest,
    testing::Values(Kind{FsOp::kAppend, "append"}, Kind{FsOp::kSync, "sync"},
                    Kind{FsOp::kOpenWrite, "open_for_writing"}, Kind{FsOp::kRename, "rename"},
                    Kind{FsOp::kDirSync, "directory_sync"}, Kind{FsOp::kClose, "close"},
                    Kind{FsOp::kOpenRead, "open_for_reading"}, Kind{FsOp::kRead, "read"},
                    Kind{FsOp::kFlush, "flush"}, Kind{FsOp::kDelete, "delete"},
                    Kind{FsOp::kGetChildren, "list"}, Kind{FsOp::kCreateDir, "make_directory"},
                    Kind{FsOp::kLink, "link"}, Kind{FsOp::kLock, "lock"}),
    [](const auto& info) { return std::string(info.param.name); });

// ---- reads that bring the wrong thing ----

class DamagedReads : public testing::TestWithParam<ReadDamage> {};

// One read after another is damaged, in a running database and while it opens: the engine returns
// an error or the right answer.
TEST_P(DamagedReads, NthIsNoticedOrHarmless) {
  Points points(CountOf(FsOp::kRead, true));
  for (uint64_t n; points.Next(&n);) {
    for (const bool from_then_on : {false, true}) {
      SCOPED_TRACE(Trace(n, from_then_on));
      FaultyDb db;
      // Records behind the damage must not disappear silently.
      db.options().wal_recovery_mode = WALRecoveryMode::kAbsoluteConsistency;
      // A backup holds what its reads returned; who reads the backup notices the damage.
      db.MakeNoCopies();
      ASSERT_OK(db.Open());
      db.fs().DamageNthRead(GetParam(), n, from_then_on);
      Status s = db.Script(kFaultSteps);
      if (s.ok()) {
        db.Close().PermitUncheckedError();
        s = db.Open();
      }
      if (GetParam() == ReadDamage::kShort) ASSERT_OK(s);
      db.Close().PermitUncheckedError();
      db.fs().ClearFaults();
      ASSERT_OK(db.Open());
      ASSERT_NO_FATAL_FAILURE(db.ExpectPrefix(db.acknowledged()));
    }
  }
}

// Point lookups and scans while reads return damaged bytes.
TEST_P(DamagedReads, AnswersAreRightOrErrors) {
  FaultyDb db;
  ASSERT_OK(db.Open());
  ASSERT_OK(db.Script(kFaultSteps));
  ASSERT_OK(db.db()->Flush(FlushOptions()));
  std::map<std::string, std::string> expected;
  std::unique_ptr<Iterator> all(db.db()->NewIterator(ReadOptions()));
  for (all->SeekToFirst(); all->Valid(); all->Next())
    expected[all->key().ToString()] = all->value().ToString();
  ASSERT_OK(all->status());
  uint64_t wrong = 0;
  for (uint64_t n = 1; n < 200; n++) {
    db.fs().DamageNthRead(GetParam(), n % 7 + 1);
    std::string value;
    const std::string key = CrashKey(n * 7 % kCrashKeys);
    Status s = db.db()->Get(ReadOptions(), key, &value);
    const auto want = expected.find(key);
    if (s.ok()) {
      ASSERT_TRUE(want != expected.end()) << key;
      ASSERT_EQ(value, want->second) << key;
    } else if (s.IsNotFound()) {
      ASSERT_TRUE(want == expected.end()) << key;
    } else {
      wrong++;
    }
    std::unique_ptr<Iterator> it(db.db()->NewIterator(ReadOptions()));
    auto next = expected.lower_bound(key);
    for (it->Seek(key); it->Valid() && next != expected.end(); it->Next(), ++next) {
      ASSERT_EQ(it->key().ToString(), next->first);
      ASSERT_EQ(it->value().ToString(), next->second);
    }
    if (it->status().ok()) {
      ASSERT_TRUE(next == expected.end());
    } else {
      wrong++;
    }
    db.fs().ClearFaults();
  }
  if (GetParam() == ReadDamage::kFlipBit) {
    EXPECT_GT(wrong, 0u) << "no read reported damage: was there any?";
  } else {
    EXPECT_EQ(wrong, 0u) << "a short read is no reason to fail";
  }
}
INSTANTIATE_TEST_SUITE_P(EachKind, DamagedReads,
                         testing::Values(ReadDamage::kShort, ReadDamage::kFlipBit),
                         [](const auto& info) {
                           return info.param == ReadDamage::kShort ? "short" : "flipped_bit";
                         });

}  // namespace
}  // namespace system_test
