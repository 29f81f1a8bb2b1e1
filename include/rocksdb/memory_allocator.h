// MemoryAllocator: where a block cache's contents are allocated. Given to a cache through its
// options.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "rocksdb/customizable.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

struct ConfigOptions;

// Implementations are thread-safe.
class MemoryAllocator : public Customizable {
 public:
  static const char* Type() { return "MemoryAllocator"; }
  // "DefaultMemoryAllocator" is built in. NotFound for any other name.
  static Status CreateFromString(const ConfigOptions& options, const std::string& value,
                                 std::shared_ptr<MemoryAllocator>* result);

  // At least `size` bytes.
  virtual void* Allocate(size_t size) = 0;
  // REQUIRES: p came from this allocator's Allocate.
  virtual void Deallocate(void* p) = 0;
  // What an allocation of `allocation_size` bytes at p really occupies.
  virtual size_t UsableSize(void* /*p*/, size_t allocation_size) const { return allocation_size; }

  std::string GetId() const override { return GenerateIndividualId(); }
};

struct JemallocAllocatorOptions {
  static const char* kName() { return "JemallocAllocatorOptions"; }

  // Keeps allocations of a size between the two bounds out of jemalloc's thread caches.
  bool limit_tcache_size = false;
  size_t tcache_size_lower_bound = 1024;
  size_t tcache_size_upper_bound = 16 * 1024;

  // Number of arenas to spread allocations over.
  size_t num_arenas = 1;
};

// An allocator whose memory is left out of core dumps. NotSupported where the process does not run
// on jemalloc.
Status NewJemallocNodumpAllocator(const JemallocAllocatorOptions& options,
                                  std::shared_ptr<MemoryAllocator>* memory_allocator);

}  // namespace ROCKSDB_NAMESPACE
