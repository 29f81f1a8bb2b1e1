// Decides, record by record, what of a sorted stream of versions survives a flush or a compaction:
// which versions some snapshot still needs, what range tombstones cover, how merge operands fold,
// what the compaction filter says, which deletions have nothing left to delete. Pulls from an
// InternalIterator, is pulled by the job's output loop. One thread, no locks; never writes.
//
//   snapshots      s0        s1            s2
//   stripes    [0..s0]  (s0..s1]  (s1..s2]  (s2..newest]
//
//   of each key, each stripe needs only its newest version: no reader can tell the others apart
//
// Invariants
//  1. Output is in InternalKeyOrder; of one user key and stripe at most one non-merge record comes
//     out, single deletes and kept operands with their base excepted.
//  2. A record is dropped only because of a newer one in its stripe, a range tombstone in its
//  stripe,
//     or the filter, or because nothing it could hide lies below (bottommost) and every snapshot
//     reads the same without it.
//  3. key() and value() stay valid until the next call of Next().
//  4. Every record of the input before `upper` is counted once, dropped or not: the job's count
//  check
//     relies on that.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/compaction_filter.h"
#include "rocksdb/merge_operator.h"
#include "util/internal_iterator.h"
#include "util/internal_key.h"
#include "util/key_bytes.h"
#include "util/merge_fold.h"
#include "util/range_tombstone.h"

namespace ROCKSDB_NAMESPACE {

// The cancel flag of streams that cannot be canceled.
inline const std::atomic<bool> kNeverCanceled{false};

class CompactionIterator {
 public:
  // All pointers must outlive the stream.
  struct Config {
    InternalKeyOrder order{BytewiseComparator()};
    std::vector<SequenceNumber> snapshots;  // ascending
    // The oldest snapshot with which a transaction looks for newer writes; kLargestSequence: none.
    // What was written after it leaves something to be found.
    SequenceNumber oldest_conflict_snapshot = kLargestSequence;
    const MergeOperator* merge_operator = nullptr;
    const CompactionFilter* filter = nullptr;
    int filter_level = 0;
    const FragmentedRangeTombstones* tombstones = nullptr;  // of all inputs; null: none
    // True when no data older than the inputs can exist for the user key outside of them. Called
    // with ascending keys. Null: never, as for flushes and jobs within level 0.
    std::function<bool(const Slice& user_key)> nothing_below;
    // The output level is the last one with data: old records need no number. REQUIRES:
    // nothing_below would be true for every key.
    bool zero_sequences = false;
    // The stream ends before this user key, which is not counted. Null: at the input's end.
    const std::string* upper = nullptr;
    // Once one of them is true, the stream fails with ShutdownInProgress. Not null.
    const std::atomic<bool>* cancel_all = &kNeverCanceled;
    const std::atomic<bool>* cancel_this = &kNeverCanceled;
    Logger* logger = nullptr;
    Statistics* stats = nullptr;
    bool time_filter = false;  // measure what the filter takes
  };
  struct Counters {
    uint64_t input_records = 0;
    uint64_t input_deletions = 0;
    uint64_t input_raw_key_bytes = 0;
    uint64_t input_raw_value_bytes = 0;
    uint64_t dropped_hidden = 0;    // by a newer version
    uint64_t dropped_obsolete = 0;  // deletions with nothing below
    uint64_t dropped_range_del = 0;
    uint64_t dropped_by_filter = 0;
    uint64_t single_delete_mismatches = 0;   // single deletes that met something else than a put
    uint64_t single_delete_fallthrough = 0;  // single deletes that met nothing and stay
    uint64_t output_records = 0;
    uint64_t filter_nanos = 0;

    // Every counter, so that the sum over the parts of a job says as much as one part does.
    void Add(const Counters& more);
  };

  CompactionIterator(InternalIterator* input, Config config);

  void SeekToFirst();  // REQUIRES: `input` is positioned by this call, not before
  // Starts at the input's present position: for parts that begin inside the key space.
  void Start();
  bool Valid() const { return valid_; }
  void Next();
  const Slice& key() const { return key_; }
  const Slice& value() const { return value_; }
  Slice user_key() const { return UserKeyOf(key_); }
  // Not OK ends the stream: Valid() is false and the outputs must be deleted. An error of the input
  // is one of the stream, so callers must check once Valid() turns false.
  [[nodiscard]] Status status() const;
  const Counters& counters() const { return counters_; }

 private:
  using NewColumns = std::vector<std::pair<std::string, std::string>>;
  struct Pending {
    std::string key;
    std::string value;
  };

  void Advance();
  void StepInput();
  bool EnterRecord(ParsedInternalKey* ikey);
  bool PastUpper(const Slice& user_key) const {
    return config_.upper != nullptr && config_.order.CompareUserKeys(user_key, *config_.upper) >= 0;
  }
  bool DropsHere(const ParsedInternalKey& ikey, size_t stripe);
  bool RunFilter(ParsedInternalKey* ikey);
  bool TakeOperand(std::vector<Pending>* operands);
  bool ChangeToEntity(NewColumns* changed, ParsedInternalKey* ikey);
  bool ApplyDecision(CompactionFilter::Decision decision, ParsedInternalKey* ikey,
                     std::string* skip_until);
  void Emit(const ParsedInternalKey& ikey, const Slice& value);
  void HandleYoungDeletion(SequenceNumber seq, size_t stripe);
  void HandleSingleDelete(const ParsedInternalKey& ikey, size_t stripe);
  // Emits a single deletion and the put it deletes, without its value.
  void LeavePair(SequenceNumber deletion, SequenceNumber put);
  // The first of queue_ is the record now. REQUIRES: queue_ is not empty.
  void ShowQueue();
  void HandleMerge(const ParsedInternalKey& ikey, size_t stripe);
  bool ReadBase(const ParsedInternalKey& ikey, MergeBase* base);
  bool FinishMerge(const ParsedInternalKey& newest, std::vector<Pending>* operands,
                   const MergeBase* base, bool base_covered, bool bottom);
  void QueueBase();
  size_t StripeOf(SequenceNumber seq) const;
  bool CoveredInStripe(const ParsedInternalKey& ikey, size_t stripe) const;
  bool NothingBelow(const Slice& user_key) const;
  void Fail(const Status& s);

  InternalIterator* const input_;
  const Config config_;
  const SequenceNumber oldest_snapshot_;

  bool valid_ = false;
  bool ended_ = false;  // at the upper bound
  Slice key_;
  Slice value_;
  bool input_consumed_ = true;  // the record under input_ has been processed
  // Of the record under input_ once it was entered; empty before.
  Slice entered_key_;
  Status status_;

  KeyBytes current_;  // user key being worked on
  // It has the bytes of the record that was entered last; a user's comparator may take others for
  // equal.
  bool current_is_entered_ = false;
  bool have_current_ = false;
  size_t last_stripe_ = 0;  // of the newest record of current_ that decides for its stripe
  bool have_stripe_ = false;
  bool filtered_current_ = false;
  KeyBytes key_space_;
  std::string value_space_;
  std::string skip_until_;  // compaction filter: drop all keys before
  // Merge operands that could not be folded, and their base: come out one by one, newest first,
  // before the input moves on. key_ and value_ may point into it.
  std::vector<Pending> queue_;
  size_t queue_at_ = 0;
  Counters counters_;
};

}  // namespace ROCKSDB_NAMESPACE
