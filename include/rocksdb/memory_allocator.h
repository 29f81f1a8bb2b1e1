// MemoryAllocator: the source of a cache's memory. Thread-safe.
#pragma once

#include <memory>
#include <string>

#include "rocksdb/customizable.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// A cache keeps its allocator alive and returns all memory before the allocator is destroyed.
class MemoryAllocator : public Customizable {
 public:
  static const char* Type() { return "MemoryAllocator"; }
  // "" and "nullptr" give nullptr, "DefaultMemoryAllocator" gives one over the heap, any other
  // name gives NotSupported.
  static Status CreateFromString(const ConfigOptions& options, const std::string& value,
                                 std::shared_ptr<MemoryAllocator>* result);

  // Returns `size` bytes, aligned for any type; never nullptr. Many threads call it, for each
  // block that enters the cache.
  virtual void* Allocate(size_t size) = 0;
  // REQUIRES: p came from Allocate of this object.
  virtual void Deallocate(void* p) = 0;
  // How many bytes of the allocation may be used. The default is the size asked for, which is the
  // least possible.
  virtual size_t UsableSize(void* p, size_t allocation_size) const {
    (void)p;
    return allocation_size;
  }

  // Names this object, not its kind: allocators cannot be shared through an OPTIONS file.
  std::string GetId() const override { return GenerateIndividualId(); }
};

// Kept for source compatibility: no build of this library links jemalloc. Sizes are in bytes.
struct JemallocAllocatorOptions {
  static const char* kName() { return "JemallocAllocatorOptions"; }

  // Only blocks within the two bounds go through thread caches.
  bool limit_tcache_size = false;
  size_t tcache_size_lower_bound = 1024;
  size_t tcache_size_upper_bound = 16 * 1024;
  size_t num_arenas = 1;
};

// InvalidArgument when memory_allocator is nullptr, or when limit_tcache_size is set and the
// bounds are out of order; else NotSupported, and *memory_allocator becomes nullptr.
Status NewJemallocNodumpAllocator(const JemallocAllocatorOptions& options,
                                  std::shared_ptr<MemoryAllocator>* memory_allocator);

}  // namespace ROCKSDB_NAMESPACE
