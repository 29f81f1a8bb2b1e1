// The hash functions that file formats fix, and the one to use where none is fixed (Hash64).
// Results are stored in tables: none of these may ever change.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rocksdb/slice.h"

namespace ROCKSDB_NAMESPACE {

// The XXH3 preview of xxHash 0.7.2, which Bloom and Ribbon filters (format_version >= 5) use.
uint64_t Hash64(const char* data, size_t n, uint64_t seed);
uint64_t Hash64(const char* data, size_t n);
inline uint64_t Hash64(const Slice& s) { return Hash64(s.data(), s.size()); }

// LevelDB's hash. The legacy Bloom filter uses it.
uint32_t Hash32(const char* data, size_t n, uint32_t seed);

// Final XXH3 and the older xxHashes, for block checksums.
uint64_t Xxh3_64(const char* data, size_t n);
uint32_t Xxh32(const char* data, size_t n, uint32_t seed);
uint64_t Xxh64(const char* data, size_t n, uint64_t seed);

}  // namespace ROCKSDB_NAMESPACE
