// A line through waiting times; see the header.
#include "util/useful_threads.h"

#include <algorithm>
#include <cmath>
#include <ctime>

#include "util/perf_context_imp.h"

namespace ROCKSDB_NAMESPACE {
namespace {

constexpr double kMegabyte = 1 << 20;
// Work after which a measurement counts 1/e. Chosen: seconds of a fast device.
constexpr double kMemory = 1024 * kMegabyte;
// A row with less does not count.
constexpr double kLeast = 8 * kMegabyte;
// With no thread nobody waits: a point of the line that counts as much as so many bytes. Numbers
// that lie close together would else give it any slope.
constexpr double kOrigin = 8 * kMegabyte;
// Of all waiting, which has to grow with the threads.
constexpr double kLeastPart = 0.25;

}  // namespace

void UsefulThreads::Row::Fade(double part) {
  bytes *= part;
  threads *= part;
  wait *= part;
  compute *= part;
}

void UsefulThreads::Row::Add(const Row& more) {
  bytes += more.bytes;
  threads += more.threads;
  wait += more.wait;
  compute += more.compute;
}

void UsefulThreads::Change(int by) {
  MutexLock lock(&mutex_);
  const uint64_t now = ReadClockNanos(CLOCK_MONOTONIC);
  thread_nanos_ += working_ * (now - changed_at_);
  changed_at_ = now;
  working_ += static_cast<uint32_t>(by);
}

uint64_t UsefulThreads::ThreadNanos() const {
  MutexLock lock(&mutex_);
  return thread_nanos_ + working_ * (ReadClockNanos(CLOCK_MONOTONIC) - changed_at_);
}

void UsefulThreads::Add(const Work& work) {
  if (work.bytes == 0 || work.passed == 0) return;
  const double threads = static_cast<double>(work.threads) / static_cast<double>(work.passed);
  const auto bytes = static_cast<double>(work.bytes);
  const Row more{bytes, threads * bytes,
                 static_cast<double>(work.passed - std::min(work.passed, work.wanted)),
                 static_cast<double>(work.computed)};
  const auto row = static_cast<size_t>(std::clamp<long>(std::lround(threads), 1, kRows));
  MutexLock lock(&mutex_);
  const double part = std::exp(-bytes / kMemory);
  for (Row& old : rows_) old.Fade(part);
  rows_[row - 1].Add(more);
  count_.store(CountOf(), std::memory_order_relaxed);
}

uint32_t UsefulThreads::CountOf() const {
  Row sum;
  int rows = 0;
  for (const Row& row : rows_) {
    if (row.bytes < kLeast) continue;
    sum.Add(row);
    ++rows;
  }
  if (rows < 2) return kUnknown;
  // Least squares, each row with the weight of its bytes.
  const double compute = sum.compute / sum.bytes;
  const double all = sum.bytes + kOrigin, threads = sum.threads / all, wait = sum.wait / all;
  double spread = threads * threads * kOrigin, common = threads * wait * kOrigin;
  for (const Row& row : rows_) {
    if (row.bytes < kLeast) continue;
    const double off = row.threads / row.bytes - threads;
    spread += off * off * row.bytes;
    common += off * (row.wait / row.bytes - wait) * row.bytes;
  }
  const double slope = common / spread;
  if (slope <= 0 || slope * threads < kLeastPart * wait) return kNoLimit;
  const double alone = compute + wait - slope * (threads - 1);
  return static_cast<uint32_t>(std::clamp<double>(alone / slope, 1, kNoLimit - 1));
}

}  // namespace ROCKSDB_NAMESPACE
