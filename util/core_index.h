// Which processor the caller runs on, for structures split by core. Only a hint: the system may
// move the thread at any moment.
#pragma once

#include <cstddef>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// In [0, mask], where mask is PowerOfTwoCores() - 1 or smaller.
size_t CurrentCore(size_t mask);

// The number of processors rounded up to a power of two; the same at every call.
size_t PowerOfTwoCores();

}  // namespace ROCKSDB_NAMESPACE
