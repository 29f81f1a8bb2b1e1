// The thread that watches a running benchmark: see monitor.h.
#include "tools/db_bench/monitor.h"

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "tools/db_bench/flags.h"

namespace bench {
namespace {

// The first benchmark of this process creates the file; later ones append to it.
std::FILE* OpenTable(const std::string& path, const char* header, bool fresh) {
  std::FILE* file = std::fopen(path.c_str(), fresh ? "w" : "a");
  if (file != nullptr && fresh) std::fputs(header, file);
  return file;
}

// The monitor samples the tree four times a second, so that it sees short peaks, and prints a line
// once a second. Chosen, not measured.
constexpr std::chrono::milliseconds kLookInterval{250};
constexpr int64_t kLooksPerTick = 4;

constexpr char kTimelineHeader[] =
    "benchmark,secs,interval_ops,l0_files,l0_depth,running_compactions,running_flushes,"
    "pending_bytes,disk_bytes,stall_secs,buckets\n";

}  // namespace

Monitor::Monitor(const BenchDb& db, const std::vector<LiveCount>& counts, std::string name,
                 int64_t expected_ops, int64_t expected_seconds)
    : db_(db),
      counts_(counts),
      name_(std::move(name)),
      expected_ops_(expected_ops),
      expected_seconds_(expected_seconds) {}

Monitor::~Monitor() = default;

Status Monitor::Start() {
  static bool timeline_started = false;
  if (FLAGS_report_interval_seconds > 0) {
    report_.reset(OpenTable(FLAGS_report_file, "secs_elapsed,interval_qps\n", true));
    if (report_ == nullptr) return Status::IOError("cannot write", FLAGS_report_file);
    next_report_ = FLAGS_report_interval_seconds;
  }
  if (!FLAGS_timeline_file.empty()) {
    timeline_.reset(OpenTable(FLAGS_timeline_file, kTimelineHeader, !timeline_started));
    if (timeline_ == nullptr) return Status::IOError("cannot write", FLAGS_timeline_file);
    timeline_started = true;
  }
  shows_progress_ = FLAGS_progress_reports && isatty(STDERR_FILENO) != 0 &&
                    FLAGS_stats_interval == 0 && FLAGS_stats_interval_seconds == 0;
  watches_tree_ = timeline_ != nullptr || !FLAGS_summary_file.empty() || FLAGS_report_stalls;
  if (watches_tree_) record_.Begin(Probe(true), CpuTimes::Now());
  start_ = NowNanos();
  if (watches_tree_ || shows_progress_ || report_ != nullptr) {
    thread_ = std::jthread([this](std::stop_token stop) { Run(stop); });
  }
  return Status::OK();
}

void Monitor::Run(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any wake;
  const auto start = std::chrono::steady_clock::now();
  std::unique_lock<std::mutex> lock(mutex);
  for (int64_t look = 1; !stop.stop_requested(); ++look) {
    // Counted from the start, not from the last look, so that delays do not add up.
    wake.wait_until(lock, stop, start + look * kLookInterval, [] { return false; });
    if (stop.stop_requested()) break;
    if (look % kLooksPerTick == 0) {
      Tick(static_cast<double>(NowNanos() - start_) / 1e9);
    } else if (watches_tree_) {
      record_.Add(Probe(false));
    }
  }
}

Status Monitor::Stop() {
  if (thread_.joinable()) {
    thread_.request_stop();
    thread_.join();
  }
  if (watches_tree_) record_.End(Probe(true), CpuTimes::Now());
  if (progress_shown_) std::fputs("\r\033[K", stderr);
  bool fine = !write_failed_;
  for (File* file : {&report_, &timeline_}) {
    if (*file != nullptr) fine &= std::fclose(file->release()) == 0;
  }
  return fine ? Status::OK() : Status::IOError("cannot write the report or timeline file");
}

void Monitor::Tick(double seconds) {
  const uint64_t ops = OpsSoFar();
  const uint64_t fresh = ops - last_ops_;
  last_ops_ = ops;
  if (report_ != nullptr && seconds + 0.5 >= static_cast<double>(next_report_)) {
    WriteReport(seconds, ops);
  }
  if (watches_tree_) {
    const TreeSample sample = Probe(true);
    record_.Add(sample);
    if (timeline_ != nullptr) WriteTimeline(seconds, fresh, sample);
  }
  if (shows_progress_) ShowProgress(seconds, ops, fresh);
}

uint64_t Monitor::OpsSoFar() const {
  uint64_t total = 0;
  for (const LiveCount& count : counts_) total += count.ops.load(std::memory_order_relaxed);
  return total;
}

TreeSample Monitor::Probe(bool with_disk) const {
  TreeSample sample = ProbeTree(db_.db(), db_.families());
  if (with_disk) sample.disk_bytes = DirectoryBytes(db_.Directories());
  return sample;
}

void Monitor::WriteReport(double seconds, uint64_t ops) {
  write_failed_ |= std::fprintf(report_.get(), "%.0f,%llu\n", seconds,
                                static_cast<unsigned long long>((ops - reported_ops_) /
                                                                FLAGS_report_interval_seconds)) < 0;
  write_failed_ |= std::fflush(report_.get()) != 0;
  reported_ops_ = ops;
  next_report_ += FLAGS_report_interval_seconds;
}

void Monitor::WriteTimeline(double seconds, uint64_t fresh_ops, const TreeSample& sample) {
  const auto n = [](uint64_t v) { return static_cast<unsigned long long>(v); };
  write_failed_ |=
      std::fprintf(timeline_.get(), "%s,%.2f,%llu,%llu,%llu,%llu,%llu,%llu,%llu,%.3f,%llu\n",
                   name_.c_str(), seconds, n(fresh_ops), n(sample.l0_files), n(sample.l0_depth),
                   n(sample.running_compactions), n(sample.running_flushes),
                   n(sample.pending_bytes), n(sample.disk_bytes), record_.StallSeconds(),
                   n(sample.buckets)) < 0;
  write_failed_ |= std::fflush(timeline_.get()) != 0;
}

void Monitor::ShowProgress(double seconds, uint64_t ops, uint64_t fresh_ops) {
  double share = 0;
  if (expected_seconds_ > 0) {
    share = seconds / static_cast<double>(expected_seconds_);
  } else if (expected_ops_ > 0) {
    share = static_cast<double>(ops) / static_cast<double>(expected_ops_);
  }
  std::fprintf(stderr, "\r\033[K%s: %llu ops, %llu ops/s", name_.c_str(),
               static_cast<unsigned long long>(ops), static_cast<unsigned long long>(fresh_ops));
  if (share > 0 && share <= 1) {
    std::fprintf(stderr, ", %.0f%%, %.0f s left", share * 100, seconds / share - seconds);
  }
  progress_shown_ = true;
}

}  // namespace bench
