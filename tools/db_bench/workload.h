// The table of benchmarks that --benchmarks may name. The files workloads_*.cc fill it; the runner
// and
// --list_benchmarks read it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tools/db_bench/thread_context.h"

namespace bench {

// A row of the table. Where a row leaves a field out, the flags decide.
struct Workload {
  const char* name;
  const char* sentence;
  // Runs on each thread. Any status but OK ends the whole run with an error.
  Status (*body)(ThreadContext*);
  // Makes the text at the end of the result line from the counts of all threads; may be null.
  std::string (*describe)(const OpStats&) = nullptr;
  bool fresh_db = false;      // starts from an empty database
  bool reopens = false;       // closes the database and opens it again first
  bool extra_writer = false;  // a further thread writes, and is not measured
  int64_t num_divisor = 1;    // uses --num / num_divisor keys
  int64_t value_size = 0;     // instead of --value_size
  int64_t batch_size = 0;     // instead of --batch_size
  bool sync = false;          // as if --sync
  int max_threads = 0;        // 0: --threads
  // Runs once on the main thread before the threads start; may be null.
  Status (*prepare)(SharedState*) = nullptr;
  // Runs once on the main thread after the result line; may be null.
  Status (*finish)(SharedState*) = nullptr;
  // Replaces body: runs on the main thread, prints its own output, and has no result line.
  Status (*action)(BenchDb*) = nullptr;
};

// The rows of each workloads_*.cc.
std::span<const Workload> FillWorkloads();
std::span<const Workload> DeleteWorkloads();
std::span<const Workload> ReadWorkloads();
std::span<const Workload> ScanWorkloads();
std::span<const Workload> MixedWorkloads();
std::span<const Workload> MixgraphWorkloads();
std::span<const Workload> YcsbWorkloads();
std::span<const Workload> TransactionWorkloads();
std::span<const Workload> AdminWorkloads();

// In the order of the help text.
std::vector<Workload> AllWorkloads();
// Null if no benchmark has this name. The result points into a static table.
const Workload* FindWorkload(const std::string& name);
void PrintWorkloads();

// "(3 of 5 found)".
std::string FoundText(const OpStats& stats);

// The options of single operations, made from flags.
ReadOptions MakeReadOptions();
WriteOptions MakeWriteOptions();

}  // namespace bench
