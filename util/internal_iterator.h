// The iterator of every floor below the user's Iterator: over internal keys, in InternalKeyOrder.
// Position lives in plain fields of the base class, so Valid(), key() and value() are never virtual
// calls; only moving is. Implementations set the three fields at the end of each move.
//
// Invariants
//  1. valid_ implies key_ and value_ point at bytes that stay put until the next move (or longer:
//  pinned()).
//  2. !valid_ and status().ok() means the end was reached; a failed read makes valid_ false and
//  status() not ok.
//  3. Not thread-safe; one thread at a time.
#pragma once

#include "rocksdb/cleanable.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class InternalIterator : public Cleanable {
 public:
  InternalIterator() = default;
  virtual ~InternalIterator() = default;
  InternalIterator(const InternalIterator&) = delete;
  InternalIterator& operator=(const InternalIterator&) = delete;

  bool Valid() const { return valid_; }
  // REQUIRES for both: Valid().
  const Slice& key() const { return key_; }
  const Slice& value() const { return value_; }

  virtual void SeekToFirst() = 0;
  virtual void SeekToLast() = 0;
  // First entry at or after `target` (an internal key).
  virtual void Seek(const Slice& target) = 0;
  // Last entry at or before `target` (an internal key).
  virtual void SeekForPrev(const Slice& target) = 0;
  // REQUIRES for both: Valid().
  virtual void Next() = 0;
  virtual void Prev() = 0;
  // With false, as at first, the two seeks may say "end" where a filter rules out the target's
  // prefix. With true they find every entry, whatever its prefix; so do later turns of direction.
  virtual void SetTotalOrder(bool on) {}
  [[nodiscard]] virtual Status status() const = 0;

  // Who holds the position: this, or an iterator within it that may be moved in its place as long
  // as that stays valid; this one's own position is then out of date. Changes with any move.
  InternalIterator* Mover() { return mover_ != nullptr ? mover_ : this; }
  // Another mover's last move left it invalid: goes on from there in its direction. REQUIRES:
  // Mover() is not this.
  virtual void GoOn(bool forward) {}

  // True when key() (value()) bytes live until the iterator is destroyed, whatever moves happen
  // meanwhile.
  virtual bool KeyPinned() const { return false; }
  virtual bool ValuePinned() const { return false; }

 protected:
  void SetEnd() { valid_ = false; }

  Slice key_;
  Slice value_;
  bool valid_ = false;
  InternalIterator* mover_ = nullptr;
};

// An iterator over nothing, carrying a status.
InternalIterator* NewEmptyInternalIterator(const Status& status = Status::OK());

}  // namespace ROCKSDB_NAMESPACE
