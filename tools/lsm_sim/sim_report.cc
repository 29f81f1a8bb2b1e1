// Tables of simulated runs: see sim_report.h.
#include "tools/lsm_sim/sim_report.h"

#include "tools/lsm_sim/print.h"

namespace lsm_sim {
double Throughput(const NamedOutcome& run) {
  const Outcome& o = run.outcome;
  return o.write_seconds > 0 ? o.counters.user_bytes / run.user_bytes / o.write_seconds : 0;
}

std::string SummaryTable(const std::vector<NamedOutcome>& runs) {
  std::string text;
  if (runs.empty()) return text;
  const NamedOutcome* base = &runs.back();
  for (const NamedOutcome& run : runs) {
    if (run.name == "off") base = &run;
  }
  Print(&text, "%-9s %9s %8s %9s %9s %7s %6s %6s %7s %6s %8s %8s\n", "run", "ops/s", "of base",
        "write s", "stall s", "stop s", "W-amp", "depth", "jobs", "most", "buckets", "drain s");
  for (const NamedOutcome& run : runs) {
    const Outcome& o = run.outcome;
    Print(&text, "%-9s %9.0f %7.2fx %9.1f %9.1f %7.1f %6.2f %6llu %7.2f %6d %8llu %8.1f\n",
          run.name.c_str(), Throughput(run), Throughput(run) / Throughput(*base), o.write_seconds,
          o.stall_seconds, o.stop_seconds, o.WriteAmplification(), Whole(o.most_depth),
          o.MeanJobs(), o.most_jobs, Whole(o.most_buckets), o.drain_seconds);
  }
  return text;
}

std::string InputTable(const NamedOutcome& run) {
  std::string text;
  Print(&text,
        "%s: flushes %llu, moves %llu, splits %llu, merges of buckets %llu, mean cores %.2f\n",
        run.name.c_str(), Whole(run.outcome.counters.flushes), Whole(run.outcome.counters.moves),
        Whole(run.outcome.counters.splits), Whole(run.outcome.counters.merges),
        run.outcome.core_seconds / (run.outcome.write_seconds + run.outcome.drain_seconds));
  Print(&text, "  %-6s %8s %12s %12s\n", "level", "jobs", "files a job", "MB a job");
  const auto row = [&text](const std::string& name, const Counters::Inputs& in) {
    if (in.jobs == 0) return;
    Print(&text, "  %-6s %8llu %12.1f %12.1f\n", name.c_str(), Whole(in.jobs), in.FilesAJob(),
          in.BytesAJob() / 1e6);
  };
  row("in L0", run.outcome.counters.within_l0);
  for (size_t level = 0; level < run.outcome.counters.inputs.size(); ++level)
    row("L" + std::to_string(level), run.outcome.counters.inputs[level]);
  return text;
}

std::string TimelineCsv(const std::vector<NamedOutcome>& runs) {
  std::string text =
      "run,secs,user_mb,l0_files,l0_depth,running_compactions,running_l0_compactions,merging_"
      "threads,running_"
      "flushes,"
      "pending_mb,buckets,state\n";
  for (const NamedOutcome& run : runs) {
    for (const Sample& s : run.outcome.timeline) {
      Print(&text, "%s,%.3f,%.3f,%llu,%llu,%d,%d,%d,%d,%.3f,%llu,%s\n", run.name.c_str(), s.seconds,
            s.user_bytes / 1e6, Whole(s.l0_files), Whole(s.l0_depth), s.compactions,
            s.l0_compactions, s.threads, s.flushes, static_cast<double>(s.pending_bytes) / 1e6,
            Whole(s.buckets), s.state);
    }
  }
  return text;
}

}  // namespace lsm_sim
