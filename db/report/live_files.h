// The files that the open database consists of, as a copy of it must take them. The tables, the
// MANIFEST and the logs in one answer belong to one moment; the files stay only while deletions are
// disabled.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/write/wal_lock.h"
#include "rocksdb/metadata.h"
#include "rocksdb/transaction_log.h"

namespace ROCKSDB_NAMESPACE {

// Names begin with a slash, as stock gives them: callers put the database's path in front.
[[nodiscard]] Status ListLiveFiles(DbParts* parts, std::vector<std::string>* files,
                                   uint64_t* manifest_size) EXCLUDES_LOCK(state_lock);
// With the logs that belong to the tables; keeps writers out for the moment. *sequence gets the
// number of the last update that the files hold.
[[nodiscard]] Status ListStorage(DbParts* parts, WalLock* wal_lock, bool checksums,
                                 std::vector<LiveFileStorageInfo>* files, SequenceNumber* sequence)
    EXCLUDES_LOCK(state_lock);
// The logs that have records, oldest first.
[[nodiscard]] Status ListLogs(DbParts* parts, VectorWalPtr* files);
// The log being written.
[[nodiscard]] Status DescribeCurrentLog(DbParts* parts, std::unique_ptr<WalFile>* file);

}  // namespace ROCKSDB_NAMESPACE
