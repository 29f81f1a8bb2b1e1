// AlignedBuffer: page-aligned memory for direct I/O and other big transfers, taken from and given
// back to a process-wide pool of touched buffers, since fresh pages are expensive to touch:
// the kernel has to find and clear them. Used by file readers and writers, read-ahead windows and
// the table builder.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "rocksdb/rocksdb_namespace.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// Keeps idle buffers of at most kLargest bytes, by power-of-two size. Thread-safe: one lock, held
// for a push or a pop. Larger ones come from the system and go back to it.
class AlignedBufferPool {
 public:
  static constexpr size_t kAlignment = 4096;
  static constexpr size_t kLargest = size_t{4} << 20;

  static AlignedBufferPool& Get();

  // At least `size` bytes, never null. *actual receives the size that Release must be given.
  char* Acquire(size_t size, size_t* actual);
  void Release(char* data, size_t actual);

  // How much may lie idle, 64 MiB unless told. Lowered below what does, everything idle is given
  // back.
  void SetLimit(size_t idle_bytes);
  // Gives all idle buffers back to the system.
  void Trim();
  size_t IdleBytes() const;

 private:
  static constexpr int kClasses = 11;  // 4 KiB ... 4 MiB
  static int ClassOf(size_t actual);

  mutable Mutex mu_;
  std::vector<char*> idle_[kClasses] GUARDED_BY(mu_);
  size_t idle_bytes_ GUARDED_BY(mu_) = 0;
  size_t limit_ GUARDED_BY(mu_) = size_t{64} << 20;
};

// Owns one buffer of the pool. Movable; a move leaves the other with what this one had.
class AlignedBuffer {
 public:
  AlignedBuffer() = default;
  // Rounded up to a power of two of at least a page. The content is undefined.
  explicit AlignedBuffer(size_t capacity) {
    data_ = AlignedBufferPool::Get().Acquire(capacity, &capacity_);
  }
  AlignedBuffer(AlignedBuffer&& other) noexcept { swap(other); }
  AlignedBuffer& operator=(AlignedBuffer&& other) noexcept {
    swap(other);
    return *this;
  }
  ~AlignedBuffer() { Reset(); }

  void Reset() {
    if (data_ != nullptr) {
      AlignedBufferPool::Get().Release(data_, capacity_);
    }
    data_ = nullptr;
    capacity_ = 0;
  }
  void swap(AlignedBuffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(capacity_, other.capacity_);
  }

  char* data() const { return data_; }
  size_t capacity() const { return capacity_; }

 private:
  char* data_ = nullptr;
  size_t capacity_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
