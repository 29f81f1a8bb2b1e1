// Small types that many public headers share: numbers, file kinds, entry kinds, stall causes.
// Values that reach disk or language bindings must keep their numbers.
#pragma once

#include <cstdint>

#include "rocksdb/slice.h"

namespace ROCKSDB_NAMESPACE {

using ColumnFamilyId = uint32_t;

// Orders all writes of a database; higher is newer.
using SequenceNumber = uint64_t;

// Sequence 0 always counts as committed.
const SequenceNumber kMinUnCommittedSeq = 1;

enum class TableFileCreationReason { kFlush, kCompaction, kRecovery, kMisc };

enum class BlobFileCreationReason { kFlush, kCompaction, kRecovery };

// What a file in a database directory is, told from its name.
enum FileType {
  kWalFile,
  kDBLockFile,
  kTableFile,
  kDescriptorFile,
  kCurrentFile,
  kTempFile,
  kInfoLogFile,
  kMetaDatabase,
  kIdentityFile,
  kOptionsFile,
  kBlobFile
};

// What an entry means, as table-properties collectors and table iterators report it.
enum EntryType {
  kEntryPut,
  kEntryDelete,
  kEntrySingleDelete,
  kEntryMerge,
  kEntryRangeDeletion,
  kEntryBlobIndex,
  kEntryDeleteWithTimestamp,
  kEntryWideColumnEntity,
  kEntryTimedPut,
  kEntryOther,
};

// Why writes are held back. Causes before the first marker belong to one column family, those
// after it to the whole database.
enum class WriteStallCause {
  kMemtableLimit,
  kL0FileCountLimit,
  kPendingCompactionBytes,
  kCFScopeWriteStallCauseEnumMax,
  kWriteBufferManagerLimit,
  kDBScopeWriteStallCauseEnumMax,
  kNone,
};

enum class WriteStallCondition { kDelayed, kStopped, kNormal };

// How often data is expected to be read; stored in the MANIFEST, gaps left for finer steps.
enum class Temperature : uint8_t {
  kUnknown = 0,
  kHot = 0x04,
  kWarm = 0x08,
  kCool = 0x0A,
  kCold = 0x0C,
  kIce = 0x10,
  kLastTemperature,
};

}  // namespace ROCKSDB_NAMESPACE
