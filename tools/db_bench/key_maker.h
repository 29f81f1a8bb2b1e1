// Turns a key number into key bytes. The layout is that of stock's db_bench, so that one build can
// read a database that another one filled. Runs once per operation and never allocates.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

#include "tools/db_bench/compat.h"

namespace bench {

//   | prefix number, big-endian, padded with '0' | key number, big-endian | '0' ... |
//   |<---------- prefix_size bytes ------------->|<----- up to 8 bytes -->|
// The prefix part exists only where keys_per_prefix > 0. A field shorter than 8 bytes holds the
// low-order bytes of its number.
class KeyMaker {
 public:
  struct Shape {
    int key_size = 16;
    int prefix_size = 0;
    int64_t keys_per_prefix = 0;
    int64_t num_keys = 1;
  };

  explicit KeyMaker(const Shape& shape)
      : buffer_(static_cast<size_t>(shape.key_size), '0'),
        prefix_size_(shape.keys_per_prefix > 0 ? std::min(shape.prefix_size, shape.key_size) : 0),
        prefixes_(prefix_size_ > 0 ? static_cast<uint64_t>(std::max<int64_t>(
                                         1, shape.num_keys / shape.keys_per_prefix))
                                   : 1) {}

  // The result points into this object and lives until the next call.
  Slice Make(uint64_t number) {
    if (prefix_size_ > 0) PutBigEndian(0, prefix_size_, number % prefixes_);
    PutBigEndian(prefix_size_, static_cast<int>(buffer_.size()) - prefix_size_, number);
    return {buffer_.data(), buffer_.size()};
  }

 private:
  void PutBigEndian(int offset, int width, uint64_t number) {
    if (width >= 8) {
      const uint64_t swapped = __builtin_bswap64(number);
      std::memcpy(buffer_.data() + offset, &swapped, sizeof(swapped));
      return;
    }
    for (int i = width; i-- > 0; number >>= 8) buffer_[offset + i] = static_cast<char>(number);
  }

  // The constructor fills it with '0'; the bytes behind both numbers never change.
  std::string buffer_;
  int prefix_size_;
  uint64_t prefixes_;
};

}  // namespace bench
