// Where a block lies in an SST file: the offset of its first byte and its length without the
// trailer. Everything in table/ that points at blocks uses it. A plain value.
#pragma once

#include <cstdint>
#include <string>

#include "rocksdb/slice.h"
#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

// A trailer follows every block: one byte of compression type, four bytes of checksum.
inline constexpr size_t kTrailerBytes = 5;

struct Extent {
  uint64_t offset = 0;
  uint64_t size = 0;

  // The first byte after the block's trailer: the next block begins here, unless blocks are
  // aligned.
  uint64_t end() const { return offset + size + kTrailerBytes; }
  bool null() const { return offset == 0 && size == 0; }
  // Whether the block with its trailer lies within the first `limit` bytes. No sum here can
  // overflow, because offset and size come from files.
  bool FitsIn(uint64_t limit) const {
    return offset <= limit && size <= limit - offset && kTrailerBytes <= limit - offset - size;
  }

  // On disk: offset and size as varint64. TakeFrom returns false when the bytes are malformed.
  void AppendTo(std::string* dst) const {
    AppendVarint64(dst, offset);
    AppendVarint64(dst, size);
  }
  bool TakeFrom(Slice* in) { return TakeVarint64(in, &offset) && TakeVarint64(in, &size); }
  std::string ToText() const {
    return "offset " + std::to_string(offset) + " size " + std::to_string(size);
  }
  bool operator==(const Extent&) const = default;
};

}  // namespace ROCKSDB_NAMESPACE
