// See the header.
#include "util/parallel.h"

#include <algorithm>

#include "util/kept_threads.h"

namespace ROCKSDB_NAMESPACE {

void RunInParallel(size_t n, size_t threads, const std::function<void(size_t)>& work) {
  ParallelWork all(n, work);
  for (threads = std::min(threads, n); threads > 1; --threads) all.AddHelper();
  all.Finish();
}

ParallelWork::~ParallelWork() {
  next_.store(n_);
  Join();
}

void ParallelWork::AddHelper() {
  if (next_.load() >= n_) return;
  {
    MutexLock lock(&mutex_);
    ++helpers_;
    ++at_work_;
  }
  if (KeptThreads::Shared().Run([this] { Help(); })) return;
  // Those that are there do the work.
  MutexLock lock(&mutex_);
  --helpers_;
  if (--at_work_ == 0) all_left_.SignalAll();
}

size_t ParallelWork::helpers() const {
  MutexLock lock(&mutex_);
  return helpers_;
}

void ParallelWork::Finish(size_t enough) {
  if (helpers() < enough) Take();
  Join();
}

void ParallelWork::Take() {
  for (size_t i = next_.fetch_add(1); i < n_; i = next_.fetch_add(1)) work_(i);
}

void ParallelWork::Help() {
  Take();
  // With the lock held: who finds that all have left may let this object go.
  MutexLock lock(&mutex_);
  if (--at_work_ == 0) all_left_.SignalAll();
}

// A helper may add another one before it leaves.
void ParallelWork::Join() {
  MutexLock lock(&mutex_);
  while (at_work_ > 0) all_left_.Wait();
}

}  // namespace ROCKSDB_NAMESPACE
