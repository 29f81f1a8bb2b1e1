// MergeMeter: what merging keeps busy, measured where it happens. Each thread of a compaction says
// at its end how long it worked, for how much of that it wanted a processor, and beside how many
// others; flushes only count among those others. Each database has one: its pickers ask how many
// jobs are of use.
//
//   thread of a compaction  [ MergeWork ... StandStill ... ]   -> demand(): processors
//   thread of a flush         [ UsefulThreadsScope ]           -> useful(): the device
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <optional>

#include "util/processor_demand.h"
#include "util/useful_threads.h"

namespace ROCKSDB_NAMESPACE {

class MergeMeter {
 public:
  const ProcessorDemand& demand() const { return demand_; }
  const UsefulThreads& useful() const { return useful_; }
  UsefulThreads& useful() { return useful_; }

 private:
  friend class MergeWork;

  ProcessorDemand demand_;
  UsefulThreads useful_;
};

// The work of one thread of a compaction, for the length of a scope; that thread's alone.
class MergeWork {
 public:
  // `meter` may be null: nothing is measured.
  explicit MergeWork(MergeMeter* meter);
  ~MergeWork();
  MergeWork(const MergeWork&) = delete;
  MergeWork& operator=(const MergeWork&) = delete;

  // What the thread has read, unpacked. Without it nobody learns how many threads are useful.
  void SetBytes(uint64_t bytes) { bytes_ = bytes; }
  // So far, in nanoseconds; 0 without a meter.
  uint64_t Passed() const { return clock_ ? clock_->Passed() : 0; }
  uint64_t Computed() const;
  // Calls `wait`, in which the thread stands still for others: that is no part of its work.
  template <typename Wait>
  void StandStill(Wait wait) {
    if (meter_ == nullptr) return wait();
    const uint64_t passed = Passed(), threads = meter_->useful_.ThreadNanos();
    meter_->useful_.End();
    wait();
    meter_->useful_.Begin();
    threads_then_ += meter_->useful_.ThreadNanos() - threads;
    stood_ += Passed() - passed;
  }

 private:
  MergeMeter* const meter_;
  std::optional<const DemandMeter> clock_;  // where there is a meter
  const uint64_t cpu_then_;                 // of this thread, nanoseconds
  uint64_t threads_then_ = 0;               // of all threads, without those while it stood still
  uint64_t stood_ = 0;                      // nanoseconds
  uint64_t bytes_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
