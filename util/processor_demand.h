// How much of their time the threads of some kind of work want a processor. The rest of it they
// wait for a device, a rate limit or a lock. A thread that is ready to run and has to wait for its
// turn wants a processor as much as one that has it: however many threads share the processors, the
// demand stays what it is with one.
//
// Thread-safe. Recent work counts more than old work: what was added before the last kMemory of
// thread time fades.
#pragma once

#include <atomic>
#include <cstdint>

#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

class ProcessorDemand {
 public:
  // Nanoseconds of the threads together.
  static constexpr uint64_t kMemory = 8'000'000'000;

  // A thread worked for `passed` nanoseconds and wanted a processor for `wanted` of them; more
  // than `passed` counts as all.
  void Add(uint64_t wanted, uint64_t passed);
  // 1 to 100. 100 until something was added: who knows nothing must not overload the processors.
  uint32_t percent() const { return percent_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint32_t> percent_{100};
  Mutex mutex_;
  uint64_t wanted_ GUARDED_BY(mutex_) = 0;
  uint64_t passed_ GUARDED_BY(mutex_) = 0;
};

// The time for which the calling thread has had a processor, or has waited for its turn on one,
// since it began; nanoseconds. Where the kernel does not tell how long it waited (no
// /proc/thread-self/schedstat), the time on a processor alone.
uint64_t ProcessorNanosWanted();

// The calling thread's time since the meter was made, in nanoseconds; for that thread only.
class DemandMeter {
 public:
  DemandMeter();
  uint64_t Passed() const;
  uint64_t Wanted() const { return ProcessorNanosWanted() - wanted_then_; }

 private:
  const uint64_t began_;
  const uint64_t wanted_then_;
};

}  // namespace ROCKSDB_NAMESPACE
