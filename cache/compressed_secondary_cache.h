// CompressedSecondaryCache: the lower tier in memory. It keeps the flat form of evicted objects,
// compressed, in a sharded cache of its own. CompressedSecondaryCacheOptions makes it; TieredCache
// calls it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/secondary_cache.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// Thread-safe. Results are ready when Lookup returns them.
class CompressedSecondaryCache final : public SecondaryCache {
 public:
  // `cache` is for the bytes. REQUIRES: it is not null, and has the capacity of the options.
  CompressedSecondaryCache(const CompressedSecondaryCacheOptions& options,
                           std::shared_ptr<Cache> cache);

  const char* Name() const override { return "CompressedSecondaryCache"; }

  // Stores an object that is offered for the second time or was hit in the tier above
  // (force_insert); the first offer only leaves a mark. So a scan does not evict objects that are
  // used again. The caller keeps the object.
  Status Insert(const Slice& key, Cache::ObjectPtr obj, const Cache::CacheItemHelper* helper,
                bool force_insert) override;
  // Stores bytes that are flat already, unchanged.
  Status InsertSaved(const Slice& key, const Slice& saved, CompressionType type,
                     CacheTier source) override;
  std::unique_ptr<SecondaryCacheResultHandle> Lookup(
      const Slice& key, const Cache::CacheItemHelper* helper, Cache::CreateContext* create_context,
      bool wait, bool advise_erase, Statistics* stats, bool& kept_in_sec_cache) override;
  bool SupportForceErase() const override { return true; }
  void Erase(const Slice& key) override;
  void WaitAll(std::vector<SecondaryCacheResultHandle*> /*handles*/) override {}

  Status SetCapacity(size_t capacity) override;
  Status GetCapacity(size_t& capacity) override;
  // Withholds capacity for use elsewhere; Inflate returns it.
  Status Deflate(size_t decrease) override;
  Status Inflate(size_t increase) override;
  std::string GetPrintableOptions() const override;

 private:
  struct Stored;

  Status Store(const Slice& key, std::unique_ptr<Stored> stored);
  // Whether the key was offered before; leaves the mark if not.
  bool MarkedBefore(const Slice& key);
  static const Cache::CacheItemHelper* StoredHelper();

  const CompressedSecondaryCacheOptions options_;
  const std::shared_ptr<Cache> cache_;
  Mutex capacity_mu_;
  size_t capacity_ GUARDED_BY(capacity_mu_);
  size_t withheld_ GUARDED_BY(capacity_mu_) = 0;  // by Deflate
};

}  // namespace ROCKSDB_NAMESPACE
