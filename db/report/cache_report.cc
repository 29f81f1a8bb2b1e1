// Prints what a block cache holds.
#include "db/report/cache_report.h"

#include "db/report/report_units.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {
namespace {

std::string CacheId(const Cache* cache) {
  return Format("%s@%p", cache->Name(), static_cast<const void*>(cache));
}

}  // namespace

std::string CacheReport(const BlockCacheCount& count, uint64_t max_age_seconds) {
  Cache* cache = count.cache();
  const BlockCacheCount::Content content = count.Get(max_age_seconds);
  const size_t capacity = cache->GetCapacity();
  // Stock's line.
  std::string text = Format(
      "Block cache %s capacity: %s usage: %s table_size: %zu occupancy: %zu collections: %llu "
      "last_copies: %llu last_secs: %g secs_since: %llu\n",
      CacheId(cache).c_str(), SizeText(capacity).c_str(), SizeText(cache->GetUsage()).c_str(),
      cache->GetTableAddressCount(), cache->GetOccupancyCount(),
      static_cast<unsigned long long>(content.counts),
      static_cast<unsigned long long>(content.repeats), content.seconds,
      static_cast<unsigned long long>(content.age_seconds));
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

std::map<std::string, std::string> CacheReportMap(const BlockCacheCount& count,
                                                  uint64_t max_age_seconds) {
  using Keys = BlockCacheEntryStatsMapKeys;
  Cache* cache = count.cache();
  const BlockCacheCount::Content content = count.Get(max_age_seconds);
  const size_t capacity = cache->GetCapacity();
  std::map<std::string, std::string> out;
  out[Keys::CacheId()] = CacheId(cache);
  out[Keys::CacheCapacityBytes()] = std::to_string(capacity);
  out[Keys::LastCollectionDurationSeconds()] = std::to_string(content.seconds);
  out[Keys::LastCollectionAgeSeconds()] = std::to_string(content.age_seconds);
  for (size_t i = 0; i < kNumCacheEntryRoles; ++i) {
    const auto role = static_cast<CacheEntryRole>(i);
    out[Keys::EntryCount(role)] = std::to_string(content.entries[i]);
    out[Keys::UsedBytes(role)] = std::to_string(content.bytes[i]);
    out[Keys::UsedPercent(role)] = std::to_string(content.Percent(i, capacity));
  }
  return out;
}

}  // namespace ROCKSDB_NAMESPACE
