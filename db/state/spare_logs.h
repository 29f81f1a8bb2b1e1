// How many logs that families need no more are worth their space. One is where each flush ends
// before the next memtable is full: that log is taken, and the flush brings the next. Where flushes
// take several memtables at once, they release several logs at once, and the next switches take
// them one by one. Not thread-safe.
//
//   flush releases 5 and 6, one may wait:   5 deleted, 6 waits
//   switch                                  writes over 6
//   switch                                  misses 5, makes a file: soon again, and two may wait
//
// Invariants
//  1. `at_first` to `files` of the LogReuse may wait.
//  2. A switch misses a log if it finds none although one was deleted since the last miss. One more
//     may wait after two misses within kSoon switches: a file now and then costs less than the
//     space. One fewer after kUnused switches in a row which each left one over.
#pragma once

#include <algorithm>
#include <cstddef>

#include "options/db_config.h"

namespace ROCKSDB_NAMESPACE {

class SpareLogs {
 public:
  size_t MayWait(const LogReuse& reuse) const {
    return std::min(reuse.at_first + more_, reuse.files);
  }
  // A log that could have been written over is deleted because enough of them wait.
  void OnDeleted() { deleted_ = true; }
  // A new log begins while `waiting` could be written over.
  void OnSwitch(size_t waiting, const LogReuse& reuse) {
    since_miss_ = std::min(since_miss_ + 1, kSoon + 1);
    if (waiting == 0 && deleted_) {
      if (since_miss_ <= kSoon && MayWait(reuse) < reuse.files) ++more_;
      since_miss_ = 0;
      deleted_ = false;
    }
    unused_ = waiting > 1 ? unused_ + 1 : 0;
    if (unused_ < kUnused) return;
    if (more_ > 0) --more_;
    unused_ = 0;
  }

 private:
  // Switches. Chosen, not measured.
  static constexpr int kSoon = 8;
  static constexpr int kUnused = 16;

  size_t more_ = 0;
  bool deleted_ = false;
  int since_miss_ = kSoon + 1;
  int unused_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
