// ScanHabit: how far the walks over one table usually go. The first read of the next walk takes as
// much with one call, where a walk that says nothing of itself would read block by block.
//
// A walk is what lies between a seek to another block and the next one. Walks that the table ends
// say nothing.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// Thread-safe; threads that learn at once may lose what one of them learned.
class ScanHabit {
 public:
  // Bytes of blocks, with some room, because blocks differ in size. 0: nothing is known.
  size_t Usual() const {
    const size_t usual = usual_.load(std::memory_order_relaxed);
    return usual + usual / 8;
  }

  // Quick to expect less and slow to expect more: a block that nobody wants costs as much as a
  // call.
  void Learn(size_t bytes) {
    const size_t usual = usual_.load(std::memory_order_relaxed);
    const size_t wanted = std::min({bytes, kMost, 2 * usual + kFirst});
    const size_t next =
        wanted < usual ? usual - (usual - wanted) / 2 : usual + (wanted - usual + 3) / 4;
    // Walks of one length leave the cache line with all threads.
    if (next != usual) usual_.store(next, std::memory_order_relaxed);
  }

 private:
  // From there on doubling windows do as well. Chosen, not measured.
  static constexpr size_t kMost = 64 << 10;
  // What one long walk, a backup's perhaps, brings about at most.
  static constexpr size_t kFirst = 16 << 10;

  // Apart from what all readers of the table only read.
  alignas(64) std::atomic<size_t> usual_{0};
};

}  // namespace ROCKSDB_NAMESPACE
