// CompressedSecondaryCache: the lower tier in memory. Keeps the flat form of evicted objects,
// compressed, in a sharded cache of its own. Made by CompressedSecondaryCacheOptions; called by
// TieredCache.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/secondary_cache.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// Thread-safe. Answers at once: results are ready when they are returned.
class CompressedSecondaryCache final : public SecondaryCache {
 public:
  explicit CompressedSecondaryCache(const CompressedSecondaryCacheOptions& options);

  const char* Name() const override { return "CompressedSecondaryCache"; }

  // An object is stored when it is offered for the second time, or when it was hit in the tier
  // above (force_insert); the first offer only leaves a mark. So a scan does not push out what is
  // used again. The object stays the caller's.
  Status Insert(const Slice& key, Cache::ObjectPtr obj, const Cache::CacheItemHelper* helper,
                bool force_insert) override;
  // Bytes that are flat already, kept as they are.
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
  // Withholds capacity for use elsewhere; Inflate gives it back.
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
