// MemoryAllocator: where a cache takes its memory from. Thread-safe.
#pragma once

#include <memory>
#include <string>

#include "rocksdb/customizable.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// A cache keeps it alive; what was allocated by it is given back before it dies.
class MemoryAllocator : public Customizable {
 public:
  static const char* Type() { return "MemoryAllocator"; }
  // "" and "nullptr" give null, "DefaultMemoryAllocator" one over the heap, any other name
  // NotSupported.
  static Status CreateFromString(const ConfigOptions& options, const std::string& value,
                                 std::shared_ptr<MemoryAllocator>* result);

  // `size` bytes, aligned for any type, never null. Called for each block that enters the cache,
  // from many threads.
  virtual void* Allocate(size_t size) = 0;
  // REQUIRES: p came from Allocate of this object.
  virtual void Deallocate(void* p) = 0;
  // How many bytes of the block may be used, at least what was asked for, which is the default.
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

  bool limit_tcache_size = false;  // only blocks within the two bounds go through thread caches
  size_t tcache_size_lower_bound = 1024;
  size_t tcache_size_upper_bound = 16 * 1024;
  size_t num_arenas = 1;
};

// InvalidArgument for a null result, or bounds out of order with limit_tcache_size; else
// NotSupported, and *memory_allocator is null.
Status NewJemallocNodumpAllocator(const JemallocAllocatorOptions& options,
                                  std::shared_ptr<MemoryAllocator>* memory_allocator);

}  // namespace ROCKSDB_NAMESPACE
