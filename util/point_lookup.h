// PointLookup: the one state machine that turns the entries of a user key, newest first, into the
// outcome of a Get. Memtables and table readers feed it; db/ creates it and reads the outcome. It
// does no I/O and knows no file.
//
//   for each source, newest first:   CoverUpTo(newest tombstone over the key there)
//                                    Offer(entry)... until it returns false
//                                    EndSource(); stop when done()
//   Finish()
//
// Invariants
//  1. Entries are offered in InternalKeyOrder, and every entry of an earlier source is newer than
//     those of a later one.
//  2. `operands` is newest first; all of them are newer than the base value, and contiguous with
//     it. Where the merge operator ends the lookup early there is no base.
//  3. Every Slice handed out stays valid until the PointLookup dies: the bytes are stable, pinned
//     by pins_, or copied.
#pragma once

#include <algorithm>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "rocksdb/cleanable.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "util/dbformat.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {

class MergeOperator;

enum class LookupResult : uint8_t {
  kNotFound,  // nothing seen yet
  kFound,     // `value` of `value_type`
  kDeleted,
  kMerge,  // `operands`; once done(), over the base that has_base() tells
  kCorrupt,
};

// For one Get on one thread; lives on its stack.
class PointLookup {
 public:
  // Skips entries newer than `snapshot`. `user_key` carries the read timestamp when the comparator
  // has one. `stopper` holds the operator that may end the lookup at an operand; without one all
  // operands are collected. It points to the option, which only lookups that meet an operand read.
  // REQUIRES: order's comparator, user_key and stopper outlive this.
  PointLookup(const InternalKeyOrder& order, const Slice& user_key, SequenceNumber snapshot,
              const std::shared_ptr<MergeOperator>* stopper = nullptr)
      : order_(order), user_key_(user_key), snapshot_(snapshot), stopper_(stopper) {}
  PointLookup(const PointLookup&) = delete;
  PointLookup& operator=(const PointLookup&) = delete;

  // Takes one entry; true asks for the next older one of the same source. False: the entry has
  // another key, or done(). `pin` says how long value's bytes live. nullptr: they may vanish after
  // the call, so the lookup copies them if needed. Otherwise the lookup takes over the pin's
  // clean-ups if it keeps the value; a pin without clean-ups means that the bytes are stable.
  bool Offer(const ParsedInternalKey& key, const Slice& value, Cleanable* pin) {
    if (!SameKey(key.user_key)) return false;
    return OfferSameKey(key, value, pin);
  }
  // The same. REQUIRES: key.user_key equals the looked-up key (timestamps aside).
  bool OfferSameKey(const ParsedInternalKey& key, const Slice& value, Cleanable* pin);

  // A range tombstone of this source or a newer one deletes everything older than `seq`.
  void CoverUpTo(SequenceNumber seq) { max_covering_seq_ = std::max(max_covering_seq_, seq); }

  // Ends the lookup with a corruption (or an I/O error) found by the caller.
  void Fail(const Status& status);

  // No older source can change the outcome.
  bool done() const { return done_; }
  // done(), and no entry was the last one needed: a tombstone hides all older sources, or there are
  // none.
  bool ran_out() const { return ran_out_; }
  // Called after each source: if a tombstone seen so far covers the entries of older sources, the
  // lookup ends.
  void EndSource() {
    if (!done_ && max_covering_seq_ > 0) Finish();
  }
  // Called after the last source: turns "not found" under a tombstone, or operands without base,
  // into the outcome.
  void Finish();

  LookupResult result() const { return result_; }
  const Status& status() const { return status_; }
  // kFound, or kMerge with has_base().
  const Slice& value() const { return value_; }
  ValueType value_type() const { return value_type_; }
  bool has_base() const { return has_base_; }
  // Newest first.
  const std::vector<Slice>& operands() const { return operands_; }
  // Sequence number of the newest visible entry that was used (a deleting tombstone counts);
  // kLargestSequence when there is none.
  SequenceNumber sequence() const { return sequence_; }
  // The timestamp of that entry; empty without user-defined timestamps.
  const std::string& timestamp() const { return timestamp_; }

  const Slice& user_key() const { return user_key_; }
  SequenceNumber snapshot() const { return snapshot_; }

  // Moves the found value out: pinned if it has clean-ups, else copied (or swapped in if it was
  // copied before). value() is no longer valid afterwards. REQUIRES: result() == kFound.
  void MoveValueTo(PinnableSlice* out);

 private:
  bool SameKey(const Slice& other) const;
  void NoteSequence(const ParsedInternalKey& key);
  void TakeBase(const Slice& value, ValueType type, Cleanable* pin);
  void TakeDeletion();
  void TakeOperand(const Slice& value, Cleanable* pin);
  Slice Keep(const Slice& value, Cleanable* pin, bool* copied);

  const InternalKeyOrder order_;
  const Slice user_key_;
  const SequenceNumber snapshot_;
  const std::shared_ptr<MergeOperator>* const stopper_;

  LookupResult result_ = LookupResult::kNotFound;
  ValueType value_type_ = kTypeValue;
  bool done_ = false;
  bool ran_out_ = false;
  bool has_base_ = false;
  bool value_copied_ = false;
  SequenceNumber sequence_ = kLargestSequence;
  SequenceNumber max_covering_seq_ = 0;
  Slice value_;
  // Keeps the bytes under value_ and operands_ alive if another object owns them. copies_ holds the
  // other bytes; it is a list, so that they never move.
  Cleanable pins_;
  std::vector<Slice> operands_;
  std::list<std::string> copies_;
  std::string timestamp_;
  Status status_;
};

}  // namespace ROCKSDB_NAMESPACE
