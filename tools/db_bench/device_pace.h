// The pace of an emulated storage device: how long each thread has to wait for its bytes.
// Arithmetic on points in time, no clock of its own and no sleep; EmulatedDevice does both.
//
// Invariants
//  1. A stream never gets ahead of its own rate, and all streams together never get ahead of the
//  device's.
//  2. Time that a stream spends idle is not saved up: at most kLateness of it counts later.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace bench {

// Rates of an emulated device, in bytes a second, above 0.
struct DeviceSpec {
  double merge_rate = 0;  // one thread that merges, by the bytes it writes
  double flush_rate = 0;  // one thread that writes tables otherwise
  double total_rate = 0;  // all reads and writes of all threads
  uint64_t sync_nanos = 0;
};

// Nanoseconds by which a stream may be late and still catch up: sleeps end late, and buffers are
// filled in processor time. Chosen, not measured.
inline constexpr uint64_t kLateness = 2'000'000;

// One thread's stream of table bytes. Not thread-safe: each thread has its own.
class Stream {
 public:
  // Returns the time before which the thread must not go on, after `bytes` at `rate` from `now` on.
  uint64_t Owe(uint64_t now, uint64_t bytes, double rate) {
    due_ = std::max(due_, now - std::min(now, kLateness)) +
           static_cast<uint64_t>(static_cast<double>(bytes) * 1e9 / rate);
    return due_;
  }

 private:
  uint64_t due_ = 0;
};

// What all threads share. Thread-safe.
class SharedBandwidth {
 public:
  explicit SharedBandwidth(double rate) : rate_(rate) {}

  // Returns the time at which the device is done with `bytes`, behind all that came before.
  uint64_t Take(uint64_t now, uint64_t bytes) {
    const auto cost = static_cast<uint64_t>(static_cast<double>(bytes) * 1e9 / rate_);
    uint64_t busy = busy_until_.load(std::memory_order_relaxed);
    uint64_t done;
    do {
      done = std::max(busy, now) + cost;
    } while (!busy_until_.compare_exchange_weak(busy, done, std::memory_order_relaxed));
    return done;
  }

 private:
  const double rate_;
  std::atomic<uint64_t> busy_until_{0};
};

}  // namespace bench
