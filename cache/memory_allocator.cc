// Built-in memory allocators, and finding allocators and secondary caches by name.
#include "rocksdb/memory_allocator.h"

#include <cstdlib>

#include "rocksdb/secondary_cache.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

class DefaultMemoryAllocator final : public MemoryAllocator {
 public:
  const char* Name() const override { return "DefaultMemoryAllocator"; }
  void* Allocate(size_t size) override { return std::malloc(size); }
  void Deallocate(void* p) override { std::free(p); }
};

}  // namespace

Status MemoryAllocator::CreateFromString(const ConfigOptions& /*options*/, const std::string& value,
                                         std::shared_ptr<MemoryAllocator>* result) {
  const std::string name = Trim(value);
  if (name.empty() || name == "nullptr") {
    result->reset();
    return Status::OK();
  }
  if (name != "DefaultMemoryAllocator") {
    return Status::NotFound("No memory allocator goes by the name", name);
  }
  *result = std::make_shared<DefaultMemoryAllocator>();
  return Status::OK();
}

Status NewJemallocNodumpAllocator(const JemallocAllocatorOptions& options,
                                  std::shared_ptr<MemoryAllocator>* memory_allocator) {
  memory_allocator->reset();
  if (options.limit_tcache_size &&
      options.tcache_size_lower_bound >= options.tcache_size_upper_bound) {
    return Status::InvalidArgument("tcache_size_lower_bound is not below tcache_size_upper_bound");
  }
  return Status::NotSupported("This library is not built on jemalloc");
}

Status SecondaryCache::CreateFromString(const ConfigOptions& config_options, const std::string& id,
                                        std::shared_ptr<SecondaryCache>* result) {
  const std::string scheme = "compressed_secondary_cache://";
  if (!StartsWith(id, scheme)) {
    return Status::NotFound("No secondary cache goes by the name", id);
  }
  // The options this tier shares with an LRU cache are read the way that one reads them.
  std::shared_ptr<Cache> model;
  const std::string text = id.substr(scheme.size());
  Status s = Cache::CreateFromString(config_options, text, &model);
  if (!s.ok()) return s;
  CompressedSecondaryCacheOptions options;
  options.capacity = model->GetCapacity();
  options.strict_capacity_limit = model->HasStrictCapacityLimit();
  *result = options.MakeSharedSecondaryCache();
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
