// SystemClock: the source of time; replaceable, so that tests can move time by hand.
// Implementations must be thread-safe.
#pragma once

#include <stdint.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "rocksdb/customizable.h"
#include "rocksdb/rocksdb_namespace.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

struct ConfigOptions;

namespace port {
class CondVar;
}  // namespace port

// The engine uses the clock of its Env; waits for a condition use the machine's clock in any case.
class SystemClock : public Customizable {
 public:
  ~SystemClock() override = default;

  static const char* Type() { return "SystemClock"; }
  static const char* kDefaultName() { return "DefaultClock"; }
  // "" and the name of the default clock give Default(). Any other name is for the makers of the
  // object registry; NotSupported if none has it.
  static Status CreateFromString(const ConfigOptions& options, const std::string& value,
                                 std::shared_ptr<SystemClock>* result);
  // The machine's clock; lives for the whole process.
  static const std::shared_ptr<SystemClock>& Default();

  // The clock owns the name.
  const char* Name() const override = 0;

  // Times in the units of their names. The defaults derive one from another; CPU times are 0 when
  // the clock does not know them.
  // Since the epoch; may jump with the wall clock.
  virtual uint64_t NowMicros() = 0;
  // Never jumps; for intervals.
  virtual uint64_t NowNanos() { return NowMicros() * 1000; }
  // Processor time of the calling thread.
  virtual uint64_t CPUMicros() { return 0; }
  virtual uint64_t CPUNanos() { return CPUMicros() * 1000; }

  // Sleeps at least this long, in the calling thread. A clock moved by hand may return at once.
  virtual void SleepForMicroseconds(int micros) = 0;

  // Waits for `cv` until the clock shows `deadline`; true when the time was up. Nothing calls it
  // here, and there is no port::CondVar: it lets clocks compile that override it. The default
  // returns true at once.
  virtual bool TimedWait(port::CondVar* cv, std::chrono::microseconds deadline);

  // Seconds since the epoch. An IOError leaves *unix_time alone.
  virtual Status GetCurrentTime(int64_t* unix_time) = 0;
  // Formats `time` (seconds since the epoch) for people, in local time: "2024/05/31-12:00:00 ".
  virtual std::string TimeToString(uint64_t time) = 0;
};

// Passes every call to the target, whose ownership it shares; a base for clocks that change a
// part. Subclasses define Name.
class SystemClockWrapper : public SystemClock {
 public:
  explicit SystemClockWrapper(const std::shared_ptr<SystemClock>& t) : target_(t) {}

  uint64_t NowMicros() override { return target_->NowMicros(); }
  uint64_t NowNanos() override { return target_->NowNanos(); }
  uint64_t CPUMicros() override { return target_->CPUMicros(); }
  uint64_t CPUNanos() override { return target_->CPUNanos(); }
  void SleepForMicroseconds(int micros) override { target_->SleepForMicroseconds(micros); }
  bool TimedWait(port::CondVar* cv, std::chrono::microseconds deadline) override {
    return target_->TimedWait(cv, deadline);
  }
  Status GetCurrentTime(int64_t* unix_time) override { return target_->GetCurrentTime(unix_time); }
  std::string TimeToString(uint64_t time) override { return target_->TimeToString(time); }
  const Customizable* Inner() const override { return target_.get(); }

 protected:
  std::shared_ptr<SystemClock> target_;
};

}  // namespace ROCKSDB_NAMESPACE
