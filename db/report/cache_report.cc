// Counts the entries of a block cache.
#include "db/report/cache_report.h"

#include <array>

#include "db/report/report_units.h"
#include "rocksdb/system_clock.h"
#include "rocksdb/table.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {
namespace {

struct Content {
  std::array<uint64_t, kNumCacheEntryRoles> entries{};
  std::array<uint64_t, kNumCacheEntryRoles> bytes{};
  double seconds = 0;  // that counting took

  // Relative to the capacity, not to what is used, as in stock.
  double Percent(size_t role, size_t capacity) const {
    return capacity == 0 ? 0.0
                         : 100.0 * static_cast<double>(bytes[role]) / static_cast<double>(capacity);
  }
};

// Walks shard by shard while others use the cache: the sums are no snapshot of one moment.
Content CountEntries(Cache* cache) {
  Content content;
  SystemClock* clock = SystemClock::Default().get();
  const uint64_t begin = clock->NowMicros();
  auto visit = [&](const Slice&, Cache::ObjectPtr, size_t charge,
                   const Cache::CacheItemHelper* helper) {
    const CacheEntryRole role = helper == nullptr ? CacheEntryRole::kMisc : helper->role;
    ++content.entries[static_cast<size_t>(role)];
    content.bytes[static_cast<size_t>(role)] += charge;
  };
  cache->ApplyToAllEntries(visit, Cache::ApplyToAllEntriesOptions());
  content.seconds = static_cast<double>(clock->NowMicros() - begin) / 1e6;
  return content;
}

std::string CacheId(const Cache* cache) {
  return Format("%s@%p", cache->Name(), static_cast<const void*>(cache));
}

}  // namespace

Cache* BlockCacheOf(const CfConfig& config) {
  TableFactory* factory = config.options.table_factory.get();
  return factory == nullptr ? nullptr : factory->GetOptions<Cache>(TableFactory::kBlockCacheOpts());
}

std::string CacheReport(Cache* cache) {
  const Content content = CountEntries(cache);
  const size_t capacity = cache->GetCapacity();
  // Stock's line. It collects in the background and prints how old its numbers are; here each
  // report counts anew, so these fields are constant.
  std::string text = Format(
      "Block cache %s capacity: %s usage: %s table_size: %zu occupancy: %zu collections: 1 "
      "last_copies: 0 last_secs: %g secs_since: 0\n",
      CacheId(cache).c_str(), SizeText(capacity).c_str(), SizeText(cache->GetUsage()).c_str(),
      cache->GetTableAddressCount(), cache->GetOccupancyCount(), content.seconds);
  text += "Block cache entry stats(count,size,portion):";
  for (size_t role = 0; role < kNumCacheEntryRoles; ++role) {
    if (content.entries[role] == 0) continue;
    text += Format(" %s(%llu,%s,%g%%)",
                   GetCacheEntryRoleName(static_cast<CacheEntryRole>(role)).c_str(),
                   static_cast<unsigned long long>(content.entries[role]),
                   SizeText(content.bytes[role]).c_str(), content.Percent(role, capacity));
  }
  return text + "\n";
}

std::map<std::string, std::string> CacheReportMap(Cache* cache) {
  using Keys = BlockCacheEntryStatsMapKeys;
  const Content content = CountEntries(cache);
  const size_t capacity = cache->GetCapacity();
  std::map<std::string, std::string> out;
  out[Keys::CacheId()] = CacheId(cache);
  out[Keys::CacheCapacityBytes()] = std::to_string(capacity);
  out[Keys::LastCollectionDurationSeconds()] = std::to_string(content.seconds);
  out[Keys::LastCollectionAgeSeconds()] = "0";
  for (size_t i = 0; i < kNumCacheEntryRoles; ++i) {
    const auto role = static_cast<CacheEntryRole>(i);
    out[Keys::EntryCount(role)] = std::to_string(content.entries[i]);
    out[Keys::UsedBytes(role)] = std::to_string(content.bytes[i]);
    out[Keys::UsedPercent(role)] = std::to_string(content.Percent(i, capacity));
  }
  return out;
}

}  // namespace ROCKSDB_NAMESPACE
