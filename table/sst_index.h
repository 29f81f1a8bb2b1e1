// The index of an open SST file, and walks over it: flat (one block), or two-level (partitions).
// These two read all index types that files may have; hash and first-key indexes contain a flat
// block. SstReader, SstIterator and SstSalvage use them. SstIndex is immutable once opened, and
// threads share it; a walk belongs to one thread.
//
//   two-level:    top      [ ..c | ..m | ..z ]
//                            |     |     |
//                 parts    [a b c] [f k m] [s z]      each entry: separator -> data block
#pragma once

#include <atomic>
#include <memory>

#include "table/block_cursor.h"
#include "table/sst_file.h"

namespace ROCKSDB_NAMESPACE {

// Index types as the properties of files store them.
inline constexpr uint32_t kTwoLevel = BlockBasedTableOptions::kTwoLevelIndexSearch;
inline constexpr uint32_t kWithFirstKey = BlockBasedTableOptions::kBinarySearchWithFirstKey;

// Where a metadata block stays: with the reader (counted in its MemoryUsage), pinned in the cache
// (counted there, never evicted while the reader lives), or in the cache like any other block
// (each use fetches it and may have to read it).
enum class BlockHome { kReader, kPinnedInCache, kCache };

class SstIndex {
 public:
  SstIndex(const SstFile& file, const InternalKeyOrder& order, const IndexFormat& format,
           bool two_level, const Extent& top)
      : file_(file), order_(order), format_(format), two_level_(two_level), top_(top) {}

  // Reads the top block now, unless it lives in the cache only and `prefetch` is false.
  [[nodiscard]] Status Open(const ReadOptions& ro, BlockHome home, bool prefetch);

  const IndexFormat& format() const { return format_; }
  const InternalKeyOrder& order() const { return order_; }
  const SstFile& file() const { return file_; }
  bool two_level() const { return two_level_; }
  const Extent& top() const { return top_; }

  // Sets *block to the top block. `holder` keeps it when the index does not, so *block lives as
  // long as both do.
  [[nodiscard]] Status Top(const ReadOptions& ro, BlockRef* holder, const Block** block) const;
  // The top block, if it is kept here, is about to be searched, and not only walked.
  void PrepareSearch() const {
    if (!searched_.load(std::memory_order_relaxed)) [[unlikely]]
      AddDigestsToTop();
  }
  // As SeparatorDigests::FindOnlyBlock. False also for partitions, and for a top block that the
  // cache keeps.
  bool FindOnlyBlock(const Slice& user_key, Extent* extent) const {
    if (two_level_ || !held_) return false;
    PrepareSearch();
    const SeparatorDigests* digests = held_->digests();
    return digests != nullptr && digests->FindOnlyBlock(user_key, extent);
  }
  size_t MemoryUsage() const;

 private:
  const SstFile& file_;
  const InternalKeyOrder order_;
  const IndexFormat format_;
  const bool two_level_;
  const Extent top_;
  void AddDigestsToTop() const;

  bool use_cache_ = false;
  BlockRef held_;
  mutable std::atomic<bool> searched_{false};
};

// A position in the index: one data block. The methods mirror those of IndexCursor; after an error
// valid() is false and status() has the error. The first seek reads the top block, and the next
// one tries again after a failure. REQUIRES: the index and `ro` outlive it.
class FlatIndexWalk {
 public:
  FlatIndexWalk(const SstIndex& index, const ReadOptions& ro);

  bool valid() const { return cursor_.valid(); }
  // REQUIRES for these: valid().
  const Extent& extent() const { return cursor_.extent(); }
  const Slice& first_key() const { return cursor_.first_key(); }
  // Compares the separator with an internal key.
  int CompareTo(const Slice& target) const { return cursor_.CompareTo(target); }
  Slice separator_user_key() const {
    return index_.format().user_keys ? cursor_.key() : UserKeyOf(cursor_.key());
  }
  // OK at the end of the index.
  Status status() const;

  void SeekToFirst() {
    if (Ready()) cursor_.SeekToFirst();
  }
  void SeekToLast() {
    if (Ready()) cursor_.SeekToLast();
  }
  void Seek(const Slice& target) {
    if (!Ready()) return;
    index_.PrepareSearch();
    cursor_.Seek(target);
  }
  void Next() { cursor_.Next(); }
  void Prev() { cursor_.Prev(); }

 private:
  bool Ready() { return cursor_.attached() || Load(); }
  // Reads the top block. False with status_ set.
  bool Load();

  const SstIndex& index_;
  const ReadOptions& ro_;
  BlockRef holder_;
  IndexCursor cursor_;
  Status status_;
};

// The same walk over partitions; it holds one partition at a time.
class TwoLevelIndexWalk {
 public:
  TwoLevelIndexWalk(const SstIndex& index, const ReadOptions& ro);

  bool valid() const { return part_.attached() && part_.valid(); }
  const Extent& extent() const { return part_.extent(); }
  const Slice& first_key() const { return part_.first_key(); }
  int CompareTo(const Slice& target) const { return part_.CompareTo(target); }
  Slice separator_user_key() const {
    return index_.format().user_keys ? part_.key() : UserKeyOf(part_.key());
  }
  Status status() const;

  void SeekToFirst();
  void SeekToLast();
  void Seek(const Slice& target);
  void Next();
  void Prev();

 private:
  // Releases the partition; the walk is then invalid.
  void LeavePart();
  // Makes the partition under top_ the present one. False with status_ set.
  bool LoadPart();
  // Goes on to the next partitions until there is an entry.
  void SkipForward();
  void SkipBackward();

  const SstIndex& index_;
  const ReadOptions& ro_;
  FlatIndexWalk top_;
  BlockRef part_block_;
  // Where part_block_ lies in the file; messages name it.
  Extent loaded_;
  IndexCursor part_;
  Status status_;
};

}  // namespace ROCKSDB_NAMESPACE
