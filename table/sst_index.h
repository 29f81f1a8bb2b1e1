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
  // Digests that know the data blocks. Null for partitions, and for a top block that the cache
  // keeps.
  const SeparatorDigests* Places() const {
    if (two_level_ || !held_) return nullptr;
    PrepareSearch();
    const SeparatorDigests* digests = held_->digests();
    return digests != nullptr && digests->has_places() ? digests : nullptr;
  }
  // True: only the block at *extent may hold user_key, and if *extent is null, none. False: a walk
  // has to search.
  bool FindOnlyBlock(const Slice& user_key, Extent* extent) const {
    const SeparatorDigests* places = Places();
    uint32_t i = 0;
    if (places == nullptr || !places->FindAlone(user_key, &i)) return false;
    *extent = i < places->count() ? places->PlaceAt(i) : Extent();
    return true;
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
//
// A seek that the digests answer alone leaves the walk on its places: it then moves over them, and
// the cursor comes to an entry only when its separator is wanted.
class FlatIndexWalk {
 public:
  FlatIndexWalk(const SstIndex& index, const ReadOptions& ro);

  bool valid() const { return places_ != nullptr ? at_ < places_->count() : cursor_.valid(); }
  // REQUIRES for these: valid().
  const Extent& extent() const { return places_ != nullptr ? extent_ : cursor_.extent(); }
  const Slice& first_key() const { return cursor_.first_key(); }
  // Whether the separator is behind an internal key, or else at or before it.
  bool IsBehind(const Slice& target) {
    if (places_ != nullptr && places_->TellsBehind(at_, UserKeyOf(target))) return true;
    ShowEntry();
    return cursor_.CompareTo(target) > 0;
  }
  Slice separator_user_key() {
    ShowEntry();
    return index_.format().user_keys ? cursor_.key() : UserKeyOf(cursor_.key());
  }
  // OK at the end of the index.
  Status status() const;

  void SeekToFirst() {
    places_ = nullptr;
    if (Ready()) cursor_.SeekToFirst();
  }
  void SeekToLast() {
    places_ = nullptr;
    if (Ready()) cursor_.SeekToLast();
  }
  void Seek(const Slice& target);
  void Next() {
    if (places_ != nullptr) {
      GoTo(at_ + 1);
    } else {
      cursor_.Next();
    }
  }
  void Prev() {
    if (places_ != nullptr) {
      GoTo(at_ == 0 ? places_->count() : at_ - 1);
    } else {
      cursor_.Prev();
    }
  }
  // Moves to where the other walk over this index is, if that takes no search.
  bool MoveTo(const FlatIndexWalk& other) {
    if (other.places_ == nullptr || !Ready()) return false;
    if (places_ == nullptr) shown_ = kNone;
    places_ = other.places_;
    GoTo(other.at_);
    return true;
  }

 private:
  bool Ready() { return cursor_.attached() || Load(); }
  // Reads the top block. False with status_ set.
  bool Load();
  // REQUIRES: on places.
  void GoTo(uint32_t i) {
    at_ = i;
    if (i < places_->count()) extent_ = places_->PlaceAt(i);
  }
  // Brings the cursor to where the walk is.
  void ShowEntry() {
    if (places_ == nullptr || shown_ == at_) return;
    cursor_.SeekToRestart(at_);
    shown_ = at_;
  }

  static constexpr uint32_t kNone = UINT32_MAX;

  const SstIndex& index_;
  const ReadOptions& ro_;
  BlockRef holder_;
  IndexCursor cursor_;
  // Not null: the walk is on these, at the place at_, and the cursor at the entry shown_.
  const SeparatorDigests* places_ = nullptr;
  uint32_t at_ = 0;
  uint32_t shown_ = kNone;
  Extent extent_;
  Status status_;
};

// The same walk over partitions; it holds one partition at a time.
class TwoLevelIndexWalk {
 public:
  TwoLevelIndexWalk(const SstIndex& index, const ReadOptions& ro);

  bool valid() const { return part_.attached() && part_.valid(); }
  const Extent& extent() const { return part_.extent(); }
  const Slice& first_key() const { return part_.first_key(); }
  bool IsBehind(const Slice& target) { return part_.CompareTo(target) > 0; }
  Slice separator_user_key() {
    return index_.format().user_keys ? part_.key() : UserKeyOf(part_.key());
  }
  Status status() const;

  void SeekToFirst();
  void SeekToLast();
  void Seek(const Slice& target);
  void Next();
  void Prev();
  // Always takes a search.
  bool MoveTo(const TwoLevelIndexWalk& /*other*/) { return false; }

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
