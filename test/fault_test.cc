// Files that fail and power that goes, through the public API over FaultFileSystem: an error is
// returned, nothing acknowledged is lost, what a crash leaves is a prefix of the history.
#include <map>
#include <set>

#include "env/fault_fs.h"
#include "env/mem_fs.h"
#include "test/crash_ops.h"
#include "test/scratch.h"

namespace system_test {
namespace {

constexpr uint64_t kSeed = 42;

// A database over a file system in memory that can be told to fail, and the history written to it.
class FaultyDb {
 public:
  explicit FaultyDb(uint32_t buckets)
      : fs_(std::make_shared<FaultFileSystem>(std::make_shared<MemFileSystem>())),
        env_(NewCompositeEnv(fs_)) {
    options_ = SmallOptions(buckets);
    options_.env = env_.get();
    options_.level0_file_num_compaction_trigger = 2;
    options_.max_background_jobs = 2;
  }
  ~FaultyDb() { Close(); }

  Status Open() {
    DB* raw = nullptr;
    Status s = DB::Open(options_, "/db", &raw);
    db_.reset(raw);
    return s;
  }
  void Close() {
    if (db_ != nullptr) (void)db_->Close();
    db_.reset();
  }
  // The next operation of the history, synced every 16th time.
  Status Write() {
    const uint64_t i = written_ + 1;
    const CrashOp op = MakeCrashOp(kSeed, i);
    WriteBatch batch;
    Status s = op.kind == CrashOp::kPut      ? batch.Put(op.key, op.value)
               : op.kind == CrashOp::kDelete ? batch.Delete(op.key)
                                             : batch.DeleteRange(op.key, op.end);
    if (s.ok()) s = batch.Put(kCrashCounter, std::to_string(i));
    WriteOptions how;
    how.sync = i % 16 == 0;
    if (s.ok()) s = db_->Write(how, &batch);
    written_ = i;
    if (s.ok()) acknowledged_ = i;
    if (s.ok() && how.sync) durable_ = i;
    return s;
  }
  Status Flush() {
    Status s = db_->Flush(FlushOptions());
    if (s.ok()) durable_ = acknowledged_;
    return s;
  }
  // Writes, flushes and compacts; stops at the first error, which it returns.
  Status Script(int steps) {
    Status s;
    for (int step = 1; step <= steps && s.ok(); step++) {
      s = Write();
      if (s.ok() && step % 60 == 0) s = Flush();
      if (s.ok() && step % 150 == 0) s = db_->CompactRange(CompactRangeOptions(), nullptr, nullptr);
    }
    return s;
  }
  // The database holds exactly the first `counter` operations, at least `least` of them.
  void ExpectPrefix(uint64_t least) {
    std::string counter;
    Status s = db_->Get(ReadOptions(), kCrashCounter, &counter);
    ASSERT_TRUE(s.ok() || s.IsNotFound()) << s.ToString();
    const uint64_t found = std::strtoull(counter.c_str(), nullptr, 10);
    ASSERT_GE(found, least) << "lost";
    ASSERT_LE(found, written_) << "never written";
    const auto expected = Replay(found);
    std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
    auto want = expected.begin();
    for (it->Seek("key"); it->Valid(); it->Next(), ++want) {
      ASSERT_TRUE(want != expected.end()) << "extra " << it->key().ToString();
      ASSERT_EQ(it->key().ToString(), want->first);
      ASSERT_EQ(it->value().ToString(), want->second) << want->first;
    }
    ASSERT_OK(it->status());
    ASSERT_TRUE(want == expected.end()) << "missing " << want->first;
    written_ = acknowledged_ = found;
  }
  FaultFileSystem& fs() { return *fs_; }
  uint64_t acknowledged() const { return acknowledged_; }
  uint64_t durable() const { return durable_; }

 private:
  static std::map<std::string, std::string> Replay(uint64_t upto) {
    std::map<std::string, std::string> map;
    for (uint64_t i = 1; i <= upto; i++) {
      const CrashOp op = MakeCrashOp(kSeed, i);
      if (op.kind == CrashOp::kPut) {
        map[op.key] = op.value;
      } else if (op.kind == CrashOp::kDelete) {
        map.erase(op.key);
      } else {
        map.erase(map.lower_bound(op.key), map.lower_bound(op.end));
      }
    }
    return map;
  }

  std::shared_ptr<FaultFileSystem> fs_;
  std::unique_ptr<Env> env_;
  Options options_;
  std::unique_ptr<DB> db_;
  uint64_t written_ = 0;
  uint64_t acknowledged_ = 0;
  uint64_t durable_ = 0;
};

struct Kind {
  FsOp op;
  const char* name;
};

class FaultTest : public testing::TestWithParam<Kind> {};

// N walks on in steps that grow, until a run meets no failure any more.
TEST_P(FaultTest, NthFailureIsReportedAndNothingAcknowledgedIsLost) {
  for (const bool from_then_on : {false, true}) {
    bool struck = true;
    for (uint64_t n = 1; struck; n += 1 + n / Scaled(20)) {
      SCOPED_TRACE("operation " + std::to_string(n) + (from_then_on ? " and all later" : ""));
      FaultyDb db(8);
      db.fs().FailNth(GetParam().op, n, IOStatus::IOError("injected"), from_then_on);
      Status s = db.Open();
      if (s.ok()) s = db.Script(400);
      db.Close();
      struck = db.fs().Injected() > 0;
      db.fs().ClearFaults();
      ASSERT_OK(db.Open());
      ASSERT_NO_FATAL_FAILURE(db.ExpectPrefix(db.acknowledged()));
      ASSERT_OK(db.Script(30));
    }
  }
}
INSTANTIATE_TEST_SUITE_P(
    EveryOperation, FaultTest,
    testing::Values(Kind{FsOp::kAppend, "append"}, Kind{FsOp::kSync, "sync"},
                    Kind{FsOp::kOpenWrite, "open_for_writing"}, Kind{FsOp::kRename, "rename"},
                    Kind{FsOp::kDirSync, "directory_sync"}, Kind{FsOp::kClose, "close"},
                    Kind{FsOp::kOpenRead, "open_for_reading"}, Kind{FsOp::kDelete, "delete"}),
    [](const auto& info) { return std::string(info.param.name); });

class PowerLoss : public testing::TestWithParam<int> {};

TEST_P(PowerLoss, LeavesAPrefixThatHoldsEverySyncedWrite) {
  const double keep = GetParam() / 100.0;
  FaultyDb db(8);
  ASSERT_OK(db.Open());
  const uint64_t seed = TestSeed();
  std::mt19937_64 random(seed);
  for (int crash = 0; crash < Scaled(40); crash++) {
    SCOPED_TRACE("crash " + std::to_string(crash));
    ASSERT_OK(db.Script(static_cast<int>(random() % 200)));
    db.fs().SetActive(false);  // whatever runs in the background meets the power cut too
    db.Close();
    const uint64_t durable = db.durable();
    ASSERT_OK(db.fs().Crash(keep, random()));
    db.fs().SetActive(true);
    ASSERT_OK(db.Open());
    ASSERT_NO_FATAL_FAILURE(db.ExpectPrefix(durable));
  }
}
INSTANTIATE_TEST_SUITE_P(KeepingPercent, PowerLoss, testing::Values(0, 10, 50, 100));

}  // namespace
}  // namespace system_test
