// Cutting pieces from huge pages; see the header.
#include "cache/cache_memory.h"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr size_t kLine = 64;
constexpr size_t kHugePage = 2 << 20;
// Until a cache has taken this much, a huge page would be mostly empty.
constexpr size_t kSmall = kHugePage;

size_t RoundUp(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

}  // namespace

CacheMemory::~CacheMemory() {
  for (void* block : blocks_) std::free(block);
}

char* CacheMemory::NewBlock(size_t bytes, size_t alignment) {
  // First, so that nothing is lost if there is no memory for it.
  blocks_.reserve(blocks_.size() + 1);
  void* block = std::aligned_alloc(alignment, RoundUp(bytes, alignment));
  if (block == nullptr) throw std::bad_alloc();
  if (alignment == kHugePage) {
    madvise(block, RoundUp(bytes, alignment), MADV_HUGEPAGE);  // only advice
  }
  blocks_.push_back(block);
  return static_cast<char*>(block);
}

void* CacheMemory::Take(size_t bytes) {
  BUCKETLSM_SYNC_POINT("CacheMemory::Take");
  bytes = RoundUp(bytes, kLine);
  MutexLock lock(&mu_);
  taken_ += bytes;
  if (taken_ <= kSmall) return NewBlock(bytes, kLine);
  if (bytes > left_) {
    if (bytes >= kHugePage / 2) return NewBlock(bytes, bytes < kHugePage ? kLine : kHugePage);
    next_ = NewBlock(kHugePage, kHugePage);
    left_ = kHugePage;
  }
  void* piece = next_;
  next_ += bytes;
  left_ -= bytes;
  return piece;
}

}  // namespace ROCKSDB_NAMESPACE
