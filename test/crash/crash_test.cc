// kill -9 in a loop: no acknowledged write is lost, the database holds a prefix of the history
// without holes, and so do its archived logs, its checkpoints and its backups.
// BUCKETLSM_CRASH_KILLS sets the number of kills.
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <atomic>

#include "test/support/crash_copies.h"
#include "test/support/crash_history.h"
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
    ASSERT_EQ(ftruncate(fd, sizeof(CrashProgress)), 0);
    void* page = mmap(nullptr, sizeof(CrashProgress), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    ASSERT_NE(page, MAP_FAILED);
    progress_ = static_cast<CrashProgress*>(page);
  }
  ~CrashTest() override {
    if (progress_ != nullptr) munmap(static_cast<void*>(progress_), sizeof(CrashProgress));
  }
  // Kills the writer once it has made at least `writes` writes.
  void WriteAndKill(uint64_t seed, uint64_t writes) {
    const std::string db = DbPath(), copies = dir_ / "copies", page = dir_ / "page";
    const std::string text = std::to_string(seed), buckets = std::to_string(GetParam());
    const char* argv[] = {CRASH_WRITER, db.c_str(),      copies.c_str(), page.c_str(),
                          text.c_str(), buckets.c_str(), nullptr};
    pid_t pid = 0;
    ASSERT_EQ(posix_spawn(&pid, CRASH_WRITER, nullptr, nullptr, const_cast<char**>(argv), environ),
              0);
    const uint64_t enough = progress_->acknowledged + writes;
    bool stopped = false;
    const bool written = WaitUntil([&] {
      stopped = waitpid(pid, nullptr, WNOHANG) != 0;
      return stopped || progress_->acknowledged >= enough;
    });
    ASSERT_FALSE(stopped) << "the writer stopped without being killed";
    EXPECT_TRUE(written) << "the writer hangs";
    kill(pid, SIGKILL);
    int status = 0;
    ASSERT_EQ(waitpid(pid, &status, 0), pid);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the writer stopped without being killed";
  }
  void ExpectPrefixOfHistory(uint64_t seed, CrashHistory* history, CrashCopies* copies) {
    Options options = SmallOptions(static_cast<uint32_t>(GetParam()));
    options.WAL_ttl_seconds = ArchiveSeconds(seed);
    // One operation may have been written and not yet counted.
    const uint64_t least = progress_->acknowledged, most = least + 1;
    ASSERT_NO_FATAL_FAILURE(
        copies->ExpectSound({progress_->checkpoint, progress_->backup}, most, history));
    progress_->checkpoint = 0;  // those that were looked at are gone
    ASSERT_OK(Open(options));
    uint64_t found = 0;
    ASSERT_NO_FATAL_FAILURE(history->ExpectPrefix(db_.get(), least, most, &found));
    if (options.WAL_ttl_seconds != 0) {
      ASSERT_NO_FATAL_FAILURE(ExpectLogsOfHistory(found));
    }
    ASSERT_NO_FATAL_FAILURE(copies->ExpectNothingInTheWay(db_.get(), found, history));
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

  CrashProgress* progress_ = nullptr;
  uint64_t logged_ = 0;  // operations that were read from the logs
};

TEST_P(CrashTest, KilledWriterLosesNothingAcknowledged) {
  const uint64_t seed = TestSeed();
  std::mt19937_64 random(seed);
  const Options options = SmallOptions(static_cast<uint32_t>(GetParam()));
  CrashHistory history(seed);
  CrashCopies copies(options, dir_ / "copies");
  for (long kills = EnvNumber("BUCKETLSM_CRASH_KILLS", Scaled(15)); kills > 0 && !HasFatalFailure();
       kills--) {
    WriteAndKill(seed, 1 + random() % 5000);
    if (!HasFatalFailure()) ExpectPrefixOfHistory(seed, &history, &copies);
  }
  const CrashCopies::Seen& seen = copies.seen();
  std::cout << progress_->acknowledged << " operations, " << seen.checkpoints << " checkpoints and "
            << seen.interrupted_checkpoints << " interrupted ones, " << seen.backups
            << " backups and " << seen.interrupted_backups << " interrupted ones" << std::endl;
}
INSTANTIATE_TEST_SUITE_P(Buckets, CrashTest, testing::Values(0, 8));

}  // namespace
}  // namespace system_test
