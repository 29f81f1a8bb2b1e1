// RollingLogger: an info log that starts a new file when the present one is big or old enough, and
// keeps only so many. Opening a database calls CreateInfoLogger. After Start no call fails: a
// message that cannot be written is lost, and so is one that comes after Close.
//
//   LOG            the present file
//   LOG.old.T1     moved aside at time T1 (microseconds); the oldest are deleted beyond keep_files
#pragma once

#include <cstdarg>
#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <string>

#include "env/filename.h"
#include "rocksdb/env.h"
#include "rocksdb/file_system.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

struct InfoLogLimits {
  size_t max_file_size = 0;         // bytes; 0: unlimited
  uint64_t roll_after_seconds = 0;  // 0: never
  size_t keep_files = 1000;         // the current one included
  InfoLogLevel level = InfoLogLevel::INFO_LEVEL;
};

// Thread-safe: mu_ is held while a file is chosen, moved or started, not while a message is
// written. If it cannot start a new file, it continues with the present one.
class RollingLogger : public Logger {
 public:
  RollingLogger(std::shared_ptr<FileSystem> fs, std::shared_ptr<SystemClock> clock,
                const InfoLogName& name, const InfoLogLimits& limits);
  ~RollingLogger() override;

  // Moves an existing log aside and starts the first file. REQUIRES: called once, before any other
  // call; after an error nothing is logged.
  Status Start();

  using Logger::Logv;
  void Logv(const char* format, va_list ap) override;
  void LogHeader(const char* format, va_list ap) override;
  size_t GetLogFileSize() const override;
  void Flush() override;
  void SetInfoLogLevel(const InfoLogLevel level) override;
  // Whether it was closed, or never started.
  bool ended() const;

 protected:
  Status CloseImpl() override;

 private:
  Status StartFile() REQUIRES_LOCK(mu_);
  void RollIfDue() REQUIRES_LOCK(mu_);
  void DeleteExcess() REQUIRES_LOCK(mu_);
  // Fills old_ with the logs of earlier runs.
  void FindOldLogs() REQUIRES_LOCK(mu_);

  const std::shared_ptr<FileSystem> fs_;
  const std::shared_ptr<SystemClock> clock_;
  const InfoLogName name_;
  const InfoLogLimits limits_;

  mutable Mutex mu_;
  std::shared_ptr<Logger> file_ GUARDED_BY(mu_);
  uint64_t started_micros_ GUARDED_BY(mu_) = 0;
  std::deque<std::string> old_ GUARDED_BY(mu_);  // oldest first
  // Repeated at the top of each new file, so that every file shows the options.
  std::list<std::string> headers_ GUARDED_BY(mu_);
};

// The logger of a database: a RollingLogger if `limits` require it, else one file. Creates the
// directory.
Status CreateInfoLogger(Env* env, const std::string& dbname, const std::string& db_log_dir,
                        const InfoLogLimits& limits, std::shared_ptr<Logger>* result);

// Whether it is a RollingLogger that was closed. Options of GetOptions() name the log of that
// database, which ends with it.
bool HasEnded(Logger* log);

}  // namespace ROCKSDB_NAMESPACE
