// See rolling_logger.h. Order of a roll: rename the present file, open the new one, close the old
// one when no thread writes to it any more. If opening fails, logging continues in the old file
// under its new name.
#include "env/rolling_logger.h"

#include <algorithm>

#include "env/plain_io.h"
#include "rocksdb/system_clock.h"
#include "util/logging.h"
#include "util/rtti.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Passes a formatted text to Logv.
void LogText(Logger* logger, const char* format, ...) {
  va_list ap;
  va_start(ap, format);
  logger->Logv(format, ap);
  va_end(ap);
}

// Moves the current log, if there is one, to an unused name: two rolls within a microsecond, or a
// clock that was set back, must not overwrite an old log.
IOStatus MoveAside(FileSystem* fs, SystemClock* clock, const InfoLogName& name,
                   std::string* moved_to) {
  if (fs->FileExists(name.CurrentPath(), kPlainIo, nullptr).IsNotFound()) {
    return IOStatus::OK();
  }
  uint64_t when = clock->NowMicros();
  while (fs->FileExists(name.OldPath(when), kPlainIo, nullptr).ok()) {
    ++when;
  }
  *moved_to = name.OldPath(when);
  return fs->RenameFile(name.CurrentPath(), *moved_to, kPlainIo, nullptr);
}

}  // namespace

RollingLogger::RollingLogger(std::shared_ptr<FileSystem> fs, std::shared_ptr<SystemClock> clock,
                             const InfoLogName& name, const InfoLogLimits& limits)
    : Logger(limits.level),
      fs_(std::move(fs)),
      clock_(std::move(clock)),
      name_(name),
      limits_(limits) {}

RollingLogger::~RollingLogger() {
  if (!closed_) {
    closed_ = true;
    RollingLogger::CloseImpl().PermitUncheckedError();
  }
}

Status RollingLogger::Start() {
  MutexLock lock(&mu_);
  FindOldLogs();
  return StartFile();
}

void RollingLogger::FindOldLogs() {
  std::vector<std::string> names;
  if (!fs_->GetChildren(name_.dir, kPlainIo, &names, nullptr).ok()) {
    return;  // then keep_files counts only the logs of this run
  }
  // Among names of equal length, the time at the end orders them by age.
  std::sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  for (const std::string& name : names) {
    if (name_.IsOldLog(name)) {
      old_.push_back(name_.dir + "/" + name);
    }
  }
}

Status RollingLogger::StartFile() {
  std::string moved_to;
  Status s = MoveAside(fs_.get(), clock_.get(), name_, &moved_to);
  std::shared_ptr<Logger> next;
  if (s.ok()) {
    // It counts as an old file from now on, even if no new file can be opened.
    if (!moved_to.empty()) {
      old_.push_back(moved_to);
    }
    // A file system may log in its own way; an encrypting one leaves the LOG readable.
    s = fs_->NewLogger(name_.CurrentPath(), kPlainIo, &next, nullptr);
    if (s.ok() && next == nullptr) {
      s = Status::IOError("The file system made no logger", name_.dir);
    }
  }
  if (!s.ok()) {
    return s;
  }
  // The last thread to release the previous file closes it: other threads may be writing to it.
  file_ = std::move(next);
  // The level may have changed while the previous file was in use.
  file_->SetInfoLogLevel(GetInfoLogLevel());
  started_micros_ = clock_->NowMicros();
  for (const std::string& header : headers_) {
    LogText(file_.get(), "%s", header.c_str());
  }
  DeleteExcess();
  return s;
}

void RollingLogger::DeleteExcess() {
  const size_t kept = std::max<size_t>(limits_.keep_files, 1) - 1;  // the current one counts
  while (old_.size() > kept) {
    // The next start finds a file that cannot be deleted now.
    fs_->DeleteFile(old_.front(), kPlainIo, nullptr).PermitUncheckedError();
    old_.pop_front();
  }
}

void RollingLogger::RollIfDue() {
  // Checked before each message, so a file may exceed its limit by a message or two. A file
  // system's own logger may not know its size.
  const size_t size = file_->GetLogFileSize();
  const bool too_big = limits_.max_file_size > 0 && size != kDoNotSupportGetLogFileSize &&
                       size >= limits_.max_file_size;
  // In seconds: a limit that means never has no microseconds. The clock may have been set back.
  const uint64_t now = clock_->NowMicros();
  const bool too_old = limits_.roll_after_seconds > 0 && now >= started_micros_ &&
                       (now - started_micros_) / 1000000 >= limits_.roll_after_seconds;
  if (too_big || too_old) {
    StartFile().PermitUncheckedError();  // on failure the present file stays in use
  }
}

void RollingLogger::Logv(const char* format, va_list ap) {
  std::shared_ptr<Logger> file;
  {
    MutexLock lock(&mu_);
    if (file_ == nullptr) {
      return;
    }
    RollIfDue();
    // The message is written without the lock; the pointer keeps the file alive if another thread
    // rolls meanwhile.
    file = file_;
  }
  file->Logv(format, ap);
}

void RollingLogger::LogHeader(const char* format, va_list ap) {
  // Bounds the memory of headers, which stay as long as the database is open. Chosen, not measured.
  constexpr size_t kMostHeaders = 4096;
  const std::string line = FormatV(format, ap);
  {
    MutexLock lock(&mu_);
    if (headers_.size() < kMostHeaders) {
      headers_.push_back(line);
    }
  }
  LogText(this, "%s", line.c_str());
}

size_t RollingLogger::GetLogFileSize() const {
  MutexLock lock(&mu_);
  return file_ == nullptr ? 0 : file_->GetLogFileSize();
}

void RollingLogger::Flush() {
  std::shared_ptr<Logger> file;
  {
    MutexLock lock(&mu_);
    file = file_;
  }
  LogFlush(file);
}

void RollingLogger::SetInfoLogLevel(const InfoLogLevel level) {
  Logger::SetInfoLogLevel(level);
  MutexLock lock(&mu_);
  if (file_ != nullptr) {
    file_->SetInfoLogLevel(level);
  }
}

bool RollingLogger::ended() const {
  MutexLock lock(&mu_);
  return file_ == nullptr;
}

// Without a file nothing rolls: what has the name LOG from now on may be another opening's.
Status RollingLogger::CloseImpl() {
  std::shared_ptr<Logger> file;
  {
    MutexLock lock(&mu_);
    file.swap(file_);
  }
  return file == nullptr ? Status::OK() : file->Close();
}

Status CreateInfoLogger(Env* env, const std::string& dbname, const std::string& db_log_dir,
                        const InfoLogLimits& limits, std::shared_ptr<Logger>* result) {
  result->reset();
  const std::shared_ptr<FileSystem>& fs = env->GetFileSystem();
  std::string path;
  Status s = fs->GetAbsolutePath(dbname, kPlainIo, &path, nullptr);
  if (!s.ok()) {
    return s;
  }
  const InfoLogName name(path, db_log_dir);
  s = fs->CreateDirIfMissing(name.dir, kPlainIo, nullptr);
  if (!s.ok()) {
    return s;
  }
  if (limits.max_file_size == 0 && limits.roll_after_seconds == 0 && limits.keep_files == 0) {
    return Status::InvalidArgument("keep_log_file_num must be greater than 0");
  }
  // Also without limits: then it never rolls, but keeps the log of the previous run.
  auto logger = std::make_shared<RollingLogger>(fs, env->GetSystemClock(), name, limits);
  s = logger->Start();
  if (s.ok()) {
    *result = std::move(logger);
  }
  return s;
}

bool HasEnded(Logger* log) {
  const RollingLogger* const rolling = CastIfTyped<RollingLogger>(log);
  return rolling != nullptr && rolling->ended();
}

}  // namespace ROCKSDB_NAMESPACE
