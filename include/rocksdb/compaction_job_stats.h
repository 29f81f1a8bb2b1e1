// What one compaction job (or the part of it done by one thread) read, dropped and wrote. Filled by
// the compaction job, shown to listeners.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// A plain value. Numbers about blobs, remote work and filtered input files are always 0 here.
struct CompactionJobStats {
  // Longest part of a key that the prefixes below show.
  static constexpr size_t kMaxPrefixLength = 8;

  CompactionJobStats() { Reset(); }

  void Reset();

  // Adds the counts of `stats`, to sum up parts or jobs; flags and prefixes stay.
  void Add(const CompactionJobStats& stats);

  // Time: from start to end, and of the processors (of all parts together).
  uint64_t elapsed_micros;
  uint64_t cpu_micros;

  // Input. Records are counted as they are read, so those that a filter skipped are in; bytes are
  // those of the files, raw ones of keys and values before compression.
  bool has_accurate_num_input_records;
  uint64_t num_input_records;
  uint64_t num_blobs_read;
  size_t num_input_files;
  size_t num_input_files_trivially_moved;
  size_t num_input_files_at_output_level;
  size_t num_filtered_input_files;
  size_t num_filtered_input_files_at_output_level;
  uint64_t total_input_bytes;
  uint64_t total_blob_bytes_read;
  uint64_t total_skipped_input_bytes;
  uint64_t total_input_raw_key_bytes;
  uint64_t total_input_raw_value_bytes;

  // Output. The prefixes show the first and last user key of the output; both are empty without
  // output.
  uint64_t num_output_records;
  size_t num_output_files;
  size_t num_output_files_blob;
  uint64_t total_output_bytes;
  uint64_t total_output_bytes_blob;
  std::string smallest_output_key_prefix;
  std::string largest_output_key_prefix;

  // Kind of job. Full: it took every file of the column family.
  bool is_full_compaction;
  bool is_manual_compaction;
  bool is_remote_compaction;

  // Records that went away, and why.
  uint64_t num_records_replaced;          // overwritten by a newer one
  uint64_t num_input_deletion_records;    // tombstones seen
  uint64_t num_expired_deletion_records;  // tombstones with nothing left to hide
  uint64_t num_corrupt_keys;              // unparsable internal keys
  uint64_t num_single_del_fallthru;       // single-delete met nothing
  uint64_t num_single_del_mismatch;       // single-delete met something other than one put

  // Nanoseconds in file calls, when report_bg_io_stats is on; else 0.
  uint64_t file_write_nanos;
  uint64_t file_range_sync_nanos;
  uint64_t file_fsync_nanos;
  uint64_t file_prepare_write_nanos;
};

}  // namespace ROCKSDB_NAMESPACE
