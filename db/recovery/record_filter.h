// DBOptions::wal_filter: shows each record of the logs to the application before it is replayed.
// WalReplay owns one; a database without a filter never calls it.
#pragma once

#include <string>

#include "db/state/db_parts.h"
#include "rocksdb/wal_filter.h"
#include "rocksdb/write_batch.h"

namespace ROCKSDB_NAMESPACE {

class RecordFilter {
 public:
  enum class Verdict { kTake, kLeaveOut, kStop };

  explicit RecordFilter(DbParts* parts)
      : parts_(*parts), filter_(parts->context.config()->options.wal_filter) {}

  bool active() const { return filter_ != nullptr; }
  // Tells the filter the families and the logs they need. REQUIRES: active, called once, first.
  void TellFamilies() EXCLUDES_LOCK(state_lock);
  // Asks about a record, which is a whole batch, of log `number`. *record may be replaced by what
  // the filter made of it, valid until the next call. Corruption when the filter calls it damaged,
  // NotSupported when it put more updates in its place or answered something unknown.
  [[nodiscard]] Status Ask(uint64_t number, Slice* record, Verdict* verdict);

 private:
  Status TakeChanged(Slice* record);

  DbParts& parts_;
  WalFilter* const filter_;  // null: none
  WriteBatch shown_;
  WriteBatch changed_;
};

}  // namespace ROCKSDB_NAMESPACE
