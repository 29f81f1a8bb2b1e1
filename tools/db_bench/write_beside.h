// The writer that accompanies reading benchmarks. Runs on the one thread left out of the result.
#pragma once

#include "tools/db_bench/thread_context.h"

namespace bench {

// Puts random keys until the measured threads are done (or, with --finish_after_writes, until its
// own writes are), no faster than the write gate lets it.
Status WriteBesideOthers(ThreadContext* t);

}  // namespace bench
