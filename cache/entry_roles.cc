// Names of cache entry roles and of the block-cache statistics map; read by the properties of a
// database.
#include <array>

#include "rocksdb/cache.h"

namespace ROCKSDB_NAMESPACE {

namespace {

using RoleNames = std::array<std::string, kNumCacheEntryRoles>;

const RoleNames& Names() {
  static const RoleNames& names =
      *new RoleNames{"DataBlock",          "FilterBlock",
                     "FilterMetaBlock",    "DeprecatedFilterBlock",
                     "IndexBlock",         "OtherBlock",
                     "WriteBuffer",        "CompressionDictionaryBuildingBuffer",
                     "FilterConstruction", "BlockBasedTableReader",
                     "FileMetadata",       "BlobValue",
                     "BlobCache",          "Misc"};
  return names;
}

// The same roles as they appear inside map keys.
const RoleNames& HyphenatedNames() {
  static const RoleNames& names =
      *new RoleNames{"data-block",          "filter-block",
                     "filter-meta-block",   "deprecated-filter-block",
                     "index-block",         "other-block",
                     "write-buffer",        "compression-dictionary-building-buffer",
                     "filter-construction", "block-based-table-reader",
                     "file-metadata",       "blob-value",
                     "blob-cache",          "misc"};
  return names;
}

// Never destroyed, because threads that outlive main() may ask for names.
const std::string& Permanent(const char* text) { return *new std::string(text); }

std::string WithRole(const char* head, CacheEntryRole role) {
  return head + HyphenatedNames()[static_cast<size_t>(role)];
}

}  // namespace

const std::string& GetCacheEntryRoleName(CacheEntryRole role) {
  return Names()[static_cast<size_t>(role)];
}

const std::string& BlockCacheEntryStatsMapKeys::CacheId() {
  static const std::string& key = Permanent("id");
  return key;
}
const std::string& BlockCacheEntryStatsMapKeys::CacheCapacityBytes() {
  static const std::string& key = Permanent("capacity");
  return key;
}
const std::string& BlockCacheEntryStatsMapKeys::LastCollectionDurationSeconds() {
  static const std::string& key = Permanent("secs_for_last_collection");
  return key;
}
const std::string& BlockCacheEntryStatsMapKeys::LastCollectionAgeSeconds() {
  static const std::string& key = Permanent("secs_since_last_collection");
  return key;
}
std::string BlockCacheEntryStatsMapKeys::EntryCount(CacheEntryRole role) {
  return WithRole("count.", role);
}
std::string BlockCacheEntryStatsMapKeys::UsedBytes(CacheEntryRole role) {
  return WithRole("bytes.", role);
}
std::string BlockCacheEntryStatsMapKeys::UsedPercent(CacheEntryRole role) {
  return WithRole("percent.", role);
}

}  // namespace ROCKSDB_NAMESPACE
