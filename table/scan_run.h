// Tells a scan from single reads: how the reads of one walk over a file lie to each other. A run is
// a row of reads in one direction, each beginning where the one before ended or, backward, ending
// where it began. Readahead and BlockBatch each have one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

class ScanRun {
 public:
  enum class Way { kElsewhere, kForward, kBackward };

  // How a read would lie to the one before it.
  Way WayTo(uint64_t offset, size_t n) const {
    if (offset == end_) return Way::kForward;
    return offset + n == begin_ ? Way::kBackward : Way::kElsewhere;
  }
  // Takes the read into the run, or begins a new one with it: then the result is true.
  bool Note(uint64_t offset, size_t n, Way way) {
    // The first read of a run has no direction yet.
    const bool fresh = way == Way::kElsewhere || (way_ != Way::kElsewhere && way != way_);
    if (fresh) reads_ = bytes_ = 0;
    way_ = way;
    ++reads_;
    NoteWithin(offset, n);
    return fresh;
  }
  // A read that goes on with the run, whichever way it leads; it counts by its bytes only.
  void NoteWithin(uint64_t offset, size_t n) {
    bytes_ += n;
    begin_ = offset;
    end_ = offset + n;
  }

  uint64_t reads() const { return reads_; }
  Way way() const { return way_; }
  // The last read.
  uint64_t begin() const { return begin_; }
  uint64_t end() const { return end_; }
  // Whether so much was read in one direction that the walk will not come back to a block soon.
  bool Long() const { return bytes_ >= kLongScan; }

 private:
  // What is read ahead has its largest size by then. Chosen, not measured.
  static constexpr uint64_t kLongScan = 512 << 10;

  uint64_t reads_ = 0;
  uint64_t bytes_ = 0;
  Way way_ = Way::kElsewhere;
  uint64_t begin_ = UINT64_MAX;
  uint64_t end_ = UINT64_MAX;
};

}  // namespace ROCKSDB_NAMESPACE
