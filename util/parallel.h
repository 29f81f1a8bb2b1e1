// Work that is done by several threads for one caller.
#pragma once

#include <cstddef>
#include <functional>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// Calls work(0) to work(n - 1), each once, from at most `threads` threads, the calling one among
// them. Returns when all calls have returned. Where the system gives no more threads, fewer do the
// work. REQUIRES: calls of `work` may run beside each other.
void RunInParallel(size_t n, size_t threads, const std::function<void(size_t)>& work);

}  // namespace ROCKSDB_NAMESPACE
