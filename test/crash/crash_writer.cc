// Writes the operations of crash_ops.h until it is killed and counts them in a shared page. usage:
// crash_writer DB_DIR PAGE_FILE SEED BUCKETS. Run by crash_test.cc only.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <iostream>
#include <memory>

#include "test/support/crash_ops.h"
#include "test/support/scratch.h"

using namespace system_test;  // NOLINT: one small program

namespace {

std::atomic<uint64_t>* MapPage(const char* path) {
  const int fd = open(path, O_RDWR);
  if (fd < 0) return nullptr;
  void* page = mmap(nullptr, sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  return page == MAP_FAILED ? nullptr : static_cast<std::atomic<uint64_t>*>(page);
}

Status Apply(DB* db, uint64_t seed, uint64_t i) {
  const CrashOp op = MakeCrashOp(seed, i);
  WriteBatch batch;
  Status s = op.kind == CrashOp::kPut      ? batch.Put(op.key, op.value)
             : op.kind == CrashOp::kDelete ? batch.Delete(op.key)
                                           : batch.DeleteRange(op.key, op.end);
  if (s.ok()) s = batch.Put(kCrashCounter, std::to_string(i));
  WriteOptions write;
  write.sync = i % 512 == 0;
  return s.ok() ? db->Write(write, &batch) : s;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  std::atomic<uint64_t>* acknowledged = MapPage(argv[2]);
  const uint64_t seed = std::strtoull(argv[3], nullptr, 10);
  Options options = SmallOptions(static_cast<uint32_t>(std::atoi(argv[4])));
  options.recycle_log_file_num = seed % 2 * 2;
  options.WAL_ttl_seconds = ArchiveSeconds(seed);
  DB* raw = nullptr;
  Status s = DB::Open(options, argv[1], &raw);
  const std::unique_ptr<DB> db(raw);
  std::string counter = "0";
  if (s.ok()) s = db->Get(ReadOptions(), kCrashCounter, &counter);
  if (s.IsNotFound()) s = Status::OK();
  for (uint64_t i = std::strtoull(counter.c_str(), nullptr, 10) + 1;
       s.ok() && acknowledged != nullptr; i++) {
    s = Apply(db.get(), seed, i);
    if (s.ok()) acknowledged->store(i);
  }
  std::cerr << "crash_writer: " << s.ToString() << std::endl;
  return 1;
}
