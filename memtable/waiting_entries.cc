// Linking what waits.
#include "memtable/waiting_entries.h"

namespace ROCKSDB_NAMESPACE {

void WaitingEntries::LinkAll() {
  MutexLock lock(&mu_);
  const uint64_t taken = taken_.load(std::memory_order_acquire);
  const uint64_t linked = linked_.load(std::memory_order_relaxed);
  SkipList::Draft drafts[kPlaces];
  for (uint64_t at = linked; at < taken; ++at) drafts[at - linked] = drafts_[at % kPlaces];
  list_->InsertTogether(drafts, taken - linked, &finger_);
  linked_.store(taken, std::memory_order_release);
}

}  // namespace ROCKSDB_NAMESPACE
