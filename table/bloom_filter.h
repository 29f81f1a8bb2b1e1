// Bloom filters: building them in the present form, and reading them in both forms that files hold.
#pragma once

#include <memory>

#include "rocksdb/slice.h"
#include "table/filter_bits.h"

namespace ROCKSDB_NAMESPACE {

// A filter that claims more probes is not a Bloom filter.
inline constexpr int kMostBloomProbes = 30;

// Builds a cache-local Bloom filter, with all bits of a key in one cache line. The argument is
// bits per key in thousandths. The bits equal those that stock writes with format_version 5 and
// later.
std::unique_ptr<FilterBitsBuilder> NewBloomBuilder(int millibits_per_key);

// Readers of the filters that NewBloomBuilder() makes, and of those in files of format_version 4
// and older. `tail` points to the five bytes behind `bits`; `bits` must outlive the result.
// nullptr when the layout is unknown.
std::unique_ptr<FilterBitsReader> NewBloomReader(const Slice& bits, const char* tail);
std::unique_ptr<FilterBitsReader> NewLegacyBloomReader(const Slice& bits, const char* tail);

}  // namespace ROCKSDB_NAMESPACE
