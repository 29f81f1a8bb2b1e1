// Running benchmarks: see runner.h.
//
//    --benchmarks=a,b[X3]  -> steps, all names checked before anything runs
//    each step             -> a fresh database if the benchmark asks for one
//      Session             -> prepare; a context for each thread; the monitor; all threads start
//                          -> result line, histograms, a line in --summary_file; finish
#include "tools/db_bench/runner.h"

#include <algorithm>
#include <barrier>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "tools/db_bench/banner.h"
#include "tools/db_bench/flags.h"
#include "tools/db_bench/monitor.h"
#include "tools/db_bench/workload.h"

namespace bench {
namespace {

struct Step {
  const Workload* workload;
  int repeats;
};

Status ParseStep(std::string name, std::vector<Step>* steps) {
  int repeats = 1;
  if (const size_t bracket = name.find('['); bracket != std::string::npos) {
    char rest = 0;
    if (std::sscanf(name.c_str() + bracket, "[X%d%c", &repeats, &rest) != 2 || rest != ']' ||
        name.back() != ']' || repeats < 1) {
      return Status::InvalidArgument("a repetition is written NAME[X3], not", name);
    }
    name.resize(bracket);
  }
  const Workload* workload = FindWorkload(name);
  if (workload == nullptr) {
    return Status::InvalidArgument("unknown benchmark '" + name + "'; see --list_benchmarks");
  }
  steps->push_back({workload, repeats});
  return Status::OK();
}

Status ParseSteps(const std::string& list, std::vector<Step>* steps) {
  for (size_t start = 0; start < list.size();) {
    const size_t comma = std::min(list.find(',', start), list.size());
    if (comma > start) {
      Status s = ParseStep(list.substr(start, comma - start), steps);
      if (!s.ok()) return s;
    }
    start = comma + 1;
  }
  return Status::OK();
}

LoopSettings SettingsFor(const Workload& w) {
  const auto or_num = [](int64_t given) { return given >= 0 ? given : FLAGS_num; };
  const auto scaled = [&w](int64_t n) { return std::max<int64_t>(1, n / w.num_divisor); };
  LoopSettings settings{};
  settings.num = scaled(FLAGS_num);
  settings.reads = or_num(FLAGS_reads);
  settings.writes = FLAGS_writes >= 0 ? FLAGS_writes : scaled(FLAGS_num);
  settings.reads_or_writes = or_num(std::max(FLAGS_reads, FLAGS_writes));
  settings.deletes = or_num(FLAGS_deletes);
  settings.duration = FLAGS_duration;
  settings.ops_between_checks = FLAGS_ops_between_duration_checks;
  settings.batch_size = w.batch_size > 0 ? w.batch_size : FLAGS_batch_size;
  settings.key_size = FLAGS_key_size;
  settings.seed = static_cast<uint64_t>(FLAGS_seed);
  return settings;
}

ValueSizer SizerFor(const Workload& w) {
  if (w.value_size > 0) return ValueSizer::Fixed(static_cast<uint32_t>(w.value_size));
  const auto min = static_cast<uint32_t>(FLAGS_value_size_min);
  const auto max = static_cast<uint32_t>(FLAGS_value_size_max);
  if (FLAGS_value_size_distribution_type == "uniform") return ValueSizer::Uniform(min, max);
  if (FLAGS_value_size_distribution_type == "normal") {
    return ValueSizer::Normal(min, max, FLAGS_stddev);
  }
  return ValueSizer::Fixed(static_cast<uint32_t>(FLAGS_value_size));
}

// mixgraph draws its own sizes; the buffer must hold the largest value.
uint32_t LargestValue() {
  return static_cast<uint32_t>(
      std::max<double>(static_cast<double>(FLAGS_mix_max_value_size), FLAGS_value_theta + 1));
}

OpStats::Settings StatsSettings(DB* db) {
  OpStats::Settings settings;
  settings.timed = FLAGS_histogram || !FLAGS_summary_file.empty();
  settings.interval_ops = FLAGS_stats_interval;
  settings.interval_seconds = FLAGS_stats_interval_seconds;
  settings.engine_stats = FLAGS_stats_per_interval > 0;
  settings.db = db;
  return settings;
}

int64_t ExpectedOps(const Workload& w, const LoopSettings& settings, int threads) {
  if (w.max_threads == 1 || settings.duration > 0) return 0;
  if (w.fresh_db && std::string(w.name) != "fillseq") return settings.writes * threads;
  return (w.name[0] == 'd' ? settings.deletes : settings.reads) * threads;
}

// One benchmark, run once.
class Session {
 public:
  Session(const Workload& workload, BenchDb* db, uint64_t threads_before)
      : w_(workload),
        settings_(SettingsFor(workload)),
        measured_(workload.max_threads > 0 ? workload.max_threads : FLAGS_threads),
        total_(measured_ + (workload.extra_writer ? 1 : 0)),
        live_(static_cast<size_t>(total_)) {
    shared_.db = db;
    shared_.measured_running = measured_;
    shared_.next_insert = static_cast<uint64_t>(settings_.num);
    shared_.threads_before = threads_before;
  }

  // The threads of this benchmark, the unmeasured one included.
  uint64_t threads() const { return static_cast<uint64_t>(total_); }

  Status Run() {
    Status s = SetRates();
    if (s.ok() && w_.prepare != nullptr) s = w_.prepare(&shared_);
    if (!s.ok()) return s;
    MakeThreads();
    Monitor monitor(*shared_.db, live_, w_.name, ExpectedOps(w_, settings_, measured_),
                    settings_.duration);
    s = monitor.Start();
    if (!s.ok()) return s;
    RunThreads();
    s = monitor.Stop();
    if (!failure_.ok()) return failure_;
    if (s.ok()) s = Report(monitor.record());
    return s.ok() && w_.finish != nullptr ? w_.finish(&shared_) : s;
  }

 private:
  Status SetRates() {
    shared_.write_gate.SetRate(static_cast<double>(FLAGS_benchmark_write_rate_limit));
    shared_.read_gate.SetRate(static_cast<double>(FLAGS_benchmark_read_rate_limit));
    if (FLAGS_sine_write_rate) {
      shared_.write_gate.Follow({FLAGS_sine_a, FLAGS_sine_b, FLAGS_sine_c, FLAGS_sine_d}, 1, 0,
                                FLAGS_sine_write_rate_interval_milliseconds, settings_.seed);
    }
    return Status::OK();
  }

  void MakeThreads() {
    // --num also where the benchmark takes fewer keys: all name a key alike.
    const KeyMaker::Shape shape{FLAGS_key_size, FLAGS_prefix_size, FLAGS_keys_per_prefix,
                                FLAGS_num};
    for (int i = 0; i < total_; ++i) {
      auto context =
          std::make_unique<ThreadContext>(i, measured_, settings_, &shared_, shape, SizerFor(w_),
                                          FLAGS_compression_ratio, LargestValue());
      context->read_options = MakeReadOptions();
      context->write_options = MakeWriteOptions();
      context->write_options.sync |= w_.sync;
      if (i >= measured_) context->stats.Exclude();
      contexts_.push_back(std::move(context));
    }
  }

  void RunThreads() {
    // All threads start together: the first one must not have the engine alone.
    std::barrier gate(total_);
    std::vector<std::jthread> threads;
    threads.reserve(contexts_.size());
    for (auto& context : contexts_) {
      threads.emplace_back([this, &gate, t = context.get()] {
        gate.arrive_and_wait();
        RunOne(t);
      });
    }
  }

  void RunOne(ThreadContext* t) {
    BeginPerf(FLAGS_perf_level);
    // No report adds up the count of the writer beside readers.
    LiveCount uncounted;
    OpStats::Settings stats_settings = StatsSettings(t->db);
    if (t->stats.excluded()) stats_settings = {};
    t->stats.Start(t->index, stats_settings,
                   t->stats.excluded() ? &uncounted : &live_[static_cast<size_t>(t->index)]);
    Status s = w_.body(t);
    t->stats.Stop();
    if (!t->stats.excluded()) shared_.measured_running.fetch_sub(1);
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!s.ok()) {
      shared_.stop = true;
      if (failure_.ok()) failure_ = s;
    }
    if (FLAGS_perf_level > 1 && perf_.empty()) {
      perf_ = PerfText();
    }
  }

  Status Report(const RunRecord& record) {
    OpStats merged;
    OpStats beside;
    for (const auto& context : contexts_) {
      (context->stats.excluded() ? beside : merged).Merge(context->stats);
    }
    const std::string text = w_.describe != nullptr ? w_.describe(merged) : "";
    std::printf("%s\n", merged.ResultLine(w_.name, text).c_str());
    if (FLAGS_histogram) std::printf("%s", merged.Histograms().c_str());
    if (!perf_.empty()) std::printf("PERF_CONTEXT:\n%s\n", perf_.c_str());
    if (FLAGS_report_stalls) std::printf("%s\n", record.StallText().c_str());
    std::fflush(stdout);
    if (FLAGS_summary_file.empty()) return Status::OK();
    // The engine also wrote the bytes of the writer beside readers, though the result leaves the
    // operations of this writer out.
    merged.AddUserWrite(beside.written());
    std::FILE* file = std::fopen(FLAGS_summary_file.c_str(), "a");
    if (file == nullptr) return Status::IOError("cannot write", FLAGS_summary_file);
    const bool written =
        std::fprintf(file, "%s\n",
                     record.Json(w_.name, merged, FLAGS_label, shared_.db->last_open()).c_str()) >
        0;
    return std::fclose(file) == 0 && written ? Status::OK()
                                             : Status::IOError("cannot write", FLAGS_summary_file);
  }

  const Workload& w_;
  const LoopSettings settings_;
  const int measured_;
  const int total_;
  std::vector<LiveCount> live_;
  SharedState shared_;
  std::vector<std::unique_ptr<ThreadContext>> contexts_;
  // Guards failure_ and perf_.
  std::mutex mutex_;
  Status failure_;
  std::string perf_;
};

// State that one benchmark of a run leaves to the next one.
struct Progress {
  // True until a benchmark uses the database that Init() created.
  bool untouched = true;
  uint64_t threads = 0;
};

// REQUIRES: the database is open.
Status RunStep(const Workload& w, BenchDb* db, Progress* progress) {
  if (w.fresh_db) {
    if (FLAGS_use_existing_db) {
      std::printf("%-12s : skipped (--use_existing_db is true)\n", w.name);
      return Status::OK();
    }
    // The database that Init() has just created is empty.
    if (!progress->untouched) {
      Status s = db->Recreate();
      if (!s.ok()) return s;
    }
  }
  progress->untouched = false;
  if (w.reopens) {
    Status s = db->Reopen();
    if (!s.ok()) return s;
  }
  if (w.action != nullptr) return w.action(db);
  std::printf("DB path: [%s]\n", db->path().c_str());
  std::fflush(stdout);
  Session session(w, db, progress->threads);
  progress->threads += session.threads();
  return session.Run();
}

Status Fail(const std::string& what, const Status& s) {
  std::fflush(stdout);
  std::fprintf(stderr, "db_bench: %s: %s\n", what.c_str(), s.ToString().c_str());
  return s;
}

}  // namespace

Status RunBenchmarks(const std::string& list) {
  std::vector<Step> steps;
  Status s = ParseSteps(list, &steps);
  if (!s.ok()) return Fail("--benchmarks", s);
  BenchDb db;
  s = db.Init();
  if (!s.ok()) return Fail("open " + db.path(), s);
  PrintBanner();
  Progress progress;
  for (const Step& step : steps) {
    for (int i = 0; i < step.repeats; ++i) {
      s = RunStep(*step.workload, &db, &progress);
      if (!s.ok()) return Fail(step.workload->name, s);
    }
  }
  if (db.parts().statistics != nullptr) {
    std::printf("STATISTICS:\n%s\n", db.parts().statistics->ToString().c_str());
  }
  return Status::OK();
}

}  // namespace bench
