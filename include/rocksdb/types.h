// Small types that many public headers share: numbers, file kinds, entry kinds, stall causes.
// Values that reach disk or language bindings must keep their numbers.
#pragma once

#include <cstdint>

#include "rocksdb/slice.h"

namespace ROCKSDB_NAMESPACE {

// 0 is the default family. Never used again after a drop.
using ColumnFamilyId = uint32_t;

// Orders all writes of a database; higher is newer. 56 bits are used, since it shares 8 bytes with
// the type of the entry. Compaction sets it to 0 where no read needs it any more.
using SequenceNumber = uint64_t;

// Sequence 0 always counts as committed.
const SequenceNumber kMinUnCommittedSeq = 1;

// What makes a table: a flush, a compaction, the replay of logs (RepairDB() too), or anything else.
enum class TableFileCreationReason { kFlush, kCompaction, kRecovery, kMisc };

// Kept for its name: there are no blob files here.
enum class BlobFileCreationReason { kFlush, kCompaction, kRecovery };

// What a file in a database directory is, told from its name.
// kMetaDatabase and kBlobFile are recognized and never written; kDescriptorFile is the MANIFEST.
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
// Blob indexes, timed puts and deletions with timestamps come from files of other software only.
// kEntryOther: a kind that is not known.
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
// kMemtableLimit: too many wait for flush. kL0FileCountLimit: level 0 is too deep (with buckets:
// over one key). kPendingCompactionBytes: too much is left to compact. kWriteBufferManagerLimit:
// memory of all memtables. The two markers only count.
enum class WriteStallCause {
  kMemtableLimit,
  kL0FileCountLimit,
  kPendingCompactionBytes,
  kCFScopeWriteStallCauseEnumMax,
  kWriteBufferManagerLimit,
  kDBScopeWriteStallCauseEnumMax,
  kNone,
};

// Delayed: to DBOptions::delayed_write_rate or less. Stopped: until the cause has gone.
enum class WriteStallCondition { kDelayed, kStopped, kNormal };

// How often data is expected to be read; stored in the MANIFEST, gaps left for finer steps.
// A hint to the file system only. Files that this library writes have kUnknown.
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
