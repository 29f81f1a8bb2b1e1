// Shares of time; see the header.
#include "util/processor_demand.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <ctime>

#include "util/perf_context_imp.h"

namespace ROCKSDB_NAMESPACE {

void ProcessorDemand::Add(uint64_t wanted, uint64_t passed) {
  if (passed == 0) return;
  MutexLock lock(&mutex_);
  wanted_ += std::min(wanted, passed);
  passed_ += passed;
  const auto percent =
      static_cast<uint32_t>(static_cast<double>(wanted_) * 100 / static_cast<double>(passed_));
  percent_.store(std::clamp<uint32_t>(percent, 1, 100), std::memory_order_relaxed);
  if (passed_ < kMemory) return;
  wanted_ /= 2;
  passed_ /= 2;
}

uint64_t ProcessorNanosWanted() {
  // Two numbers, both in nanoseconds, and a third: on a processor, ready to run, turns.
  char text[96];
  const int fd = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  const ssize_t got = fd < 0 ? -1 : read(fd, text, sizeof(text));
  if (fd >= 0) close(fd);
  uint64_t ran = 0, ready = 0;
  const char* const end = text + std::max<ssize_t>(0, got);
  const auto first = std::from_chars(text, end, ran);
  if (first.ec == std::errc() && first.ptr != end) std::from_chars(first.ptr + 1, end, ready);
  return std::max(ran, ReadClockNanos(CLOCK_THREAD_CPUTIME_ID)) + ready;
}

DemandMeter::DemandMeter()
    : began_(ReadClockNanos(CLOCK_MONOTONIC)), wanted_then_(ProcessorNanosWanted()) {}

uint64_t DemandMeter::Passed() const { return ReadClockNanos(CLOCK_MONOTONIC) - began_; }

}  // namespace ROCKSDB_NAMESPACE
