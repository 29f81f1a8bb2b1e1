// Range tombstones (DeleteRange) cut into fragments that do not overlap, so that "is this key
// deleted, and as of when" is a binary search. Built by memtables and table readers, read by Get,
// iterators, flush and compaction.
//
//    written:     a-----------------f @ 9          fragments:  a--c    c-----f    f--------k
//                        c---------------------k @ 5            @9      @9 @5      @5
//
// Invariants
//  1. Fragments are ascending and disjoint in user-comparator order; a fragment covers [start,
//     end).
//  2. Each fragment's sequence numbers are strictly descending and there is at least one.
//  3. Immutable once built: any number of threads may read.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "rocksdb/comparator.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "util/dbformat.h"

namespace ROCKSDB_NAMESPACE {

class InternalIterator;

// Deletes the user keys of [start, end) written before seq.
struct RangeTombstone {
  Slice start;
  Slice end;
  SequenceNumber seq = 0;
};

class FragmentedRangeTombstones {
 public:
  struct Fragment {
    Slice start;
    Slice end;
    uint32_t first_seq;  // into seqs(): [first_seq, last_seq)
    uint32_t last_seq;
  };
  // A fragment's sequence numbers, newest first.
  struct SeqSpan {
    const SequenceNumber* first;
    const SequenceNumber* last;
    const SequenceNumber* begin() const { return first; }
    const SequenceNumber* end() const { return last; }
    size_t size() const { return static_cast<size_t>(last - first); }
  };

  // Empty.
  explicit FragmentedRangeTombstones(const Comparator* user) : user_(user) {}
  // From tombstones in any order; those with start >= end delete nothing and are dropped.
  // REQUIRES: the key bytes outlive this, unless copy_keys.
  FragmentedRangeTombstones(const Comparator* user, std::vector<RangeTombstone> tombstones,
                            bool copy_keys = false);
  FragmentedRangeTombstones(const FragmentedRangeTombstones&) = delete;
  FragmentedRangeTombstones& operator=(const FragmentedRangeTombstones&) = delete;

  // From an iterator over (start | tail, end) entries, read from first to last; keys are copied.
  [[nodiscard]] static Status FromIterator(const Comparator* user, InternalIterator* it,
                                           std::unique_ptr<FragmentedRangeTombstones>* result);

  bool empty() const { return fragments_.empty(); }
  const std::vector<Fragment>& fragments() const { return fragments_; }
  SeqSpan SeqsOf(const Fragment& f) const {
    return {seqs_.data() + f.first_seq, seqs_.data() + f.last_seq};
  }
  // The numbers that a snapshot sees.
  SeqSpan VisibleSeqsOf(const Fragment& f, SequenceNumber snapshot) const;
  // How many tombstones went in, before fragmenting.
  uint64_t num_tombstones() const { return num_tombstones_; }
  const Comparator* user_comparator() const { return user_; }
  size_t ApproximateMemoryUsage() const;

  // The largest sequence number <= snapshot of a tombstone covering user_key; 0 when there is none.
  SequenceNumber MaxCoveringSeq(const Slice& user_key, SequenceNumber snapshot) const;

  // Index of the first fragment whose end is after user_key; fragments().size() when there is none.
  size_t LowerBound(const Slice& user_key) const;

  // The fragments inside [*lo, *hi), cut at both (nullptr: unbounded), one RangeTombstone for each
  // sequence number, ordered by start, then newest first. Slices point at this object's keys or at
  // the bounds.
  std::vector<RangeTombstone> Cut(const Slice* lo, const Slice* hi) const;

 private:
  void Build(std::vector<RangeTombstone>* tombstones);
  void CopyKeys(std::vector<RangeTombstone>* tombstones);
  void AddFragment(const Slice& start, const Slice& end,
                   const std::vector<const RangeTombstone*>& active);

  const Comparator* const user_;
  std::vector<Fragment> fragments_;
  // Of all fragments, one after the other; a fragment names its part.
  std::vector<SequenceNumber> seqs_;
  std::string key_bytes_;  // backing store when keys are copied
  uint64_t num_tombstones_ = 0;
};

// Walks the fragments that have a tombstone visible at `snapshot`, showing the newest such one of
// each. Optionally limited to [*lower, *upper). Not thread-safe.
class RangeTombstoneIterator {
 public:
  // REQUIRES: the list is not null; it is kept alive by this iterator.
  RangeTombstoneIterator(std::shared_ptr<const FragmentedRangeTombstones> list,
                         SequenceNumber snapshot)
      : list_(std::move(list)), snapshot_(snapshot), pos_(list_->fragments().size()) {}

  // Narrows the walk to [*lower, *upper), nullptr being unbounded. REQUIRES: the bounds' bytes
  // outlive this.
  void SetBounds(const Slice* lower, const Slice* upper);

  bool Valid() const { return valid_; }
  void SeekToFirst();
  void SeekToLast();
  // First visible fragment whose end is after user_key.
  void Seek(const Slice& user_key);
  // Last visible fragment whose start is at or before user_key.
  void SeekForPrev(const Slice& user_key);
  // REQUIRES for all below: Valid().
  void Next();
  void Prev();
  const Slice& start() const { return start_; }
  const Slice& end() const { return end_; }
  SequenceNumber seq() const { return seq_; }
  // Every visible sequence number of the fragment, newest first.
  FragmentedRangeTombstones::SeqSpan seqs() const;

  SequenceNumber MaxCoveringSeq(const Slice& user_key) const;

  const FragmentedRangeTombstones& list() const { return *list_; }
  SequenceNumber snapshot() const { return snapshot_; }

 private:
  bool LoadFragment();
  void SkipForward();
  void SkipBackward();

  const std::shared_ptr<const FragmentedRangeTombstones> list_;
  const SequenceNumber snapshot_;
  size_t pos_;  // fragments().size() when before the first or past the last
  bool valid_ = false;
  bool has_lower_ = false;
  bool has_upper_ = false;
  Slice lower_;
  Slice upper_;
  Slice start_;
  Slice end_;
  SequenceNumber seq_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
