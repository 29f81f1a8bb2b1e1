// Options of the bucketized Level 0, the one public header that stock RocksDB does not have.
// Applications set them through ColumnFamilyOptions::bucket_options, option strings or OPTIONS
// files.
#pragma once

#include <cstdint>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// How Level 0 of one column family is split into key-range buckets. SetOptions() may change every
// field; a change takes effect at the next flush.
struct BucketOptions {
  // false: a single bucket, which behaves like stock Level 0.
  bool enabled = true;
  // The number of buckets that the first flush makes; 0 derives it from the number of background
  // compactions.
  uint32_t initial_buckets = 0;
  // Hard upper limit on the number of buckets.
  uint32_t max_buckets = 256;
  // The number of flushes from which a bucket's temperature is computed.
  uint32_t window_flushes = 8;
  // A bucket hotter than this is split. 1.0 is the average temperature.
  double split_temperature = 2.0;
  // A bucket at or below this temperature is merged into its colder neighbour.
  double merge_temperature = 0.5;
  // A flush makes no piece smaller than this many bytes; 0 derives it from write_buffer_size.
  uint64_t min_file_size = 0;
  // false: boundaries stay where the first flush put them.
  bool dynamic = true;
  // Threads that write the pieces of one flush; 0 means one for each 8 MB of the memtable, at most
  // four and at most one for each processor.
  uint32_t flush_threads = 0;

  bool operator==(const BucketOptions& o) const {
    return enabled == o.enabled && initial_buckets == o.initial_buckets &&
           max_buckets == o.max_buckets && window_flushes == o.window_flushes &&
           split_temperature == o.split_temperature && merge_temperature == o.merge_temperature &&
           min_file_size == o.min_file_size && dynamic == o.dynamic &&
           flush_threads == o.flush_threads;
  }
  bool operator!=(const BucketOptions& o) const { return !(*this == o); }
};

}  // namespace ROCKSDB_NAMESPACE
