// Cleanable: a list of functions that run when an object is destroyed. Iterators and pinned slices
// derive from it and release blocks and cache handles through it. It is never copied; a move
// passes the list on.
#pragma once

#include <atomic>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// Not thread-safe: one thread at a time may register, delegate and destroy.
class Cleanable {
 public:
  // The function must not throw; it runs in the thread that destroys or resets the object.
  using CleanupFunction = void (*)(void* arg1, void* arg2);

  Cleanable() = default;
  // The function registered first runs first; the order of the others is not fixed.
  ~Cleanable() { RunAll(); }

  Cleanable(const Cleanable&) = delete;
  Cleanable& operator=(const Cleanable&) = delete;
  // Assignment first runs the functions that this object had. `other` is left without functions.
  Cleanable(Cleanable&& other) noexcept { StealFrom(other); }
  Cleanable& operator=(Cleanable&& other) noexcept;

  // Calls function(arg1, arg2) once, when this object is destroyed or Reset. The function alone
  // manages what the arguments point to. The first registration allocates nothing. REQUIRES:
  // function is not nullptr.
  void RegisterCleanup(CleanupFunction function, void* arg1, void* arg2);

  // Moves every registered function to `other`; nothing runs now. REQUIRES: `other` is another
  // object and not nullptr.
  void DelegateCleanupsTo(Cleanable* other);

  // Runs the registered functions and removes them.
  void Reset() {
    RunAll();
    cleanup_ = Cleanup();
  }

  // Whether any function is registered.
  bool HasCleanups() { return cleanup_.function != nullptr; }

 protected:
  struct Cleanup {
    CleanupFunction function = nullptr;
    void* arg1 = nullptr;
    void* arg2 = nullptr;
    Cleanup* next = nullptr;
  };

  // Takes over an entry that was made by new.
  void RegisterCleanup(Cleanup* heap_entry);

  // The first entry is in place; the others hang off cleanup_.next, on the heap.
  Cleanup cleanup_;

 private:
  void StealFrom(Cleanable& other) {
    cleanup_ = other.cleanup_;
    other.cleanup_ = Cleanup();
  }
  void RunAll() {
    if (cleanup_.function != nullptr) {
      RunChain();
    }
  }
  void RunChain();
};

// A reference-counted Cleanable, for several readers that share one pinned resource: the
// registered functions run when the last holder releases it, in that holder's thread. Counting is
// safe from any thread; a single pointer object, and the Cleanable it leads to, belong to one
// thread at a time.
class SharedCleanablePtr {
 public:
  // Holds nothing until Allocate or assignment.
  SharedCleanablePtr() = default;
  SharedCleanablePtr(const SharedCleanablePtr& from);
  SharedCleanablePtr(SharedCleanablePtr&& from) noexcept;
  SharedCleanablePtr& operator=(const SharedCleanablePtr& from);
  SharedCleanablePtr& operator=(SharedCleanablePtr&& from) noexcept;
  ~SharedCleanablePtr();

  // Starts a new shared Cleanable and drops the present one.
  void Allocate();
  // Releases the shared Cleanable.
  void Reset();
  // REQUIRES: it holds an object. get() may return nullptr.
  Cleanable& operator*();
  Cleanable* operator->();
  Cleanable* get();

  // Keeps the shared object alive until `target` cleans up; the second form gives this pointer's
  // own share to `target`. Without an object both do nothing.
  void RegisterCopyWith(Cleanable* target);
  void MoveAsCleanupTo(Cleanable* target);

 private:
  struct Shared;
  Shared* ptr_ = nullptr;
};

}  // namespace ROCKSDB_NAMESPACE
