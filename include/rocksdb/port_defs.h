// CpuPriority: the processor priority of a background thread pool.
#pragma once

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// Nice values 19, 10, 0 and -1, in this order. The last needs a right that most processes lack;
// see Env::LowerThreadPoolCPUPriority.
enum class CpuPriority {
  kIdle = 0,
  kLow = 1,
  kNormal = 2,
  kHigh = 3,
};

}  // namespace ROCKSDB_NAMESPACE
