// Memory for a block that is only passed through, from file to decompression: the thread's spare
// buffer, for as long as the object lives. Whoever reads within a read of the same thread (a
// listener, a file system over another database) gets memory of its own.
#pragma once

#include <cstddef>
#include <utility>

#include "env/aligned_buffer.h"

namespace ROCKSDB_NAMESPACE {

class ThreadScratch {
 public:
  ThreadScratch() = default;
  ~ThreadScratch() {
    if (buffer_.capacity() > 0 && buffer_.capacity() <= kMostKept) Spare() = std::move(buffer_);
  }
  ThreadScratch(const ThreadScratch&) = delete;
  ThreadScratch& operator=(const ThreadScratch&) = delete;

  // Once. The content is undefined.
  char* Take(size_t size) {
    buffer_ = std::move(Spare());
    if (buffer_.capacity() < size) buffer_ = AlignedBuffer(size);
    return buffer_.data();
  }

 private:
  // A thread that once met a huge block does not keep its size.
  static constexpr size_t kMostKept = 1 << 20;

  static AlignedBuffer& Spare() {
    thread_local AlignedBuffer spare;
    return spare;
  }

  AlignedBuffer buffer_;
};

}  // namespace ROCKSDB_NAMESPACE
