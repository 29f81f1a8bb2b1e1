// Options of databases and families: making them, and everything that is one value. Options that
// are objects are in option_objects.cc, compression and statistics in files of their own.
#include <vector>

#include "c_api/handles.h"
#include "c_api/option_macros.h"
#include "c_api/results.h"
#include "rocksdb/convenience.h"
#include "rocksdb/memtablerep.h"
#include "rocksdb/utilities/options_util.h"

using ROCKSDB_NAMESPACE::DbPath;

C_API_LIFE(rocksdb_options_t, rocksdb_options)

rocksdb_options_t* rocksdb_options_create_copy(rocksdb_options_t* options) {
  return new rocksdb_options_t(*options);
}

// ---- Values: the name after set_ and get_, the C type, the member ----

#define ROW(NAME, TYPE, MEMBER) C_API_OPTION(rocksdb_options_t, rocksdb_options, NAME, TYPE, MEMBER)
#define SAME(NAME, TYPE) ROW(NAME, TYPE, NAME)
#define FLAG(NAME) ROW(NAME, unsigned char, NAME)

FLAG(create_if_missing)
FLAG(create_missing_column_families)
FLAG(error_if_exists)
FLAG(paranoid_checks)
SAME(max_open_files, int)
SAME(max_file_opening_threads, int)
FLAG(skip_stats_update_on_db_open)
FLAG(skip_checking_sst_file_sizes_on_db_open)
FLAG(write_dbid_to_manifest)
FLAG(write_identity_file)

SAME(info_log_level, int)
SAME(max_log_file_size, size_t)
SAME(log_file_time_to_roll, size_t)
SAME(keep_log_file_num, size_t)
SAME(stats_dump_period_sec, unsigned int)
SAME(stats_persist_period_sec, unsigned int)

SAME(write_buffer_size, size_t)
SAME(db_write_buffer_size, size_t)
SAME(max_write_buffer_number, int)
SAME(min_write_buffer_number_to_merge, int)
SAME(max_write_buffer_size_to_maintain, int64_t)
SAME(arena_block_size, size_t)
SAME(memtable_huge_page_size, size_t)
SAME(memtable_prefix_bloom_size_ratio, double)
SAME(bloom_locality, uint32_t)
FLAG(allow_concurrent_memtable_write)
FLAG(enable_write_thread_adaptive_yield)
FLAG(inplace_update_support)
SAME(inplace_update_num_locks, size_t)
SAME(max_successive_merges, size_t)
SAME(experimental_mempurge_threshold, double)
SAME(memtable_op_scan_flush_trigger, uint32_t)
SAME(memtable_avg_op_scan_flush_trigger, uint32_t)

SAME(wal_recovery_mode, int)
SAME(max_total_wal_size, uint64_t)
SAME(WAL_ttl_seconds, uint64_t)
SAME(WAL_size_limit_MB, uint64_t)
SAME(wal_bytes_per_sync, uint64_t)
SAME(wal_compression, int)
FLAG(manual_wal_flush)
SAME(recycle_log_file_num, size_t)
FLAG(track_and_verify_wals_in_manifest)
SAME(max_manifest_file_size, size_t)
SAME(manifest_preallocation_size, size_t)
FLAG(enable_pipelined_write)
FLAG(unordered_write)
FLAG(atomic_flush)

SAME(max_background_jobs, int)
SAME(max_background_compactions, int)
SAME(max_background_flushes, int)
SAME(max_subcompactions, uint32_t)
SAME(delete_obsolete_files_period_micros, uint64_t)
FLAG(avoid_unnecessary_blocking_io)

SAME(use_fsync, int)
FLAG(use_direct_reads)
FLAG(use_direct_io_for_flush_and_compaction)
FLAG(allow_mmap_reads)
FLAG(allow_mmap_writes)
FLAG(advise_random_on_open)
FLAG(is_fd_close_on_exec)
FLAG(use_adaptive_mutex)
SAME(bytes_per_sync, uint64_t)
SAME(writable_file_max_buffer_size, uint64_t)
SAME(table_cache_numshardbits, int)

SAME(compaction_style, int)
SAME(compaction_pri, int)
SAME(num_levels, int)
SAME(level0_file_num_compaction_trigger, int)
SAME(level0_slowdown_writes_trigger, int)
SAME(level0_stop_writes_trigger, int)
SAME(target_file_size_base, uint64_t)
SAME(target_file_size_multiplier, int)
SAME(max_bytes_for_level_base, uint64_t)
SAME(max_bytes_for_level_multiplier, double)
FLAG(level_compaction_dynamic_level_bytes)
SAME(max_compaction_bytes, uint64_t)
SAME(soft_pending_compaction_bytes_limit, size_t)
SAME(hard_pending_compaction_bytes_limit, size_t)
SAME(ttl, uint64_t)
SAME(periodic_compaction_seconds, uint64_t)
SAME(max_sequential_skip_in_iterations, uint64_t)
FLAG(allow_ingest_behind)

FLAG(enable_blob_files)
SAME(min_blob_size, uint64_t)
SAME(blob_file_size, uint64_t)
SAME(blob_compression_type, int)
ROW(enable_blob_gc, unsigned char, enable_blob_garbage_collection)
ROW(blob_gc_age_cutoff, double, blob_garbage_collection_age_cutoff)
ROW(blob_gc_force_threshold, double, blob_garbage_collection_force_threshold)
SAME(blob_compaction_readahead_size, uint64_t)
SAME(blob_file_starting_level, int)
SAME(prepopulate_blob_cache, int)

SAME(compression, int)
SAME(bottommost_compression, int)
ROW(compression_options_zstd_max_train_bytes, int, compression_opts.zstd_max_train_bytes)
ROW(compression_options_use_zstd_dict_trainer, unsigned char,
    compression_opts.use_zstd_dict_trainer)
ROW(compression_options_parallel_threads, int, compression_opts.parallel_threads)
ROW(compression_options_max_dict_buffer_bytes, uint64_t, compression_opts.max_dict_buffer_bytes)

#undef FLAG
#undef SAME
#undef ROW

// Flags whose setter takes an int.
#define INT_FLAG(NAME)                                              \
  C_API_SETTER(rocksdb_options_t, rocksdb_options, NAME, int, NAME) \
  C_API_GETTER(rocksdb_options_t, rocksdb_options, NAME, unsigned char, NAME)
INT_FLAG(disable_auto_compactions)
INT_FLAG(optimize_filters_for_hits)
INT_FLAG(report_bg_io_stats)
#undef INT_FLAG

// Options without a getter.
#define SET_ONLY(NAME, TYPE, MEMBER) \
  C_API_SETTER(rocksdb_options_t, rocksdb_options, NAME, TYPE, MEMBER)
SET_ONLY(dump_malloc_stats, unsigned char, dump_malloc_stats)
SET_ONLY(memtable_whole_key_filtering, unsigned char, memtable_whole_key_filtering)
SET_ONLY(wal_dir, const char*, wal_dir)
SET_ONLY(db_log_dir, const char*, db_log_dir)
SET_ONLY(bucket_enabled, unsigned char, bucket_options.enabled)
SET_ONLY(bucket_initial_buckets, uint32_t, bucket_options.initial_buckets)
SET_ONLY(bucket_max_buckets, uint32_t, bucket_options.max_buckets)
SET_ONLY(bucket_window_flushes, uint32_t, bucket_options.window_flushes)
SET_ONLY(bucket_split_temperature, double, bucket_options.split_temperature)
SET_ONLY(bucket_merge_temperature, double, bucket_options.merge_temperature)
SET_ONLY(bucket_min_file_size, uint64_t, bucket_options.min_file_size)
SET_ONLY(bucket_dynamic, unsigned char, bucket_options.dynamic)
SET_ONLY(bucket_flush_threads, uint32_t, bucket_options.flush_threads)
#undef SET_ONLY

void rocksdb_options_compaction_readahead_size(rocksdb_options_t* options, size_t value) {
  options->rep.compaction_readahead_size = value;
}
C_API_GETTER(rocksdb_options_t, rocksdb_options, compaction_readahead_size, size_t,
             compaction_readahead_size)

// ---- Lists ----

void rocksdb_options_set_max_bytes_for_level_multiplier_additional(rocksdb_options_t* options,
                                                                   int* multipliers, size_t count) {
  options->rep.max_bytes_for_level_multiplier_additional.assign(multipliers, multipliers + count);
}

static std::vector<DbPath> PathsOf(const rocksdb_dbpath_t** paths, size_t count) {
  std::vector<DbPath> result;
  result.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    result.push_back(paths[i]->rep);
  }
  return result;
}

void rocksdb_options_set_db_paths(rocksdb_options_t* options, const rocksdb_dbpath_t** paths,
                                  size_t count) {
  options->rep.db_paths = PathsOf(paths, count);
}

void rocksdb_options_set_cf_paths(rocksdb_options_t* options, const rocksdb_dbpath_t** paths,
                                  size_t count) {
  options->rep.cf_paths = PathsOf(paths, count);
}

rocksdb_dbpath_t* rocksdb_dbpath_create(const char* path, uint64_t target_size) {
  return new rocksdb_dbpath_t{DbPath(path, target_size)};
}

void rocksdb_dbpath_destroy(rocksdb_dbpath_t* path) { delete path; }

// ---- Ready-made sets ----

void rocksdb_options_increase_parallelism(rocksdb_options_t* options, int total_threads) {
  options->rep.IncreaseParallelism(total_threads);
}

void rocksdb_options_optimize_for_point_lookup(rocksdb_options_t* options,
                                               uint64_t block_cache_size_mb) {
  options->rep.OptimizeForPointLookup(block_cache_size_mb);
}

void rocksdb_options_optimize_level_style_compaction(rocksdb_options_t* options,
                                                     uint64_t memtable_memory_budget) {
  options->rep.OptimizeLevelStyleCompaction(memtable_memory_budget);
}

void rocksdb_options_optimize_universal_style_compaction(rocksdb_options_t* options,
                                                         uint64_t memtable_memory_budget) {
  options->rep.OptimizeUniversalStyleCompaction(memtable_memory_budget);
}

void rocksdb_options_prepare_for_bulk_load(rocksdb_options_t* options) {
  options->rep.PrepareForBulkLoad();
}

// ---- Kinds of memtables ----

void rocksdb_options_set_memtable_vector_rep(rocksdb_options_t* options) {
  options->rep.memtable_factory = std::make_shared<ROCKSDB_NAMESPACE::VectorRepFactory>();
}

void rocksdb_options_set_hash_skip_list_rep(rocksdb_options_t* options, size_t bucket_count,
                                            int32_t height, int32_t branching_factor) {
  options->rep.memtable_factory.reset(
      ROCKSDB_NAMESPACE::NewHashSkipListRepFactory(bucket_count, height, branching_factor));
}

void rocksdb_options_set_hash_link_list_rep(rocksdb_options_t* options, size_t bucket_count) {
  options->rep.memtable_factory.reset(ROCKSDB_NAMESPACE::NewHashLinkListRepFactory(bucket_count));
}

// ---- From text and from OPTIONS files ----

void rocksdb_get_options_from_string(const rocksdb_options_t* base, const char* text,
                                     rocksdb_options_t* result, char** error) {
  c_api::Report(ROCKSDB_NAMESPACE::GetOptionsFromString(base->rep, text, &result->rep), error);
}

void rocksdb_load_latest_options(const char* path, rocksdb_env_t* env, bool ignore_unknown_options,
                                 rocksdb_cache_t* cache, rocksdb_options_t** options,
                                 size_t* family_count, char*** family_names,
                                 rocksdb_options_t*** family_options, char** error) {
  *options = nullptr;
  *family_count = 0;
  *family_names = nullptr;
  *family_options = nullptr;
  ROCKSDB_NAMESPACE::DBOptions db_options;
  std::vector<ROCKSDB_NAMESPACE::ColumnFamilyDescriptor> families;
  const auto status = ROCKSDB_NAMESPACE::LoadLatestOptions(
      path, env->rep, &db_options, &families, ignore_unknown_options,
      cache != nullptr ? &cache->rep : nullptr);
  if (c_api::Failed(status, error)) {
    return;
  }
  const size_t count = families.size();
  // As in stock each half stands beside defaults of the other.
  *options = new rocksdb_options_t{{db_options, ROCKSDB_NAMESPACE::ColumnFamilyOptions()}};
  *family_count = count;
  *family_names = static_cast<char**>(std::malloc(count * sizeof(char*)));
  *family_options = static_cast<rocksdb_options_t**>(std::malloc(count * sizeof(void*)));
  for (size_t i = 0; i < count; ++i) {
    (*family_names)[i] = c_api::CopyText(families[i].name);
    (*family_options)[i] =
        new rocksdb_options_t{{ROCKSDB_NAMESPACE::DBOptions(), families[i].options}};
  }
}

void rocksdb_load_latest_options_destroy(rocksdb_options_t* options, char** family_names,
                                         rocksdb_options_t** family_options, size_t family_count) {
  delete options;
  for (size_t i = 0; i < family_count; ++i) {
    std::free(family_names[i]);
    delete family_options[i];
  }
  std::free(family_names);
  std::free(family_options);
}
