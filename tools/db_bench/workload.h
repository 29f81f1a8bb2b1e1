// The table of benchmarks: what --benchmarks may name. Filled by the files workloads_*.cc, read by
// the runner and by --list_benchmarks.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tools/db_bench/thread_context.h"

namespace bench {

// A row of the table. Fields that a row leaves out mean "as the flags say".
struct Workload {
  const char* name;
  const char* sentence;
  // The body of one thread. Any status but OK ends the whole run with an error.
  Status (*body)(ThreadContext*);
  // Text at the end of the result line, from all threads' counts; may be null.
  std::string (*describe)(const OpStats&) = nullptr;
  bool fresh_db = false;      // starts from an empty database
  bool extra_writer = false;  // one more thread, not measured, that writes
  int64_t num_divisor = 1;    // works on --num / this
  int64_t value_size = 0;     // instead of --value_size
  int64_t batch_size = 0;     // instead of --batch_size
  bool sync = false;          // as if --sync
  int max_threads = 0;        // 0: --threads
  // Runs once on the main thread before the threads start; may be null.
  Status (*prepare)(SharedState*) = nullptr;
  // Runs on the main thread, prints for itself, has no result line; replaces body.
  Status (*action)(BenchDb*) = nullptr;
};

// Each workloads_*.cc has one of these.
std::span<const Workload> FillWorkloads();
std::span<const Workload> DeleteWorkloads();
std::span<const Workload> ReadWorkloads();
std::span<const Workload> ScanWorkloads();
std::span<const Workload> MixedWorkloads();
std::span<const Workload> MixgraphWorkloads();
std::span<const Workload> YcsbWorkloads();
std::span<const Workload> AdminWorkloads();

// In the order of the help text.
std::vector<Workload> AllWorkloads();
// Null if there is none of this name; the result points into a static table.
const Workload* FindWorkload(const std::string& name);
void PrintWorkloads();

// "(3 of 5 found)".
std::string FoundText(const OpStats& stats);

// Options of single operations, from flags.
ReadOptions MakeReadOptions();
WriteOptions MakeWriteOptions();

}  // namespace bench
