// Work that is done by several threads for one caller.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// Calls work(0) to work(n - 1), each once, from at most `threads` threads, the calling one among
// them. Returns when all calls have returned. Where the system gives no more threads, fewer do the
// work. REQUIRES: calls of `work` may run beside each other.
void RunInParallel(size_t n, size_t threads, const std::function<void(size_t)>& work);

// The same, while the caller does something else meanwhile.
//
//   ParallelWork w(n, work); w.AddHelper(); ... w.Finish();
class ParallelWork {
 public:
  ParallelWork(size_t n, std::function<void(size_t)> work) : n_(n), work_(std::move(work)) {}
  // What has not begun never does; waits for what has.
  ~ParallelWork();
  ParallelWork(const ParallelWork&) = delete;
  ParallelWork& operator=(const ParallelWork&) = delete;

  // One more thread works from now on. Also called by `work`. Does nothing once all has begun, or
  // where the system gives no thread.
  void AddHelper();
  size_t helpers() const;
  // Returns when all calls have returned; once. The caller works as well, unless there are `enough`
  // helpers.
  void Finish(size_t enough = SIZE_MAX);

 private:
  void Take();
  void Join();

  const size_t n_;
  const std::function<void(size_t)> work_;
  std::atomic<size_t> next_{0};
  mutable Mutex mutex_;
  std::vector<std::thread> helpers_ GUARDED_BY(mutex_);
};

}  // namespace ROCKSDB_NAMESPACE
