// Slows writers down or stops them. The verdicts come from bucket/bucket_stall, one per column
// family; this class joins them and turns "slow down" into a byte rate. Thread-safe.
//
// Invariants
//  1. state() is kStopped while any family's verdict is stop, kDelayed while any is delay, else
//     kNormal.
//  2. The rate moves as schedule/delay_rate.h says.
#pragma once

#include <atomic>
#include <cstdint>

#include "db/state/locks.h"

namespace ROCKSDB_NAMESPACE {

class WriteController {
 public:
  enum State : int { kNormal = 0, kDelayed = 1, kStopped = 2 };

  explicit WriteController(uint64_t max_rate) : max_rate_(max_rate), rate_(max_rate) {}

  State state() const { return static_cast<State>(state_.load(std::memory_order_acquire)); }
  // One family's verdict changes.
  void FamilyChanged(State from, State to) REQUIRES_LOCK(state_lock);
  // A family is (still) delayed: adapts the rate. `near_stop`: one step from stopping.
  void AdaptRate(uint64_t backlog_bytes, uint64_t previous_backlog_bytes, bool near_stop);
  // A family's delay is over: the next one begins faster than this one ended.
  void StallEnded();
  // Compaction falls behind, though not far enough to hold writers up: low-priority writes give
  // way.
  bool pressed() const { return pressed_.load(std::memory_order_relaxed); }
  void SetPressed(bool pressed) { pressed_.store(pressed, std::memory_order_relaxed); }
  // Microseconds a writer of `bytes` has to wait now; charges them, unless it would have to wait
  // and will not: who tries again and again must not put off the others.
  uint64_t DelayMicros(uint64_t now_micros, uint64_t bytes, bool will_wait = true);
  // Bytes a second; max_rate() is delayed_write_rate.
  uint64_t rate() const { return rate_.load(std::memory_order_relaxed); }
  uint64_t max_rate() const { return max_rate_.load(std::memory_order_relaxed); }
  // For SetDBOptions. The rate begins at the new maximum.
  void set_max_rate(uint64_t rate);

 private:
  std::atomic<int> state_{kNormal};
  std::atomic<bool> pressed_{false};
  std::atomic<uint64_t> max_rate_;
  std::atomic<uint64_t> rate_;
  // Families with that verdict.
  int delayed_ GUARDED_BY(state_lock) = 0;
  int stopped_ GUARDED_BY(state_lock) = 0;
  Mutex mutex_;  // leaf
  // The time up to which bytes let through have been paid for.
  uint64_t paid_until_ GUARDED_BY(mutex_) = 0;
};

}  // namespace ROCKSDB_NAMESPACE
