// The recording side of PerfContext and IOStatsContext: one thread-local of each, macros that cost
// a compare when the level is too low. PERF_TIMER measures to the end of its scope.
#pragma once

#include <ctime>

#include "rocksdb/iostats_context.h"
#include "rocksdb/perf_context.h"
#include "rocksdb/perf_level.h"

namespace ROCKSDB_NAMESPACE {

// constinit: no guard is checked on access; initial-exec: in a shared library no function is
// called.
#define BUCKETLSM_FAST_TLS __attribute__((tls_model("initial-exec")))
extern constinit thread_local PerfLevel perf_level BUCKETLSM_FAST_TLS;
extern constinit thread_local IOStatsContext iostats_context;

extern constinit thread_local PerfContext* perf_context_of_thread BUCKETLSM_FAST_TLS;

PerfContext* MakePerfContextOfThread();

// A pointer made on first use, since PerfContext has a destructor and so could not be constinit.
inline PerfContext& ThisPerfContext() {
  return *(perf_context_of_thread != nullptr ? perf_context_of_thread : MakePerfContextOfThread());
}

inline uint64_t ReadClockNanos(clockid_t id) {
  timespec ts;
  clock_gettime(id, &ts);
  return static_cast<uint64_t>(ts.tv_sec) * 1000000000u + static_cast<uint64_t>(ts.tv_nsec);
}

// Adds elapsed nanoseconds to a metric while the thread's level is at least `needed`. At lower
// levels it costs a compare.
class PerfTimer {
 public:
  explicit PerfTimer(uint64_t* metric, PerfLevel needed = kEnableTimeExceptForMutex,
                     clockid_t id = CLOCK_MONOTONIC)
      : metric_(perf_level >= needed ? metric : nullptr), id_(id) {
    if (metric_ != nullptr) {
      start_ = ReadClockNanos(id_);
    }
  }
  // Of the thread's perf context.
  explicit PerfTimer(uint64_t PerfContextBase::*metric,
                     PerfLevel needed = kEnableTimeExceptForMutex, clockid_t id = CLOCK_MONOTONIC)
      : metric_(nullptr), id_(id) {
    if (perf_level >= needed) [[unlikely]] {
      metric_ = &(ThisPerfContext().*metric);
      start_ = ReadClockNanos(id_);
    }
  }
  ~PerfTimer() { Stop(); }
  PerfTimer(const PerfTimer&) = delete;
  PerfTimer& operator=(const PerfTimer&) = delete;

  // Ends the measurement before the scope does.
  void Stop() {
    if (metric_ != nullptr) {
      *metric_ += ReadClockNanos(id_) - start_;
      metric_ = nullptr;
    }
  }

 private:
  // Null when nothing is measured or the measurement has ended.
  uint64_t* metric_;
  const clockid_t id_;
  uint64_t start_ = 0;
};

// The metrics of one level of the tree; null when those are not collected.
PerfContextByLevel* PerfContextOfLevel(uint32_t level);

inline bool PerfCounting() { return perf_level >= kEnableCount; }
// True: PerfContextOfLevel is not null. An application may have set the flag alone.
inline bool PerfCountingLevels() {
  return perf_level >= kEnableCount && ThisPerfContext().per_level_perf_context_enabled &&
         ThisPerfContext().level_to_perf_context != nullptr;
}

// Which macro to use where. Below the level that it needs, each costs a compare and does nothing:
//
//   PERF_COUNT(metric, n)            count            kEnableCount
//   PERF_COUNT_LEVEL(m, n, level)    by tree level    kEnableCount, and switched on by the thread
//   PERF_WAIT_TIMER(metric)          time waited      kEnableWait
//   PERF_TIMER(metric)               time             kEnableTimeExceptForMutex
//   PERF_CPU_TIMER(metric)           processor time   kEnableTimeAndCPUTimeExceptForMutex
//   PERF_MUTEX_TIMER(metric)         time for a lock  kEnableTime
//   IOSTATS_ADD, IOSTATS_TIMER, IOSTATS_CPU_TIMER     the same for the thread's IOStatsContext
#define PERF_COUNT(metric, n)                                                   \
  do {                                                                          \
    if (::ROCKSDB_NAMESPACE::perf_level >= ::ROCKSDB_NAMESPACE::kEnableCount) { \
      ::ROCKSDB_NAMESPACE::ThisPerfContext().metric += (n);                     \
    }                                                                           \
  } while (false)

#define PERF_COUNT_LEVEL(metric, n, level)                                    \
  do {                                                                        \
    if (::ROCKSDB_NAMESPACE::PerfCountingLevels()) {                          \
      if (auto* by_level_ = ::ROCKSDB_NAMESPACE::PerfContextOfLevel(level)) { \
        by_level_->metric += (n);                                             \
      }                                                                       \
    }                                                                         \
  } while (false)

// PERF_TIMER_STOP(metric) ends it early.
#define PERF_TIMER(metric) \
  ::ROCKSDB_NAMESPACE::PerfTimer perf_timer_##metric(&::ROCKSDB_NAMESPACE::PerfContextBase::metric)
#define PERF_TIMER_STOP(metric) perf_timer_##metric.Stop()
#define PERF_WAIT_TIMER(metric)                       \
  ::ROCKSDB_NAMESPACE::PerfTimer perf_timer_##metric( \
      &::ROCKSDB_NAMESPACE::PerfContextBase::metric, ::ROCKSDB_NAMESPACE::kEnableWait)
#define PERF_MUTEX_TIMER(metric)                      \
  ::ROCKSDB_NAMESPACE::PerfTimer perf_timer_##metric( \
      &::ROCKSDB_NAMESPACE::PerfContextBase::metric, ::ROCKSDB_NAMESPACE::kEnableTime)
#define PERF_CPU_TIMER(metric)                        \
  ::ROCKSDB_NAMESPACE::PerfTimer perf_timer_##metric( \
      &::ROCKSDB_NAMESPACE::PerfContextBase::metric,  \
      ::ROCKSDB_NAMESPACE::kEnableTimeAndCPUTimeExceptForMutex, CLOCK_THREAD_CPUTIME_ID)

#define IOSTATS_ADD(metric, n)                                   \
  do {                                                           \
    if (!::ROCKSDB_NAMESPACE::iostats_context.disable_iostats) { \
      ::ROCKSDB_NAMESPACE::iostats_context.metric += (n);        \
    }                                                            \
  } while (false)
#define IOSTATS_CPU_TIMER(metric)                        \
  ::ROCKSDB_NAMESPACE::PerfTimer iostats_timer_##metric( \
      &::ROCKSDB_NAMESPACE::iostats_context.metric,      \
      ::ROCKSDB_NAMESPACE::kEnableTimeAndCPUTimeExceptForMutex, CLOCK_THREAD_CPUTIME_ID)
#define IOSTATS_TIMER(metric)                            \
  ::ROCKSDB_NAMESPACE::PerfTimer iostats_timer_##metric( \
      &::ROCKSDB_NAMESPACE::iostats_context.metric)

}  // namespace ROCKSDB_NAMESPACE
