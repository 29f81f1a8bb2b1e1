// The Cache interface: a reference-counted map from keys to objects, with a capacity. Table
// readers, WriteBufferManager, and applications that wrap a cache or read its statistics include
// it.
#pragma once

#include <cassert>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "rocksdb/cache.h"
#include "rocksdb/compression_type.h"
#include "rocksdb/customizable.h"
#include "rocksdb/memory_allocator.h"
#include "rocksdb/options.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class Logger;
class SecondaryCacheResultHandle;
class Statistics;
enum class CacheTier : uint8_t;

// All methods are safe to call from any thread unless they say otherwise. A pinned entry is in use
// by somebody: the cache neither destroys nor moves it until every pin has been released.
class Cache : public Customizable {
 public:
  // A pinned entry. Only the cache that returned it can look inside.
  struct Handle {};

  // A cached object; nullptr is allowed. The cache passes it to the callbacks of its helper and
  // does not look inside.
  using ObjectPtr = void*;

  // Base of the context that a CreateCallback needs. Not owned. REQUIRES: lives until the lookup
  // is done.
  struct CreateContext {};

  // How reluctant the cache is to evict an entry. If the pool of a priority has no share of the
  // capacity, the entry goes to the next lower pool. In a full cache unused entries of BOTTOM
  // priority go first, but for a small share.
  enum class Priority { HIGH, LOW, BOTTOM };

  // The number of bytes that SaveToCallback produces for the object. These callbacks run without
  // the cache's locks, in any thread that uses the cache, and must not throw.
  using SizeCallback = size_t (*)(ObjectPtr obj);
  // Writes bytes [from_offset, from_offset + length) of the object's flat form to out_buf.
  using SaveToCallback = Status (*)(ObjectPtr from_obj, size_t from_offset, size_t length,
                                    char* out_buf);
  // Destroys an object that leaves the cache; called once for each object. `allocator` is the
  // cache's, or nullptr for the heap.
  using DeleterFn = void (*)(ObjectPtr obj, MemoryAllocator* allocator);
  // Rebuilds an object from the flat form that a lower tier kept; `data` is valid during the call
  // only. On OK it sets *out_obj and *out_charge (bytes); any other status makes the lookup a
  // miss.
  using CreateCallback = Status (*)(const Slice& data, CompressionType type, CacheTier source,
                                    CreateContext* context, MemoryAllocator* allocator,
                                    ObjectPtr* out_obj, size_t* out_charge);

  // The callbacks for one kind of object. There is one instance per kind, which must outlive every
  // cache it is used with.
  struct CacheItemHelper {
    DeleterFn del_cb;  // nullptr: nothing to destroy
    // Either all of the next three are set, or none is (no lower tier for this kind).
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

  // nullptr: objects are on the heap.
  explicit Cache(std::shared_ptr<MemoryAllocator> allocator = nullptr)
      : memory_allocator_(std::move(allocator)) {}
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;
  // Destroys the remaining entries. REQUIRES: nobody holds a handle.
  ~Cache() override = default;

  static const char* Type() { return "Cache"; }

  // Makes a cache from "64M" (an LRU cache of that capacity), or from
  // "capacity=64M;num_shard_bits=4;..." with an optional "id=LRUCache" or "id=HyperClockCache".
  // Known names: capacity, num_shard_bits, strict_capacity_limit, high_pri_pool_ratio,
  // low_pri_pool_ratio, hash_seed. Returns NotFound for an unknown id and InvalidArgument for a
  // bad option, and then leaves *result alone.
  static Status CreateFromString(const ConfigOptions& config_options, const std::string& value,
                                 std::shared_ptr<Cache>* result);

  // Valid as long as the cache.
  const char* Name() const override = 0;

  // Adds key -> obj, or replaces the object of the key. Copies the key; charge is in bytes. On OK
  // the cache owns obj (and may already have destroyed it when handle is nullptr and the cache is
  // full); on any other status the caller still owns it. *handle, if asked for, is pinned, and
  // nullptr unless the status is OK. MemoryLimit: the cache is full and has a strict limit.
  // Replacing returns OkOverwritten, which is ok(). `compressed` of `type` is the object's flat
  // form, for caches that can use it; the built-in ones do not.
  virtual Status Insert(const Slice& key, ObjectPtr obj, const CacheItemHelper* helper,
                        size_t charge, Handle** handle = nullptr, Priority priority = Priority::LOW,
                        const Slice& compressed = Slice(),
                        CompressionType type = CompressionType::kNoCompression) = 0;

  // Makes a pinned entry that no Lookup finds, for instance to charge memory used elsewhere. If a
  // strict limit forbids it, the entry is charged 0 with allow_uncharged; else the result is
  // nullptr and the caller keeps obj.
  virtual Handle* CreateStandalone(const Slice& key, ObjectPtr obj, const CacheItemHelper* helper,
                                   size_t charge, bool allow_uncharged) = 0;

  // Returns the entry, pinned, or nullptr. helper and create_context let a lower tier rebuild the
  // object; without helper only the first tier is searched. A hit makes the entry harder to evict.
  // stats receives the tickers of lower tiers; the caller counts those of the block cache.
  virtual Handle* Lookup(const Slice& key, const CacheItemHelper* helper = nullptr,
                         CreateContext* create_context = nullptr, Priority priority = Priority::LOW,
                         Statistics* stats = nullptr) = 0;

  // Searches the first tier only.
  Handle* BasicLookup(const Slice& key, Statistics* stats) {
    return Lookup(key, nullptr, nullptr, Priority::LOW, stats);
  }

  // Adds a pin and returns true. REQUIRES: the caller holds a pin.
  virtual bool Ref(Handle* handle) = 0;

  // Removes a pin; returns true if that destroyed the entry. With erase_if_last_ref the entry is
  // destroyed when nobody else pins it. A null handle gives false.
  virtual bool Release(Handle* handle, bool erase_if_last_ref = false) = 0;
  // `useful` says whether the caller needed the entry, as a hint for eviction. The default and the
  // built-in caches ignore it.
  virtual bool Release(Handle* handle, bool useful, bool erase_if_last_ref) {
    (void)useful;
    return Release(handle, erase_if_last_ref);
  }

  // REQUIRES for the accessors that take a handle: it is pinned and belongs to this cache.
  virtual ObjectPtr Value(Handle* handle) = 0;

  // Removes the key, in lower tiers too. Pinned handles stay valid, and the object is destroyed
  // with the last one.
  virtual void Erase(const Slice& key) = 0;

  // Returns a number from 1 on that no other call on this cache returned; for making keys.
  virtual uint64_t NewId() = 0;

  // Sets the capacity in bytes. If more is in use, the cache evicts at once; pinned entries above
  // the capacity go when they are released.
  virtual void SetCapacity(size_t capacity) = 0;
  virtual size_t GetCapacity() const = 0;
  // Applies to inserts from now on.
  virtual void SetStrictCapacityLimit(bool strict_capacity_limit) = 0;
  virtual bool HasStrictCapacityLimit() const = 0;

  // Sizes in bytes: of all entries, of pinned entries (walks over all entries), of one entry with
  // bookkeeping, of one entry as charged in Insert.
  virtual size_t GetUsage() const = 0;
  virtual size_t GetPinnedUsage() const = 0;
  virtual size_t GetUsage(Handle* handle) const = 0;
  virtual size_t GetCharge(Handle* handle) const = 0;

  // The number of entries, and the number of places in the hash table; SIZE_MAX and 0 when the
  // cache does not know. Standalone handles do not count.
  virtual size_t GetOccupancyCount() const { return SIZE_MAX; }
  virtual size_t GetTableAddressCount() const { return 0; }

  // The helper that was given to Insert; for an object that a lower tier keeps as well, the one
  // without callbacks.
  virtual const CacheItemHelper* GetCacheItemHelper(Handle* handle) const = 0;

  // Size in bytes. NotSupported without a lower tier; even with one the pinned bytes are unknown
  // here.
  virtual Status GetSecondaryCacheCapacity(size_t& /*size*/) const {
    return Status::NotSupported();
  }
  virtual Status GetSecondaryCachePinnedUsage(size_t& /*size*/) const {
    return Status::NotSupported();
  }

  // Lets the destructor leave the entries allocated, for a quick process exit. Afterwards the
  // cache may only be destroyed.
  virtual void DisownData() {}

  struct ApplyToAllEntriesOptions {
    // Entries visited per acquisition of a shard's lock. A larger value is faster, a smaller one
    // delays inserts less.
    size_t average_entries_per_lock = 256;
  };
  using EntryVisitor = std::function<void(const Slice& key, ObjectPtr obj, size_t charge,
                                          const CacheItemHelper* helper)>;
  // Visits each entry that stays in the cache throughout; it may or may not visit the others. The
  // callback runs under a lock: it must not call the cache and should be quick.
  virtual void ApplyToAllEntries(
      const std::function<void(const Slice& key, ObjectPtr obj, size_t charge,
                               const CacheItemHelper* helper)>& callback,
      const ApplyToAllEntriesOptions& opts) = 0;
  // Calls back once, for a pinned handle. `cache` is the one that returned the handle.
  virtual void ApplyToHandle(
      Cache* cache, Handle* handle,
      const std::function<void(const Slice& key, ObjectPtr obj, size_t charge,
                               const CacheItemHelper* helper)>& callback) = 0;

  // Removes every entry that is not pinned, from the first tier only.
  virtual void EraseUnRefEntries() = 0;

  // Lines of " name : value" for the LOG.
  std::string GetPrintableOptions() const override { return ""; }
  // Lets a cache with unfit settings write to the log. The default and the built-in caches write
  // nothing.
  virtual void ReportProblems(const std::shared_ptr<Logger>& /*info_log*/) const {}

  // nullptr: objects are on the heap. Valid as long as the cache.
  MemoryAllocator* memory_allocator() const { return memory_allocator_.get(); }

  // The seed that hash_seed resulted in; 0 by default.
  virtual uint32_t GetHashSeed() const { return 0; }

  // A lookup that may have to wait for a lower tier. The caller fills in the inputs, then calls
  // StartAsyncLookup, WaitAll and Result. One thread at a time; the key must stay valid until
  // WaitAll. The built-in caches do the whole lookup in StartAsyncLookup, so their handles are
  // never pending.
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
    // Returns the entry like Lookup. REQUIRES: !IsPending().
    Handle* Result();

    // The cache owns it between StartAsyncLookup and WaitAll.
    Handle* result_handle = nullptr;
    SecondaryCacheResultHandle* pending_handle = nullptr;
    SecondaryCache* pending_cache = nullptr;
    bool found_dummy_entry = false;
    bool kept_in_sec_cache = false;
  };

  // The defaults suit caches that always answer at once.
  virtual void StartAsyncLookup(AsyncLookupHandle& async_handle);
  virtual void WaitAll(AsyncLookupHandle* async_handles, size_t count);
  // Calls WaitAll for one handle and returns its Result.
  Handle* Wait(AsyncLookupHandle& async_handle);

  // The cache calls it for each entry that it is about to evict (not for erased ones), without
  // holding a lock. was_hit: a lookup found the entry at least once. If the callback returns true
  // it has taken the object over; else the cache destroys the object. h is valid during the call
  // only.
  using EvictionCallback = std::function<bool(const Slice& key, Handle* h, bool was_hit)>;
  // REQUIRES: called once, while no other thread uses the cache, and on a cache without a lower
  // tier, which needs the callback itself.
  void SetEvictionCallback(EvictionCallback&& fn);

 protected:
  std::shared_ptr<MemoryAllocator> memory_allocator_;
  EvictionCallback eviction_callback_;
};

// Passes every call to another cache; subclasses change some of the calls. Handles are the
// target's. memory_allocator() is nullptr unless a subclass sets memory_allocator_, and Release
// with `useful` reaches the target in its two-argument form.
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

// For entries that only carry a charge and have no object to destroy. The role is kMisc.
extern const Cache::CacheItemHelper kNoopCacheItemHelper;

}  // namespace ROCKSDB_NAMESPACE
