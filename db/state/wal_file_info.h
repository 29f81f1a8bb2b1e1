// Describes write-ahead log files to applications: DB::GetSortedWalFiles and GetCurrentWalFile.
// Reads the first record of a log; never changes one.
#pragma once

#include <memory>

#include "db/state/db_context.h"
#include "db/state/wal_manager.h"
#include "rocksdb/transaction_log.h"

namespace ROCKSDB_NAMESPACE {

// Sequence number of the first batch in log `number` of `directory`, the log directory or its
// archive; 0 while the log has none.
[[nodiscard]] Status FirstSequenceOfWal(const DbContext& context, const std::string& directory,
                                        uint64_t number, SequenceNumber* sequence);

// A log in the log directory, or in the archive.
std::unique_ptr<WalFile> NewWalFile(const WalManager::Info& log, SequenceNumber first,
                                    WalFileType type);

}  // namespace ROCKSDB_NAMESPACE
