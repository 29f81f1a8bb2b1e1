// A thread that watches a running benchmark: it prints the progress line, writes --report_file and
// --timeline_file, and takes the samples of the run's record. It must not slow the benchmark down:
// it wakes a few times a second and only reads.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "tools/db_bench/bench_db.h"
#include "tools/db_bench/run_record.h"

namespace bench {

class Monitor {
 public:
  // The percentage of the progress line comes from `expected_ops`, or from `expected_seconds` where
  // that is 0; both 0: no percentage.
  Monitor(const BenchDb& db, const std::vector<LiveCount>& counts, std::string name,
          int64_t expected_ops, int64_t expected_seconds);
  ~Monitor();
  Monitor(const Monitor&) = delete;
  Monitor& operator=(const Monitor&) = delete;

  // REQUIRES: called once each, in this order.
  Status Start();
  Status Stop();

  // REQUIRES: stopped.
  const RunRecord& record() const { return record_; }

 private:
  struct Closer {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  using File = std::unique_ptr<std::FILE, Closer>;

  void Run(const std::stop_token& stop);
  void Tick(double seconds);
  uint64_t OpsSoFar() const;
  TreeSample Probe(bool with_disk) const;
  void WriteReport(double seconds, uint64_t ops);
  void WriteTimeline(double seconds, uint64_t fresh_ops, const TreeSample& sample);
  void ShowProgress(double seconds, uint64_t ops, uint64_t fresh_ops);

  const BenchDb& db_;
  // Each thread of the benchmark writes its own element; the monitor only adds them up.
  const std::vector<LiveCount>& counts_;
  const std::string name_;
  const int64_t expected_ops_;
  const int64_t expected_seconds_;
  bool watches_tree_ = false;
  bool shows_progress_ = false;
  bool progress_shown_ = false;
  // In nanoseconds of NowNanos().
  uint64_t start_ = 0;
  uint64_t last_ops_ = 0;
  uint64_t reported_ops_ = 0;
  int64_t next_report_ = 0;
  bool write_failed_ = false;
  File report_;
  File timeline_;
  RunRecord record_;
  std::jthread thread_;
};

}  // namespace bench
