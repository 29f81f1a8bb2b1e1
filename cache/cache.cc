// The default bodies of Cache: asynchronous lookups for caches whose lookups complete at once. A
// lookup is done when StartAsyncLookup returns, so there is nothing to wait for.
#include "rocksdb/advanced_cache.h"

#include "rocksdb/secondary_cache.h"

namespace ROCKSDB_NAMESPACE {

const bool kDefaultToAdaptiveMutex = false;

const Cache::CacheItemHelper kNoopCacheItemHelper{};

bool Cache::AsyncLookupHandle::IsReady() {
  return pending_handle == nullptr || pending_handle->IsReady();
}

Cache::Handle* Cache::AsyncLookupHandle::Result() {
  assert(!IsPending());
  return result_handle;
}

void Cache::StartAsyncLookup(AsyncLookupHandle& async_handle) {
  async_handle.found_dummy_entry = false;
  async_handle.kept_in_sec_cache = false;
  async_handle.result_handle =
      Lookup(async_handle.key, async_handle.helper, async_handle.create_context,
             async_handle.priority, async_handle.stats);
}

void Cache::WaitAll(AsyncLookupHandle* async_handles, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    assert(!async_handles[i].IsPending());
    (void)async_handles[i];
  }
}

Cache::Handle* Cache::Wait(AsyncLookupHandle& async_handle) {
  WaitAll(&async_handle, 1);
  return async_handle.Result();
}

void Cache::SetEvictionCallback(EvictionCallback&& fn) {
  assert(!eviction_callback_);
  eviction_callback_ = std::move(fn);
}

}  // namespace ROCKSDB_NAMESPACE
