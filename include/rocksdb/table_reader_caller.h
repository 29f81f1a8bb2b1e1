// Who reads a block of a table, as records of block cache traces name it.
#pragma once

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// The numbers are part of the trace's format.
enum TableReaderCaller : char {
  kUserGet = 1,
  kUserMultiGet = 2,
  kUserIterator = 3,
  kUserApproximateSize = 4,
  kUserVerifyChecksum = 5,
  // sst_dump.
  kSSTDumpTool = 6,
  kExternalSSTIngestion = 7,
  kRepair = 8,
  // Reading ahead.
  kPrefetch = 9,
  kCompaction = 10,
  // A compaction that looks into the cache for what it has just written.
  kCompactionRefill = 11,
  kFlush = 12,
  kSSTFileReader = 13,
  kUncategorized = 14,
  // No caller: comes after all others.
  kMaxBlockCacheLookupCaller,
};

}  // namespace ROCKSDB_NAMESPACE
