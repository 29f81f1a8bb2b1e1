// The 32-bit checksums in block trailers and in the footer, for writing and for reading.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rocksdb/table.h"

namespace ROCKSDB_NAMESPACE {

// The checksum of `size` contiguous bytes: a block followed by its compression type byte, or a
// footer.
uint32_t BlockChecksum(ChecksumType type, const char* data, size_t size);

// From format_version 6 on the writer adds this term to each stored checksum, so that a block
// found at another place of the file, or in another file, does not verify; the reader subtracts it
// (modulo 2^32). `base` is the footer's random-looking word, `offset` that of the block. The term
// is 0 when `base` is 0 (older files).
inline uint32_t ContextTerm(uint32_t base, uint64_t offset) {
  if (base == 0) return 0;
  return base ^ (static_cast<uint32_t>(offset) + static_cast<uint32_t>(offset >> 32));
}

// Whether a footer's byte names a type that BlockChecksum computes. Readers refuse files with
// other types.
bool KnownChecksumType(int type);

}  // namespace ROCKSDB_NAMESPACE
