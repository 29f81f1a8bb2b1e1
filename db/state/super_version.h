// What a read sees of one column family: the mutable memtable, the immutable ones, and the tree,
// taken together. A new one is published whenever any of them is replaced. Reads take and return it
// without a lock.
//
// Invariants of SuperVersionSlot
//  1. Each slot holds null or one SuperVersion on which the slot owns a reference.
//  2. After Publish(sv) returns, no slot holds an older one: Return() checks the current number
//     again after it has put its SuperVersion into the slot, and Publish() stores the number before
//     it empties the slots (both seq_cst), so one of the two sees the other. Hence idle threads
//     never pin old files (hazard 7).
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <vector>

#include "memtable/memtable.h"
#include "options/cf_config.h"
#include "util/mutex.h"
#include "version/tree_version.h"

namespace ROCKSDB_NAMESPACE {

using MemTablePtr = std::shared_ptr<MemTable>;

// Immutable once published, but for `refs`; memtables in it go on taking writes until switched.
// Readers hold references, never locks.
struct SuperVersion {
  MemTablePtr mem;
  std::vector<MemTablePtr> imm;  // newest first
  // Memtables that are in tables already, newest first. Only the checks of transactions look at
  // them: no read takes a value from here.
  std::vector<MemTablePtr> history;
  TreePtr tree;
  std::shared_ptr<const CfConfig> config;
  uint64_t number = 0;
  std::atomic<uint32_t> refs{1};

  void Ref() { refs.fetch_add(1, std::memory_order_relaxed); }
  void Unref() {
    if (refs.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }
};

// The published SuperVersion of one column family. Thread-safe.
class SuperVersionSlots {
 public:
  SuperVersionSlots() = default;
  ~SuperVersionSlots();
  SuperVersionSlots(const SuperVersionSlots&) = delete;
  SuperVersionSlots& operator=(const SuperVersionSlots&) = delete;

  // Takes over the caller's reference and makes it current. Old ones are released by whoever uses
  // them last. Releasing can free memtables and trees: call without the state lock where that
  // matters, or keep a reference.
  void Publish(SuperVersion* sv);
  // Never null after the first Publish. The caller must Return() or Unref() it.
  SuperVersion* Take();
  // Gives back what Take() gave; usually leaves it in this thread's slot for the next read.
  void Return(SuperVersion* sv);
  uint64_t current_number() const { return number_.load(std::memory_order_acquire); }

 private:
  // Threads beyond that share slots: correct all the same, with a lock now and then.
  static constexpr size_t kSlots = 64;
  struct alignas(64) Slot {
    std::atomic<SuperVersion*> cached{nullptr};
  };
  // The slot of the calling thread; the same for all families.
  static size_t MySlot();

  std::array<Slot, kSlots> slots_;
  std::atomic<uint64_t> number_{0};
  Mutex mutex_;
  // Owns a reference.
  SuperVersion* current_ GUARDED_BY(mutex_) = nullptr;
};

// Holds a SuperVersion for the length of a scope.
class SuperVersionHold {
 public:
  explicit SuperVersionHold(SuperVersionSlots* slots) : slots_(slots), sv_(slots->Take()) {}
  ~SuperVersionHold() { slots_->Return(sv_); }
  SuperVersionHold(const SuperVersionHold&) = delete;
  SuperVersionHold& operator=(const SuperVersionHold&) = delete;
  SuperVersion* operator->() const { return sv_; }
  SuperVersion& operator*() const { return *sv_; }
  SuperVersion* get() const { return sv_; }

 private:
  SuperVersionSlots* const slots_;
  SuperVersion* const sv_;
};

}  // namespace ROCKSDB_NAMESPACE
