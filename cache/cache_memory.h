// CacheMemory: the memory of a cache's bookkeeping, taken piece by piece and given back as a whole.
// Lookups jump about in it, so beyond a small first part it lies in huge pages: with 4 KB pages
// nearly each jump misses the TLB as well.
#pragma once

#include <cstddef>
#include <vector>

#include "rocksdb/rocksdb_namespace.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// Thread-safe. The destructor frees all pieces.
class CacheMemory {
 public:
  CacheMemory() = default;
  ~CacheMemory();
  CacheMemory(const CacheMemory&) = delete;
  CacheMemory& operator=(const CacheMemory&) = delete;

  // Aligned to a cache line; the bytes are undefined. Throws std::bad_alloc.
  void* Take(size_t bytes);

 private:
  // A piece of its own, or a page that pieces are cut from.
  char* NewBlock(size_t bytes, size_t alignment) REQUIRES_LOCK(mu_);

  Mutex mu_;
  std::vector<void*> blocks_ GUARDED_BY(mu_);
  size_t taken_ GUARDED_BY(mu_) = 0;
  // What is left of the last page.
  char* next_ GUARDED_BY(mu_) = nullptr;
  size_t left_ GUARDED_BY(mu_) = 0;
};

}  // namespace ROCKSDB_NAMESPACE
