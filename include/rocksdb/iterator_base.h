// The cursor part shared by every public iterator: position, key and status. Applications use the
// derived classes; nothing here knows about values.
#pragma once

#include "rocksdb/cleanable.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class Snapshot;

// One thread at a time, unless all of them call const methods only.
class IteratorBase : public Cleanable {
 public:
  IteratorBase() = default;
  IteratorBase(const IteratorBase&) = delete;
  IteratorBase& operator=(const IteratorBase&) = delete;
  // Lets go of everything the iterator kept alive. REQUIRES: its database is still open.
  ~IteratorBase() override = default;

  // True while the cursor stands on an entry. False past either end, and after any error: look at
  // status() to tell the two apart.
  virtual bool Valid() const = 0;

  // To either end, within the bounds of the ReadOptions. Not valid afterwards if there is no entry,
  // with an OK status. Both clear an earlier error.
  virtual void SeekToFirst() = 0;
  virtual void SeekToLast() = 0;

  // To the first entry at or after `target`. Clears an earlier error.
  virtual void Seek(const Slice& target) = 0;

  // To the last entry at or before `target`. Clears an earlier error.
  virtual void SeekForPrev(const Slice& target) = 0;

  // One entry forward. REQUIRES: Valid()
  virtual void Next() = 0;

  // One entry back. REQUIRES: Valid()
  virtual void Prev() = 0;

  // Bytes stay put until the cursor moves. REQUIRES: Valid()
  virtual Slice key() const = 0;

  // Of the last move. OK at the ends; Corruption, IOError, TimedOut, Incomplete (with
  // kBlockCacheTier) and the like when it stopped early.
  virtual Status status() const = 0;

  // Moves the view to the newest state (or to `snapshot`) and drops the position; the caller seeks
  // again. On failure the iterator keeps its former view. Default: NotSupported; iterators of
  // DB::NewIterator support it.
  virtual Status Refresh() { return Refresh(nullptr); }
  virtual Status Refresh(const Snapshot* /*snapshot*/) {
    return Status::NotSupported("Refresh() is not available on this iterator");
  }
};

}  // namespace ROCKSDB_NAMESPACE
