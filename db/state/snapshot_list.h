// The snapshots that are alive, oldest first. Owned by the database; used by reads, flushes and
// compactions to know which sequence numbers somebody can still see. Thread-safe through its own
// leaf lock.
//
// Invariants
//  1. Sequence numbers never decrease along the list (snapshots are created with the newest visible
//     sequence).
//  2. A handle is in the list from Create until Release, exactly once.
//  3. While the list is paused it is empty, and nobody gets a snapshot.
#pragma once

#include <list>
#include <vector>

#include "rocksdb/snapshot.h"
#include "util/dbformat.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// The snapshot that GetSnapshot returns. Immutable; Release frees it.
class SnapshotHandle final : public Snapshot {
 public:
  SnapshotHandle(SequenceNumber sequence, int64_t unix_time, bool for_conflicts)
      : sequence_(sequence), unix_time_(unix_time), for_conflicts_(for_conflicts) {}
  ~SnapshotHandle() override = default;

  SequenceNumber GetSequenceNumber() const override { return sequence_; }
  int64_t GetUnixTime() const override { return unix_time_; }
  // No snapshot has a user-defined timestamp.
  uint64_t GetTimestamp() const override { return UINT64_MAX; }

 private:
  friend class SnapshotList;
  const SequenceNumber sequence_;
  const int64_t unix_time_;
  const bool for_conflicts_;
  std::list<SnapshotHandle*>::iterator place_;
};

class SnapshotList {
 public:
  SnapshotList() = default;
  ~SnapshotList();

  // `read_sequence` is called under the list's lock, so that invariant 1 holds between racing
  // callers. `for_conflicts`: a transaction will ask which keys were written after it.
  template <typename ReadSequence>
  const SnapshotHandle* Create(ReadSequence read_sequence, int64_t unix_time,
                               bool for_conflicts = false) {
    MutexLock lock(&mutex_);
    while (paused_) resumed_.Wait();
    auto* handle = new SnapshotHandle(read_sequence(), unix_time, for_conflicts);
    handle->place_ = alive_.insert(alive_.end(), handle);
    return handle;
  }
  // Frees the handle; null is allowed. REQUIRES: it came from this list's Create.
  void Release(const Snapshot* snapshot);

  // Makes Create wait until Resume, so that what happens between comes before every snapshot.
  // False, and nothing is changed, if there is one. REQUIRES: one caller at a time.
  bool PauseIfEmpty();
  void Resume();

  bool empty() const;
  uint64_t count() const;
  // Sequence of the oldest snapshot, or kLargestSequence when there is none.
  SequenceNumber oldest() const;
  // The same of those for conflicts.
  SequenceNumber oldest_for_conflicts() const;
  // Creation time of the oldest, 0 when none.
  int64_t oldest_unix_time() const;
  // Distinct sequence numbers, ascending.
  std::vector<SequenceNumber> Sequences() const;

 private:
  mutable Mutex mutex_;
  bool paused_ GUARDED_BY(mutex_) = false;
  CondVar resumed_{&mutex_};
  std::list<SnapshotHandle*> alive_ GUARDED_BY(mutex_);
};

}  // namespace ROCKSDB_NAMESPACE
