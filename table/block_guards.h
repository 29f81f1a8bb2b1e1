// BlockGuards: checksums of the entries of a loaded block (block_protection_bytes_per_key), kept
// beside the block for as long as it is in memory. ProtectBlock() makes them right after the block
// was read and its own checksum verified (where ReadOptions ask for that). Cursors compare each
// entry they decode with its guard. Guards find bytes that change in memory, and bugs of the
// decoding, not damage on disk. Immutable once a block has them; any thread may ask.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rocksdb/slice.h"
#include "util/entry_guard.h"

namespace ROCKSDB_NAMESPACE {

// Entries are numbered from 0 in their order. A cursor that jumps to a restart point learns the
// number of its entry from FirstOf() and counts on from there.
class BlockGuards {
 public:
  // Guards of `bytes` each, for a block with `restarts` restart points; they are added in order.
  BlockGuards(size_t bytes, uint32_t restarts) : bytes_(bytes) {
    first_of_restart_.reserve(restarts);
  }

  // Appends the guard of the next entry.
  void Add(const Slice& key, const Slice& value) {
    char sum[entry_guard::kMostBytes];
    entry_guard::Store(entry_guard::OfPair(key, value), sum, bytes_);
    sums_.append(sum, bytes_);
  }
  // The next restart point stands at the entry with this ordinal.
  void AddRestart(uint32_t ordinal) { first_of_restart_.push_back(ordinal); }
  size_t num_restarts() const { return first_of_restart_.size(); }
  // Gives back the memory that was reserved beyond need, once all guards are added.
  void Trim() { sums_.shrink_to_fit(); }

  // Ordinal of the entry at the i-th restart point. REQUIRES: i < the block's num_restarts().
  uint32_t FirstOf(uint32_t restart) const { return first_of_restart_[restart]; }
  // Whether the entry with this ordinal has this key and these value bytes.
  bool Holds(uint32_t ordinal, const Slice& key, const Slice& value) const {
    const size_t at = size_t{ordinal} * bytes_;
    return at + bytes_ <= sums_.size() &&
           entry_guard::Matches(entry_guard::OfPair(key, value), sums_.data() + at, bytes_);
  }
  size_t MemoryUsage() const {
    return sizeof(*this) + sums_.capacity() + first_of_restart_.capacity() * sizeof(uint32_t);
  }

 private:
  // Size of each guard.
  const size_t bytes_;
  // The guards of all entries, one behind the other.
  std::string sums_;
  std::vector<uint32_t> first_of_restart_;
};

}  // namespace ROCKSDB_NAMESPACE
