// CRC-32C (Castagnoli): the checksum of WAL records, MANIFEST records and, by choice, blocks.
// Stored values are masked, because the CRC of bytes that hold CRCs detects less damage.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {
namespace crc32c {

// The CRC of A+B, where `crc` is that of A and data[0, n) is B.
uint32_t Extend(uint32_t crc, const char* data, size_t n);

inline uint32_t Value(const char* data, size_t n) { return Extend(0, data, n); }

inline constexpr uint32_t kMaskDelta = 0xa282ead8u;

// The value as it is stored, and back.
inline uint32_t Mask(uint32_t crc) { return ((crc >> 15) | (crc << 17)) + kMaskDelta; }
inline uint32_t Unmask(uint32_t masked) {
  const uint32_t rotated = masked - kMaskDelta;
  return (rotated >> 17) | (rotated << 15);
}

}  // namespace crc32c
}  // namespace ROCKSDB_NAMESPACE
