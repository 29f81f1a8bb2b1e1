// Where a block lies in an SST file: the offset of its first byte and its length without the
// trailer. Used by everything in table/ that points at blocks. Pure values.
#pragma once

#include <cstdint>
#include <string>

#include "rocksdb/slice.h"
#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

// Behind every block: one byte of compression type, four bytes of checksum.
inline constexpr size_t kTrailerBytes = 5;

struct Extent {
  uint64_t offset = 0;
  uint64_t size = 0;

  // The first byte after the block's trailer: where the next block begins, unless it was aligned.
  uint64_t end() const { return offset + size + kTrailerBytes; }
  bool null() const { return offset == 0 && size == 0; }
  // Lies, trailer included, within the first `limit` bytes. Written so that no sum can overflow:
  // offset and size come from files.
  bool FitsIn(uint64_t limit) const {
    return offset <= limit && size <= limit - offset && kTrailerBytes <= limit - offset - size;
  }

  // On disk: offset and size as varint64. TakeFrom: false when the bytes do not say.
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
