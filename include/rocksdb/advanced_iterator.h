// What iterators over an application's own tables and indexes return with each step.
#pragma once

#include "rocksdb/slice.h"

namespace ROCKSDB_NAMESPACE {

// Whether a key lies within the bound of the scan.
enum class IterBoundCheck : char {
  // Nobody looked.
  kUnknown = 0,
  kOutOfBound,
  kInbound,
};

// The place of an iterator after a step.
struct IterateResult {
  Slice key;
  IterBoundCheck bound_check_result = IterBoundCheck::kUnknown;
  // false: PrepareValue() must come before value().
  bool value_prepared = true;
};

}  // namespace ROCKSDB_NAMESPACE
