// The memory allocators that can be made by name. The jemalloc allocator is refused, because this
// library is not built with jemalloc.
#include "rocksdb/memory_allocator.h"

#include <cstdlib>

#include "util/registered_object.h"

namespace ROCKSDB_NAMESPACE {

namespace {

class HeapAllocator final : public MemoryAllocator {
 public:
  static const char* kClassName() { return "DefaultMemoryAllocator"; }
  const char* Name() const override { return kClassName(); }
  void* Allocate(size_t size) override { return ::operator new(size); }
  void Deallocate(void* p) override { ::operator delete(p); }
};

}  // namespace

Status MemoryAllocator::CreateFromString(const ConfigOptions& options, const std::string& value,
                                         std::shared_ptr<MemoryAllocator>* result) {
  if (value.empty() || value == "nullptr") {
    result->reset();
    return Status::OK();
  }
  if (value != HeapAllocator::kClassName()) {
    return LoadRegistered<MemoryAllocator>(options, value, result);
  }
  *result = std::make_shared<HeapAllocator>();
  return Status::OK();
}

Status NewJemallocNodumpAllocator(const JemallocAllocatorOptions& options,
                                  std::shared_ptr<MemoryAllocator>* memory_allocator) {
  if (memory_allocator == nullptr) {
    return Status::InvalidArgument("memory_allocator must be non-null.");
  }
  if (options.limit_tcache_size &&
      options.tcache_size_lower_bound >= options.tcache_size_upper_bound) {
    return Status::InvalidArgument("tcache_size_lower_bound must be below tcache_size_upper_bound");
  }
  memory_allocator->reset();
  return Status::NotSupported("JemallocNodumpAllocator", "this build allocates without jemalloc");
}

}  // namespace ROCKSDB_NAMESPACE
