// The part that every public iterator shares: position, key and status. Applications use the
// derived classes; this one knows nothing about values.
#pragma once

#include "rocksdb/cleanable.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class Snapshot;

// One thread uses it at a time, unless all threads call const methods only.
class IteratorBase : public Cleanable {
 public:
  IteratorBase() = default;
  IteratorBase(const IteratorBase&) = delete;
  void operator=(const IteratorBase&) = delete;
  // Releases everything that the iterator kept alive. REQUIRES: the database is still open.
  virtual ~IteratorBase() = default;

  // True while the iterator is on an entry. False past either end and after any error; status()
  // tells the two apart.
  virtual bool Valid() const = 0;

  // Moves to the first or last entry within the bounds of the ReadOptions. Without an entry the
  // iterator is not valid and its status OK. Both clear an earlier error.
  virtual void SeekToFirst() = 0;
  virtual void SeekToLast() = 0;

  // Moves to the first entry at or after `target`. Clears an earlier error.
  virtual void Seek(const Slice& target) = 0;

  // Moves to the last entry at or before `target`. Clears an earlier error.
  virtual void SeekForPrev(const Slice& target) = 0;

  // Moves one entry forward. REQUIRES: Valid()
  virtual void Next() = 0;

  // Moves one entry back. REQUIRES: Valid()
  virtual void Prev() = 0;

  // The bytes stay in place until the iterator moves, with ReadOptions::pin_data until it is
  // deleted. REQUIRES: Valid()
  virtual Slice key() const = 0;

  // With ReadOptions::allow_unprepared_value the value need not be loaded until this is called.
  // False: it could not be loaded, and status() has the error. Here values are always loaded.
  // REQUIRES: Valid()
  virtual bool PrepareValue() { return true; }

  // The status of the last move. OK at the ends; Corruption, IOError, TimedOut, Incomplete (with
  // kBlockCacheTier) and the like when the move stopped early.
  virtual Status status() const = 0;

  // Moves to the newest state (or to that of `snapshot`) and drops the position; the caller seeks
  // again. On failure the iterator keeps its former state. Default: NotSupported; iterators of
  // DB::NewIterator support it.
  virtual Status Refresh() { return Refresh(nullptr); }
  virtual Status Refresh(const Snapshot* /*snapshot*/) {
    return Status::NotSupported("Refresh() is not supported");
  }
};

}  // namespace ROCKSDB_NAMESPACE
