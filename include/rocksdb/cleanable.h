// Cleanable: a list of functions to run when an object dies. Base of iterators and pinned slices;
// blocks and cache handles are released through it. Never copied; moving hands the list over.
#pragma once

#include <atomic>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// Not thread-safe: register, delegate and destroy from one thread at a time.
class Cleanable {
 public:
  // Must not throw; runs in the thread that destroys or resets the object.
  using CleanupFunction = void (*)(void* arg1, void* arg2);

  Cleanable() = default;
  // The function registered first runs first; the order of the others is not fixed.
  virtual ~Cleanable() { RunAll(); }

  Cleanable(const Cleanable&) = delete;
  Cleanable& operator=(const Cleanable&) = delete;
  // Assignment runs what this object had before. `other` is left without functions.
  Cleanable(Cleanable&& other) noexcept { StealFrom(other); }
  Cleanable& operator=(Cleanable&& other) noexcept;

  // Calls function(arg1, arg2) once, when this object is destroyed or Reset. function is not null;
  // who owns what the arguments point to is its own affair. The first registration costs no
  // allocation.
  void RegisterCleanup(CleanupFunction function, void* arg1, void* arg2);

  // Gives every registered function to `other`, which is another object and not null; nothing runs
  // now.
  void DelegateCleanupsTo(Cleanable* other);

  // Runs what is registered and forgets it.
  void Reset() {
    RunAll();
    first_ = Entry();
  }

  // Whether anything would run.
  bool HasCleanups() const { return first_.function != nullptr; }

 private:
  struct Entry {
    CleanupFunction function = nullptr;
    void* arg1 = nullptr;
    void* arg2 = nullptr;
    Entry* next = nullptr;
  };

  void StealFrom(Cleanable& other) {
    first_ = other.first_;
    other.first_ = Entry();
  }
  void RunAll() {
    if (first_.function != nullptr) {
      RunChain();
    }
  }
  void RunChain();
  void Adopt(Entry* heap_entry);

  Entry first_;  // in place; the rest hangs off first_.next, on the heap
};

// A reference-counted Cleanable, for several readers that share one pinned resource: the registered
// functions run when the last holder lets go, in its thread. Counting is safe from any thread; a
// single pointer object, and the Cleanable it leads to, are for one thread at a time.
class SharedCleanablePtr {
 public:
  // Holds nothing until Allocate or assignment.
  SharedCleanablePtr() = default;
  SharedCleanablePtr(const SharedCleanablePtr& from);
  SharedCleanablePtr(SharedCleanablePtr&& from) noexcept;
  SharedCleanablePtr& operator=(const SharedCleanablePtr& from);
  SharedCleanablePtr& operator=(SharedCleanablePtr&& from) noexcept;
  ~SharedCleanablePtr();

  void Allocate();  // starts a new shared Cleanable, dropping the present one
  void Reset();     // lets go
  // REQUIRES: it holds something. get() may be null.
  Cleanable& operator*();
  Cleanable* operator->();
  Cleanable* get();

  // Keeps the shared object alive until `target` cleans up; the second form gives this pointer's
  // own share away. Without an object both do nothing.
  void RegisterCopyWith(Cleanable* target);
  void MoveAsCleanupTo(Cleanable* target);

 private:
  struct Shared;
  Shared* ptr_ = nullptr;
};

}  // namespace ROCKSDB_NAMESPACE
