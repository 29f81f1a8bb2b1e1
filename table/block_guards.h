// BlockGuards: checksums of the entries of a loaded block (block_protection_bytes_per_key), kept
// beside it for as long as it is in memory. Made by Block right after the block was read and its
// own checksum verified (where ReadOptions ask for that); cursors ask for each entry they decode.
// They find bytes that change in memory, and bugs of the decoding, not damage on disk. Immutable
// once made; any thread may ask.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rocksdb/slice.h"
#include "table/index_format.h"
#include "util/entry_guard.h"

namespace ROCKSDB_NAMESPACE {

class Block;
enum class BlockKind : uint8_t;

// Entries are numbered from 0 in their order. A cursor that jumps to a restart point learns the
// number of its entry from FirstOf() and counts on from there.
class BlockGuards {
 public:
  // Of every entry of `block`, whose kind has entries; nullptr when some cannot be decoded or a
  // restart point lies within one. `format` matters to index blocks only.
  static std::unique_ptr<const BlockGuards> Of(const Block& block, BlockKind kind, size_t bytes,
                                               const IndexFormat& format);

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
  explicit BlockGuards(size_t bytes) : bytes_(bytes) {}
  template <class Cursor>
  bool Collect(const Block& block, Cursor* cursor);

  const size_t bytes_;  // of each entry
  // bytes_ of checksum for each entry, one behind the other.
  std::string sums_;
  std::vector<uint32_t> first_of_restart_;
};

}  // namespace ROCKSDB_NAMESPACE
