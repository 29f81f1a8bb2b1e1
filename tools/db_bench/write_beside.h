// The writer beside reading benchmarks. It runs on the one thread that the result leaves out.
#pragma once

#include "tools/db_bench/thread_context.h"

namespace bench {

// Puts random keys at the rate of the write gate until the measured threads are done or, with
// --finish_after_writes, until it has done --writes operations.
Status WriteBesideOthers(ThreadContext* t);

}  // namespace bench
