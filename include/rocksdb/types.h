// Small types that many public headers share: numbers, kinds of files and entries, causes of
// stalls. Values that reach disk or language bindings must keep their numbers.
#pragma once

#include <cstdint>

#include "rocksdb/slice.h"

namespace ROCKSDB_NAMESPACE {

// 0 is the default family. A number is never used again after a drop.
using ColumnFamilyId = uint32_t;

// Orders all writes of a database; a higher number is newer. It has 56 bits, because it shares 8
// bytes with the type of the entry. Compaction sets it to 0 when no read needs it any more.
using SequenceNumber = uint64_t;

// Sequence number 0 always counts as committed.
const SequenceNumber kMinUnCommittedSeq = 1;

// The origin of a table: a flush, a compaction, the replay of logs (also by RepairDB()), or
// anything else.
enum class TableFileCreationReason { kFlush, kCompaction, kRecovery, kMisc };

// Kept for its name: there are no blob files here.
enum class BlobFileCreationReason { kFlush, kCompaction, kRecovery };

// The kind of a file in a database directory, from its name. kMetaDatabase and kBlobFile are
// recognized and never written; kDescriptorFile is the MANIFEST.
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

// The meaning of an entry, as table-properties collectors and table iterators report it. Blob
// indexes, timed puts and deletions with timestamps come from files of other software only.
// kEntryOther: an unknown kind.
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

// An internal key of a table, taken apart by ParseEntry() of utilities/types_util.h. The slices
// point into the key; the timestamp is empty without user-defined timestamps.
struct ParsedEntryInfo {
  Slice user_key;
  Slice timestamp;
  SequenceNumber sequence;
  EntryType type;
};

// Why writes stall. Causes before the first marker belong to one column family, those after it to
// the whole database. kMemtableLimit: too many memtables wait for flush. kL0FileCountLimit: level
// 0 is too deep (with buckets: over one key). kPendingCompactionBytes: too many bytes are left to
// compact. kWriteBufferManagerLimit: memory of all memtables. The two markers only count.
enum class WriteStallCause {
  kMemtableLimit,
  kL0FileCountLimit,
  kPendingCompactionBytes,
  kCFScopeWriteStallCauseEnumMax,
  kWriteBufferManagerLimit,
  kDBScopeWriteStallCauseEnumMax,
  kNone,
};

// Delayed: writes are limited to DBOptions::delayed_write_rate or less. Stopped: writes wait until
// the cause has gone.
enum class WriteStallCondition { kDelayed, kStopped, kNormal };

// How often data is expected to be read. The MANIFEST stores it; gaps are left for finer steps. A
// hint to the file system only. Files that this library writes have kUnknown.
enum class Temperature : uint8_t {
  kUnknown = 0,
  kHot = 0x04,
  kWarm = 0x08,
  kCold = 0x0C,
  kLastTemperature,
};

}  // namespace ROCKSDB_NAMESPACE
