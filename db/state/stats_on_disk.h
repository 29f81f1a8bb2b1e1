// The history of the statistics in a column family of the database, for
// DBOptions::persist_stats_to_disk: it is there again at the next opening, here and in stock. The
// format is in docs/formats.md. Used by the database that it is in; thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "db/state/stats_history.h"
#include "rocksdb/db.h"

namespace ROCKSDB_NAMESPACE {

class StatsOnDisk {
 public:
  // `db` outlives it.
  StatsOnDisk(DB* db, std::unique_ptr<ColumnFamilyHandle> family)
      : db_(db), family_(std::move(family)) {}
  StatsOnDisk(const StatsOnDisk&) = delete;
  StatsOnDisk& operator=(const StatsOnDisk&) = delete;

  // The family, with its options where the caller gives none.
  static ColumnFamilyDescriptor Family();
  // Names the family, for an opening, unless it is named already.
  static void AddFamily(std::vector<ColumnFamilyDescriptor>* families);

  // Reads which format the family has; a new one gets the present. What has a format that this
  // library cannot read is deleted: nothing else could be added to it.
  [[nodiscard]] Status Prepare();
  // The slice that ended at `second`. Never waits for other writes: Incomplete where it would have
  // to, and nothing is written then.
  [[nodiscard]] Status Write(uint64_t second, const StatsHistory::Tickers& gains);
  // Begins a flush of the family, and does not wait for it.
  [[nodiscard]] Status Flush();
  ColumnFamilyHandle* family() const { return family_.get(); }
  // Over the slices with begin <= second < end, oldest first, among them those that come meanwhile.
  // Must not outlive the database.
  std::unique_ptr<StatsHistoryIterator> Walk(uint64_t begin, uint64_t end) const;

 private:
  class Walker;

  // The version under a key of the format; 0: there is none.
  Status VersionAt(const Slice& key, uint64_t* version) const;

  DB* const db_;
  const std::unique_ptr<ColumnFamilyHandle> family_;
};

}  // namespace ROCKSDB_NAMESPACE
