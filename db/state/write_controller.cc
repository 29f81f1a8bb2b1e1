// Rate arithmetic of write stalls.
#include "db/state/write_controller.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {
namespace {

constexpr double kSlowDown = 0.8;
constexpr double kSpeedUp = 1.25;
constexpr double kNearStop = 0.6;
constexpr double kRecovered = 1.4;
constexpr double kFloor = 16 << 10;
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

void WriteController::SetRate(double rate) {
  const auto most = static_cast<double>(max_rate());
  rate_.store(static_cast<uint64_t>(std::min(std::max(rate, kFloor), std::max(most, kFloor))),
              std::memory_order_relaxed);
}

void WriteController::AdaptRate(uint64_t backlog, uint64_t previous, bool near_stop) {
  const auto now = static_cast<double>(rate());
  // No change without a former backlog to compare with: the first verdict of a stall says nothing
  // of where it goes.
  if (near_stop) {
    SetRate(now * kNearStop);
  } else if (previous > 0 && previous <= backlog) {
    SetRate(now * kSlowDown);
  } else if (previous > backlog) {
    SetRate(now * kSpeedUp);
  }
}

void WriteController::StallEnded() { SetRate(static_cast<double>(rate()) * kRecovered); }

void WriteController::set_max_rate(uint64_t rate) {
  max_rate_.store(rate, std::memory_order_relaxed);
  SetRate(static_cast<double>(rate));
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
