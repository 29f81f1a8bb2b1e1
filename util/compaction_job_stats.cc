// Setting a compaction job's numbers to zero and adding them up.
#include "rocksdb/compaction_job_stats.h"

namespace ROCKSDB_NAMESPACE {

namespace {

template <class Field, class... Fields>
void AddFields(CompactionJobStats* to, const CompactionJobStats& from, Field field,
               Fields... fields) {
  to->*field += from.*field;
  if constexpr (sizeof...(fields) > 0) AddFields(to, from, fields...);
}

}  // namespace

void CompactionJobStats::Reset() {
  elapsed_micros = cpu_micros = 0;
  has_num_input_records = true;
  num_input_records = num_blobs_read = 0;
  num_input_files = num_input_files_trivially_moved = num_input_files_at_output_level = 0;
  num_filtered_input_files = num_filtered_input_files_at_output_level = 0;
  total_input_bytes = total_blob_bytes_read = total_skipped_input_bytes = 0;
  total_input_raw_key_bytes = total_input_raw_value_bytes = 0;
  num_output_records = 0;
  num_output_files = num_output_files_blob = 0;
  total_output_bytes = total_output_bytes_blob = 0;
  smallest_output_key_prefix.clear();
  largest_output_key_prefix.clear();
  is_full_compaction = is_manual_compaction = is_remote_compaction = false;
  num_records_replaced = num_input_deletion_records = num_expired_deletion_records = 0;
  num_corrupt_keys = num_single_del_fallthru = num_single_del_mismatch = 0;
  file_write_nanos = file_range_sync_nanos = file_fsync_nanos = file_prepare_write_nanos = 0;
}

void CompactionJobStats::Add(const CompactionJobStats& stats) {
  using S = CompactionJobStats;
  has_num_input_records &= stats.has_num_input_records;
  AddFields(this, stats, &S::elapsed_micros, &S::cpu_micros, &S::num_input_records,
            &S::num_blobs_read, &S::num_input_files, &S::num_input_files_trivially_moved,
            &S::num_input_files_at_output_level, &S::num_filtered_input_files,
            &S::num_filtered_input_files_at_output_level, &S::total_input_bytes,
            &S::total_blob_bytes_read, &S::total_skipped_input_bytes, &S::total_input_raw_key_bytes,
            &S::total_input_raw_value_bytes);
  AddFields(this, stats, &S::num_output_records, &S::num_output_files, &S::num_output_files_blob,
            &S::total_output_bytes, &S::total_output_bytes_blob);
  AddFields(this, stats, &S::num_records_replaced, &S::num_input_deletion_records,
            &S::num_expired_deletion_records, &S::num_corrupt_keys, &S::num_single_del_fallthru,
            &S::num_single_del_mismatch);
  AddFields(this, stats, &S::file_write_nanos, &S::file_range_sync_nanos, &S::file_fsync_nanos,
            &S::file_prepare_write_nanos);
}

}  // namespace ROCKSDB_NAMESPACE
