// kSliceCacheItemHelper: the callbacks for cached objects that are Slices on the heap.
#include <cassert>
#include <cstring>

#include "rocksdb/secondary_cache.h"

namespace ROCKSDB_NAMESPACE {

namespace {

Slice* AsSlice(Cache::ObjectPtr object) { return static_cast<Slice*>(object); }

size_t SizeOfSlice(Cache::ObjectPtr object) { return AsSlice(object)->size(); }

Status SaveSlice(Cache::ObjectPtr object, size_t from_offset, size_t length, char* out) {
  const Slice& bytes = *AsSlice(object);
  assert(from_offset + length <= bytes.size());
  std::memcpy(out, bytes.data() + from_offset, length);
  return Status::OK();
}

// Whoever put the slice in keeps it and its bytes.
void LeaveSlice(Cache::ObjectPtr /*object*/, MemoryAllocator* /*allocator*/) {}

Status RefuseSlice(const Slice& /*data*/, CompressionType /*type*/, CacheTier /*source*/,
                   Cache::CreateContext* /*context*/, MemoryAllocator* /*allocator*/,
                   Cache::ObjectPtr* /*out_obj*/, size_t* /*out_charge*/) {
  return Status::NotSupported("A cached slice cannot be rebuilt");
}

const Cache::CacheItemHelper kFirstTierOnly(CacheEntryRole::kMisc, LeaveSlice);

}  // namespace

const Cache::CacheItemHelper kSliceCacheItemHelper(CacheEntryRole::kMisc, LeaveSlice, SizeOfSlice,
                                                   SaveSlice, RefuseSlice, &kFirstTierOnly);

}  // namespace ROCKSDB_NAMESPACE
