// Publishing and caching of SuperVersions; the protocol is described in the header.
#include "db/super_version.h"

namespace ROCKSDB_NAMESPACE {

SuperVersionSlots::~SuperVersionSlots() {
  for (Slot& slot : slots_) {
    if (SuperVersion* sv = slot.cached.exchange(nullptr)) sv->Unref();
  }
  if (current_ != nullptr) current_->Unref();
}

size_t SuperVersionSlots::MySlot() {
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
    number_.store(sv->number);
  }
  for (Slot& slot : slots_) {
    if (slot.cached.load() == nullptr) continue;
    if (SuperVersion* stale = slot.cached.exchange(nullptr)) stale->Unref();
  }
  if (old != nullptr) old->Unref();
}

SuperVersion* SuperVersionSlots::Take() {
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
