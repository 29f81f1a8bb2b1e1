// The user's iterator: turns the merged stream of internal entries into the newest visible value of
// each user key. Made by DBImpl::NewIterator over the sources of one SuperVersion. Never reads
// files itself. One thread at a time, as every Iterator.
//
//   inner_      a@9  a@7  a@3  b@5(del)  b@2  c@6(merge)  c@4      newest first within a key
//   at seq 7         a@7=>a                   c@6+c@4=>c            what the user sees
//
// Invariants
//  1. Forward: when Valid() and the entry is a plain value, inner_ stands on that entry; when it
//     came from merge operands, inner_ stands on the first entry not consumed (past_current_ says
//     which).
//  2. Backward: inner_ stands before every entry of the current key (or is exhausted).
//  3. key_ always holds a copy of the current user key while Valid(); entries of key_ are never
//     returned twice.
//  4. Nothing newer than sequence_ is ever looked at, except to be skipped.
//  5. A tailing iterator moves sequence_ to the newest published number before each move, and its
//     sources to the newest super version before each seek, and before a step if there is a newer
//     one. Between two moves it looks at nothing.
//  6. value_ and columns_ point into the entry under inner_ (forward, not merged) or into
//     value_space_, shown_key_ at key_: good until the next move. With pin_data all of them point
//     into kept_: good as long as the iterator.
//  7. From a seek to an end on inner_ walks in total order: entries behind the end belong to any
//     prefix, so no filter may rule out a source, in reseeks and turns either.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "db/read/range_del_view.h"
#include "rocksdb/iterator.h"
#include "rocksdb/merge_operator.h"
#include "rocksdb/options.h"
#include "rocksdb/slice_transform.h"
#include "rocksdb/statistics.h"
#include "rocksdb/system_clock.h"
#include "rocksdb/wide_columns.h"
#include "util/arena.h"
#include "util/internal_iterator.h"
#include "util/internal_key.h"
#include "util/merge_fold.h"

namespace ROCKSDB_NAMESPACE {

class DbIter final : public Iterator {
 public:
  // One consistent set of sources. They go together: a sequence number means what it says only
  // against the super version it was read with.
  struct Sources {
    // Gives the super version back when it goes.
    std::shared_ptr<void> hold;  // declared first, so that it goes after `inner`
    std::unique_ptr<InternalIterator> inner;
    std::unique_ptr<RangeDelView> range_dels;
    SequenceNumber sequence = 0;
    uint64_t super_version_number = 0;
  };
  // Makes sources for another snapshot (nullptr: the newest state); for Refresh().
  class Factory {
   public:
    virtual ~Factory() = default;
    [[nodiscard]] virtual Status Rebuild(const Snapshot* snapshot, Sources* out) = 0;
    // The newest published sequence number, and the super version that new sources would have.
    virtual SequenceNumber NewestSequence() const = 0;
    virtual uint64_t NewestSuperVersion() const = 0;
  };
  struct Config {
    InternalKeyOrder order{BytewiseComparator()};
    const MergeOperator* merge_operator = nullptr;
    const SliceTransform* prefix_extractor = nullptr;
    uint64_t max_sequential_skip = 8;
    Logger* info_log = nullptr;
    Statistics* stats = nullptr;
    SystemClock* clock = nullptr;      // never null where stats are given
    std::shared_ptr<const void> keep;  // whatever must outlive the iterator (options snapshot)
  };

  DbIter(const ReadOptions& read_options, Config config, Sources sources,
         std::unique_ptr<Factory> factory);
  ~DbIter() override;

  bool Valid() const override { return valid_; }
  Slice key() const override { return shown_key_; }
  Slice value() const override { return value_; }
  const WideColumns& columns() const override { return columns_; }
  Status status() const override;
  void SeekToFirst() override;
  void SeekToLast() override;
  void Seek(const Slice& target) override;
  void SeekForPrev(const Slice& target) override;
  void Next() override;
  void Prev() override;
  Status Refresh() override { return Refresh(nullptr); }
  Status Refresh(const Snapshot* snapshot) override;
  Status GetProperty(std::string name, std::string* value) override;

 private:
  enum class Direction { kForward, kBackward };
  enum class Move { kSeek, kNext, kPrev };
  class Measured;  // one call of the user, from begin to end

  // Forgets the position before, errors included. Every seek begins with it; `total_order`: see
  // invariant 7. False: a tailing iterator found no new sources, and has failed.
  bool StartSeek(Direction direction, bool total_order);
  // For a step of a tailing iterator; see invariant 5. False: the iterator has failed.
  bool StepToNewest();
  void Invalidate() { valid_ = false; }
  void Fail(const Status& s);
  // True: a source could not be read, and the iterator has failed.
  bool InnerFailed();
  // The entry under inner_ in its parts. False: damaged, and the iterator has failed.
  bool ParseInner(ParsedInternalKey* ikey);
  // Bounds of the read options; both false where there is none.
  bool PastUpperBound(const Slice& user_key) const;
  bool BeforeLowerBound(const Slice& user_key) const;
  // prefix_same_as_start: the key is beyond the prefix that the last seek began in.
  bool LeftPrefix(const Slice& user_key) const;
  void RememberPrefix(const Slice& user_key);
  // Newest range tombstone visible here that covers the key; 0: none.
  SequenceNumber Covering(const Slice& user_key);
  // max_skippable_internal_keys: true, and the iterator has failed with Incomplete, once one call
  // has passed over more.
  bool TooManySkipped();

  // Forward. `skip_current`: entries of key_ have been returned or hidden already.
  void FindForward(bool skip_current);
  bool SkipForward(const ParsedInternalKey& ikey, bool* skip_current, uint64_t* run);
  void CollectMergeForward();
  // Moves to the last possible entry of the key, or beyond it.
  void ReseekPast(const Slice& user_key);

  // Backward.
  void FindBackward();
  // Both: the value of key_ into value_. False: it is deleted, not visible, or there is an error.
  // ResolveBySeek is for keys with more entries than it pays to walk over. `entry`: the oldest of
  // key_, on which inner_ stands.
  bool ResolveBackward(ParsedInternalKey* entry);
  // To the next newer entry of key_. False: there is none, or it cannot be read.
  bool StepBackInKey(ParsedInternalKey* entry);
  bool ResolveBySeek();
  void SwitchToForward();
  void SwitchToBackward();
  void StepBefore(const Slice& user_key);

  // Makes the result from a base value type / operands; returns false (and sets status_) on
  // failure.
  bool TakeValue(ValueType type, const Slice& stored);
  bool TakeEntity(const Slice& stored);
  // What operands are merged over, of a base that lies under inner_ or in value_space_.
  bool BaseOf(ValueType type, const Slice& stored, MergeBase* base);
  bool TakeMerged(const MergeBase& base);
  void Publish();
  // pin_data: shows copies that stay.
  void Pin();
  Slice Keep(const Slice& bytes);
  // Counters: EndMove for one call. Seeks are recorded at once, since an iterator may live for
  // hours; FlushCounters hands over the sums of the rest at the end only: shared tickers would cost
  // every step.
  void EndMove(Move move);
  void RecordSeek();
  void FlushCounters();

  const ReadOptions options_;
  const Config config_;
  Sources sources_;
  std::unique_ptr<Factory> factory_;
  InternalIterator* inner_;
  // prefix_same_as_start is asked for and there is an extractor.
  const bool check_prefix_;
  const bool pin_data_;
  // ReadOptions::tailing without a snapshot: each move sees what was written before it.
  const bool tailing_;

  Direction direction_ = Direction::kForward;
  bool valid_ = false;
  bool past_current_ = false;
  bool total_order_ = false;  // what inner_ was told
  Status status_;
  std::string key_;
  // See invariant 6 for both.
  Slice shown_key_;
  Slice value_;
  std::string value_space_;  // merged or backward values
  std::string seek_space_;
  // The prefix of the key that the last seek began at, which may be empty.
  std::string prefix_;
  bool has_prefix_ = false;
  std::vector<std::string> operands_;  // newest first
  WideColumns columns_;
  // columns_ holds those of an entity; else Publish makes the one of value_.
  bool is_entity_ = false;
  Arena kept_;
  uint64_t skipped_ = 0;  // internal entries passed over since the last user call

  struct Counters {
    uint64_t nexts = 0, prevs = 0, found_nexts = 0, found_prevs = 0, bytes = 0, skips = 0;
  } counters_;

  // These belong to the present call.
  struct Passed {
    uint64_t hidden = 0, deleted = 0, recent = 0, merged = 0;
  } passed_;
};

}  // namespace ROCKSDB_NAMESPACE
