// Every difference between the RocksDB versions db_bench compiles against is settled here, and
// nowhere else. Used by all of db_bench; must never include a header that is not public.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/cache.h"
#include "rocksdb/db.h"
#include "rocksdb/options.h"
#include "rocksdb/version.h"

namespace bench {

using ROCKSDB_NAMESPACE::Cache;
using ROCKSDB_NAMESPACE::ColumnFamilyDescriptor;
using ROCKSDB_NAMESPACE::ColumnFamilyHandle;
using ROCKSDB_NAMESPACE::ColumnFamilyOptions;
using ROCKSDB_NAMESPACE::DB;
using ROCKSDB_NAMESPACE::DBOptions;
using ROCKSDB_NAMESPACE::Iterator;
using ROCKSDB_NAMESPACE::Options;
using ROCKSDB_NAMESPACE::PinnableSlice;
using ROCKSDB_NAMESPACE::ReadOptions;
using ROCKSDB_NAMESPACE::Slice;
using ROCKSDB_NAMESPACE::Status;
using ROCKSDB_NAMESPACE::WriteBatch;
using ROCKSDB_NAMESPACE::WriteOptions;

#ifdef BUCKETLSM
inline constexpr bool kHasBuckets = true;
#else
inline constexpr bool kHasBuckets = false;
#endif

// What this binary was compiled against: "10.6.2 (bucketlsm)" or "7.8.3".
inline std::string EngineVersion() {
  std::string text = std::to_string(ROCKSDB_MAJOR) + "." + std::to_string(ROCKSDB_MINOR) + "." +
                     std::to_string(ROCKSDB_PATCH);
  return kHasBuckets ? text + " (bucketlsm)" : text;
}

// Opens through the raw-pointer form, the one that every version has.
inline Status OpenDb(const DBOptions& options, const std::string& path, bool read_only,
                     const std::vector<ColumnFamilyDescriptor>& families,
                     std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db) {
  DB* opened = nullptr;
  Status s = read_only ? DB::OpenForReadOnly(options, path, families, handles, &opened)
                       : DB::Open(options, path, families, handles, &opened);
  db->reset(opened);
  return s;
}

// A hash-table block cache; the automatic-sizing kind exists since version 8.
inline std::shared_ptr<Cache> NewHyperClockCache(size_t capacity, size_t entry_charge,
                                                 int shard_bits) {
#if ROCKSDB_MAJOR >= 8
  ROCKSDB_NAMESPACE::HyperClockCacheOptions options(capacity, entry_charge, shard_bits);
#else
  if (entry_charge == 0) entry_charge = 8192;
  ROCKSDB_NAMESPACE::HyperClockCacheOptions options(capacity, entry_charge, shard_bits);
#endif
  return options.MakeSharedCache();
}

}  // namespace bench
