// Stands in for the header of RocksDB's own sources that MariaDB's plugin includes: it times
// commits.
#pragma once

#include <cstdint>

#include "rocksdb/system_clock.h"

namespace ROCKSDB_NAMESPACE {

class StopWatchNano {
 public:
  explicit StopWatchNano(SystemClock* clock, bool start_now = false) : clock_(clock) {
    if (start_now) start_ = clock_->NowNanos();
  }

  // Since the watch was started.
  uint64_t ElapsedNanos() const { return clock_->NowNanos() - start_; }

 private:
  SystemClock* clock_;
  uint64_t start_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
