// The 32-bit checksums that block trailers and the footer carry. Used when a block is written and
// when it is read.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rocksdb/table.h"

namespace ROCKSDB_NAMESPACE {

// Of `size` contiguous bytes: a block followed by its compression type byte, or a footer.
uint32_t BlockChecksum(ChecksumType type, const char* data, size_t size);

// From format_version 6 on, what is added to a stored checksum so that a block found at another
// place of the file, or in another file, does not verify. `base` is the footer's random-looking
// word, `offset` that of the block. 0 when `base` is 0 (older files). Added when writing, taken off
// when reading, modulo 2^32.
inline uint32_t ContextTerm(uint32_t base, uint64_t offset) {
  if (base == 0) return 0;
  return base ^ (static_cast<uint32_t>(offset) + static_cast<uint32_t>(offset >> 32));
}

// Whether a footer's byte names a type that BlockChecksum knows. Others are refused, not skipped.
bool KnownChecksumType(int type);

}  // namespace ROCKSDB_NAMESPACE
