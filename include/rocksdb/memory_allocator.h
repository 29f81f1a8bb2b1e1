// MemoryAllocator: where a cache takes its memory from. Thread-safe.
#pragma once

#include <memory>
#include <string>

#include "rocksdb/customizable.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class MemoryAllocator : public Customizable {
 public:
  static const char* Type() { return "MemoryAllocator"; }
  static Status CreateFromString(const ConfigOptions& options, const std::string& value,
                                 std::shared_ptr<MemoryAllocator>* result);

  virtual void* Allocate(size_t size) = 0;
  // REQUIRES: p came from Allocate of this object.
  virtual void Deallocate(void* p) = 0;
  // How much of the block may be used, at least what was asked for.
  virtual size_t UsableSize(void* p, size_t allocation_size) const {
    (void)p;
    return allocation_size;
  }

  std::string GetId() const override { return GenerateIndividualId(); }
};

struct JemallocAllocatorOptions {
  static const char* kName() { return "JemallocAllocatorOptions"; }

  bool limit_tcache_size = false;  // only blocks within the two bounds go through thread caches
  size_t tcache_size_lower_bound = 1024;
  size_t tcache_size_upper_bound = 16 * 1024;
  size_t num_arenas = 1;
};

// An allocator whose memory is left out of core dumps. NotSupported without jemalloc.
Status NewJemallocNodumpAllocator(const JemallocAllocatorOptions& options,
                                  std::shared_ptr<MemoryAllocator>* memory_allocator);

}  // namespace ROCKSDB_NAMESPACE
