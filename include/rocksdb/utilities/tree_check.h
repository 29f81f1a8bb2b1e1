// CheckTree: walks all memtables and tables of a column family, and checks that they are in the
// order on which reads rely. For tests, for `ldb checkconsistency`, and for applications after
// trouble. An addition of this library; stock RocksDB has no such call.
//
// It changes nothing, reads one consistent state, and may run beside reads, writes, flushes and
// compactions, in any number of threads. It reads every entry once, bypassing the block cache.
//
// Faults:
//   kLevelOrder     files of a level overlap or are out of order; a file number occurs twice
//   kEpochOrder     Level 0: of two overlapping files the one that reads ask first is the older one
//   kIntervals      the depths and runs kept for Level 0 are not those that its files give
//   kBuckets        bucket boundaries do not ascend by the comparator or leave a hole
//   kFileBounds     an entry lies outside the bounds that are recorded for its file
//   kSequenceBounds an entry is newer than its file's record says, or a file newer than the
//   database
//                   (recorded smallest numbers only order files and prove nothing)
//   kEntryOrder     entries of one source are not in order
//   kKeyOrder       a newer entry of a key lies below an older one, or two have the same number
//   kTombstoneOrder a range deletion lies above an entry it must not hide, or below one it must
//   kTombstoneBounds a range deletion reaches beyond its file (with strict_tombstone_bounds)
//   kCounts         a file holds more or fewer entries or deletions than its properties say
//   kUnreadable     a file could not be read; the rest was checked all the same
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rocksdb/db.h"
#include "rocksdb/status.h"
#include "rocksdb/types.h"

namespace ROCKSDB_NAMESPACE {

struct TreeCheckOptions {
  // false: checks the description of the tree only, and reads no table.
  bool read_entries = true;
  // Checks the checksum of each block while reading.
  bool verify_checksums = true;
  // RocksDB writes range deletions that reach beyond their file, and readers cut them. This
  // library does not write such range deletions. true makes them faults.
  bool strict_tombstone_bounds = false;
  // The walk ends when this many faults are found. 0 counts as 1.
  size_t max_faults = 100;
};

struct TreeFault {
  enum Kind {
    kLevelOrder,
    kEpochOrder,
    kIntervals,
    kBuckets,
    kFileBounds,
    kSequenceBounds,
    kEntryOrder,
    kKeyOrder,
    kTombstoneOrder,
    kTombstoneBounds,
    kCounts,
    kUnreadable,
  };
  Kind kind = kLevelOrder;
  // A sentence.
  std::string what;
  // The places of the fault: of two, the one that reads ask first comes first. File 0 and level -1
  // mean a memtable, or none.
  int level = -1;
  uint64_t file = 0;
  int other_level = -1;
  uint64_t other_file = 0;
  // The user key; may be empty.
  std::string key;
  SequenceNumber sequence = 0;
  SequenceNumber other_sequence = 0;

  static const char* KindName(Kind kind);
  // One line: kind, sentence, files, key in hex, both sequence numbers.
  std::string ToString() const;
};

struct TreeCheckReport {
  uint64_t memtables = 0;
  uint64_t files = 0;
  // Entries without range deletions.
  uint64_t entries = 0;
  // Distinct user keys.
  uint64_t keys = 0;
  uint64_t range_deletions = 0;
  // Not faults: Level 0 files that reach over a bucket boundary, and range deletions that reach
  // beyond their file.
  uint64_t straddling_files = 0;
  uint64_t overhanging_range_deletions = 0;
  std::vector<TreeFault> faults;

  std::string ToString() const;
};

// OK without faults; else Corruption with the first of report->faults. NotSupported when `db` is
// not a database of this library. `cf` null means the default family. `report` may be null.
Status CheckTree(DB* db, ColumnFamilyHandle* cf, const TreeCheckOptions& options,
                 TreeCheckReport* report);

// Checks all of `families`, one after another; returns the first error.
Status CheckTree(DB* db, const std::vector<ColumnFamilyHandle*>& families);

}  // namespace ROCKSDB_NAMESPACE
