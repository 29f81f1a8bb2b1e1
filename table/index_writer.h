// Collects the index of a file while it is built: one separator and one extent for each data block;
// the blocks are laid out at the end, when it is known whether separators need their sequence
// numbers. Used by SstWriter. Costs a copy of each separator until then. One thread.
//
//   data blocks   [a .. apple] [banana .. cat] [cat .. dog]
//   separators    aq@max       cat@5           dog@2
//                 shortened    ^ both sides hold versions of cat: every separator keeps its tail
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rocksdb/table.h"
#include "table/byte_buffer.h"
#include "table/extent.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {

class IndexWriter {
 public:
  IndexWriter(const InternalKeyOrder& order, const BlockBasedTableOptions& options);

  // Ends a data block: its last key is `last_key`, and `next_key` begins the next block (nullptr:
  // there is none). `first_key` is the block's first key, which only indexes with first keys use.
  // All are internal keys; the writer copies what it keeps.
  void AddSeparator(const Slice& last_key, const Slice* next_key, const Slice& first_key);
  // Records where the blocks lie, in the order of AddSeparator. It may come later, when blocks are
  // held back for a dictionary.
  void AddExtent(const Extent& extent) { extents_.push_back(extent); }

  size_t num_blocks() const { return separators_.size(); }
  // About the size of the finished index.
  size_t EstimatedSize() const { return key_bytes_.size() + 8 * separators_.size(); }
  // Known only after the last AddSeparator: a single pair of blocks that share a user key makes it
  // false.
  bool user_keys() const { return user_keys_; }
  bool delta_values() const { return delta_values_; }
  bool partitioned() const { return partitioned_; }

  // One finished block of the index, and the separator that stands for it in the block above.
  struct Part {
    // One past the last data block of the part.
    size_t end;
    Slice separator;
  };
  // How the index is cut: one part unless partitioned.
  std::vector<Part> Parts() const;
  // Appends the block for data blocks [begin, end). REQUIRES: their extents are known.
  void BuildPart(size_t begin, size_t end, ByteBuffer* out) const;
  // Appends the top block over the parts' extents. REQUIRES: there is one extent for each part,
  // and the parts lie one right behind the other in the file.
  void BuildTop(const std::vector<Part>& parts, const std::vector<Extent>& extents,
                ByteBuffer* out) const;

 private:
  struct Separator {
    // Offset into key_bytes_.
    size_t offset;
    // Size of the whole internal key.
    uint32_t size;
    // Size of the block's first key, which lies right behind.
    uint32_t first_size;
  };
  Slice SeparatorKey(const Separator& s) const {
    const Slice key(key_bytes_.data() + s.offset, s.size);
    return user_keys_ ? UserKeyOf(key) : key;
  }
  // Shortens shortened_ to a key that is at or after it and before *next_key.
  void ShortenTo(const Slice* next_key);

  const InternalKeyOrder order_;
  const BlockBasedTableOptions::IndexShorteningMode shortening_;
  const int restart_interval_;
  const size_t part_bytes_;
  const bool partitioned_;
  const bool first_keys_;
  const bool delta_values_;
  bool user_keys_;
  // All separators, each followed by its block's first key if the index keeps it; a Separator
  // points in here.
  std::string key_bytes_;
  std::string shortened_;
  std::vector<Separator> separators_;
  std::vector<Extent> extents_;
};

// The values of index entries: `whole` is the extent itself, `delta` its difference from `before`,
// the extent of the entry before (nullptr: there is none).
class IndexBlockLayout {
 public:
  static void Encode(const Extent& extent, const Extent* before, std::string* whole,
                     std::string* delta);
};

}  // namespace ROCKSDB_NAMESPACE
