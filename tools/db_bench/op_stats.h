// The counts of one benchmark thread, and the result line over the counts of all threads. Finish()
// runs once per operation; it reads the clock once if latencies are recorded, else never.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "tools/db_bench/compat.h"
#include "tools/db_bench/latency_histogram.h"

namespace bench {

enum class OpKind { kRead, kWrite, kDelete, kSeek, kUpdate, kOther };
inline constexpr int kOpKinds = 6;
const char* OpKindName(OpKind kind);

// Steady nanoseconds; only differences mean anything.
uint64_t NowNanos();

// The operations of a thread so far, which the monitor reads. It has a cache line of its own. Only
// the owner writes it, so a relaxed store suffices.
struct alignas(64) LiveCount {
  std::atomic<uint64_t> ops{0};
};

// Each thread has its own; the runner merges them afterwards. Nothing here is locked: another
// thread reads only `live`.
class OpStats {
 public:
  struct Settings {
    bool timed = false;            // record latencies
    int64_t interval_ops = 0;      // progress line every so many operations
    int64_t interval_seconds = 0;  // progress line every so many seconds
    bool engine_stats = false;     // print rocksdb.stats below each such line
    DB* db = nullptr;
  };

  // Counters from which workloads make the text at the end of the result line.
  struct Tally {
    int64_t gets = 0;
    int64_t found = 0;
    int64_t puts = 0;
    int64_t deletes = 0;
    int64_t seeks = 0;
    int64_t scanned = 0;
    int64_t value_bytes = 0;
    int64_t transactions = 0;
    int64_t aborts = 0;
  };

  // REQUIRES: `live` outlives the counting; each thread has its own.
  void Start(int thread, const Settings& settings, LiveCount* live);
  void Stop();

  // `n` operations have just ended. They are charged with the time since the last call.
  void Finish(OpKind kind, int64_t n = 1) {
    if (settings_.timed) Record(kind);
    done_ += n;
    live_->ops.store(static_cast<uint64_t>(done_), std::memory_order_relaxed);
    if (done_ >= next_look_) LookAtClock();
  }
  // The benchmark itself asked to wait until now; no operation is charged with this time.
  void SkipTime() {
    if (settings_.timed) last_ = NowNanos();
  }
  void AddBytes(int64_t n) { bytes_ += n; }
  void AddUserWrite(int64_t n) { written_ += n; }
  Tally& tally() { return tally_; }
  const Tally& tally() const { return tally_; }

  // Leaves this thread out of the result: it only makes load (the writer beside readers).
  void Exclude() { excluded_ = true; }
  bool excluded() const { return excluded_; }

  // Adds a thread that has stopped. Elapsed time is from the first start to the last end.
  void Merge(const OpStats& other);

  int64_t done() const { return done_; }
  int64_t bytes() const { return bytes_; }
  // Key and value bytes that this thread gave to Put and Delete.
  int64_t written() const { return written_; }
  double ElapsedSeconds() const { return static_cast<double>(finish_ - start_) / 1e9; }
  double OpsPerSecond() const;
  double MegabytesPerSecond() const;
  // The latencies of all kinds together; null if none were recorded.
  std::unique_ptr<LatencyHistogram> AllLatencies() const;
  // Those of one kind, owned by this object; null if none were recorded.
  const LatencyHistogram* LatenciesOf(OpKind kind) const {
    return latencies_[static_cast<size_t>(kind)].get();
  }

  // RocksDB's result line, `name   : micros/op ops/sec seconds operations; MB/s text`.
  std::string ResultLine(const std::string& name, const std::string& text) const;
  // One "Microseconds per KIND:" block per kind that occurred.
  std::string Histograms() const;

 private:
  void Record(OpKind kind);
  void LookAtClock();
  void PrintProgress(uint64_t now) const;

  Settings settings_;
  int thread_ = 0;
  LiveCount* live_ = nullptr;
  bool excluded_ = false;
  int64_t done_ = 0;
  // A progress line may be due when done_ reaches this; never, unless the flags ask for one.
  int64_t next_look_ = INT64_MAX;
  int64_t printed_done_ = 0;
  int64_t bytes_ = 0;
  int64_t written_ = 0;
  uint64_t start_ = 0;
  uint64_t finish_ = 0;
  // The end of the last operation; the latency of the next one counts from here.
  uint64_t last_ = 0;
  uint64_t printed_at_ = 0;
  uint64_t thread_nanos_ = 0;  // sum over merged threads
  Tally tally_;
  // By kind. The first operation of a kind creates its histogram of 15 KB.
  std::array<std::unique_ptr<LatencyHistogram>, kOpKinds> latencies_;
};

}  // namespace bench
