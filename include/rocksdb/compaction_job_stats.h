// What one compaction job (or the part of it that one thread did) read, dropped and wrote. The
// compaction job fills it; listeners get it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// A plain value. The numbers about blobs, remote work and filtered input files are always 0 here.
struct CompactionJobStats {
  // The longest part of a key that the prefixes below show.
  static constexpr size_t kMaxPrefixLength = 8;

  CompactionJobStats() { Reset(); }

  void Reset();

  // Adds the counts of `stats`, to sum up parts or jobs; flags and prefixes stay as they are.
  void Add(const CompactionJobStats& stats);

  // Microseconds from start to end, and of processor time of all parts together.
  uint64_t elapsed_micros;
  uint64_t cpu_micros;

  // Input. Records are counted as they are read, so those that a filter skipped count too. Bytes
  // are those of the files; raw bytes are those of keys and values before compression.
  bool has_num_input_records;
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

  // Output. The prefixes show the first and last user key of the output; without output both are
  // empty.
  uint64_t num_output_records;
  size_t num_output_files;
  size_t num_output_files_blob;
  uint64_t total_output_bytes;
  uint64_t total_output_bytes_blob;
  std::string smallest_output_key_prefix;
  std::string largest_output_key_prefix;

  // Kind of job. A full one took every file of the column family.
  bool is_full_compaction;
  bool is_manual_compaction;
  bool is_remote_compaction;

  // Records that were dropped or were anomalous, by reason.
  // Overwritten by a newer record.
  uint64_t num_records_replaced;
  // Tombstones read.
  uint64_t num_input_deletion_records;
  // Tombstones that hid nothing any more.
  uint64_t num_expired_deletion_records;
  // Internal keys that do not parse.
  uint64_t num_corrupt_keys;
  // Single-deletes that met nothing.
  uint64_t num_single_del_fallthru;
  // Single-deletes that met anything but one put.
  uint64_t num_single_del_mismatch;

  // Nanoseconds in file calls when report_bg_io_stats is on; else 0.
  uint64_t file_write_nanos;
  uint64_t file_range_sync_nanos;
  uint64_t file_fsync_nanos;
  uint64_t file_prepare_write_nanos;
};

}  // namespace ROCKSDB_NAMESPACE
