// Runs the benchmarks of --benchmarks one after another: threads, result lines, reports.
// Called by main only.
#pragma once

#include "tools/db_bench/bench_db.h"

namespace bench {

// Checks every name before it runs a benchmark. Prints the first failure and returns it.
Status RunBenchmarks(const std::string& list);

}  // namespace bench
