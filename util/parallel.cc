// See the header.
#include "util/parallel.h"

#include <algorithm>
#include <system_error>
#include <utility>

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
  MutexLock lock(&mutex_);
  try {
    helpers_.emplace_back([this] { Take(); });
  } catch (const std::system_error&) {
    // Those that are there do the work.
  }
}

size_t ParallelWork::helpers() const {
  MutexLock lock(&mutex_);
  return helpers_.size();
}

void ParallelWork::Finish(size_t enough) {
  if (helpers() < enough) Take();
  Join();
}

void ParallelWork::Take() {
  for (size_t i = next_.fetch_add(1); i < n_; i = next_.fetch_add(1)) work_(i);
}

// A helper that is joined may have added another one.
void ParallelWork::Join() {
  for (;;) {
    std::thread last;
    {
      MutexLock lock(&mutex_);
      if (helpers_.empty()) return;
      last = std::move(helpers_.back());
      helpers_.pop_back();
    }
    last.join();
  }
}

}  // namespace ROCKSDB_NAMESPACE
