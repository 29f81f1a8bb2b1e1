// Memory that is written piece after piece: the place of the next piece is fetched while other
// work goes on, so that its stores need not wait for memory. Everything in order behind them,
// such as the next locked instruction, would wait too.
#pragma once

#include <algorithm>
#include <cstddef>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// `place`: where the next bytes go, probably `n`. It need not be memory that may be touched.
// Inlined by order: a function that only fetches counts as one without effects, and calls of it may
// go.
[[gnu::always_inline]] inline void FetchPlaceAhead(const char* place, size_t n) {
  constexpr size_t kLine = 64;
  // More would drive out what is needed before.
  constexpr size_t kMost = 2048;
  for (size_t i = 0; i < std::min(n, kMost); i += kLine) __builtin_prefetch(place + i, 1);
}

}  // namespace ROCKSDB_NAMESPACE
