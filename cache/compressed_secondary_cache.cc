// Storing flat objects, and rebuilding objects from them.
//
//   object -- saveto_cb --> raw bytes -- codec --> Stored in cache_        (Insert)
//   object <- create_cb --- raw bytes <- codec --- Stored in cache_        (Lookup)
//   first offer: no bytes, only a null entry in cache_ as a mark
#include "cache/compressed_secondary_cache.h"

#include <algorithm>

#include "cache/flat_codec.h"
#include "util/string_util.h"

#include "util/perf_context_imp.h"
#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE {

// An entry of the inner cache. A null Stored marks an object that was offered once.
struct CompressedSecondaryCache::Stored {
  std::string bytes;
  CompressionType packed_with = kNoCompression;  // by this cache
  size_t raw_size = 0;                           // before packing
  CompressionType type = kNoCompression;         // of the flat form itself, for create_cb
  CacheTier source{};
};

namespace {

class ReadyResult final : public SecondaryCacheResultHandle {
 public:
  ReadyResult(Cache::ObjectPtr object, size_t charge) : object_(object), charge_(charge) {}
  bool IsReady() override { return true; }
  void Wait() override {}
  Cache::ObjectPtr Value() override { return object_; }
  size_t Size() override { return charge_; }

 private:
  const Cache::ObjectPtr object_;
  const size_t charge_;
};

}  // namespace

CompressedSecondaryCache::CompressedSecondaryCache(const CompressedSecondaryCacheOptions& options,
                                                   std::shared_ptr<Cache> cache)
    : options_(options), cache_(std::move(cache)), capacity_(options.capacity) {}

const Cache::CacheItemHelper* CompressedSecondaryCache::StoredHelper() {
  static const Cache::CacheItemHelper helper(
      CacheEntryRole::kMisc,
      [](Cache::ObjectPtr object, MemoryAllocator*) { delete static_cast<Stored*>(object); });
  return &helper;
}

bool CompressedSecondaryCache::MarkedBefore(const Slice& key) {
  Cache::Handle* handle = cache_->Lookup(key);
  if (handle == nullptr) {
    // Leaves the mark. If the cache has no capacity for it, the next offer counts as the first
    // again.
    Status s = cache_->Insert(key, nullptr, StoredHelper(), 0);
    static_cast<void>(s);
    return false;
  }
  cache_->Release(handle);
  return true;
}

Status CompressedSecondaryCache::Store(const Slice& key, std::unique_ptr<Stored> stored) {
  // The allocated bytes, not only those in use.
  const size_t charge = stored->bytes.capacity() + sizeof(Stored);
  Status s = cache_->Insert(key, stored.get(), StoredHelper(), charge);
  if (s.ok()) static_cast<void>(stored.release());
  return s;
}

Status CompressedSecondaryCache::Insert(const Slice& key, Cache::ObjectPtr obj,
                                        const Cache::CacheItemHelper* helper, bool force_insert) {
  if (obj == nullptr) return Status::InvalidArgument("No object to keep");
  // Declined; that is not a failure.
  if (!helper->IsSecondaryCacheCompatible()) return Status::OK();
  if (!force_insert && !MarkedBefore(key)) return Status::OK();
  std::string raw(helper->size_cb(obj), '\0');
  Status s = helper->saveto_cb(obj, 0, raw.size(), raw.data());
  if (!s.ok()) return s;
  auto stored = std::make_unique<Stored>();
  stored->raw_size = raw.size();
  // Objects that do not shrink are stored uncompressed.
  if (!options_.do_not_compress_roles.Contains(helper->role) &&
      flat_codec::Compress(options_.compression_type, options_.compression_opts, raw,
                           &stored->bytes)) {
    stored->packed_with = options_.compression_type;
    stored->bytes.shrink_to_fit();
    PERF_COUNT(compressed_sec_cache_uncompressed_bytes, raw.size());
    PERF_COUNT(compressed_sec_cache_compressed_bytes, stored->bytes.size());
  } else {
    stored->bytes = std::move(raw);
  }
  PERF_COUNT(compressed_sec_cache_insert_real_count, 1);
  return Store(key, std::move(stored));
}

Status CompressedSecondaryCache::InsertSaved(const Slice& key, const Slice& saved,
                                             CompressionType type, CacheTier source) {
  auto stored = std::make_unique<Stored>();
  stored->bytes.assign(saved.data(), saved.size());
  stored->raw_size = saved.size();
  stored->type = type;
  stored->source = source;
  return Store(key, std::move(stored));
}

std::unique_ptr<SecondaryCacheResultHandle> CompressedSecondaryCache::Lookup(
    const Slice& key, const Cache::CacheItemHelper* helper, Cache::CreateContext* create_context,
    bool /*wait*/, bool advise_erase, Statistics* stats, bool& kept_in_sec_cache) {
  kept_in_sec_cache = false;
  Cache::Handle* handle = cache_->Lookup(key);
  if (handle == nullptr) return nullptr;
  const auto* stored = static_cast<const Stored*>(cache_->Value(handle));
  std::string unpacked;
  Slice flat;
  // A mark is a miss, and so is an object that cannot be unpacked or rebuilt: the caller reads the
  // file.
  bool good = stored != nullptr;
  if (good && stored->packed_with != kNoCompression) {
    good = flat_codec::Decompress(stored->packed_with, stored->bytes, stored->raw_size, &unpacked);
    flat = unpacked;
  } else if (good) {
    flat = stored->bytes;
  }
  Cache::ObjectPtr object = nullptr;
  size_t charge = 0;
  good = good && helper
                     ->create_cb(flat, stored->type, stored->source, create_context,
                                 options_.memory_allocator.get(), &object, &charge)
                     .ok();
  // The tier above will hold the object; a second copy here would waste capacity.
  cache_->Release(handle, good && advise_erase);
  if (!good) return nullptr;
  kept_in_sec_cache = !advise_erase;
  RecordTick(stats, COMPRESSED_SECONDARY_CACHE_HITS);
  if (advise_erase) RecordTick(stats, COMPRESSED_SECONDARY_CACHE_PROMOTIONS);
  return std::make_unique<ReadyResult>(object, charge);
}

void CompressedSecondaryCache::Erase(const Slice& key) { cache_->Erase(key); }

Status CompressedSecondaryCache::SetCapacity(size_t capacity) {
  MutexLock lock(&capacity_mu_);
  capacity_ = capacity;
  withheld_ = std::min(withheld_, capacity);
  cache_->SetCapacity(capacity_ - withheld_);
  return Status::OK();
}

Status CompressedSecondaryCache::GetCapacity(size_t& capacity) {
  MutexLock lock(&capacity_mu_);
  capacity = capacity_;
  return Status::OK();
}

Status CompressedSecondaryCache::Deflate(size_t decrease) {
  MutexLock lock(&capacity_mu_);
  withheld_ = std::min(capacity_, withheld_ + decrease);
  cache_->SetCapacity(capacity_ - withheld_);
  return Status::OK();
}

Status CompressedSecondaryCache::Inflate(size_t increase) {
  MutexLock lock(&capacity_mu_);
  withheld_ -= std::min(withheld_, increase);
  cache_->SetCapacity(capacity_ - withheld_);
  return Status::OK();
}

std::string CompressedSecondaryCache::GetPrintableOptions() const {
  return cache_->GetPrintableOptions() +
         "    compression_type : " + std::to_string(static_cast<int>(options_.compression_type)) +
         "\n";
}

std::shared_ptr<SecondaryCache> CompressedSecondaryCacheOptions::MakeSharedSecondaryCache() const {
  // An LRU cache of the same options holds the bytes; null where they are out of range.
  std::shared_ptr<Cache> cache = LRUCacheOptions::MakeSharedCache();
  if (cache == nullptr) return nullptr;
  return std::make_shared<CompressedSecondaryCache>(*this, std::move(cache));
}

}  // namespace ROCKSDB_NAMESPACE
