// A clock that stands until a test moves it, and an Env that has it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "rocksdb/env.h"
#include "rocksdb/file_system.h"
#include "rocksdb/system_clock.h"

namespace ROCKSDB_NAMESPACE {

// Of the time since 1970 only: intervals go on. Thread-safe.
class HandClock final : public SystemClockWrapper {
 public:
  // It stands at the end of `second`, so that a time that is rounded up shows.
  explicit HandClock(uint64_t second)
      : SystemClockWrapper(SystemClock::Default()), second_(second) {}
  const char* Name() const override { return "HandClock"; }
  uint64_t NowMicros() override { return second_.load() * 1000000 + 999999; }
  Status GetCurrentTime(int64_t* second) override {
    *second = static_cast<int64_t>(second_.load());
    return Status::OK();
  }
  void Set(uint64_t second) { second_.store(second); }

 private:
  std::atomic<uint64_t> second_;
};

// `fs` with `clock`, and the threads of Env::Default().
class HandClockEnv final : public EnvWrapper {
 public:
  HandClockEnv(std::shared_ptr<FileSystem> fs, std::shared_ptr<SystemClock> clock)
      : EnvWrapper(NewCompositeEnv(fs)) {
    file_system_ = std::move(fs);
    system_clock_ = std::move(clock);
  }
  const char* Name() const override { return "HandClockEnv"; }
};

}  // namespace ROCKSDB_NAMESPACE
