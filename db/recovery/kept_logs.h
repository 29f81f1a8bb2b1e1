// What recovery leaves of the logs: those whose data is in memtables only, or that hold prepared
// sections, are made durable, without what replay refused.
//
//   before   33 [ a b ]   44 [ torn ]        67 [ c ... ]    joined to 33 by a former opening
//   later                 44 [ torn ]        67 [ c ... ]    33 went: where must 67 begin?
//
// So a damaged log is cut where its last whole record ends, and one that did not carry on behind
// the damage is emptied: the next replay needs no rule for them.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "db/state/db_parts.h"

namespace ROCKSDB_NAMESPACE {

// Makes logs durable, and their names: a killed process may have left them in the page cache only,
// and no later write may outlive them.
[[nodiscard]] Status SyncLogs(const DbParts& parts, const std::vector<uint64_t>& logs);

// Keeps `logs`, ascending, whose last whole records end where `ends` says: WalReplay's LogsToKeep()
// and ends(). They belong to the WalManager afterwards; their sizes count towards
// max_total_wal_size. A file system that cannot truncate leaves them as they are. REQUIRES: no log
// has been started.
[[nodiscard]] Status KeepLogs(DbParts* parts, const std::vector<uint64_t>& logs,
                              const std::map<uint64_t, uint64_t>& ends);

}  // namespace ROCKSDB_NAMESPACE
