// FileLogger: an info log in one file of a FileSystem, a line per message:
//
//   2026/11/21-07:17:27.123456 140213 message
//
// The number is the thread's. FileSystem::NewLogger makes it. Logging never fails for the caller:
// an error of the log must not stop the database.
#pragma once

#include <atomic>
#include <cstdarg>
#include <memory>
#include <string>

#include "env/file_io.h"
#include "rocksdb/env.h"
#include "rocksdb/file_system.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// "2026/11/21-07:17:27.123456 140213 " for the calling thread, now.
std::string LogLineStart();

// Thread-safe. Lines are buffered. A full buffer, or a line that comes kFlushMicros after the last
// flush, flushes them all; without further lines the last ones stay in the buffer until Flush() or
// Close. A write that fails, for instance on a full disk, loses the buffered lines, not later ones;
// Close returns its status. Lines after Close are lost.
class FileLogger final : public Logger {
 public:
  explicit FileLogger(std::unique_ptr<FSWritableFile>&& file, const std::string& name);
  ~FileLogger() override;

  using Logger::Logv;
  void Logv(const char* format, va_list ap) override;
  size_t GetLogFileSize() const override { return size_.load(std::memory_order_relaxed); }
  void Flush() override;

 protected:
  Status CloseImpl() override;

 private:
  // Chosen, not measured.
  static constexpr uint64_t kFlushMicros = 5 * 1000 * 1000;

  // After a failure the file goes on with the next line.
  void Note(const IOStatus& s) REQUIRES_LOCK(mu_);

  // Held while a line is buffered and while the buffer is written.
  Mutex mu_;
  WritableFileWriter file_ GUARDED_BY(mu_);
  uint64_t last_flush_ GUARDED_BY(mu_) = 0;
  // The first one.
  IOStatus failure_ GUARDED_BY(mu_);
  // The file may end within a line.
  bool torn_ GUARDED_BY(mu_) = false;
  bool ended_ GUARDED_BY(mu_) = false;
  std::atomic<size_t> size_{0};
};

IOStatus NewFileLogger(FileSystem* fs, const std::string& fname, const IOOptions& io_opts,
                       std::shared_ptr<Logger>* result, IODebugContext* dbg);

}  // namespace ROCKSDB_NAMESPACE
