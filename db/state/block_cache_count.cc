// See the header.
#include "db/state/block_cache_count.h"

#include <memory>
#include <utility>

#include "rocksdb/system_clock.h"
#include "rocksdb/table.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// As long as keys of blocks, which are made of hashes.
constexpr char kCountName[] = "bucketlsm.counts";
static_assert(sizeof(kCountName) - 1 == 16);

Slice CountKey() { return Slice(kCountName, sizeof(kCountName) - 1); }

}  // namespace

struct BlockCacheCount::Shared {
  Mutex mutex;
  Content last GUARDED_BY(mutex);
  uint64_t counted_micros GUARDED_BY(mutex) = 0;
};

const Cache::CacheItemHelper& BlockCacheCount::Helper() {
  static const Cache::CacheItemHelper helper(
      CacheEntryRole::kMisc,
      [](Cache::ObjectPtr shared, MemoryAllocator*) { delete static_cast<Shared*>(shared); });
  return helper;
}

Cache* BlockCacheOf(const CfConfig& config) {
  TableFactory* factory = config.options.table_factory.get();
  return factory == nullptr ? nullptr : factory->GetOptions<Cache>(TableFactory::kBlockCacheOpts());
}

double BlockCacheCount::Content::Percent(size_t role, size_t capacity) const {
  return capacity == 0 ? 0.0
                       : 100.0 * static_cast<double>(bytes[role]) / static_cast<double>(capacity);
}

BlockCacheCount::BlockCacheCount(CfConfigPtr config)
    : config_(std::move(config)), cache_(BlockCacheOf(*config_)) {
  if (cache_ == nullptr) return;
  pinned_ = cache_->BasicLookup(CountKey(), nullptr);
  if (pinned_ != nullptr) {
    shared_ = static_cast<Shared*>(cache_->Value(pinned_));
    return;
  }
  shared_ = new Shared;
  // HIGH: a database that is opened again finds it.
  Status s = cache_->Insert(CountKey(), shared_, &Helper(), sizeof(Shared), &pinned_,
                            Cache::Priority::HIGH);
  if (!s.ok()) pinned_ = nullptr;
}

BlockCacheCount::~BlockCacheCount() {
  if (pinned_ != nullptr) {
    cache_->Release(pinned_);
  } else {
    delete shared_;
  }
}

BlockCacheCount::Content BlockCacheCount::Get(uint64_t max_age_seconds) const {
  SystemClock* clock = SystemClock::Default().get();
  MutexLock lock(&shared_->mutex);
  Content& last = shared_->last;
  const uint64_t begin = clock->NowMicros();
  if (last.counts != 0) {
    last.age_seconds = (begin - shared_->counted_micros) / 1'000'000;
    if (last.age_seconds < max_age_seconds) {
      ++last.repeats;
      return last;
    }
  }
  Content content;
  content.counts = last.counts + 1;
  const auto visit = [&](const Slice&, Cache::ObjectPtr, size_t charge,
                         const Cache::CacheItemHelper* helper) {
    const CacheEntryRole role = helper == nullptr ? CacheEntryRole::kMisc : helper->role;
    ++content.entries[static_cast<size_t>(role)];
    content.bytes[static_cast<size_t>(role)] += charge;
  };
  cache_->ApplyToAllEntries(visit, Cache::ApplyToAllEntriesOptions());
  shared_->counted_micros = clock->NowMicros();
  content.seconds = static_cast<double>(shared_->counted_micros - begin) / 1e6;
  last = content;
  return content;
}

}  // namespace ROCKSDB_NAMESPACE
