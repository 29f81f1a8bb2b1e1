// WriteBehind: one write of a full buffer that another thread does while the file's owner fills the
// next buffer. WritableFileWriter has one where it writes tables with direct I/O.
//
//   owner    fill A   Start(A)   fill B   Await, Start(B)   fill A   ...
//   helper            [ write A ]         [ write B    ]
//
// Invariants
//  1. At most one write is under way: the file sees the calls that it would see without this, in
//     the same order, and never two at once.
//  2. While running(), the buffer is the helper's.
//
// One thread uses it. Where the system gives no helper, Await does the write.
#pragma once

#include <functional>
#include <optional>

#include "env/aligned_buffer.h"
#include "rocksdb/io_status.h"
#include "util/parallel.h"

namespace ROCKSDB_NAMESPACE {

class WriteBehind {
 public:
  WriteBehind() = default;
  ~WriteBehind() = default;  // waits
  WriteBehind(const WriteBehind&) = delete;
  WriteBehind& operator=(const WriteBehind&) = delete;

  // Has `write` called with the content of `full`, and gives the buffer back to the pool behind it.
  // REQUIRES: not running.
  void Start(AlignedBuffer full, std::function<IOStatus(const char*)> write);
  bool running() const { return work_.has_value(); }
  // What the write said; OK without one.
  IOStatus Await();

 private:
  AlignedBuffer buffer_;
  std::function<IOStatus(const char*)> write_;
  IOStatus status_;
  // Last, so that it ends first: its helper uses all of the above.
  std::optional<ParallelWork> work_;
};

}  // namespace ROCKSDB_NAMESPACE
