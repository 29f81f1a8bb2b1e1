// AlignedBuffer: page-aligned memory for direct I/O and other big transfers. It comes from a
// process-wide pool of touched buffers and returns to it, because the first touch of fresh pages is
// expensive: the kernel has to find and clear them. File readers and writers, read-ahead windows
// and the table builder use it.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "rocksdb/rocksdb_namespace.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// Keeps idle buffers of at most kLargest bytes, by power-of-two size. Larger buffers come from the
// system and return to it. Thread-safe: one lock, held for a push or a pop.
class AlignedBufferPool {
 public:
  static constexpr size_t kAlignment = 4096;
  // Chosen, not measured.
  static constexpr size_t kLargest = size_t{4} << 20;

  static AlignedBufferPool& Get();

  // At least `size` bytes, never null. *actual receives the size to pass to Release.
  char* Acquire(size_t size, size_t* actual);
  void Release(char* data, size_t actual);

  // How many bytes may be idle; 64 MiB by default. If more are idle already, all idle buffers
  // return to the system.
  void SetLimit(size_t idle_bytes);
  // Returns all idle buffers to the system.
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

// Owns one buffer of the pool. Movable; a move exchanges the buffers of both objects.
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
