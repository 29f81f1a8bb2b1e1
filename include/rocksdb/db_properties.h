// Names of the properties of a database, for DB::GetProperty() and its kin, which know them as
// DB::Properties, and keys of the maps about stalls.
#pragma once

#include <string>

#include "rocksdb/rocksdb_namespace.h"
#include "rocksdb/types.h"

namespace ROCKSDB_NAMESPACE {

// The names that GetProperty() knows. [int]: GetIntProperty() knows it too; [map]:
// GetMapProperty() too. A property describes one column family unless its comment names the
// database. Sizes are in bytes.
struct DBProperties {
  // Reports for people.
  static const std::string kStats;                   // cfstats and dbstats [map]
  static const std::string kSSTables;                // all files, by level
  static const std::string kCFStats;                 // one column family [map]
  static const std::string kCFStatsNoFileHistogram;  // the same, without the histogram
  static const std::string kCFFileHistogram;         // file read latency by level
  static const std::string kCFWriteStallStats;       // stalls of a column family [map]
  static const std::string kDBStats;                 // whole database [map]
  static const std::string kDBWriteStallStats;       // stalls of the database [map]
  static const std::string kLevelStats;              // files and megabytes by level
  static const std::string kBlockCacheEntryStats;    // cache content by kind [map]
  // The same, because both count anew [map].
  static const std::string kFastBlockCacheEntryStats;
  static const std::string kBlobStats;  // all zeros
  // Text of DBOptions::statistics; false without one.
  static const std::string kOptionsStatistics;
  static const std::string kAggregatedTableProperties;         // sum over all tables [map]
  static const std::string kAggregatedTablePropertiesAtLevel;  // + level number [map]
  static const std::string kNumFilesAtLevelPrefix;             // + level number
  static const std::string kCompressionRatioAtLevelPrefix;     // + level number; -1: empty level
  static const std::string kBucketStats;                       // buckets of level 0 [map]

  // Memtables [int].
  static const std::string kNumImmutableMemTable;  // waiting for flush
  // Always 0: none is kept.
  static const std::string kNumImmutableMemTableFlushed;
  static const std::string kMemTableFlushPending;  // 0 or 1: may be flushed now
  static const std::string kNumRunningFlushes;
  static const std::string kCurSizeActiveMemTable;  // bytes
  static const std::string kCurSizeAllMemTables;    // bytes, active and waiting
  static const std::string kSizeAllMemTables;       // the same here
  static const std::string kNumEntriesActiveMemTable;
  static const std::string kNumEntriesImmMemTables;
  static const std::string kNumDeletesActiveMemTable;
  static const std::string kNumDeletesImmMemTables;

  // Compaction and stalls [int].
  static const std::string kCompactionPending;  // 0 or 1
  static const std::string kNumRunningCompactions;
  static const std::string kNumRunningCompactionSortedRuns;
  static const std::string kEstimatePendingCompactionBytes;
  static const std::string kActualDelayedWriteRate;  // bytes a second; 0: not delayed
  static const std::string kIsWriteStopped;          // 0 or 1
  static const std::string kBackgroundErrors;        // since Open()
  // The level into which level 0 is compacted.
  static const std::string kBaseLevel;

  // Data and files [int].
  // Entries less two for each deletion; an overwritten key counts each time.
  static const std::string kEstimateNumKeys;
  static const std::string kEstimateTableReadersMem;  // bytes outside the block cache
  // The next counts files that no deeper file overlaps.
  static const std::string kEstimateLiveDataSize;           // bytes
  static const std::string kEstimateOldestKeyTime;          // seconds; FIFO only
  static const std::string kTotalSstFilesSize;              // bytes, current version only
  static const std::string kLiveSstFilesSize;               // bytes, current version
  static const std::string kObsoleteSstFilesSize;           // bytes waiting for deletion
  static const std::string kLiveSstFilesSizeAtTemperature;  // + temperature number; not [int]
  static const std::string kIsFileDeletionsEnabled;         // 1: deletions are allowed
  // Number of the oldest log that some family needs.
  static const std::string kMinLogNumberToKeep;
  // 1 while flushes or compactions run, else the largest 64-bit number.
  static const std::string kMinObsoleteSstNumberToKeep;

  // Views [int].
  static const std::string kNumSnapshots;
  static const std::string kOldestSnapshotTime;  // seconds
  // 0 without snapshots, like the time.
  static const std::string kOldestSnapshotSequence;
  // Always 1.
  static const std::string kNumLiveVersions;
  static const std::string kCurrentSuperVersionNumber;

  // Caches and blob files [int].
  static const std::string kBlockCacheCapacity;
  static const std::string kBlockCacheUsage;
  static const std::string kBlockCachePinnedUsage;
  // The others are always 0, and those of the blob cache are unknown (false).
  static const std::string kNumBlobFiles;
  static const std::string kTotalBlobFileSize;
  static const std::string kLiveBlobFileSize;
  static const std::string kLiveBlobFileGarbageSize;
  static const std::string kBlobCacheCapacity;
  static const std::string kBlobCacheUsage;
  static const std::string kBlobCachePinnedUsage;
};

// The keys of the maps kCFWriteStallStats and kDBWriteStallStats.
struct WriteStallStatsMapKeys {
  static const std::string& TotalStops();
  static const std::string& TotalDelays();
  static const std::string& CFL0FileCountLimitDelaysWithOngoingCompaction();
  static const std::string& CFL0FileCountLimitStopsWithOngoingCompaction();

  // "memtable-limit-delays" and so on; empty for a cause or a condition that is not counted.
  static std::string CauseConditionCount(WriteStallCause cause, WriteStallCondition condition);
};

}  // namespace ROCKSDB_NAMESPACE
