// Writes the operations of crash_ops.h until it is killed, while another thread makes checkpoints
// and backups, and counts all of them in a shared page. usage: crash_writer DB_DIR COPIES_DIR
// PAGE_FILE SEED BUCKETS. Run by crash_test.cc only.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <thread>

#include "test/support/crash_batch.h"
#include "test/support/crash_copies.h"
#include "test/support/scratch.h"

using namespace system_test;  // NOLINT: one small program

namespace {

constexpr uint64_t kOperationsBetweenCopies = 300;

CrashProgress* MapPage(const char* path) {
  const int fd = open(path, O_RDWR);
  if (fd < 0) return nullptr;
  void* page = mmap(nullptr, sizeof(CrashProgress), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  return page == MAP_FAILED ? nullptr : static_cast<CrashProgress*>(page);
}

[[noreturn]] void Stop(const Status& s) {
  std::cerr << "crash_writer: " << s.ToString() << std::endl;
  _exit(1);
}

// A checkpoint and a backup by turns, never two at a time.
[[noreturn]] void MakeCopies(DB* db, CrashCopies* copies, CrashProgress* progress) {
  uint64_t next = progress->acknowledged + 1;
  for (bool checkpoint = true;; checkpoint = !checkpoint) {
    WaitUntil([&] { return progress->acknowledged >= next; }, std::chrono::hours(1));
    const uint64_t begun = progress->acknowledged;
    const Status s = checkpoint ? copies->MakeCheckpoint(db, begun) : copies->MakeBackup(db, begun);
    if (!s.ok()) Stop(s);
    (checkpoint ? progress->checkpoint : progress->backup) = begun;
    next = begun + kOperationsBetweenCopies;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) return 2;
  CrashProgress* progress = MapPage(argv[3]);
  if (progress == nullptr) return 2;
  const uint64_t seed = std::strtoull(argv[4], nullptr, 10);
  Options options = SmallOptions(static_cast<uint32_t>(std::atoi(argv[5])));
  options.recycle_log_file_num = seed % 2 * 2;
  options.WAL_ttl_seconds = ArchiveSeconds(seed);
  DB* raw = nullptr;
  Status s = DB::Open(options, argv[1], &raw);
  const std::unique_ptr<DB> db(raw);
  std::string counter = "0";
  if (s.ok()) s = db->Get(ReadOptions(), kCrashCounter, &counter);
  if (!s.ok() && !s.IsNotFound()) Stop(s);
  CrashCopies copies(options, argv[2]);
  std::thread(MakeCopies, db.get(), &copies, progress).detach();
  for (uint64_t i = std::strtoull(counter.c_str(), nullptr, 10) + 1;; i++) {
    WriteOptions write;
    write.sync = i % 512 == 0;
    s = WriteCrashOp(db.get(), MakeCrashOp(seed, i), i, write);
    if (!s.ok()) Stop(s);
    progress->acknowledged = i;
  }
}
