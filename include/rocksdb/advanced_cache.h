// The Cache interface: reference-counted key-to-object map with a capacity. Included by table
// readers, by WriteBufferManager, and by applications that wrap a cache or read its statistics.
#pragma once

#include <cassert>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "rocksdb/cache.h"
#include "rocksdb/compression_type.h"
#include "rocksdb/memory_allocator.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class Logger;
class SecondaryCacheResultHandle;
class Statistics;
// All methods are safe to call from any thread unless they say otherwise. Pinned means: counted as
// in use by somebody, and so neither destroyed nor moved until as many Release calls follow.
enum class CacheTier : uint8_t;

// All methods are safe to call from any thread unless they say otherwise.
class Cache {
 public:
  // A pinned entry. Only the cache that gave it out can look inside.
  struct Handle {};

  // What is cached; nullptr is allowed. The cache hands it to the callbacks of its helper and does
  // not look inside.
  using ObjectPtr = void*;

  // Base of whatever a CreateCallback wants to be told. Not owned; has to live until the lookup is
  // done.
  struct CreateContext {};

  // How reluctant the cache is to evict an entry. Where the pool of a priority has no share of the
  // capacity, the entry goes to the next lower one.
  enum class Priority { HIGH, LOW, BOTTOM };

  // Bytes SaveToCallback would produce for the object. These callbacks run without the cache's
  // locks, in any thread that uses the cache, and must not throw.
  using SizeCallback = size_t (*)(ObjectPtr obj);
  // Writes bytes [from_offset, from_offset + length) of the object's flat form to out_buf.
  using SaveToCallback = Status (*)(ObjectPtr from_obj, size_t from_offset, size_t length,
                                    char* out_buf);
  // Destroys an object that leaves the cache; called once for it. allocator is the cache's, or null
  // for the heap.
  using DeleterFn = void (*)(ObjectPtr obj, MemoryAllocator* allocator);
  // Rebuilds an object from the flat form a lower tier kept; data is valid during the call only. On
  // OK *out_obj and *out_charge (bytes) are set; any other status makes the lookup a miss.
  using CreateCallback = Status (*)(const Slice& data, CompressionType type, CacheTier source,
                                    CreateContext* context, MemoryAllocator* allocator,
                                    ObjectPtr* out_obj, size_t* out_charge);

  // What the cache needs to know about a kind of object. One instance per kind, which must outlive
  // every cache it is used with.
  struct CacheItemHelper {
    DeleterFn del_cb;  // nullptr: nothing to destroy
    // The next three are all set, or none is (no lower tier for this kind).
    SizeCallback size_cb;
    SaveToCallback saveto_cb;
    CreateCallback create_cb;
    CacheEntryRole role;
    // The same helper with the three callbacks absent; may be this one.
    const CacheItemHelper* without_secondary_compat;

    CacheItemHelper() : CacheItemHelper(CacheEntryRole::kMisc) {}
    explicit CacheItemHelper(CacheEntryRole _role, DeleterFn _del_cb = nullptr)
        : CacheItemHelper(_role, _del_cb, nullptr, nullptr, nullptr, this) {}
    explicit CacheItemHelper(CacheEntryRole _role, DeleterFn _del_cb, SizeCallback _size_cb,
                             SaveToCallback _saveto_cb, CreateCallback _create_cb,
                             const CacheItemHelper* _without_secondary_compat)
        : del_cb(_del_cb),
          size_cb(_size_cb),
          saveto_cb(_saveto_cb),
          create_cb(_create_cb),
          role(_role),
          without_secondary_compat(_without_secondary_compat) {
      assert((size_cb == nullptr) == (saveto_cb == nullptr));
      assert((size_cb == nullptr) == (create_cb == nullptr));
    }

    // Whether objects of this kind may go to a lower tier.
    bool IsSecondaryCacheCompatible() const { return size_cb != nullptr; }
  };

  // Null: objects are on the heap.
  explicit Cache(std::shared_ptr<MemoryAllocator> allocator = nullptr)
      : memory_allocator_(std::move(allocator)) {}
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;
  // REQUIRES: no handle is held. Destroys what is left.
  virtual ~Cache() = default;

  static const char* Type() { return "Cache"; }

  // Makes a cache from "64M" (an LRU cache of that capacity), or from
  // "capacity=64M;num_shard_bits=4;..." with an optional "id=LRUCache" or "id=HyperClockCache".
  // Known names: capacity, num_shard_bits, strict_capacity_limit, high_pri_pool_ratio,
  // low_pri_pool_ratio, hash_seed. NotFound for an unknown id, InvalidArgument for a bad option;
  // *result is left alone then.
  static Status CreateFromString(const ConfigOptions& config_options, const std::string& value,
                                 std::shared_ptr<Cache>* result);

  // Valid as long as the cache.
  virtual const char* Name() const = 0;

  // Adds or replaces key -> obj; the key is copied, charge is in bytes. On OK the cache owns obj
  // (and may already have destroyed it when handle is nullptr and there was no room); on any other
  // status the caller still does. *handle, when asked for, is pinned; null unless OK. MemoryLimit:
  // no room under a strict limit. Replacing gives OkOverwritten, which is ok(). `compressed` of
  // `type` is the object's flat form, for caches that can use it; the built-in ones do not.
  virtual Status Insert(const Slice& key, ObjectPtr obj, const CacheItemHelper* helper,
                        size_t charge, Handle** handle = nullptr, Priority priority = Priority::LOW,
                        const Slice& compressed = Slice(),
                        CompressionType type = CompressionType::kNoCompression) = 0;

  // A pinned entry that no Lookup finds, for instance to charge memory used elsewhere. When a
  // strict limit leaves no room: charged 0 if allow_uncharged, else nullptr is returned and the
  // caller keeps obj.
  virtual Handle* CreateStandalone(const Slice& key, ObjectPtr obj, const CacheItemHelper* helper,
                                   size_t charge, bool allow_uncharged) = 0;

  // The entry, pinned, or nullptr. helper and create_context let a lower tier rebuild the object;
  // without helper only the first tier is asked. A hit makes the entry harder to evict. stats
  // receives the tickers of lower tiers; those of the block cache are counted by the caller.
  virtual Handle* Lookup(const Slice& key, const CacheItemHelper* helper = nullptr,
                         CreateContext* create_context = nullptr, Priority priority = Priority::LOW,
                         Statistics* stats = nullptr) = 0;

  // In the first tier only.
  Handle* BasicLookup(const Slice& key, Statistics* stats) {
    return Lookup(key, nullptr, nullptr, Priority::LOW, stats);
  }

  // Pins once more; true. REQUIRES: the caller holds a pin.
  virtual bool Ref(Handle* handle) = 0;

  // Unpins; true when that destroyed the entry. erase_if_last_ref asks for that when nobody else
  // pins it. A null handle gives false.
  virtual bool Release(Handle* handle, bool erase_if_last_ref = false) = 0;
  // useful: whether the entry turned out to be needed, a hint for eviction. Ignored by default and
  // by the built-in caches.
  virtual bool Release(Handle* handle, bool useful, bool erase_if_last_ref) {
    (void)useful;
    return Release(handle, erase_if_last_ref);
  }

  // REQUIRES for the accessors that take a handle: it is pinned and belongs to this cache.
  virtual ObjectPtr Value(Handle* handle) = 0;

  // Forgets the key, in lower tiers too; pinned handles stay good, and the object dies with the
  // last.
  virtual void Erase(const Slice& key) = 0;

  // A number from 1 on that no other call on this cache returned; for making keys.
  virtual uint64_t NewId() = 0;

  // Bytes. Less than is used evicts at once; what is pinned then goes when it is released.
  virtual void SetCapacity(size_t capacity) = 0;
  virtual size_t GetCapacity() const = 0;
  // For inserts from now on.
  virtual void SetStrictCapacityLimit(bool strict_capacity_limit) = 0;
  virtual bool HasStrictCapacityLimit() const = 0;

  // Bytes: of everything held, of what is pinned (which walks over all entries), of one entry with
  // bookkeeping, of one as it was given to Insert.
  virtual size_t GetUsage() const = 0;
  virtual size_t GetPinnedUsage() const = 0;
  virtual size_t GetUsage(Handle* handle) const = 0;
  virtual size_t GetCharge(Handle* handle) const = 0;

  // Entries held, and places in the hash table; SIZE_MAX and 0 when a cache cannot tell. Standalone
  // handles are not among them.
  virtual size_t GetOccupancyCount() const { return SIZE_MAX; }
  virtual size_t GetTableAddressCount() const { return 0; }

  // The one given to Insert; for an object kept in a lower tier as well, that without callbacks.
  virtual const CacheItemHelper* GetCacheItemHelper(Handle* handle) const = 0;

  // Bytes. NotSupported without a lower tier; pinned bytes are not known here even with one.
  virtual Status GetSecondaryCacheCapacity(size_t& /*size*/) const {
    return Status::NotSupported();
  }
  virtual Status GetSecondaryCachePinnedUsage(size_t& /*size*/) const {
    return Status::NotSupported();
  }

  // Lets the destructor leave the entries allocated, for a quick process exit. The cache must not
  // be used afterwards, except to be destroyed.
  virtual void DisownData() {}

  struct ApplyToAllEntriesOptions {
    // Entries visited per acquisition of a shard's lock; more is faster, fewer delays inserts less.
    size_t average_entries_per_lock = 256;
  };
  using EntryVisitor = std::function<void(const Slice& key, ObjectPtr obj, size_t charge,
                                          const CacheItemHelper* helper)>;
  // Visits each entry that stays in the cache throughout; others may or may not be seen. The
  // callback runs under a lock: it must not call the cache and should be quick.
  virtual void ApplyToAllEntries(
      const std::function<void(const Slice& key, ObjectPtr obj, size_t charge,
                               const CacheItemHelper* helper)>& callback,
      const ApplyToAllEntriesOptions& opts) = 0;
  // Calls back once, for a pinned handle. `cache` is the one that gave the handle out.
  virtual void ApplyToHandle(
      Cache* cache, Handle* handle,
      const std::function<void(const Slice& key, ObjectPtr obj, size_t charge,
                               const CacheItemHelper* helper)>& callback) = 0;

  // Drops everything that is not pinned, from the first tier only.
  virtual void EraseUnRefEntries() = 0;

  // Lines of " name : value" for the LOG.
  virtual std::string GetPrintableOptions() const { return ""; }
  // For caches that find their settings unfit. Default, and here: nothing.
  virtual void ReportProblems(const std::shared_ptr<Logger>& /*info_log*/) const {}

  // Null: the heap. Valid as long as the cache.
  MemoryAllocator* memory_allocator() const { return memory_allocator_.get(); }

  // What hash_seed came to; 0 by default.
  virtual uint32_t GetHashSeed() const { return 0; }

  // A lookup that may have to wait for a lower tier. Fill in the inputs, StartAsyncLookup, WaitAll,
  // then Result. One thread at a time; the key must stay valid until WaitAll. The built-in caches
  // do the whole lookup in StartAsyncLookup and are never pending.
  struct AsyncLookupHandle {
    Slice key;
    const CacheItemHelper* helper = nullptr;
    CreateContext* create_context = nullptr;
    Priority priority = Priority::LOW;
    Statistics* stats = nullptr;

    AsyncLookupHandle() = default;
    AsyncLookupHandle(const Slice& _key, const CacheItemHelper* _helper,
                      CreateContext* _create_context, Priority _priority = Priority::LOW,
                      Statistics* _stats = nullptr)
        : key(_key),
          helper(_helper),
          create_context(_create_context),
          priority(_priority),
          stats(_stats) {}
    AsyncLookupHandle(const AsyncLookupHandle&) = delete;
    AsyncLookupHandle& operator=(const AsyncLookupHandle&) = delete;
    ~AsyncLookupHandle() { assert(!IsPending()); }

    bool IsPending() { return pending_cache != nullptr; }
    // Whether Result() will not block; a pending handle may still need WaitAll.
    bool IsReady();
    // As Lookup's. REQUIRES: !IsPending().
    Handle* Result();

    // Owned by the cache between StartAsyncLookup and WaitAll.
    Handle* result_handle = nullptr;
    SecondaryCacheResultHandle* pending_handle = nullptr;
    SecondaryCache* pending_cache = nullptr;
    bool found_dummy_entry = false;
    bool kept_in_sec_cache = false;
  };

  // The defaults are for caches that always answer at once.
  virtual void StartAsyncLookup(AsyncLookupHandle& async_handle);
  virtual void WaitAll(AsyncLookupHandle* async_handles, size_t count);
  // WaitAll for one, and its Result.
  Handle* Wait(AsyncLookupHandle& async_handle);

  // Told of each entry about to be evicted (not of erased ones), with no lock held; was_hit: found
  // at least once. True when the callback took the object over, else the cache destroys it. h is
  // valid during the call only.
  using EvictionCallback = std::function<bool(const Slice& key, Handle* h, bool was_hit)>;
  // REQUIRES: called once, while no other thread uses the cache. A cache with a lower tier has
  // taken the place.
  void SetEvictionCallback(EvictionCallback&& fn);

 protected:
  std::shared_ptr<MemoryAllocator> memory_allocator_;
  EvictionCallback eviction_callback_;
};

// Passes every call to another cache; derive from it to change some of them. Handles are the
// target's. memory_allocator() is null unless a subclass sets memory_allocator_, and Release with
// `useful` comes as the two-argument form.
class CacheWrapper : public Cache {
 public:
  explicit CacheWrapper(std::shared_ptr<Cache> target) : target_(std::move(target)) {}

  const std::shared_ptr<Cache>& GetTarget() { return target_; }

  Status Insert(const Slice& key, ObjectPtr value, const CacheItemHelper* helper, size_t charge,
                Handle** handle = nullptr, Priority priority = Priority::LOW,
                const Slice& compressed_value = Slice(),
                CompressionType type = CompressionType::kNoCompression) override {
    return target_->Insert(key, value, helper, charge, handle, priority, compressed_value, type);
  }
  Handle* CreateStandalone(const Slice& key, ObjectPtr obj, const CacheItemHelper* helper,
                           size_t charge, bool allow_uncharged) override {
    return target_->CreateStandalone(key, obj, helper, charge, allow_uncharged);
  }
  Handle* Lookup(const Slice& key, const CacheItemHelper* helper, CreateContext* create_context,
                 Priority priority = Priority::LOW, Statistics* stats = nullptr) override {
    return target_->Lookup(key, helper, create_context, priority, stats);
  }
  bool Ref(Handle* handle) override { return target_->Ref(handle); }
  using Cache::Release;
  bool Release(Handle* handle, bool erase_if_last_ref = false) override {
    return target_->Release(handle, erase_if_last_ref);
  }
  ObjectPtr Value(Handle* handle) override { return target_->Value(handle); }
  void Erase(const Slice& key) override { target_->Erase(key); }
  uint64_t NewId() override { return target_->NewId(); }

  void SetCapacity(size_t capacity) override { target_->SetCapacity(capacity); }
  size_t GetCapacity() const override { return target_->GetCapacity(); }
  void SetStrictCapacityLimit(bool strict) override { target_->SetStrictCapacityLimit(strict); }
  bool HasStrictCapacityLimit() const override { return target_->HasStrictCapacityLimit(); }

  size_t GetUsage() const override { return target_->GetUsage(); }
  size_t GetPinnedUsage() const override { return target_->GetPinnedUsage(); }
  size_t GetUsage(Handle* handle) const override { return target_->GetUsage(handle); }
  size_t GetCharge(Handle* handle) const override { return target_->GetCharge(handle); }
  size_t GetOccupancyCount() const override { return target_->GetOccupancyCount(); }
  size_t GetTableAddressCount() const override { return target_->GetTableAddressCount(); }
  const CacheItemHelper* GetCacheItemHelper(Handle* handle) const override {
    return target_->GetCacheItemHelper(handle);
  }
  Status GetSecondaryCacheCapacity(size_t& size) const override {
    return target_->GetSecondaryCacheCapacity(size);
  }
  Status GetSecondaryCachePinnedUsage(size_t& size) const override {
    return target_->GetSecondaryCachePinnedUsage(size);
  }
  void DisownData() override { target_->DisownData(); }

  void ApplyToAllEntries(const std::function<void(const Slice& key, ObjectPtr value, size_t charge,
                                                  const CacheItemHelper* helper)>& callback,
                         const ApplyToAllEntriesOptions& opts) override {
    target_->ApplyToAllEntries(callback, opts);
  }
  void ApplyToHandle(Cache* cache, Handle* handle,
                     const std::function<void(const Slice& key, ObjectPtr obj, size_t charge,
                                              const CacheItemHelper* helper)>& callback) override {
    Cache* inner = static_cast<CacheWrapper*>(cache)->target_.get();
    target_->ApplyToHandle(inner, handle, callback);
  }
  void EraseUnRefEntries() override { target_->EraseUnRefEntries(); }

  std::string GetPrintableOptions() const override { return target_->GetPrintableOptions(); }
  void ReportProblems(const std::shared_ptr<Logger>& info_log) const override {
    target_->ReportProblems(info_log);
  }
  uint32_t GetHashSeed() const override { return target_->GetHashSeed(); }

  void StartAsyncLookup(AsyncLookupHandle& async_handle) override {
    target_->StartAsyncLookup(async_handle);
  }
  void WaitAll(AsyncLookupHandle* async_handles, size_t count) override {
    target_->WaitAll(async_handles, count);
  }

 protected:
  std::shared_ptr<Cache> target_;
};

// For entries that only carry a charge, with no object to destroy. Role kMisc.
extern const Cache::CacheItemHelper kNoopCacheItemHelper;

}  // namespace ROCKSDB_NAMESPACE
