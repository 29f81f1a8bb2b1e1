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
  first_.function(first_.arg1, first_.arg2);
  for (Entry* e = first_.next; e != nullptr;) {
    e->function(e->arg1, e->arg2);
    delete std::exchange(e, e->next);
  }
}

void Cleanable::RegisterCleanup(CleanupFunction function, void* arg1, void* arg2) {
  assert(function != nullptr);
  if (first_.function == nullptr) {
    first_ = Entry{function, arg1, arg2, nullptr};
  } else {
    // Behind the first entry, which needs no walk: only the first entry has a promised turn.
    first_.next = new Entry{function, arg1, arg2, first_.next};
  }
}

void Cleanable::Adopt(Entry* heap_entry) {
  if (first_.function == nullptr) {
    first_ = *heap_entry;
    first_.next = nullptr;
    delete heap_entry;
  } else {
    heap_entry->next = first_.next;
    first_.next = heap_entry;
  }
}

void Cleanable::DelegateCleanupsTo(Cleanable* other) {
  assert(other != nullptr && other != this);
  if (first_.function == nullptr) {
    return;
  }
  // The first entry lives inside this object, so it is copied; the others move to *other.
  other->RegisterCleanup(first_.function, first_.arg1, first_.arg2);
  for (Entry* e = first_.next; e != nullptr;) {
    other->Adopt(std::exchange(e, e->next));
  }
  first_ = Entry();
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
