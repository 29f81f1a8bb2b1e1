// See aligned_buffer.h. One list of idle buffers for each power of two from a page to kLargest; a
// request takes from its own list only, so nothing is split or joined.
#include "env/aligned_buffer.h"

#include <algorithm>
#include <bit>
#include <new>

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr std::align_val_t kAligned{AlignedBufferPool::kAlignment};

}  // namespace

AlignedBufferPool& AlignedBufferPool::Get() {
  static auto* pool = new AlignedBufferPool();  // never destroyed: files may outlive main()
  return *pool;
}

int AlignedBufferPool::ClassOf(size_t actual) {
  return std::countr_zero(actual) - std::countr_zero(kAlignment);
}

char* AlignedBufferPool::Acquire(size_t size, size_t* actual) {
  *actual = std::bit_ceil(std::max(size, kAlignment));
  if (*actual <= kLargest) {
    MutexLock lock(&mu_);
    auto& idle = idle_[ClassOf(*actual)];
    if (!idle.empty()) {
      // The one released last: its pages are the most likely to be in the processor's cache.
      char* data = idle.back();
      idle.pop_back();
      idle_bytes_ -= *actual;
      return data;
    }
  }
  return static_cast<char*>(::operator new(*actual, kAligned));
}

void AlignedBufferPool::Release(char* data, size_t actual) {
  if (actual <= kLargest) {
    MutexLock lock(&mu_);
    if (idle_bytes_ + actual <= limit_) {
      idle_[ClassOf(actual)].push_back(data);
      idle_bytes_ += actual;
      return;
    }
  }
  ::operator delete(data, kAligned);
}

void AlignedBufferPool::SetLimit(size_t idle_bytes) {
  {
    MutexLock lock(&mu_);
    limit_ = idle_bytes;
  }
  if (IdleBytes() > idle_bytes) {
    Trim();
  }
}

void AlignedBufferPool::Trim() {
  std::vector<char*> freed;
  {
    MutexLock lock(&mu_);
    for (auto& idle : idle_) {
      freed.insert(freed.end(), idle.begin(), idle.end());
      idle.clear();
    }
    idle_bytes_ = 0;
  }
  // Without the lock, because returning memory may take long.
  for (char* data : freed) {
    ::operator delete(data, kAligned);
  }
}

size_t AlignedBufferPool::IdleBytes() const {
  MutexLock lock(&mu_);
  return idle_bytes_;
}

}  // namespace ROCKSDB_NAMESPACE
