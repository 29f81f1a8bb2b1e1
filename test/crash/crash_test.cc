// kill -9 in a loop: no acknowledged write is lost, the database holds a prefix of the history
// without holes, and so do its archived logs. BUCKETLSM_CRASH_KILLS sets the number of kills.
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <atomic>
#include <map>
#include <thread>

#include "test/support/crash_ops.h"
#include "test/support/scratch.h"
#include "test/support/wait_until.h"

extern char** environ;

namespace system_test {
namespace {

class CrashTest : public DbTest, public testing::WithParamInterface<int> {
 protected:
  void SetUp() override {
    const int fd = open((dir_ / "page").c_str(), O_RDWR | O_CREAT, 0600);
    ASSERT_GE(fd, 0);
    ASSERT_EQ(ftruncate(fd, sizeof(uint64_t)), 0);
    void* page = mmap(nullptr, sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    ASSERT_NE(page, MAP_FAILED);
    acknowledged_ = static_cast<std::atomic<uint64_t>*>(page);
  }
  ~CrashTest() override {
    if (acknowledged_ != nullptr) munmap(static_cast<void*>(acknowledged_), sizeof(uint64_t));
  }
  // Kills the writer once it has made at least `writes` writes.
  void WriteAndKill(uint64_t seed, uint64_t writes) {
    const std::string db = DbPath(), page = dir_ / "page", text = std::to_string(seed);
    const std::string buckets = std::to_string(GetParam());
    const char* argv[] = {CRASH_WRITER, db.c_str(),      page.c_str(),
                          text.c_str(), buckets.c_str(), nullptr};
    pid_t pid = 0;
    ASSERT_EQ(posix_spawn(&pid, CRASH_WRITER, nullptr, nullptr, const_cast<char**>(argv), environ),
              0);
    const uint64_t enough = acknowledged_->load() + writes;
    bool stopped = false;
    const bool written = WaitUntil([&] {
      stopped = waitpid(pid, nullptr, WNOHANG) != 0;
      return stopped || acknowledged_->load() >= enough;
    });
    ASSERT_FALSE(stopped) << "the writer stopped without being killed";
    EXPECT_TRUE(written) << "the writer hangs";
    kill(pid, SIGKILL);
    int status = 0;
    ASSERT_EQ(waitpid(pid, &status, 0), pid);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the writer stopped without being killed";
  }
  void Replay(uint64_t seed, uint64_t upto) {
    for (; replayed_ < upto; replayed_++) {
      const CrashOp op = MakeCrashOp(seed, replayed_ + 1);
      if (op.kind == CrashOp::kPut) {
        expected_[op.key] = op.value;
      } else if (op.kind == CrashOp::kDelete) {
        expected_.erase(op.key);
      } else {
        expected_.erase(expected_.lower_bound(op.key), expected_.lower_bound(op.end));
      }
    }
  }
  void ExpectPrefixOfHistory(uint64_t seed) {
    Options options = SmallOptions(static_cast<uint32_t>(GetParam()));
    options.WAL_ttl_seconds = ArchiveSeconds(seed);
    ASSERT_OK(Open(options));
    const uint64_t found = std::strtoull(Get(kCrashCounter).c_str(), nullptr, 10);
    ASSERT_GE(found, acknowledged_->load()) << "acknowledged writes are lost";
    ASSERT_LE(found, acknowledged_->load() + 1) << "more than was ever written";
    Replay(seed, found);
    std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
    auto want = expected_.begin();
    for (it->Seek("key"); it->Valid(); it->Next(), ++want) {
      ASSERT_TRUE(want != expected_.end()) << "extra " << it->key().ToString();
      ASSERT_EQ(it->key().ToString(), want->first);
      ASSERT_EQ(it->value().ToString(), want->second) << want->first;
    }
    ASSERT_OK(it->status());
    ASSERT_TRUE(want == expected_.end()) << "missing " << want->first;
    it.reset();
    if (options.WAL_ttl_seconds != 0) ExpectLogsOfHistory(found);
    Close();
  }
  // Each operation is one batch of two updates, and the second tells which it is.
  void ExpectLogsOfHistory(uint64_t found) {
    struct ReadCounter : public WriteBatch::Handler {
      void Put(const Slice& key, const Slice& value) override {
        if (key == kCrashCounter) counter = value.ToString();
      }
      void Delete(const Slice& /*key*/) override {}
      Status DeleteRangeCF(uint32_t, const Slice&, const Slice&) override { return Status::OK(); }
      std::string counter;
    };
    if (logged_ == found) return;
    std::unique_ptr<TransactionLogIterator> logs;
    ASSERT_OK(db_->GetUpdatesSince(2 * logged_ + 1, &logs));
    for (; logs->Valid(); logs->Next()) {
      const BatchResult batch = logs->GetBatch();
      ASSERT_EQ(batch.sequence, 2 * logged_ + 1);
      // Recovery may join two logs by a batch without updates.
      if (batch.writeBatchPtr->Count() == 0) continue;
      ReadCounter reader;
      ASSERT_OK(batch.writeBatchPtr->Iterate(&reader));
      ASSERT_EQ(reader.counter, std::to_string(++logged_));
    }
    ASSERT_OK(logs->status());
    EXPECT_EQ(logged_, found);
    EXPECT_EQ(db_->GetLatestSequenceNumber(), 2 * found);
  }

  std::atomic<uint64_t>* acknowledged_ = nullptr;
  std::map<std::string, std::string> expected_;
  uint64_t replayed_ = 0;
  uint64_t logged_ = 0;  // operations that were read from the logs
};

TEST_P(CrashTest, KilledWriterLosesNothingAcknowledged) {
  const uint64_t seed = TestSeed();
  std::mt19937_64 random(seed);
  for (long kills = EnvNumber("BUCKETLSM_CRASH_KILLS", Scaled(15)); kills > 0 && !HasFatalFailure();
       kills--) {
    WriteAndKill(seed, 1 + random() % 5000);
    if (!HasFatalFailure()) ExpectPrefixOfHistory(seed);
  }
}
INSTANTIATE_TEST_SUITE_P(Buckets, CrashTest, testing::Values(0, 8));

}  // namespace
}  // namespace system_test
