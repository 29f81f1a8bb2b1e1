// What writers wait for; see the header.
#include "db/state/write_controller.h"

#include <algorithm>

#include "schedule/delay_rate.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// A writer may run this far ahead of its rate before it has to sleep; sleeping for less costs more
// than it delays.
constexpr uint64_t kSlackMicros = 1000;

}  // namespace

void WriteController::FamilyChanged(State from, State to) {
  delayed_ += (to == kDelayed) - (from == kDelayed);
  stopped_ += (to == kStopped) - (from == kStopped);
  state_.store(stopped_ > 0 ? kStopped : (delayed_ > 0 ? kDelayed : kNormal),
               std::memory_order_release);
}

void WriteController::AdaptRate(uint64_t backlog, uint64_t previous, bool near_stop) {
  rate_.store(AdaptedRate(rate(), max_rate(), backlog, previous, near_stop),
              std::memory_order_relaxed);
}

void WriteController::StallEnded() {
  rate_.store(RateAfterStall(rate(), max_rate()), std::memory_order_relaxed);
}

void WriteController::set_max_rate(uint64_t rate) {
  max_rate_.store(rate, std::memory_order_relaxed);
  rate_.store(WithinLimits(static_cast<double>(rate), rate), std::memory_order_relaxed);
}

uint64_t WriteController::DelayMicros(uint64_t now, uint64_t bytes, bool will_wait) {
  MutexLock lock(&mutex_);
  const uint64_t cost = bytes * 1000000 / std::max<uint64_t>(rate(), 1);
  // Time in which nobody wrote is not saved up for a burst.
  if (paid_until_ < now) paid_until_ = now;
  // Writers pay for those before them: each adds its own cost behind the time already owed.
  const uint64_t wait = paid_until_ - now;
  const bool waits = wait >= kSlackMicros;
  if (!waits || will_wait) paid_until_ += cost;
  return waits ? wait : 0;
}

}  // namespace ROCKSDB_NAMESPACE
