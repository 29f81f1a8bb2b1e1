// Cleanable's list and the shared form of it.
#include "rocksdb/cleanable.h"

#include <cassert>
#include <utility>

namespace ROCKSDB_NAMESPACE {

Cleanable& Cleanable::operator=(Cleanable&& other) noexcept {
  if (this != &other) {
    RunAll();
    StealFrom(other);
  }
  return *this;
}

void Cleanable::RunChain() {
  cleanup_.function(cleanup_.arg1, cleanup_.arg2);
  for (Cleanup* e = cleanup_.next; e != nullptr;) {
    e->function(e->arg1, e->arg2);
    delete std::exchange(e, e->next);
  }
}

void Cleanable::RegisterCleanup(CleanupFunction function, void* arg1, void* arg2) {
  assert(function != nullptr);
  if (cleanup_.function == nullptr) {
    cleanup_ = Cleanup{function, arg1, arg2, nullptr};
  } else {
    // Behind the first entry, which needs no walk: only the first entry has a promised turn.
    cleanup_.next = new Cleanup{function, arg1, arg2, cleanup_.next};
  }
}

void Cleanable::RegisterCleanup(Cleanup* heap_entry) {
  if (cleanup_.function == nullptr) {
    cleanup_ = *heap_entry;
    cleanup_.next = nullptr;
    delete heap_entry;
  } else {
    heap_entry->next = cleanup_.next;
    cleanup_.next = heap_entry;
  }
}

void Cleanable::DelegateCleanupsTo(Cleanable* other) {
  assert(other != nullptr && other != this);
  if (cleanup_.function == nullptr) {
    return;
  }
  // The first entry lives inside this object, so it is copied; the others move to *other.
  other->RegisterCleanup(cleanup_.function, cleanup_.arg1, cleanup_.arg2);
  for (Cleanup* e = cleanup_.next; e != nullptr;) {
    other->RegisterCleanup(std::exchange(e, e->next));
  }
  cleanup_ = Cleanup();
}

// Its clean-ups run when the last holder releases it.
struct SharedCleanablePtr::Shared : public Cleanable {
  std::atomic<unsigned> holders{1};

  static void Hold(Shared* s) {
    if (s != nullptr) {
      s->holders.fetch_add(1, std::memory_order_relaxed);
    }
  }
  static void LetGo(Shared* s) {
    if (s != nullptr && s->holders.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      delete s;
    }
  }
  static void LetGoOf(void* shared, void* /*unused*/) { LetGo(static_cast<Shared*>(shared)); }
};

SharedCleanablePtr::SharedCleanablePtr(const SharedCleanablePtr& from) : ptr_(from.ptr_) {
  Shared::Hold(ptr_);
}

SharedCleanablePtr::SharedCleanablePtr(SharedCleanablePtr&& from) noexcept
    : ptr_(std::exchange(from.ptr_, nullptr)) {}

SharedCleanablePtr& SharedCleanablePtr::operator=(const SharedCleanablePtr& from) {
  // Hold before release: both may be the same object.
  Shared::Hold(from.ptr_);
  Shared::LetGo(std::exchange(ptr_, from.ptr_));
  return *this;
}

SharedCleanablePtr& SharedCleanablePtr::operator=(SharedCleanablePtr&& from) noexcept {
  if (this != &from) {
    Shared::LetGo(std::exchange(ptr_, std::exchange(from.ptr_, nullptr)));
  }
  return *this;
}

SharedCleanablePtr::~SharedCleanablePtr() { Shared::LetGo(ptr_); }

void SharedCleanablePtr::Allocate() { Shared::LetGo(std::exchange(ptr_, new Shared())); }

void SharedCleanablePtr::Reset() { Shared::LetGo(std::exchange(ptr_, nullptr)); }

Cleanable& SharedCleanablePtr::operator*() { return *ptr_; }
Cleanable* SharedCleanablePtr::operator->() { return ptr_; }
Cleanable* SharedCleanablePtr::get() { return ptr_; }

void SharedCleanablePtr::RegisterCopyWith(Cleanable* target) {
  if (ptr_ != nullptr) {
    Shared::Hold(ptr_);
    target->RegisterCleanup(&Shared::LetGoOf, ptr_, nullptr);
  }
}

void SharedCleanablePtr::MoveAsCleanupTo(Cleanable* target) {
  if (ptr_ != nullptr) {
    target->RegisterCleanup(&Shared::LetGoOf, std::exchange(ptr_, nullptr), nullptr);
  }
}

}  // namespace ROCKSDB_NAMESPACE
