// See file_logger.h. A line is formatted before the lock is taken, so that threads wait for each
// other only while bytes are copied or a buffer is written.
#include "env/file_logger.h"

#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <ctime>
#include <utility>

#include "util/perf_context_imp.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

std::string LogLineStart() {
  // One system call for each thread.
  thread_local const auto thread_id = static_cast<long>(syscall(SYS_gettid));
  timeval now;
  gettimeofday(&now, nullptr);
  tm local;
  localtime_r(&now.tv_sec, &local);
  return Format("%04d/%02d/%02d-%02d:%02d:%02d.%06d %ld ", local.tm_year + 1900, local.tm_mon + 1,
                local.tm_mday, local.tm_hour, local.tm_min, local.tm_sec,
                static_cast<int>(now.tv_usec), thread_id);
}

FileLogger::FileLogger(std::unique_ptr<FSWritableFile>&& file, const std::string& name)
    : file_(std::move(file), name, FileOptions(), nullptr) {}

FileLogger::~FileLogger() {
  if (!closed_) {
    closed_ = true;
    FileLogger::CloseImpl().PermitUncheckedError();
  }
}

void FileLogger::Logv(const char* format, va_list ap) {
  IOSTATS_TIMER(logger_nanos);
  std::string line = LogLineStart() + FormatV(format, ap);
  if (line.back() != '\n') {
    line.push_back('\n');
  }
  MutexLock lock(&mu_);
  if (ended_) {
    return;
  }
  if (std::exchange(torn_, false)) {
    line.insert(line.begin(), '\n');
  }
  const uint64_t now = CondVar::NowMicros();
  Note(file_.Append(line));
  if (now - last_flush_ >= kFlushMicros) {
    last_flush_ = now;
    Note(file_.Flush());
  }
  size_.store(file_.FileSize(), std::memory_order_relaxed);
}

void FileLogger::Note(const IOStatus& s) {
  if (s.ok()) {
    return;
  }
  failure_.UpdateIfOk(s);
  file_.ForgetFailure();
  torn_ = true;
}

void FileLogger::Flush() {
  MutexLock lock(&mu_);
  if (ended_) {
    return;
  }
  last_flush_ = CondVar::NowMicros();
  Note(file_.Flush());
}

Status FileLogger::CloseImpl() {
  MutexLock lock(&mu_);
  ended_ = true;
  failure_.UpdateIfOk(file_.Close());
  return failure_;
}

IOStatus NewFileLogger(FileSystem* fs, const std::string& fname, const IOOptions& io_opts,
                       std::shared_ptr<Logger>* result, IODebugContext* dbg) {
  FileOptions options;
  options.io_options = io_opts;
  options.io_options.type = IOType::kLog;
  options.writable_file_max_buffer_size = 64 * 1024;
  std::unique_ptr<FSWritableFile> file;
  result->reset();
  IOStatus s = fs->NewWritableFile(fname, options, &file, dbg);
  if (s.ok()) {
    result->reset(new FileLogger(std::move(file), fname));
  }
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
