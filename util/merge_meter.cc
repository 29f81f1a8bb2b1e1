// See the header.
#include "util/merge_meter.h"

#include <algorithm>
#include <ctime>

#include "util/perf_context_imp.h"

namespace ROCKSDB_NAMESPACE {

MergeWork::MergeWork(MergeMeter* meter)
    : meter_(meter), cpu_then_(meter == nullptr ? 0 : ReadClockNanos(CLOCK_THREAD_CPUTIME_ID)) {
  if (meter_ == nullptr) return;
  clock_.emplace();
  meter_->useful_.Begin();
  threads_then_ = meter_->useful_.ThreadNanos();
}

MergeWork::~MergeWork() {
  if (meter_ == nullptr) return;
  UsefulThreads::Work work;
  work.threads = meter_->useful_.ThreadNanos() - threads_then_;
  const uint64_t passed = Passed();
  work.passed = passed - std::min(passed, stood_);
  work.wanted = clock_->Wanted();
  work.computed = Computed();
  work.bytes = bytes_;
  meter_->demand_.Add(work.wanted, work.passed);
  meter_->useful_.Add(work);
  meter_->useful_.End();
}

uint64_t MergeWork::Computed() const {
  return meter_ == nullptr ? 0 : ReadClockNanos(CLOCK_THREAD_CPUTIME_ID) - cpu_then_;
}

}  // namespace ROCKSDB_NAMESPACE
