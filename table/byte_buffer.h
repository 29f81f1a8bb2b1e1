// A growing array of bytes over pooled, page-aligned memory, because touching fresh pages costs
// more than writing the bytes. The table builder keeps blocks and output in it. One thread at a
// time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "env/aligned_buffer.h"
#include "rocksdb/slice.h"
#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

// Memory comes from AlignedBufferPool and goes back there; Clear() and Truncate() keep it. Growth
// doubles and copies, so references into data() last until the next Room() or Append().
class ByteBuffer {
 public:
  ByteBuffer() = default;
  ByteBuffer(const ByteBuffer&) = delete;
  ByteBuffer& operator=(const ByteBuffer&) = delete;

  char* data() { return data_; }
  const char* data() const { return data_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Slice ToSlice() const { return Slice(data_, size_); }

  // Makes space for `extra` bytes behind the end and returns where they go; older pointers become
  // stale. The caller then commits the bytes it wrote with CommitTo().
  char* Room(size_t extra) {
    if (extra > capacity_ - size_) Grow(extra);
    return data_ + size_;
  }
  // REQUIRES: `end` lies within the space that Room() gave.
  void CommitTo(const char* end) { size_ = static_cast<size_t>(end - data_); }

  void Append(const void* bytes, size_t n) {
    if (n == 0) return;
    std::memcpy(Room(n), bytes, n);
    size_ += n;
  }
  void Append(const Slice& s) { Append(s.data(), s.size()); }
  void AppendFixed32(uint32_t v) { Append(&v, sizeof(v)); }

  // REQUIRES: n <= size().
  void Truncate(size_t n) { size_ = n; }
  void Clear() { size_ = 0; }
  // The rest moves to the front. REQUIRES: n <= size().
  void DropFront(size_t n) {
    size_ -= n;
    if (size_ > 0) std::memmove(data_, data_ + n, size_);
  }

 private:
  void Grow(size_t extra) {
    AlignedBuffer grown(std::max(size_ + extra, 2 * capacity_));
    if (size_ > 0) std::memcpy(grown.data(), data_, size_);
    memory_ = std::move(grown);
    data_ = memory_.data();
    capacity_ = memory_.capacity();
  }

  AlignedBuffer memory_;
  char* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
