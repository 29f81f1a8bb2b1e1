// Block checksums of the five types; see the header.
#include "table/block_checksum.h"

#include "util/crc32c.h"
#include "util/hash.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// XXH3 hashes all but the last byte; a multiplication folds the last byte in, so the type byte,
// which varies, does not have to lie beside the block.
uint32_t Xxh3WithFoldedTail(const char* data, size_t size) {
  if (size == 0) return 0;
  constexpr uint32_t kTailFactor = 0x6b9083d9;
  const auto hash = static_cast<uint32_t>(Xxh3_64(data, size - 1));
  return hash ^ (static_cast<uint8_t>(data[size - 1]) * kTailFactor);
}

}  // namespace

uint32_t BlockChecksum(ChecksumType type, const char* data, size_t size) {
  switch (type) {
    // The format masks CRCs, because blocks may hold CRCs as data.
    case kCRC32c:
      return crc32c::Mask(crc32c::Value(data, size));
    case kxxHash:
      return Xxh32(data, size, 0);
    // The low half of the 64 bits.
    case kxxHash64:
      return static_cast<uint32_t>(Xxh64(data, size, 0));
    case kXXH3:
      return Xxh3WithFoldedTail(data, size);
    case kNoChecksum:
      break;
  }
  return 0;
}

bool KnownChecksumType(int type) { return type >= kNoChecksum && type <= kXXH3; }

}  // namespace ROCKSDB_NAMESPACE
