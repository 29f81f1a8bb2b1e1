// SecondaryCache: a lower tier that keeps the flat form of objects evicted from a block cache. The
// compressed in-memory tier implements it here, and applications may; the cache to which it is
// attached calls it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/advanced_cache.h"
#include "rocksdb/customizable.h"
#include "rocksdb/options.h"
#include "rocksdb/slice.h"
#include "rocksdb/statistics.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class Statistics;

// The result of a lookup, which may still be running.
class SecondaryCacheResultHandle {
 public:
  virtual ~SecondaryCacheResultHandle() = default;
  // Never blocks. Wait blocks until this is true.
  virtual bool IsReady() = 0;
  virtual void Wait() = 0;
  // Returns the object, which the caller then owns; nullptr when the lookup failed. REQUIRES:
  // IsReady(), called once.
  virtual Cache::ObjectPtr Value() = 0;
  // Its charge in bytes. REQUIRES: IsReady().
  virtual size_t Size() = 0;
};

// Any thread may call all methods; Insert may also run in a thread that inserts into the cache
// above.
class SecondaryCache : public Customizable {
 public:
  ~SecondaryCache() override = default;

  static const char* Type() { return "SecondaryCache"; }
  // "compressed_secondary_cache://capacity=64M;..." is built in, with the names of the fields of
  // CompressedSecondaryCacheOptions but for its objects. Any other text is for the makers of the
  // object registry; NotSupported if none has it.
  static Status CreateFromString(const ConfigOptions& config_options, const std::string& id,
                                 std::shared_ptr<SecondaryCache>* result);

  // Offers an object that the cache above evicts; unless force_insert is set, the tier may decline
  // with OK until it has seen the key before. It saves the flat form before it returns and never
  // keeps obj. The cache above ignores the status. helper has all callbacks.
  virtual Status Insert(const Slice& key, Cache::ObjectPtr obj,
                        const Cache::CacheItemHelper* helper, bool force_insert) = 0;

  // Stores a copy of bytes that are already in flat form; the create callback gets type and
  // source. The built-in cache does not call it.
  virtual Status InsertSaved(const Slice& key, const Slice& saved,
                             CompressionType type = CompressionType::kNoCompression,
                             CacheTier source = static_cast<CacheTier>(0)) = 0;

  // nullptr: the key was not found. wait: the result is ready on return; the built-in cache always
  // waits and advises to erase. advise_erase: the caller keeps the object, so the tier may drop
  // its copy; kept_in_sec_cache says whether the tier kept it, and then the object is not offered
  // again.
  virtual std::unique_ptr<SecondaryCacheResultHandle> Lookup(
      const Slice& key, const Cache::CacheItemHelper* helper, Cache::CreateContext* create_context,
      bool wait, bool advise_erase, Statistics* stats, bool& kept_in_sec_cache) = 0;

  // Whether Erase is certain to remove the entry.
  [[nodiscard]] virtual bool SupportForceErase() const = 0;
  virtual void Erase(const Slice& key) = 0;
  // Waits until all results are ready. The caller keeps the handles.
  virtual void WaitAll(std::vector<SecondaryCacheResultHandle*> handles) = 0;

  // Sets the capacity in bytes. NotSupported unless overridden; a tier in a common budget that
  // returns NotSupported keeps its size.
  virtual Status SetCapacity(size_t /*capacity*/) { return Status::NotSupported(); }
  virtual Status GetCapacity(size_t& /*capacity*/) { return Status::NotSupported(); }
  // Shrink and enlarge the part of the capacity that may be used. NotSupported by default.
  virtual Status Deflate(size_t /*decrease*/) { return Status::NotSupported(); }
  virtual Status Inflate(size_t /*increase*/) { return Status::NotSupported(); }
};

// Passes calls to another secondary cache; subclasses define Name.
class SecondaryCacheWrapper : public SecondaryCache {
 public:
  explicit SecondaryCacheWrapper(std::shared_ptr<SecondaryCache> target)
      : target_(std::move(target)) {}

  Status Insert(const Slice& key, Cache::ObjectPtr obj, const Cache::CacheItemHelper* helper,
                bool force_insert) override {
    return target_->Insert(key, obj, helper, force_insert);
  }
  Status InsertSaved(const Slice& key, const Slice& saved,
                     CompressionType type = CompressionType::kNoCompression,
                     CacheTier source = static_cast<CacheTier>(0)) override {
    return target_->InsertSaved(key, saved, type, source);
  }
  std::unique_ptr<SecondaryCacheResultHandle> Lookup(
      const Slice& key, const Cache::CacheItemHelper* helper, Cache::CreateContext* create_context,
      bool wait, bool advise_erase, Statistics* stats, bool& kept_in_sec_cache) override {
    return target_->Lookup(key, helper, create_context, wait, advise_erase, stats,
                           kept_in_sec_cache);
  }
  bool SupportForceErase() const override { return target_->SupportForceErase(); }
  void Erase(const Slice& key) override { target_->Erase(key); }
  void WaitAll(std::vector<SecondaryCacheResultHandle*> handles) override {
    target_->WaitAll(std::move(handles));
  }
  Status SetCapacity(size_t capacity) override { return target_->SetCapacity(capacity); }
  Status GetCapacity(size_t& capacity) override { return target_->GetCapacity(capacity); }
  Status Deflate(size_t decrease) override { return target_->Deflate(decrease); }
  Status Inflate(size_t increase) override { return target_->Inflate(increase); }

 protected:
  // The cache to which the calls go.
  SecondaryCache* target() const { return target_.get(); }

  std::shared_ptr<SecondaryCache> target_;
};

// For objects that are Slices on the heap, in caches and tests that keep plain bytes: the flat form
// is the bytes themselves. The lower tier cannot rebuild such an object.
extern const Cache::CacheItemHelper kSliceCacheItemHelper;

}  // namespace ROCKSDB_NAMESPACE
