// DBOptions::row_cache: what single tables say of single keys, so that a lookup which meets a table
// again reads no block of it. TableCache owns one where the option is set. Thread-safe.
//
//   key    id of the database's opening | table number | snapshot + 1, or 0 | user key
//   row    the newest visible entry of the table: sequence number, type, value
//
// Invariants
//  1. A row says what the table alone holds: range tombstones, newer tables and memtables are not
//  in
//     it. Whoever takes it up offers it to a lookup, as a table would its entry.
//  2. Rows of lookups that see all of a table have 0 for the snapshot. Others are for that very
//     snapshot: an older one might see another entry.
//  3. Keys with merge operands, and keys that the table does not have, get no row.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "rocksdb/advanced_cache.h"
#include "util/point_lookup.h"
#include "version/file_meta.h"

namespace ROCKSDB_NAMESPACE {

class TableRows {
 public:
  explicit TableRows(std::shared_ptr<Cache> cache)
      : cache_(std::move(cache)), id_(cache_->NewId()) {}

  std::string KeyOf(const FileMeta& file, const LookupKey& key) const;
  // Offers the row to `lookup`, which keeps the value in the cache for as long as it needs it.
  // False: there is no such row.
  bool Offer(const std::string& row_key, Statistics* stats, PointLookup* lookup) const;
  // Whether `found`, a lookup that saw nothing but the table, is one entry; and that entry.
  static bool IsRow(const PointLookup& found) {
    return found.result() == LookupResult::kFound || found.result() == LookupResult::kDeleted;
  }
  static ParsedInternalKey EntryOf(const PointLookup& found);
  // REQUIRES: IsRow(found). A cache that is full takes none.
  void Insert(const std::string& row_key, const PointLookup& found) const;

 private:
  const std::shared_ptr<Cache> cache_;
  const uint64_t id_;
};

}  // namespace ROCKSDB_NAMESPACE
