// The names behind rocksdb/db_properties.h.
#include "rocksdb/db_properties.h"

namespace ROCKSDB_NAMESPACE {

// The names are API: monitoring and stock's tools ask for them.
#define DEFINE_PROPERTY(constant, name) const std::string DBProperties::constant = "rocksdb." name
DEFINE_PROPERTY(kStats, "stats");
DEFINE_PROPERTY(kSSTables, "sstables");
DEFINE_PROPERTY(kCFStats, "cfstats");
DEFINE_PROPERTY(kCFStatsNoFileHistogram, "cfstats-no-file-histogram");
DEFINE_PROPERTY(kCFFileHistogram, "cf-file-histogram");
DEFINE_PROPERTY(kCFWriteStallStats, "cf-write-stall-stats");
DEFINE_PROPERTY(kDBStats, "dbstats");
DEFINE_PROPERTY(kDBWriteStallStats, "db-write-stall-stats");
DEFINE_PROPERTY(kLevelStats, "levelstats");
DEFINE_PROPERTY(kBlockCacheEntryStats, "block-cache-entry-stats");
DEFINE_PROPERTY(kFastBlockCacheEntryStats, "fast-block-cache-entry-stats");
DEFINE_PROPERTY(kBlobStats, "blob-stats");
DEFINE_PROPERTY(kOptionsStatistics, "options-statistics");
DEFINE_PROPERTY(kAggregatedTableProperties, "aggregated-table-properties");
DEFINE_PROPERTY(kAggregatedTablePropertiesAtLevel, "aggregated-table-properties-at-level");
DEFINE_PROPERTY(kNumFilesAtLevelPrefix, "num-files-at-level");
DEFINE_PROPERTY(kCompressionRatioAtLevelPrefix, "compression-ratio-at-level");
DEFINE_PROPERTY(kBucketStats, "bucket-stats");
DEFINE_PROPERTY(kNumImmutableMemTable, "num-immutable-mem-table");
DEFINE_PROPERTY(kNumImmutableMemTableFlushed, "num-immutable-mem-table-flushed");
DEFINE_PROPERTY(kMemTableFlushPending, "mem-table-flush-pending");
DEFINE_PROPERTY(kNumRunningFlushes, "num-running-flushes");
DEFINE_PROPERTY(kCurSizeActiveMemTable, "cur-size-active-mem-table");
DEFINE_PROPERTY(kCurSizeAllMemTables, "cur-size-all-mem-tables");
DEFINE_PROPERTY(kSizeAllMemTables, "size-all-mem-tables");
DEFINE_PROPERTY(kNumEntriesActiveMemTable, "num-entries-active-mem-table");
DEFINE_PROPERTY(kNumEntriesImmMemTables, "num-entries-imm-mem-tables");
DEFINE_PROPERTY(kNumDeletesActiveMemTable, "num-deletes-active-mem-table");
DEFINE_PROPERTY(kNumDeletesImmMemTables, "num-deletes-imm-mem-tables");
DEFINE_PROPERTY(kCompactionPending, "compaction-pending");
DEFINE_PROPERTY(kNumRunningCompactions, "num-running-compactions");
DEFINE_PROPERTY(kNumRunningCompactionSortedRuns, "num-running-compaction-sorted-runs");
DEFINE_PROPERTY(kEstimatePendingCompactionBytes, "estimate-pending-compaction-bytes");
DEFINE_PROPERTY(kActualDelayedWriteRate, "actual-delayed-write-rate");
DEFINE_PROPERTY(kIsWriteStopped, "is-write-stopped");
DEFINE_PROPERTY(kBackgroundErrors, "background-errors");
DEFINE_PROPERTY(kBaseLevel, "base-level");
DEFINE_PROPERTY(kEstimateNumKeys, "estimate-num-keys");
DEFINE_PROPERTY(kEstimateTableReadersMem, "estimate-table-readers-mem");
DEFINE_PROPERTY(kEstimateLiveDataSize, "estimate-live-data-size");
DEFINE_PROPERTY(kEstimateOldestKeyTime, "estimate-oldest-key-time");
DEFINE_PROPERTY(kTotalSstFilesSize, "total-sst-files-size");
DEFINE_PROPERTY(kLiveSstFilesSize, "live-sst-files-size");
DEFINE_PROPERTY(kObsoleteSstFilesSize, "obsolete-sst-files-size");
DEFINE_PROPERTY(kLiveSstFilesSizeAtTemperature, "live-sst-files-size-at-temperature");
DEFINE_PROPERTY(kIsFileDeletionsEnabled, "is-file-deletions-enabled");
DEFINE_PROPERTY(kMinLogNumberToKeep, "min-log-number-to-keep");
DEFINE_PROPERTY(kMinObsoleteSstNumberToKeep, "min-obsolete-sst-number-to-keep");
DEFINE_PROPERTY(kNumSnapshots, "num-snapshots");
DEFINE_PROPERTY(kOldestSnapshotTime, "oldest-snapshot-time");
DEFINE_PROPERTY(kOldestSnapshotSequence, "oldest-snapshot-sequence");
DEFINE_PROPERTY(kNumLiveVersions, "num-live-versions");
DEFINE_PROPERTY(kCurrentSuperVersionNumber, "current-super-version-number");
DEFINE_PROPERTY(kBlockCacheCapacity, "block-cache-capacity");
DEFINE_PROPERTY(kBlockCacheUsage, "block-cache-usage");
DEFINE_PROPERTY(kBlockCachePinnedUsage, "block-cache-pinned-usage");
DEFINE_PROPERTY(kNumBlobFiles, "num-blob-files");
DEFINE_PROPERTY(kTotalBlobFileSize, "total-blob-file-size");
DEFINE_PROPERTY(kLiveBlobFileSize, "live-blob-file-size");
DEFINE_PROPERTY(kLiveBlobFileGarbageSize, "live-blob-file-garbage-size");
DEFINE_PROPERTY(kBlobCacheCapacity, "blob-cache-capacity");
DEFINE_PROPERTY(kBlobCacheUsage, "blob-cache-usage");
DEFINE_PROPERTY(kBlobCachePinnedUsage, "blob-cache-pinned-usage");
#undef DEFINE_PROPERTY

// ---- Keys of the maps about stalls ----

const std::string& WriteStallStatsMapKeys::TotalStops() {
  static const std::string kName = "total-stops";
  return kName;
}

const std::string& WriteStallStatsMapKeys::TotalDelays() {
  static const std::string kName = "total-delays";
  return kName;
}

const std::string& WriteStallStatsMapKeys::CFL0FileCountLimitDelaysWithOngoingCompaction() {
  static const std::string kName = "cf-l0-file-count-limit-delays-with-ongoing-compaction";
  return kName;
}

const std::string& WriteStallStatsMapKeys::CFL0FileCountLimitStopsWithOngoingCompaction() {
  static const std::string kName = "cf-l0-file-count-limit-stops-with-ongoing-compaction";
  return kName;
}

std::string WriteStallStatsMapKeys::CauseConditionCount(WriteStallCause cause,
                                                        WriteStallCondition condition) {
  const char* what = nullptr;
  switch (cause) {
    case WriteStallCause::kMemtableLimit:
      what = "memtable-limit";
      break;
    case WriteStallCause::kL0FileCountLimit:
      what = "l0-file-count-limit";
      break;
    case WriteStallCause::kPendingCompactionBytes:
      what = "pending-compaction-bytes";
      break;
    case WriteStallCause::kWriteBufferManagerLimit:
      what = "write-buffer-manager-limit";
      break;
    default:
      return "";
  }
  switch (condition) {
    case WriteStallCondition::kDelayed:
      return std::string(what) + "-delays";
    case WriteStallCondition::kStopped:
      return std::string(what) + "-stops";
    default:
      return "";
  }
}

}  // namespace ROCKSDB_NAMESPACE
