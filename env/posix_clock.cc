// SystemClock::Default(): the machine's clocks.
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "rocksdb/system_clock.h"
#include "util/perf_context_imp.h"
#include "util/registered_object.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

class PosixClock final : public SystemClock {
 public:
  const char* Name() const override { return kDefaultName(); }
  const char* NickName() const override { return "PosixClock"; }

  // NowMicros may jump when the clock is set; NowNanos only goes forward. So stored times use the
  // first, durations the second.
  uint64_t NowMicros() override { return ReadClockNanos(CLOCK_REALTIME) / 1000; }
  uint64_t NowNanos() override { return ReadClockNanos(CLOCK_MONOTONIC); }
  uint64_t CPUMicros() override { return CPUNanos() / 1000; }
  uint64_t CPUNanos() override { return ReadClockNanos(CLOCK_THREAD_CPUTIME_ID); }

  void SleepForMicroseconds(int micros) override {
    std::this_thread::sleep_for(std::chrono::microseconds(micros));
  }

  Status GetCurrentTime(int64_t* unix_time) override {
    const time_t now = time(nullptr);
    if (now == static_cast<time_t>(-1)) {
      return Status::IOError("GetCurrentTime", ErrnoText(errno));
    }
    *unix_time = now;
    return Status::OK();
  }

  std::string TimeToString(uint64_t seconds) override {
    const auto when = static_cast<time_t>(seconds);
    tm local;
    localtime_r(&when, &local);
    return Format("%04d/%02d/%02d-%02d:%02d:%02d ", local.tm_year + 1900, local.tm_mon + 1,
                  local.tm_mday, local.tm_hour, local.tm_min, local.tm_sec);
  }
};

}  // namespace

const std::shared_ptr<SystemClock>& SystemClock::Default() {
  static const auto* clock = new std::shared_ptr<SystemClock>(std::make_shared<PosixClock>());
  return *clock;
}

bool SystemClock::TimedWait(port::CondVar* /*cv*/, std::chrono::microseconds /*deadline*/) {
  return true;
}

Status SystemClock::CreateFromString(const ConfigOptions& options, const std::string& value,
                                     std::shared_ptr<SystemClock>* result) {
  if (value.empty() || Default()->IsInstanceOf(value)) {
    *result = Default();
    return Status::OK();
  }
  return LoadRegistered<SystemClock>(options, value, result);
}

}  // namespace ROCKSDB_NAMESPACE
