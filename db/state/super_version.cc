// Publishing and caching of SuperVersions; the protocol is described in the header. The race that
// invariant 2 is about:
//
//   Publish(sv8)                          Return(sv7), another thread
//                                         is the number still 7? yes
//   number = 8
//   sweep: this slot is empty
//                                         slot = sv7
//                                         is the number still 7? no: takes sv7 out again
//
// Were the slot filled before the sweep, the sweep would find it.
#include "db/state/super_version.h"

namespace ROCKSDB_NAMESPACE {

SuperVersionSlots::~SuperVersionSlots() {
  for (Slot& slot : slots_) {
    if (SuperVersion* sv = slot.cached.exchange(nullptr)) sv->Unref();
  }
  if (current_ != nullptr) current_->Unref();
}

size_t SuperVersionSlots::MySlot() {
  // Given out in turn, so that the first 64 threads have slots of their own.
  static std::atomic<uint32_t> next{0};
  thread_local const uint32_t mine = next.fetch_add(1, std::memory_order_relaxed);
  return mine % kSlots;
}

void SuperVersionSlots::Publish(SuperVersion* sv) {
  SuperVersion* old;
  {
    MutexLock lock(&mutex_);
    old = current_;
    current_ = sv;
    // From here no Take accepts an older one from a slot, and each Return either sees this number
    // or has its super version found by the sweep below (invariant 2).
    number_.store(sv->number);
  }
  for (Slot& slot : slots_) {
    // A load first: most slots are empty, and an exchange would take the cache line away from its
    // thread.
    if (slot.cached.load() == nullptr) continue;
    if (SuperVersion* stale = slot.cached.exchange(nullptr)) stale->Unref();
  }
  // Outside the lock: it may be the last reference, and free a tree and memtables.
  if (old != nullptr) old->Unref();
}

SuperVersion* SuperVersionSlots::Take() {
  // Taken out, not shared: the slot's reference is ours now, and nothing is counted. A second read
  // in the same thread meanwhile finds the slot empty and takes the slow way.
  if (SuperVersion* sv = slots_[MySlot()].cached.exchange(nullptr)) {
    if (sv->number == number_.load()) return sv;
    sv->Unref();
  }
  MutexLock lock(&mutex_);
  current_->Ref();
  return current_;
}

void SuperVersionSlots::Return(SuperVersion* sv) {
  std::atomic<SuperVersion*>& cached = slots_[MySlot()].cached;
  SuperVersion* expected = nullptr;
  // Read before the super version is given away.
  const uint64_t number = sv->number;
  if (number != number_.load() || !cached.compare_exchange_strong(expected, sv)) {
    sv->Unref();
    return;
  }
  // From here another thread may take or release sv through the slot; only `number` is ours.
  if (number != number_.load()) {
    if (SuperVersion* stale = cached.exchange(nullptr)) stale->Unref();
  }
}

}  // namespace ROCKSDB_NAMESPACE
