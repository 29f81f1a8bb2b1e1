// Compactions wait for flushes; see the header.
#include "util/right_of_way.h"

#include <algorithm>
#include <ctime>

#include "util/perf_context_imp.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// A writer and the flush.
constexpr uint32_t kOthers = 2;
// A thread that works a smaller part of its time waits for a device. It is in nobody's way on a
// processor, and standing still would only make it late.
constexpr uint64_t kIdlePart = 4;

}  // namespace

RightOfWay::RightOfWay(uint32_t processors, uint64_t longest)
    : spared_(processors > kOthers ? processors - kOthers : 0),
      longest_(longest),
      changed_(&mutex_) {}

bool RightOfWay::InTheWay(uint64_t worked, uint64_t passed) { return worked >= passed / kIdlePart; }

void RightOfWay::EndTurn() {
  turn_.store(0, std::memory_order_relaxed);
  changed_.SignalAll();
}

void RightOfWay::Set(uint32_t family, bool first) {
  MutexLock lock(&mutex_);
  if (!first) {
    if (first_.erase(family) > 0 && first_.empty()) EndTurn();
    return;
  }
  const bool begins = first_.empty();
  first_.insert(family);
  if (!begins || canceled_) return;
  until_ = CondVar::NowMicros() + longest_;
  // 0 is no turn.
  last_turn_ = last_turn_ == UINT32_MAX ? 1 : last_turn_ + 1;
  turn_.store(last_turn_, std::memory_order_relaxed);
}

void RightOfWay::Cancel() {
  MutexLock lock(&mutex_);
  canceled_ = true;
  EndTurn();
}

void RightOfWay::Begin() {
  MutexLock lock(&mutex_);
  ++working_;
}

void RightOfWay::End() {
  MutexLock lock(&mutex_);
  --working_;
  changed_.SignalAll();
}

void RightOfWay::GiveWay() {
  MutexLock lock(&mutex_);
  const uint32_t mine = turn();
  if (mine == 0 || working_ <= spared_) return;
  --working_;
  while (turn() == mine && working_ >= spared_) {
    if (CondVar::NowMicros() >= until_) {
      EndTurn();
    } else {
      changed_.TimedWaitUntilMicros(until_);
    }
  }
  ++working_;
}

RightOfWayHold::RightOfWayHold(RightOfWay* way)
    : way_(way), cpu_then_(way == nullptr ? 0 : ReadClockNanos(CLOCK_THREAD_CPUTIME_ID)) {
  if (way_ == nullptr) return;
  meter_.emplace();
  way_->Begin();
  way_->useful().Begin();
  threads_then_ = way_->useful().ThreadNanos();
}

RightOfWayHold::~RightOfWayHold() {
  if (way_ == nullptr) return;
  way_->End();
  Measure();
  way_->useful().End();
}

void RightOfWayHold::Measure() const {
  UsefulThreads::Work work;
  work.threads = way_->useful().ThreadNanos() - threads_then_;
  const uint64_t passed = meter_->Passed();
  work.passed = passed - std::min(passed, stood_);
  work.wanted = meter_->Wanted();
  work.computed = ReadClockNanos(CLOCK_THREAD_CPUTIME_ID) - cpu_then_;
  work.bytes = bytes_;
  way_->demand().Add(work.wanted, work.passed);
  way_->useful().Add(work);
}

void RightOfWayHold::Consider(uint32_t turn) {
  passed_ = turn;
  const uint64_t passed = meter_->Passed();
  const uint64_t worked = ReadClockNanos(CLOCK_THREAD_CPUTIME_ID) - cpu_then_;
  if (!RightOfWay::InTheWay(worked, passed)) return;
  UsefulThreads& all = way_->useful();
  const uint64_t threads = all.ThreadNanos();
  all.End();
  way_->GiveWay();
  all.Begin();
  threads_then_ += all.ThreadNanos() - threads;
  stood_ += meter_->Passed() - passed;
}

}  // namespace ROCKSDB_NAMESPACE
