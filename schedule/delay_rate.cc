// Rate arithmetic of write stalls: see delay_rate.h.
#include "schedule/delay_rate.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {
namespace {

constexpr double kSlowDown = 0.8;
constexpr double kSpeedUp = 1.25;
constexpr double kNearStop = 0.6;
constexpr double kRecovered = 1.4;
constexpr double kFloor = 16 << 10;

}  // namespace

uint64_t WithinLimits(double rate, uint64_t most) {
  return static_cast<uint64_t>(
      std::min(std::max(rate, kFloor), std::max(static_cast<double>(most), kFloor)));
}

uint64_t AdaptedRate(uint64_t rate, uint64_t most, uint64_t backlog, uint64_t previous,
                     bool near_stop) {
  const auto now = static_cast<double>(rate);
  if (near_stop) return WithinLimits(now * kNearStop, most);
  // No change without a former backlog to compare with: the first verdict of a stall says nothing
  // of where it goes.
  if (previous == 0) return rate;
  return WithinLimits(now * (previous <= backlog ? kSlowDown : kSpeedUp), most);
}

uint64_t RateAfterStall(uint64_t rate, uint64_t most) {
  return WithinLimits(static_cast<double>(rate) * kRecovered, most);
}

}  // namespace ROCKSDB_NAMESPACE
