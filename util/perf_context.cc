// The thread-local perf and I/O contexts, and how they print.
#include <memory>
#include <utility>

#include "util/perf_context_imp.h"

namespace ROCKSDB_NAMESPACE {

constinit thread_local PerfLevel perf_level = kEnableCount;
constinit thread_local PerfContext* perf_context_of_thread = nullptr;
constinit thread_local IOStatsContext iostats_context;

namespace {

// "name = value, " for each metric that is to be shown; Finish takes the last comma off.
class MetricPrinter {
 public:
  explicit MetricPrinter(bool exclude_zero) : exclude_zero_(exclude_zero) {}

  void Add(const char* name, uint64_t value) {
    if (value != 0 || !exclude_zero_) {
      text_ += std::string(name) + " = " + std::to_string(value) + ", ";
    }
  }

  // One metric of all levels: "name = value@level0, value@level1, ".
  template <typename Levels, typename Member>
  void AddLevels(const char* name, const Levels& levels, Member member) {
    std::string values;
    for (const auto& [level, metrics] : levels) {
      if (metrics.*member != 0 || !exclude_zero_) {
        values += std::to_string(metrics.*member) + "@level" + std::to_string(level) + ", ";
      }
    }
    if (!values.empty() || !exclude_zero_) {
      text_ += std::string(name) + " = " + values;
    }
  }

  std::string Finish() {
    const size_t end = text_.find_last_not_of(", ");
    return text_.substr(0, end == std::string::npos ? 0 : end + 1);
  }

 private:
  const bool exclude_zero_;
  std::string text_;
};

}  // namespace

void SetPerfLevel(PerfLevel level) {
  if (level > kUninitialized && level < kOutOfBounds) {
    perf_level = level;
  }
}

PerfLevel GetPerfLevel() { return perf_level; }

PerfContext* MakePerfContextOfThread() {
  // A thread_local of a function is made at its first use and destroyed when the thread ends.
  thread_local PerfContext context;
  perf_context_of_thread = &context;
  return &context;
}

PerfContext* get_perf_context() { return &ThisPerfContext(); }

PerfContextByLevel* PerfContextOfLevel(uint32_t level) {
  PerfContext& context = ThisPerfContext();
  if (!context.per_level_perf_context_enabled || context.level_to_perf_context == nullptr) {
    return nullptr;
  }
  return &(*context.level_to_perf_context)[level];
}

void PerfContextByLevel::Reset() { *this = PerfContextByLevel(); }

PerfContext::~PerfContext() {
  ClearPerLevelPerfContext();
  if (perf_context_of_thread == this) {
    perf_context_of_thread = nullptr;
  }
}

PerfContext::PerfContext(const PerfContext& other) : PerfContextBase() { *this = other; }

// A copy: `other` may be a thread's own, which goes on counting.
PerfContext::PerfContext(PerfContext&& other) noexcept : PerfContext(std::as_const(other)) {}

PerfContext& PerfContext::operator=(const PerfContext& other) {
  if (this != &other) {
    PerfContextBase::operator=(other);
    per_level_perf_context_enabled = other.per_level_perf_context_enabled;
    ClearPerLevelPerfContext();
    if (other.level_to_perf_context != nullptr) {
      level_to_perf_context =
          new std::map<uint32_t, PerfContextByLevel>(*other.level_to_perf_context);
    }
  }
  return *this;
}

void PerfContext::Reset() {
  PerfContextBase::operator=(PerfContextBase());
  if (level_to_perf_context != nullptr) {
    for (auto& entry : *level_to_perf_context) {
      entry.second.Reset();
    }
  }
}

void PerfContext::EnablePerLevelPerfContext() {
  if (level_to_perf_context == nullptr) {
    level_to_perf_context = new std::map<uint32_t, PerfContextByLevel>();
  }
  per_level_perf_context_enabled = true;
}

void PerfContext::DisablePerLevelPerfContext() { per_level_perf_context_enabled = false; }

void PerfContext::ClearPerLevelPerfContext() {
  delete std::exchange(level_to_perf_context, nullptr);
  per_level_perf_context_enabled = false;
}

std::string PerfContext::ToString(bool exclude_zero_counters) const {
  MetricPrinter printer(exclude_zero_counters);
#define PRINT_METRIC(name) printer.Add(#name, name);
  ROCKSDB_PERF_CONTEXT_METRICS(PRINT_METRIC)
#undef PRINT_METRIC
  if (per_level_perf_context_enabled && level_to_perf_context != nullptr) {
#define PRINT_LEVELS(name) \
  printer.AddLevels(#name, *level_to_perf_context, &PerfContextByLevel::name);
    ROCKSDB_PERF_CONTEXT_LEVEL_METRICS(PRINT_LEVELS)
#undef PRINT_LEVELS
  }
  return printer.Finish();
}

IOStatsContext* get_iostats_context() { return &iostats_context; }

void IOStatsContext::Reset() {
  // The pool of the thread and the settings of the application are not counters, so they stay.
  const uint64_t pool = thread_pool_id;
  const bool disabled = disable_iostats;
  *this = IOStatsContext();
  thread_pool_id = pool;
  disable_iostats = disabled;
}

std::string IOStatsContext::ToString(bool exclude_zero_counters) const {
  MetricPrinter printer(exclude_zero_counters);
  const FileIOByTemperature& by = file_io_stats_by_temperature;
  printer.Add("thread_pool_id", thread_pool_id);
  printer.Add("bytes_read", bytes_read);
  printer.Add("bytes_written", bytes_written);
  printer.Add("open_nanos", open_nanos);
  printer.Add("allocate_nanos", allocate_nanos);
  printer.Add("write_nanos", write_nanos);
  printer.Add("read_nanos", read_nanos);
  printer.Add("range_sync_nanos", range_sync_nanos);
  printer.Add("fsync_nanos", fsync_nanos);
  printer.Add("prepare_write_nanos", prepare_write_nanos);
  printer.Add("logger_nanos", logger_nanos);
  printer.Add("cpu_write_nanos", cpu_write_nanos);
  printer.Add("cpu_read_nanos", cpu_read_nanos);
  printer.Add("hot_file_bytes_read", by.hot_file_bytes_read);
  printer.Add("warm_file_bytes_read", by.warm_file_bytes_read);
  printer.Add("cold_file_bytes_read", by.cold_file_bytes_read);
  printer.Add("hot_file_read_count", by.hot_file_read_count);
  printer.Add("warm_file_read_count", by.warm_file_read_count);
  printer.Add("cold_file_read_count", by.cold_file_read_count);
  return printer.Finish();
}

}  // namespace ROCKSDB_NAMESPACE
