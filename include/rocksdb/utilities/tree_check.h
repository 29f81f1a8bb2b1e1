// CheckTree: walks everything a column family holds, memtables and tables, and tells whether it is
// in the order that reads rely on. For tests, for `ldb checkconsistency`, and for applications that
// want to know after trouble. An addition of this library; stock RocksDB has no such call.
//
// It never changes anything, takes one consistent view at its beginning, and may run beside reads,
// writes, flushes and compactions, from any number of threads. It reads every entry once, past the
// block cache.
//
// What is a fault:
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
  // false: only what the tree's description says; no table is read.
  bool read_entries = true;
  // Check each block against its checksum while reading.
  bool verify_checksums = true;
  // RocksDB writes range deletions that reach beyond the file they are in, and readers cut them.
  // This library does not write such. true makes them faults.
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
  std::string what;  // a sentence
  // Where: of two, the one that reads ask first comes first. File 0 and level -1: a memtable, or
  // none.
  int level = -1;
  uint64_t file = 0;
  int other_level = -1;
  uint64_t other_file = 0;
  std::string key;  // user key; may be empty
  SequenceNumber sequence = 0;
  SequenceNumber other_sequence = 0;

  static const char* KindName(Kind kind);
  // One line: kind, sentence, files, key in hex, both sequence numbers.
  std::string ToString() const;
};

struct TreeCheckReport {
  uint64_t memtables = 0;
  uint64_t files = 0;
  uint64_t entries = 0;  // range deletions not counted
  uint64_t keys = 0;     // distinct user keys
  uint64_t range_deletions = 0;
  // Not faults: Level 0 files that reach over a bucket boundary, and range deletions that reach
  // beyond their file.
  uint64_t straddling_files = 0;
  uint64_t overhanging_range_deletions = 0;
  std::vector<TreeFault> faults;

  std::string ToString() const;
};

// OK when there is no fault; else Corruption with the first of report->faults. NotSupported when
// `db` is not a database of this library. `cf` null: the default one. `report` may be null.
Status CheckTree(DB* db, ColumnFamilyHandle* cf, const TreeCheckOptions& options,
                 TreeCheckReport* report);

// Every column family of `families`, one after another; the first error is returned.
Status CheckTree(DB* db, const std::vector<ColumnFamilyHandle*>& families);

}  // namespace ROCKSDB_NAMESPACE
