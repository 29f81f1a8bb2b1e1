// PerfContext: the cost of one thread's own calls, for finding out why a single operation is slow.
// Each thread has one; nothing here is synchronized. perf_level.h says how much is collected.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "rocksdb/perf_level.h"
#include "rocksdb/rocksdb_namespace.h"

// The metrics in the order in which they are printed: counts, bytes, and times in nanoseconds
// (names that end in _time and _nanos).
//
// Counts are collected from level kEnableCount on, waits (write_thread_wait_nanos) from
// kEnableWait, times from kEnableTimeExceptForMutex, processor times from
// kEnableTimeAndCPUTimeExceptForMutex, db_mutex_lock_nanos at kEnableTime. They only grow until
// Reset(). By group:
// Blocks: cache hits, then reads from files, of all kinds; those of index, filter and dictionary
// blocks also separately, and the bytes of cache hits. user_key_comparison_count: comparisons of
// look-ups and seeks, not of inserts or merging.
// compressed_sec_cache: blocks stored there, and their bytes before and after compression.
// get_read_bytes, multiget_read_bytes: bytes of values; iter_read_bytes: bytes of keys and values.
// internal_key_skipped_count: hidden entries that iterators skipped, plus one for each step;
// internal_delete_skipped_count: skipped deletions; internal_recent_skipped_count: skipped entries
// that are newer than the snapshot. internal_merge_count: operands that iterators met;
// internal_merge_point_lookup_count: operands that Get() folded.
// get_from_memtable_count: memtables that Get() looked into. get_from_output_files_time: time in
// table files. get_snapshot_time: time to pin the state that is read; get_post_process_time: time
// to return the value, merging included. seek_child_seek_count: memtables and files that seeks
// positioned; the heaps merge them, min forward and max backward. find_next_user_entry_time: time
// to skip to an entry that the user may see. write: times of the thread that led the group; a
// follower's wait for its leader is in write_thread_wait_nanos. write_delay_time: stalls.
// new_table_iterator, find_table and block_seek: opening an iterator on a table, finding the open
// table, searching in one block.
// bloom_memtable and bloom_sst: a hit lets the look-up through, a miss avoids it.
// env: time in calls of the Env that NewTimedEnv() makes.
// Always 0, because this library has nothing to count: blob metrics,
// block_cache_standalone_handle_count, block_cache_real_handle_count,
// compressed_sec_cache_insert_dummy_count, block_cache_compression_dict_read_byte,
// internal_range_del_reseek_count, db_condition_wait_nanos, key_lock,
// number_async_seek.
#define ROCKSDB_PERF_CONTEXT_METRICS(METRIC)        \
  METRIC(user_key_comparison_count)                 \
  METRIC(block_cache_hit_count)                     \
  METRIC(block_read_count)                          \
  METRIC(block_read_byte)                           \
  METRIC(block_read_time)                           \
  METRIC(block_read_cpu_time)                       \
  METRIC(block_cache_index_hit_count)               \
  METRIC(block_cache_standalone_handle_count)       \
  METRIC(block_cache_real_handle_count)             \
  METRIC(index_block_read_count)                    \
  METRIC(block_cache_filter_hit_count)              \
  METRIC(filter_block_read_count)                   \
  METRIC(compression_dict_block_read_count)         \
  METRIC(block_cache_index_read_byte)               \
  METRIC(block_cache_filter_read_byte)              \
  METRIC(block_cache_compression_dict_read_byte)    \
  METRIC(block_cache_read_byte)                     \
  METRIC(secondary_cache_hit_count)                 \
  METRIC(compressed_sec_cache_insert_real_count)    \
  METRIC(compressed_sec_cache_insert_dummy_count)   \
  METRIC(compressed_sec_cache_uncompressed_bytes)   \
  METRIC(compressed_sec_cache_compressed_bytes)     \
  METRIC(block_checksum_time)                       \
  METRIC(block_decompress_time)                     \
  METRIC(get_read_bytes)                            \
  METRIC(multiget_read_bytes)                       \
  METRIC(iter_read_bytes)                           \
  METRIC(blob_cache_hit_count)                      \
  METRIC(blob_read_count)                           \
  METRIC(blob_read_byte)                            \
  METRIC(blob_read_time)                            \
  METRIC(blob_checksum_time)                        \
  METRIC(blob_decompress_time)                      \
  METRIC(internal_key_skipped_count)                \
  METRIC(internal_delete_skipped_count)             \
  METRIC(internal_recent_skipped_count)             \
  METRIC(internal_merge_count)                      \
  METRIC(internal_merge_point_lookup_count)         \
  METRIC(internal_range_del_reseek_count)           \
  METRIC(get_snapshot_time)                         \
  METRIC(get_from_memtable_time)                    \
  METRIC(get_from_memtable_count)                   \
  METRIC(get_post_process_time)                     \
  METRIC(get_from_output_files_time)                \
  METRIC(seek_on_memtable_time)                     \
  METRIC(seek_on_memtable_count)                    \
  METRIC(next_on_memtable_count)                    \
  METRIC(prev_on_memtable_count)                    \
  METRIC(seek_child_seek_time)                      \
  METRIC(seek_child_seek_count)                     \
  METRIC(seek_min_heap_time)                        \
  METRIC(seek_max_heap_time)                        \
  METRIC(seek_internal_seek_time)                   \
  METRIC(find_next_user_entry_time)                 \
  METRIC(write_wal_time)                            \
  METRIC(write_memtable_time)                       \
  METRIC(write_delay_time)                          \
  METRIC(write_scheduling_flushes_compactions_time) \
  METRIC(write_pre_and_post_process_time)           \
  METRIC(write_thread_wait_nanos)                   \
  METRIC(db_mutex_lock_nanos)                       \
  METRIC(db_condition_wait_nanos)                   \
  METRIC(merge_operator_time_nanos)                 \
  METRIC(read_index_block_nanos)                    \
  METRIC(read_filter_block_nanos)                   \
  METRIC(new_table_block_iter_nanos)                \
  METRIC(new_table_iterator_nanos)                  \
  METRIC(block_seek_nanos)                          \
  METRIC(find_table_nanos)                          \
  METRIC(bloom_memtable_hit_count)                  \
  METRIC(bloom_memtable_miss_count)                 \
  METRIC(bloom_sst_hit_count)                       \
  METRIC(bloom_sst_miss_count)                      \
  METRIC(key_lock_wait_time)                        \
  METRIC(key_lock_wait_count)                       \
  METRIC(env_new_sequential_file_nanos)             \
  METRIC(env_new_random_access_file_nanos)          \
  METRIC(env_new_writable_file_nanos)               \
  METRIC(env_reuse_writable_file_nanos)             \
  METRIC(env_new_random_rw_file_nanos)              \
  METRIC(env_new_directory_nanos)                   \
  METRIC(env_file_exists_nanos)                     \
  METRIC(env_get_children_nanos)                    \
  METRIC(env_get_children_file_attributes_nanos)    \
  METRIC(env_delete_file_nanos)                     \
  METRIC(env_create_dir_nanos)                      \
  METRIC(env_create_dir_if_missing_nanos)           \
  METRIC(env_delete_dir_nanos)                      \
  METRIC(env_get_file_size_nanos)                   \
  METRIC(env_get_file_modification_time_nanos)      \
  METRIC(env_rename_file_nanos)                     \
  METRIC(env_link_file_nanos)                       \
  METRIC(env_lock_file_nanos)                       \
  METRIC(env_unlock_file_nanos)                     \
  METRIC(env_new_logger_nanos)                      \
  METRIC(get_cpu_nanos)                             \
  METRIC(iter_next_cpu_nanos)                       \
  METRIC(iter_prev_cpu_nanos)                       \
  METRIC(iter_seek_cpu_nanos)                       \
  METRIC(iter_next_count)                           \
  METRIC(iter_prev_count)                           \
  METRIC(iter_seek_count)                           \
  METRIC(encrypt_data_nanos)                        \
  METRIC(decrypt_data_nanos)                        \
  METRIC(number_async_seek)                         \
  METRIC(file_ingestion_nanos)                      \
  METRIC(file_ingestion_blocking_live_writes_nanos)

// The metrics that are also kept for each level of the tree, while that is enabled: counts from
// level kEnableCount on, the time (within Get()) with the other times.
#define ROCKSDB_PERF_CONTEXT_LEVEL_METRICS(METRIC) \
  METRIC(bloom_filter_useful)                      \
  METRIC(bloom_filter_full_positive)               \
  METRIC(bloom_filter_full_true_positive)          \
  METRIC(user_key_return_count)                    \
  METRIC(get_from_table_nanos)                     \
  METRIC(block_cache_hit_count)                    \
  METRIC(block_cache_miss_count)

namespace ROCKSDB_NAMESPACE {

// Every metric is a public field under its own name.
#define ROCKSDB_PERF_FIELD(name) uint64_t name = 0;

struct PerfContextByLevelBase {
  ROCKSDB_PERF_CONTEXT_LEVEL_METRICS(ROCKSDB_PERF_FIELD)
};

// The metrics of one level; the level is the key in level_to_perf_context.
struct PerfContextByLevel : PerfContextByLevelBase {
  void Reset();
};

// The metrics alone: copied without the levels.
struct PerfContextBase {
  ROCKSDB_PERF_CONTEXT_METRICS(ROCKSDB_PERF_FIELD)
};

#undef ROCKSDB_PERF_FIELD

// Copying and moving copy the numbers, including those of the levels. To measure one call: Reset(),
// the call, then read. Any thread may read a copy; only its own thread may read the original.
struct PerfContext : PerfContextBase {
  PerfContext() = default;
  ~PerfContext();
  PerfContext(const PerfContext&);
  PerfContext& operator=(const PerfContext&);
  // Takes the numbers of another context, like an assignment.
  void copyMetrics(const PerfContext* other) { *this = *other; }
  PerfContext(PerfContext&&) noexcept;

  // Zeroes every metric, those of the levels included.
  void Reset();

  // "name = value, name = value, ...".
  std::string ToString(bool exclude_zero_counters = false) const;

  // Per-level metrics are collected while enabled, kept when disabled, dropped when cleared.
  // Disabled at first. Clearing also disables.
  void EnablePerLevelPerfContext();
  void DisablePerLevelPerfContext();
  void ClearPerLevelPerfContext();

  std::map<uint32_t, PerfContextByLevel>* level_to_perf_context = nullptr;  // owned
  // The calls above set it; applications may read it. Without a map nothing is counted.
  bool per_level_perf_context_enabled = false;
};

// The context of the calling thread; valid until the thread ends. Never null; made on first use.
PerfContext* get_perf_context();

}  // namespace ROCKSDB_NAMESPACE
