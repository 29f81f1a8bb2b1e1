// KeyBytes: a copy of one key after another, for loops that keep one of each record they pass. A
// std::string takes some seventy instructions for such a copy, as it provides for more.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "rocksdb/slice.h"
#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

// One thread at a time. Slices into it last until the next change.
class KeyBytes {
 public:
  KeyBytes() = default;
  KeyBytes(const KeyBytes&) = delete;
  KeyBytes& operator=(const KeyBytes&) = delete;

  size_t size() const { return size_; }
  // Null before the first key.
  const char* data() const { return bytes_.get(); }
  Slice ToSlice() const { return size_ == 0 ? Slice() : Slice(bytes_.get(), size_); }

  // REQUIRES: `key` does not lie in this object.
  void Assign(const Slice& key) { Replace(0, key); }
  // Keeps the first `kept` bytes and puts `rest` behind them. REQUIRES: kept <= size(), and `rest`
  // does not lie in this object.
  void Replace(size_t kept, const Slice& rest) {
    const size_t size = kept + rest.size();
    if (size + sizeof(uint64_t) > capacity_) Grow(kept, size + sizeof(uint64_t));
    std::memcpy(bytes_.get() + kept, rest.data(), rest.size());
    size_ = size;
  }
  // The internal key of this user key and `tail`, which does not become part of the copy.
  // REQUIRES: a key was assigned.
  Slice WithTail(uint64_t tail) {
    StoreFixed64(bytes_.get() + size_, tail);
    return Slice(bytes_.get(), size_ + sizeof(tail));
  }

 private:
  static constexpr size_t kSmallest = 64;

  void Grow(size_t kept, size_t needed) {
    const size_t capacity = std::max({kSmallest, needed, 2 * capacity_});
    auto grown = std::make_unique<char[]>(capacity);
    if (kept > 0) std::memcpy(grown.get(), bytes_.get(), kept);
    bytes_ = std::move(grown);
    capacity_ = capacity;
  }

  std::unique_ptr<char[]> bytes_;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
