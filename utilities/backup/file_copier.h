// Copies one file between file systems, or reads it through, and works out its checksum. Backups,
// restoring and verifying use it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "rocksdb/file_system.h"
#include "rocksdb/rate_limiter.h"
#include "rocksdb/statistics.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE::backup {

// Calls back each time a number of bytes was copied. Thread-safe; one call at a time.
class ProgressMeter {
 public:
  // 0 bytes count as 1. `callback` may be empty.
  ProgressMeter(uint64_t interval, std::function<void()> callback)
      : interval_(interval > 0 ? interval : 1), callback_(std::move(callback)) {}

  // Aborted when the callback threw an exception.
  [[nodiscard]] IOStatus Add(uint64_t bytes);

 private:
  const uint64_t interval_;
  const std::function<void()> callback_;
  Mutex mutex_;
  uint64_t bytes_ GUARDED_BY(mutex_) = 0;
};

struct CopyJob {
  FileSystem* from_fs = nullptr;
  std::string from;
  // No bytes behind these are copied; a file with fewer is Corruption. UINT64_MAX: the whole file.
  uint64_t bytes = UINT64_MAX;
  // Written instead of the file's bytes, unless empty.
  std::string contents;
  // Null: the file is only read.
  FileSystem* to_fs = nullptr;
  std::string to;
  bool sync = true;
  Temperature temperature = Temperature::kUnknown;
};

// How files are copied; shared by all jobs of one backup.
struct CopyTerms {
  size_t buffer_size = 1 << 20;
  // The rest may be null.
  RateLimiter* limiter = nullptr;
  // Incomplete ("Backup stopped") once it is set.
  const std::atomic<bool>* stopped = nullptr;
  ProgressMeter* progress = nullptr;
  // Counts BACKUP_READ_BYTES and BACKUP_WRITE_BYTES.
  Statistics* statistics = nullptr;
};

struct CopyResult {
  uint64_t bytes = 0;
  // crc32c of them.
  uint32_t crc = 0;
  // As the file system of the source reports it.
  Temperature source_temperature = Temperature::kUnknown;
};

// After a failure the target does not exist, if it could be deleted.
[[nodiscard]] IOStatus RunCopy(const CopyJob& job, const CopyTerms& terms, CopyResult* result);

}  // namespace ROCKSDB_NAMESPACE::backup
