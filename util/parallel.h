// Work that is done by several threads for one caller. The others are kept threads
// (kept_threads.h).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>

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
  // What a helper does, and its last step: nothing of this object is touched behind it.
  void Help();
  void Join();

  const size_t n_;
  const std::function<void(size_t)> work_;
  std::atomic<size_t> next_{0};
  mutable Mutex mutex_;
  CondVar all_left_{&mutex_};
  size_t helpers_ GUARDED_BY(mutex_) = 0;
  size_t at_work_ GUARDED_BY(mutex_) = 0;  // of the helpers
};

}  // namespace ROCKSDB_NAMESPACE
