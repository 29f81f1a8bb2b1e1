// Which logs are needed still. Logs are shared, so the neediest decides: a family with data that is
// in no table, a prepared section without an end, a memtable with the commit of a section that is
// in an older log, a log with the rollback of such a section (PreparedLogs).
//
//   log 4 [section x]   log 7 [Commit(x)]   log 9 (being written)
//     families need 7 on; the memtable of the commit keeps 4: nothing may go before it is flushed
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "db/state/db_parts.h"

namespace ROCKSDB_NAMESPACE {

// A flush that is about to be installed: the `memtables` oldest ones of `family` are in tables, and
// it needs logs from `next_log` on.
struct FlushAhead {
  const ColumnFamily* family;
  size_t memtables;
  uint64_t next_log;
};

// The oldest log with a prepared section whose end is in no table, once the flushes of `ahead` are
// installed; UINT64_MAX: none. Sections that were rolled back are not among them.
uint64_t OldestLogOfSections(const DbParts& parts, std::span<const FlushAhead> ahead)
    REQUIRES_LOCK(state_lock);
// The oldest log that recovery would need, once the flushes of `ahead` are installed.
uint64_t OldestLogNeeded(const DbParts& parts, std::span<const FlushAhead> ahead = {})
    REQUIRES_LOCK(state_lock);
// The same, but no log that the MANIFEST tells recovery to read: only earlier ones may be deleted.
uint64_t OldestLogKept(const DbParts& parts) REQUIRES_LOCK(state_lock);

}  // namespace ROCKSDB_NAMESPACE
