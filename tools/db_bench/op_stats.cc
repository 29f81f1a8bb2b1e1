// Per-thread counts and the result line: see op_stats.h.
#include "tools/db_bench/op_stats.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace bench {
namespace {

constexpr int64_t kOpsBetweenLooks = 1000;

}  // namespace

const char* OpKindName(OpKind kind) {
  static constexpr const char* kNames[kOpKinds] = {"read", "write",  "delete",
                                                   "seek", "update", "op"};
  return kNames[static_cast<int>(kind)];
}

uint64_t NowNanos() {
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                   std::chrono::steady_clock::now().time_since_epoch())
                                   .count());
}

void OpStats::Start(int thread, const Settings& settings, LiveCount* live) {
  settings_ = settings;
  thread_ = thread;
  live_ = live;
  if (settings.interval_ops > 0) {
    next_look_ = settings.interval_ops;
  } else if (settings.interval_seconds > 0) {
    next_look_ = kOpsBetweenLooks;
  }
  start_ = last_ = printed_at_ = finish_ = NowNanos();
}

void OpStats::Stop() {
  finish_ = NowNanos();
  thread_nanos_ = finish_ - start_;
}

void OpStats::Record(OpKind kind) {
  const uint64_t now = NowNanos();
  std::unique_ptr<LatencyHistogram>& histogram = latencies_[static_cast<int>(kind)];
  if (histogram == nullptr) histogram = std::make_unique<LatencyHistogram>();
  histogram->Add(now - last_);
  last_ = now;
}

void OpStats::LookAtClock() {
  const uint64_t now = NowNanos();
  if (settings_.interval_ops > 0) {
    next_look_ = done_ + settings_.interval_ops;
  } else {
    next_look_ = done_ + kOpsBetweenLooks;
    if (now - printed_at_ < static_cast<uint64_t>(settings_.interval_seconds) * 1000000000) return;
  }
  PrintProgress(now);
  printed_done_ = done_;
  printed_at_ = now;
}

void OpStats::PrintProgress(uint64_t now) const {
  char when[32];
  const std::time_t wall = std::time(nullptr);
  std::tm parts{};
  localtime_r(&wall, &parts);
  std::strftime(when, sizeof(when), "%Y/%m/%d-%H:%M:%S", &parts);
  const double interval = std::max(1e-9, static_cast<double>(now - printed_at_) / 1e9);
  const double total = std::max(1e-9, static_cast<double>(now - start_) / 1e9);
  const int64_t fresh = done_ - printed_done_;
  std::fprintf(stderr,
               "%s  ... thread %d: (%lld,%lld) ops and (%.1f,%.1f) ops/second in (%.6f,%.6f) "
               "seconds\n",
               when, thread_, static_cast<long long>(fresh), static_cast<long long>(done_),
               static_cast<double>(fresh) / interval, static_cast<double>(done_) / total, interval,
               total);
  std::string text;
  if (settings_.engine_stats && settings_.db->GetProperty("rocksdb.stats", &text)) {
    std::fprintf(stderr, "%s\n", text.c_str());
  }
}

void OpStats::Merge(const OpStats& other) {
  // A fresh object has no start time: the first merged thread sets it.
  start_ = thread_nanos_ == 0 ? other.start_ : std::min(start_, other.start_);
  finish_ = std::max(finish_, other.finish_);
  thread_nanos_ += other.thread_nanos_;
  done_ += other.done_;
  bytes_ += other.bytes_;
  written_ += other.written_;
  tally_.gets += other.tally_.gets;
  tally_.found += other.tally_.found;
  tally_.puts += other.tally_.puts;
  tally_.deletes += other.tally_.deletes;
  tally_.seeks += other.tally_.seeks;
  tally_.scanned += other.tally_.scanned;
  tally_.value_bytes += other.tally_.value_bytes;
  tally_.transactions += other.tally_.transactions;
  tally_.aborts += other.tally_.aborts;
  for (int k = 0; k < kOpKinds; ++k) {
    if (other.latencies_[k] == nullptr) continue;
    if (latencies_[k] == nullptr) latencies_[k] = std::make_unique<LatencyHistogram>();
    latencies_[k]->Merge(*other.latencies_[k]);
  }
}

double OpStats::OpsPerSecond() const {
  return static_cast<double>(done_) / std::max(1e-9, ElapsedSeconds());
}

double OpStats::MegabytesPerSecond() const {
  return static_cast<double>(bytes_) / 1048576.0 / std::max(1e-9, ElapsedSeconds());
}

std::unique_ptr<LatencyHistogram> OpStats::AllLatencies() const {
  std::unique_ptr<LatencyHistogram> all;
  for (const auto& one : latencies_) {
    if (one == nullptr) continue;
    if (all == nullptr) all = std::make_unique<LatencyHistogram>();
    all->Merge(*one);
  }
  return all;
}

std::string OpStats::ResultLine(const std::string& name, const std::string& text) const {
  char line[512];
  // The time of all threads over all operations: the time of one operation in its thread.
  const double micros =
      static_cast<double>(thread_nanos_) / 1e3 / static_cast<double>(std::max<int64_t>(done_, 1));
  std::snprintf(line, sizeof(line),
                "%-12s : %11.3f micros/op %lld ops/sec %.3f seconds %lld operations;", name.c_str(),
                micros, static_cast<long long>(OpsPerSecond()), ElapsedSeconds(),
                static_cast<long long>(done_));
  std::string result = line;
  if (bytes_ > 0) {
    std::snprintf(line, sizeof(line), " %6.1f MB/s", MegabytesPerSecond());
    result += line;
  }
  if (!text.empty()) result += " " + text;
  return result;
}

std::string OpStats::Histograms() const {
  std::string text;
  for (int k = 0; k < kOpKinds; ++k) {
    if (latencies_[k] == nullptr) continue;
    text += std::string("Microseconds per ") + OpKindName(static_cast<OpKind>(k)) + ":\n" +
            latencies_[k]->ToString() + "\n";
  }
  return text;
}

}  // namespace bench
