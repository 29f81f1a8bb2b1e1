// Lets compactions stand still while a flush works that writers are about to wait for, as far as
// the processors do not suffice for all of them. Each database has one: its stall rules say when,
// the threads of its compactions ask between two records.
//
// Thread-safe; its lock is a leaf.
//
// Invariants
//  1. turn_ is not 0 only while some family's flush goes first, and at most longest_ after the
//     first of them began to: a flush that hangs holds nothing else up.
//  2. working_ counts the threads of compactions that are between Begin and End and do not wait.
#pragma once

#include <atomic>
#include <cstdint>
#include <set>

#include "util/merge_meter.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

class RightOfWay {
 public:
  static constexpr uint64_t kLongest = 300000;

  // `longest`, in microseconds: invariant 1.
  explicit RightOfWay(uint32_t processors, uint64_t longest = kLongest);

  // Whether a thread that had a processor for `worked` of `passed` is in the way of others on it.
  static bool InTheWay(uint64_t worked, uint64_t passed);

  // Whether the flush of `family` goes first from now on (schedule/stall_rules.h).
  void Set(uint32_t family, bool first);
  // Nobody waits any more: the database closes.
  void Cancel();

  // Around the work of each thread of a compaction.
  void Begin();
  void End();
  // Cheap. 0: nothing goes first. Each time that something begins to has its own number.
  uint32_t turn() const { return turn_.load(std::memory_order_relaxed); }
  // Waits until the flushes are done, the processors suffice, or the time is up. REQUIRES: the
  // thread is between Begin and End.
  void GiveWay();

 private:
  void EndTurn() REQUIRES_LOCK(mutex_);

  // Threads of compactions for which processors are left beside one writer and the flush.
  const uint32_t spared_;
  const uint64_t longest_;
  std::atomic<uint32_t> turn_{0};
  Mutex mutex_;
  CondVar changed_;
  std::set<uint32_t> first_ GUARDED_BY(mutex_);  // families whose flush goes first
  uint32_t last_turn_ GUARDED_BY(mutex_) = 0;
  uint64_t until_ GUARDED_BY(mutex_) = 0;
  uint32_t working_ GUARDED_BY(mutex_) = 0;
  bool canceled_ GUARDED_BY(mutex_) = false;
};

// One thread of a compaction, for the length of a scope; that thread's alone.
class RightOfWayHold {
 public:
  // `way` may be null: nothing ever goes first. `work` is the thread's and outlives this.
  RightOfWayHold(RightOfWay* way, MergeWork* work);
  ~RightOfWayHold();
  RightOfWayHold(const RightOfWayHold&) = delete;
  RightOfWayHold& operator=(const RightOfWayHold&) = delete;

  // Between two records: waits where something goes first and this thread is in its way.
  void GiveWay() {
    if (way_ == nullptr) return;
    const uint32_t turn = way_->turn();
    if (turn != 0 && turn != passed_) Consider(turn);
  }

 private:
  void Consider(uint32_t turn);

  RightOfWay* const way_;
  MergeWork& work_;
  uint32_t passed_ = 0;  // nothing more to do about this turn
};

}  // namespace ROCKSDB_NAMESPACE
