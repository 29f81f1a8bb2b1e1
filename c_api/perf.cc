// What the calls of one thread cost.
#include "rocksdb/perf_context.h"

#include "c_api/handles.h"
#include "c_api/results.h"
#include "rocksdb/perf_level.h"

void rocksdb_set_perf_level(int level) {
  ROCKSDB_NAMESPACE::SetPerfLevel(static_cast<ROCKSDB_NAMESPACE::PerfLevel>(level));
}

rocksdb_perfcontext_t* rocksdb_perfcontext_create() {
  return new rocksdb_perfcontext_t{ROCKSDB_NAMESPACE::get_perf_context()};
}

void rocksdb_perfcontext_destroy(rocksdb_perfcontext_t* context) { delete context; }

void rocksdb_perfcontext_reset(rocksdb_perfcontext_t* context) { context->rep->Reset(); }

char* rocksdb_perfcontext_report(rocksdb_perfcontext_t* context,
                                 unsigned char exclude_zero_counters) {
  return c_api::CopyText(context->rep->ToString(exclude_zero_counters != 0));
}

namespace {

using ROCKSDB_NAMESPACE::PerfContext;

// A number of the C API and the counter of PerfContext that it stands for.
struct Metric {
  int number;
  uint64_t PerfContext::*counter;
};

// Metrics bear the same names in both APIs. The numbers count from 0 without a gap, and the table
// is in their order, so a number is an index.
constexpr Metric kMetrics[] = {
#define METRIC(NAME) \
  { rocksdb_##NAME, &PerfContext::NAME }
    METRIC(user_key_comparison_count),
    METRIC(block_cache_hit_count),
    METRIC(block_read_count),
    METRIC(block_read_byte),
    METRIC(block_read_time),
    METRIC(block_checksum_time),
    METRIC(block_decompress_time),
    METRIC(get_read_bytes),
    METRIC(multiget_read_bytes),
    METRIC(iter_read_bytes),
    METRIC(internal_key_skipped_count),
    METRIC(internal_delete_skipped_count),
    METRIC(internal_recent_skipped_count),
    METRIC(internal_merge_count),
    METRIC(get_snapshot_time),
    METRIC(get_from_memtable_time),
    METRIC(get_from_memtable_count),
    METRIC(get_post_process_time),
    METRIC(get_from_output_files_time),
    METRIC(seek_on_memtable_time),
    METRIC(seek_on_memtable_count),
    METRIC(next_on_memtable_count),
    METRIC(prev_on_memtable_count),
    METRIC(seek_child_seek_time),
    METRIC(seek_child_seek_count),
    METRIC(seek_min_heap_time),
    METRIC(seek_max_heap_time),
    METRIC(seek_internal_seek_time),
    METRIC(find_next_user_entry_time),
    METRIC(write_wal_time),
    METRIC(write_memtable_time),
    METRIC(write_delay_time),
    METRIC(write_pre_and_post_process_time),
    METRIC(db_mutex_lock_nanos),
    METRIC(db_condition_wait_nanos),
    METRIC(merge_operator_time_nanos),
    METRIC(read_index_block_nanos),
    METRIC(read_filter_block_nanos),
    METRIC(new_table_block_iter_nanos),
    METRIC(new_table_iterator_nanos),
    METRIC(block_seek_nanos),
    METRIC(find_table_nanos),
    METRIC(bloom_memtable_hit_count),
    METRIC(bloom_memtable_miss_count),
    METRIC(bloom_sst_hit_count),
    METRIC(bloom_sst_miss_count),
    METRIC(key_lock_wait_time),
    METRIC(key_lock_wait_count),
    METRIC(env_new_sequential_file_nanos),
    METRIC(env_new_random_access_file_nanos),
    METRIC(env_new_writable_file_nanos),
    METRIC(env_reuse_writable_file_nanos),
    METRIC(env_new_random_rw_file_nanos),
    METRIC(env_new_directory_nanos),
    METRIC(env_file_exists_nanos),
    METRIC(env_get_children_nanos),
    METRIC(env_get_children_file_attributes_nanos),
    METRIC(env_delete_file_nanos),
    METRIC(env_create_dir_nanos),
    METRIC(env_create_dir_if_missing_nanos),
    METRIC(env_delete_dir_nanos),
    METRIC(env_get_file_size_nanos),
    METRIC(env_get_file_modification_time_nanos),
    METRIC(env_rename_file_nanos),
    METRIC(env_link_file_nanos),
    METRIC(env_lock_file_nanos),
    METRIC(env_unlock_file_nanos),
    METRIC(env_new_logger_nanos),
    METRIC(number_async_seek),
    METRIC(blob_cache_hit_count),
    METRIC(blob_read_count),
    METRIC(blob_read_byte),
    METRIC(blob_read_time),
    METRIC(blob_checksum_time),
    METRIC(blob_decompress_time),
    METRIC(internal_range_del_reseek_count),
    METRIC(block_read_cpu_time),
    METRIC(internal_merge_point_lookup_count),
#undef METRIC
};

constexpr bool InOrder() {
  int next = 0;
  for (const Metric& metric : kMetrics) {
    if (metric.number != next++) return false;
  }
  return next == rocksdb_total_metric_count;
}
static_assert(InOrder(), "kMetrics misses a metric or has two in the wrong order");

}  // namespace

uint64_t rocksdb_perfcontext_metric(rocksdb_perfcontext_t* context, int metric) {
  if (metric < 0 || metric >= rocksdb_total_metric_count) return 0;
  return context->rep->*kMetrics[metric].counter;
}
