// Bloom filters: building them in the present form, and reading them in both forms that files hold.
#pragma once

#include <memory>

#include "rocksdb/slice.h"
#include "table/filter_bits.h"

namespace ROCKSDB_NAMESPACE {

// A filter that claims more probes is not a Bloom filter.
inline constexpr int kMostBloomProbes = 30;

// Cache-local Bloom of one cache line per key. A rate of bits per key is given in thousandths. Its
// bits are those stock writes with format_version 5 and later.
std::unique_ptr<FilterBitsBuilder> NewBloomBuilder(int millibits_per_key);

// Readers of what NewBloomBuilder() makes, and of what format_version 4 and older have. `tail`
// points to the five bytes behind `bits`; `bits` must outlive the result. nullptr when the layout
// is unknown.
std::unique_ptr<FilterBitsReader> NewBloomReader(const Slice& bits, const char* tail);
std::unique_ptr<FilterBitsReader> NewLegacyBloomReader(const Slice& bits, const char* tail);

}  // namespace ROCKSDB_NAMESPACE
