// Snapshot bookkeeping; see the header for the rules. Flushes and compactions copy the numbers
// once, when they begin: a snapshot made later is at least as new as all they read.
#include "db/state/snapshot_list.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

SnapshotList::~SnapshotList() {
  // Snapshots that the application never released.
  for (SnapshotHandle* handle : alive_) delete handle;
}

void SnapshotList::Release(const Snapshot* snapshot) {
  if (snapshot == nullptr) return;
  const auto* handle = static_cast<const SnapshotHandle*>(snapshot);
  {
    MutexLock lock(&mutex_);
    alive_.erase(handle->place_);
  }
  delete handle;
}

bool SnapshotList::PauseIfEmpty() {
  MutexLock lock(&mutex_);
  paused_ = alive_.empty();
  return paused_;
}

void SnapshotList::Resume() {
  MutexLock lock(&mutex_);
  paused_ = false;
  resumed_.SignalAll();
}

bool SnapshotList::empty() const {
  MutexLock lock(&mutex_);
  return alive_.empty();
}

uint64_t SnapshotList::count() const {
  MutexLock lock(&mutex_);
  return alive_.size();
}

SequenceNumber SnapshotList::oldest() const {
  MutexLock lock(&mutex_);
  return alive_.empty() ? kLargestSequence : alive_.front()->sequence_;
}

SequenceNumber SnapshotList::oldest_for_conflicts() const {
  MutexLock lock(&mutex_);
  const auto first = std::find_if(alive_.begin(), alive_.end(), [](const SnapshotHandle* handle) {
    return handle->for_conflicts_;
  });
  return first == alive_.end() ? kLargestSequence : (*first)->sequence_;
}

int64_t SnapshotList::oldest_unix_time() const {
  MutexLock lock(&mutex_);
  return alive_.empty() ? 0 : alive_.front()->unix_time_;
}

std::vector<SequenceNumber> SnapshotList::Sequences() const {
  MutexLock lock(&mutex_);
  std::vector<SequenceNumber> result;
  result.reserve(alive_.size());
  for (const SnapshotHandle* handle : alive_) {
    // The list is sorted (invariant 1), so equal ones are neighbours.
    if (result.empty() || result.back() != handle->sequence_) result.push_back(handle->sequence_);
  }
  return result;
}

}  // namespace ROCKSDB_NAMESPACE
