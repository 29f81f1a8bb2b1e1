// How many threads that flush and merge make the work faster where they share a device. Each thread
// computes a while and waits for the device a while. On a device that serves one request after the
// other each waits longer for the same bytes the more of them work, and from some number on only
// the device's speed counts:
//
//     time for a byte    = compute + wait(n)              wait(n) = w + b * n
//     bytes in a second  = n / time for a byte            at most 1 / b
//
//     bytes in   1/b |- - - - - - - - - - - -             The line of one thread's speed meets the
//     a second       |      /   ____-------               device's at n = (compute + w + b) / b.
//                    |    / __--                          Threads beyond that make the others, a
//                    |  /_-                               flush among them, slower, and nothing
//                    +------------+-----------            faster.
//                                 n         threads
//
// On a device that gives each thread a share of its own b is 0: no number is too large.
//
// Thread-safe; its lock is a leaf. A measurement fades with the work that is done after it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

class UsefulThreads {
 public:
  static constexpr uint32_t kNoLimit = UINT32_MAX;
  // All work so far was done beside about as many threads, or there was none.
  static constexpr uint32_t kUnknown = 0;

  // Around the work of each thread of a flush or a compaction; not while it stands still for
  // others.
  void Begin() { Change(1); }
  void End() { Change(-1); }
  // Nanoseconds that all threads together have worked so far.
  uint64_t ThreadNanos() const;

  // What one thread did; times in nanoseconds.
  struct Work {
    uint64_t bytes = 0;     // that it read, unpacked
    uint64_t threads = 0;   // that all threads worked meanwhile, its own included
    uint64_t passed = 0;    // meanwhile
    uint64_t wanted = 0;    // of `passed`: on a processor, or ready for one
    uint64_t computed = 0;  // of `passed`: on a processor
  };
  void Add(const Work& work);
  // 1 or more; kNoLimit; or kUnknown.
  uint32_t count() const { return count_.load(std::memory_order_relaxed); }

 private:
  // Sums over the work beside about as many threads, which fade; all but `bytes` times bytes.
  struct Row {
    double bytes = 0, threads = 0, wait = 0, compute = 0;
    void Fade(double part);
    void Add(const Row& more);
  };
  // The last one has all the numbers above, too.
  static constexpr size_t kRows = 32;

  void Change(int by);
  uint32_t CountOf() const REQUIRES_LOCK(mutex_);

  std::atomic<uint32_t> count_{kUnknown};
  mutable Mutex mutex_;
  std::array<Row, kRows> rows_ GUARDED_BY(mutex_);
  uint32_t working_ GUARDED_BY(mutex_) = 0;
  uint64_t changed_at_ GUARDED_BY(mutex_) = 0;
  uint64_t thread_nanos_ GUARDED_BY(mutex_) = 0;  // up to changed_at_
};

// A thread's work for the length of a scope.
class UsefulThreadsScope {
 public:
  explicit UsefulThreadsScope(UsefulThreads* threads) : threads_(*threads) { threads_.Begin(); }
  ~UsefulThreadsScope() { threads_.End(); }
  UsefulThreadsScope(const UsefulThreadsScope&) = delete;
  UsefulThreadsScope& operator=(const UsefulThreadsScope&) = delete;

 private:
  UsefulThreads& threads_;
};

}  // namespace ROCKSDB_NAMESPACE
