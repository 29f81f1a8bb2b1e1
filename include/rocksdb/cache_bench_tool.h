// A benchmark of block caches as a function. This library has none: the function says so on stderr
// and returns 1.
#pragma once

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

int cache_bench_tool(int argc, char** argv);

}  // namespace ROCKSDB_NAMESPACE
