// Every option: its setter changes what the option table prints under the option's own name, and
// its getter answers what was set.
#include <gmock/gmock.h>

#include "c_api/c_api_fixture.h"
#include "c_api/handles.h"
#include "rocksdb/convenience.h"

namespace c_api_test {
namespace {

using testing::HasSubstr;

class OptionsOfC : public testing::Test {
 protected:
  std::string Printed() const {
    std::string db;
    std::string family;
    EXPECT_OK(ROCKSDB_NAMESPACE::GetStringFromDBOptions(&db, o()->rep, ";"));
    EXPECT_OK(ROCKSDB_NAMESPACE::GetStringFromColumnFamilyOptions(&family, o()->rep, ";"));
    return ";" + db + ";" + family + ";";
  }
  rocksdb_options_t* o() const { return options_.get(); }
  Owned<rocksdb_options_t> options_{rocksdb_options_create(), rocksdb_options_destroy};
};

// "77" of a literal 77u.
std::string Plain(std::string literal) {
  if (literal.back() == 'u') literal.pop_back();
  return literal;
}

// Sets a value, and expects it from the getter and in the printed options.
#define EXPECT_SET(NAME, VALUE, TEXT)                         \
  rocksdb_options_set_##NAME(o(), VALUE);                     \
  EXPECT_EQ(rocksdb_options_get_##NAME(o()), VALUE) << #NAME; \
  EXPECT_THAT(Printed(), HasSubstr(TEXT)) << #NAME
#define NUMBER(NAME, VALUE) EXPECT_SET(NAME, VALUE, std::string(#NAME "=") + Plain(#VALUE) + ";")
#define FLAG(NAME)                     \
  EXPECT_SET(NAME, 1, #NAME "=true;"); \
  EXPECT_SET(NAME, 0, #NAME "=false;")

TEST_F(OptionsOfC, FlagsAreSetAndRead) {
  FLAG(create_if_missing);
  FLAG(create_missing_column_families);
  FLAG(error_if_exists);
  FLAG(paranoid_checks);
  FLAG(skip_stats_update_on_db_open);
  FLAG(skip_checking_sst_file_sizes_on_db_open);
  FLAG(write_dbid_to_manifest);
  FLAG(write_identity_file);
  FLAG(allow_concurrent_memtable_write);
  FLAG(enable_write_thread_adaptive_yield);
  FLAG(inplace_update_support);
  FLAG(manual_wal_flush);
  FLAG(track_and_verify_wals_in_manifest);
  FLAG(enable_pipelined_write);
  FLAG(unordered_write);
  FLAG(atomic_flush);
  FLAG(avoid_unnecessary_blocking_io);
  FLAG(use_fsync);
  FLAG(use_direct_reads);
  FLAG(use_direct_io_for_flush_and_compaction);
  FLAG(allow_mmap_reads);
  FLAG(allow_mmap_writes);
  FLAG(advise_random_on_open);
  FLAG(is_fd_close_on_exec);
  FLAG(use_adaptive_mutex);
  FLAG(level_compaction_dynamic_level_bytes);
  FLAG(allow_ingest_behind);
  FLAG(enable_blob_files);
  FLAG(disable_auto_compactions);
  FLAG(optimize_filters_for_hits);
  FLAG(report_bg_io_stats);
}

TEST_F(OptionsOfC, NumbersOfTheDatabaseAreSetAndRead) {
  NUMBER(max_open_files, 77);
  NUMBER(max_file_opening_threads, 7);
  NUMBER(max_log_file_size, 77u);
  NUMBER(log_file_time_to_roll, 78u);
  NUMBER(keep_log_file_num, 79u);
  NUMBER(stats_dump_period_sec, 80u);
  NUMBER(stats_persist_period_sec, 81u);
  NUMBER(db_write_buffer_size, 82u);
  NUMBER(max_total_wal_size, 83u);
  NUMBER(WAL_ttl_seconds, 84u);
  NUMBER(WAL_size_limit_MB, 85u);
  NUMBER(wal_bytes_per_sync, 86u);
  NUMBER(recycle_log_file_num, 87u);
  NUMBER(max_manifest_file_size, 88u);
  NUMBER(manifest_preallocation_size, 89u);
  NUMBER(max_background_jobs, 9);
  NUMBER(max_background_compactions, 10);
  NUMBER(max_background_flushes, 11);
  NUMBER(max_subcompactions, 12u);
  NUMBER(delete_obsolete_files_period_micros, 13u);
  NUMBER(bytes_per_sync, 14u);
  NUMBER(writable_file_max_buffer_size, 15u);
  NUMBER(table_cache_numshardbits, 16);
  rocksdb_options_compaction_readahead_size(o(), 17);
  EXPECT_EQ(rocksdb_options_get_compaction_readahead_size(o()), 17u);
  EXPECT_THAT(Printed(), HasSubstr("compaction_readahead_size=17;"));
}

TEST_F(OptionsOfC, NumbersOfFamiliesAreSetAndRead) {
  NUMBER(write_buffer_size, 77u);
  NUMBER(max_write_buffer_number, 7);
  NUMBER(min_write_buffer_number_to_merge, 8);
  NUMBER(max_write_buffer_size_to_maintain, 78);
  NUMBER(arena_block_size, 79u);
  NUMBER(memtable_huge_page_size, 80u);
  EXPECT_SET(memtable_prefix_bloom_size_ratio, 0.125, "memtable_prefix_bloom_size_ratio=0.125");
  NUMBER(bloom_locality, 81u);
  NUMBER(inplace_update_num_locks, 82u);
  NUMBER(max_successive_merges, 83u);
  EXPECT_SET(experimental_mempurge_threshold, 0.5, "experimental_mempurge_threshold=0.5");
  NUMBER(memtable_op_scan_flush_trigger, 84u);
  NUMBER(memtable_avg_op_scan_flush_trigger, 85u);
  NUMBER(num_levels, 5);
  NUMBER(level0_file_num_compaction_trigger, 6);
  NUMBER(level0_slowdown_writes_trigger, 9);
  NUMBER(level0_stop_writes_trigger, 10);
  NUMBER(target_file_size_base, 86u);
  NUMBER(target_file_size_multiplier, 2);
  NUMBER(max_bytes_for_level_base, 87u);
  EXPECT_SET(max_bytes_for_level_multiplier, 8.5, "max_bytes_for_level_multiplier=8.5");
  NUMBER(max_compaction_bytes, 88u);
  NUMBER(soft_pending_compaction_bytes_limit, 89u);
  NUMBER(hard_pending_compaction_bytes_limit, 90u);
  NUMBER(ttl, 91u);
  NUMBER(periodic_compaction_seconds, 92u);
  NUMBER(max_sequential_skip_in_iterations, 93u);
}

TEST_F(OptionsOfC, ChoicesAreSetAndReadByTheirNumbers) {
  EXPECT_SET(info_log_level, 3, "info_log_level=ERROR_LEVEL;");
  EXPECT_SET(wal_recovery_mode, rocksdb_absolute_consistency_recovery,
             "wal_recovery_mode=kAbsoluteConsistency;");
  EXPECT_SET(wal_compression, rocksdb_zstd_compression, "wal_compression=kZSTD;");
  EXPECT_SET(compaction_style, rocksdb_universal_compaction,
             "compaction_style=kCompactionStyleUniversal;");
  EXPECT_SET(compaction_pri, rocksdb_k_round_robin_compaction_pri, "compaction_pri=kRoundRobin;");
  EXPECT_SET(compression, rocksdb_lz4_compression, ";compression=kLZ4Compression;");
  EXPECT_SET(bottommost_compression, rocksdb_zlib_compression,
             "bottommost_compression=kZlibCompression;");
}

TEST_F(OptionsOfC, OfBlobFilesAreSetAndRead) {
  NUMBER(min_blob_size, 77u);
  NUMBER(blob_file_size, 78u);
  EXPECT_SET(blob_compression_type, rocksdb_snappy_compression,
             "blob_compression_type=kSnappyCompression;");
  EXPECT_SET(enable_blob_gc, 1, "enable_blob_garbage_collection=true;");
  EXPECT_SET(blob_gc_age_cutoff, 0.5, "blob_garbage_collection_age_cutoff=0.5");
  EXPECT_SET(blob_gc_force_threshold, 0.75, "blob_garbage_collection_force_threshold=0.75");
  NUMBER(blob_compaction_readahead_size, 79u);
  NUMBER(blob_file_starting_level, 3);
  EXPECT_SET(prepopulate_blob_cache, rocksdb_prepopulate_blob_flush_only,
             "prepopulate_blob_cache=kFlushOnly;");
}

TEST_F(OptionsOfC, OfCompressionAreSetAndRead) {
  rocksdb_options_set_compression_options(o(), -15, 4, 1, 77);
  EXPECT_SET(compression_options_zstd_max_train_bytes, 78, "zstd_max_train_bytes=78;");
  EXPECT_SET(compression_options_use_zstd_dict_trainer, 0, "use_zstd_dict_trainer=false;");
  EXPECT_SET(compression_options_parallel_threads, 2, "parallel_threads=2;");
  EXPECT_SET(compression_options_max_dict_buffer_bytes, 79u, "max_dict_buffer_bytes=79;");
  const auto& all = o()->rep.compression_opts;
  EXPECT_EQ(all.window_bits, -15);
  EXPECT_EQ(all.level, 4);
  EXPECT_EQ(all.strategy, 1);
  EXPECT_EQ(all.max_dict_bytes, 77u);

  rocksdb_options_set_bottommost_compression_options(o(), -14, 5, 2, 80, 0);
  const auto& last = o()->rep.bottommost_compression_opts;
  EXPECT_EQ(last.window_bits, -14);
  EXPECT_EQ(last.level, 5);
  EXPECT_EQ(last.strategy, 2);
  EXPECT_EQ(last.max_dict_bytes, 80u);
  EXPECT_FALSE(last.enabled);
  rocksdb_options_set_bottommost_compression_options_zstd_max_train_bytes(o(), 81, 1);
  EXPECT_EQ(last.zstd_max_train_bytes, 81u);
  EXPECT_TRUE(last.enabled);
  rocksdb_options_set_bottommost_compression_options_use_zstd_dict_trainer(o(), 0, 0);
  EXPECT_EQ(rocksdb_options_get_bottommost_compression_options_use_zstd_dict_trainer(o()), 0);
  EXPECT_FALSE(last.enabled);
  rocksdb_options_set_bottommost_compression_options_max_dict_buffer_bytes(o(), 82, 1);
  EXPECT_EQ(last.max_dict_buffer_bytes, 82u);
  EXPECT_TRUE(last.enabled);
}

TEST_F(OptionsOfC, CompressionIsChosenByLevel) {
  const int types[] = {rocksdb_no_compression, rocksdb_lz4_compression};
  rocksdb_options_set_compression_per_level(o(), types, 2);
  EXPECT_THAT(Printed(), HasSubstr("compression_per_level=kNoCompression:kLZ4Compression;"));
  rocksdb_options_set_num_levels(o(), 3);
  rocksdb_options_set_compression(o(), rocksdb_snappy_compression);
  rocksdb_options_set_min_level_to_compress(o(), 2);
  EXPECT_THAT(Printed(), HasSubstr("compression_per_level=kNoCompression:kNoCompression:"
                                   "kSnappyCompression;"));
  rocksdb_options_set_min_level_to_compress(o(), -1);
  EXPECT_THAT(Printed(), HasSubstr("kNoCompression:kNoCompression:kSnappyCompression;"));
}

TEST_F(OptionsOfC, OfBucketsAreSet) {
  rocksdb_options_set_bucket_enabled(o(), 0);
  rocksdb_options_set_bucket_initial_buckets(o(), 3);
  rocksdb_options_set_bucket_max_buckets(o(), 4);
  rocksdb_options_set_bucket_window_flushes(o(), 5);
  rocksdb_options_set_bucket_split_temperature(o(), 3.5);
  rocksdb_options_set_bucket_merge_temperature(o(), 0.25);
  rocksdb_options_set_bucket_min_file_size(o(), 6);
  rocksdb_options_set_bucket_dynamic(o(), 0);
  rocksdb_options_set_bucket_flush_threads(o(), 2);
  ROCKSDB_NAMESPACE::BucketOptions expected;
  expected.enabled = false;
  expected.initial_buckets = 3;
  expected.max_buckets = 4;
  expected.window_flushes = 5;
  expected.split_temperature = 3.5;
  expected.merge_temperature = 0.25;
  expected.min_file_size = 6;
  expected.dynamic = false;
  expected.flush_threads = 2;
  EXPECT_EQ(o()->rep.bucket_options, expected);
}

TEST_F(OptionsOfC, WithoutGettersAreSet) {
  rocksdb_options_set_dump_malloc_stats(o(), 1);
  rocksdb_options_set_memtable_whole_key_filtering(o(), 1);
  rocksdb_options_set_wal_dir(o(), "/the/logs");
  rocksdb_options_set_db_log_dir(o(), "/the/log");
  int multipliers[] = {2, 3};
  rocksdb_options_set_max_bytes_for_level_multiplier_additional(o(), multipliers, 2);
  const std::string printed = Printed();
  EXPECT_THAT(printed, HasSubstr("dump_malloc_stats=true;"));
  EXPECT_THAT(printed, HasSubstr("memtable_whole_key_filtering=true;"));
  EXPECT_THAT(printed, HasSubstr("wal_dir=/the/logs;"));
  EXPECT_THAT(printed, HasSubstr("db_log_dir=/the/log;"));
  EXPECT_THAT(printed, HasSubstr("max_bytes_for_level_multiplier_additional=2:3;"));
}

TEST_F(OptionsOfC, NamePathsWithTheirSizes) {
  Owned<rocksdb_dbpath_t> fast(rocksdb_dbpath_create("/fast", 77), rocksdb_dbpath_destroy);
  Owned<rocksdb_dbpath_t> slow(rocksdb_dbpath_create("/slow", 78), rocksdb_dbpath_destroy);
  const rocksdb_dbpath_t* paths[] = {fast.get(), slow.get()};
  rocksdb_options_set_db_paths(o(), paths, 2);
  rocksdb_options_set_cf_paths(o(), paths, 1);
  ASSERT_EQ(o()->rep.db_paths.size(), 2u);
  EXPECT_EQ(o()->rep.db_paths[1].path, "/slow");
  EXPECT_EQ(o()->rep.db_paths[1].target_size, 78u);
  ASSERT_EQ(o()->rep.cf_paths.size(), 1u);
  EXPECT_EQ(o()->rep.cf_paths[0].path, "/fast");
}

TEST_F(OptionsOfC, ChooseTheKindOfMemtable) {
  rocksdb_options_set_memtable_vector_rep(o());
  EXPECT_STREQ(o()->rep.memtable_factory->Name(), "VectorRepFactory");
  rocksdb_options_set_hash_skip_list_rep(o(), 100, 4, 4);
  EXPECT_STREQ(o()->rep.memtable_factory->Name(), "HashSkipListRepFactory");
  rocksdb_options_set_hash_link_list_rep(o(), 100);
  EXPECT_STREQ(o()->rep.memtable_factory->Name(), "HashLinkListRepFactory");
}

TEST_F(OptionsOfC, ComeInReadyMadeSets) {
  rocksdb_options_increase_parallelism(o(), 9);
  EXPECT_EQ(rocksdb_options_get_max_background_jobs(o()), 9);
  rocksdb_options_optimize_level_style_compaction(o(), 64 << 20);
  EXPECT_EQ(rocksdb_options_get_write_buffer_size(o()), 16u << 20);
  rocksdb_options_optimize_universal_style_compaction(o(), 32 << 20);
  EXPECT_EQ(rocksdb_options_get_compaction_style(o()), rocksdb_universal_compaction);
  rocksdb_options_optimize_for_point_lookup(o(), 8);
  EXPECT_GT(rocksdb_options_get_memtable_prefix_bloom_size_ratio(o()), 0);
  rocksdb_options_prepare_for_bulk_load(o());
  EXPECT_EQ(rocksdb_options_get_disable_auto_compactions(o()), 1);
}

TEST_F(OptionsOfC, AreCopied) {
  rocksdb_options_set_max_open_files(o(), 77);
  Owned<rocksdb_options_t> copy(rocksdb_options_create_copy(o()), rocksdb_options_destroy);
  rocksdb_options_set_max_open_files(o(), 78);
  EXPECT_EQ(rocksdb_options_get_max_open_files(copy.get()), 77);
}

TEST_F(OptionsOfC, AreReadFromText) {
  Error error;
  Owned<rocksdb_options_t> result(rocksdb_options_create(), rocksdb_options_destroy);
  rocksdb_get_options_from_string(o(), "max_open_files=77;num_levels=5", result.get(), error.out());
  EXPECT_EQ(error.Take(), "");
  EXPECT_EQ(rocksdb_options_get_max_open_files(result.get()), 77);
  EXPECT_EQ(rocksdb_options_get_num_levels(result.get()), 5);
  rocksdb_get_options_from_string(o(), "no_such_option=1", result.get(), error.out());
  EXPECT_THAT(error.Take(), HasSubstr("no_such_option"));
}

using LatestOptions = CApiTest;

TEST_F(LatestOptions, AreLoadedWithThoseOfTheFamilies) {
  rocksdb_options_set_max_open_files(options_.get(), 77);
  rocksdb_options_set_num_levels(options_.get(), 5);
  OpenFamilies({"default", "other"});
  Close();
  Owned<rocksdb_env_t> env(rocksdb_create_default_env(), rocksdb_env_destroy);
  Owned<rocksdb_cache_t> cache(rocksdb_cache_create_lru(1 << 20), rocksdb_cache_destroy);
  rocksdb_options_t* loaded = nullptr;
  size_t count = 0;
  char** names = nullptr;
  rocksdb_options_t** families = nullptr;
  rocksdb_load_latest_options(path().c_str(), env.get(), false, cache.get(), &loaded, &count,
                              &names, &families, error_.out());
  ASSERT_EQ(error_.Take(), "");
  ASSERT_EQ(count, 2u);
  EXPECT_STREQ(names[1], "other");
  EXPECT_EQ(rocksdb_options_get_max_open_files(loaded), 77);
  EXPECT_EQ(rocksdb_options_get_num_levels(families[1]), 5);
  // The halves do not mix.
  EXPECT_EQ(rocksdb_options_get_num_levels(loaded), 7);
  EXPECT_EQ(rocksdb_options_get_create_if_missing(loaded), 1);
  EXPECT_EQ(rocksdb_options_get_create_if_missing(families[1]), 0);
  rocksdb_load_latest_options_destroy(loaded, names, families, count);

  rocksdb_load_latest_options((dir_ / "nothing").c_str(), env.get(), false, nullptr, &loaded,
                              &count, &names, &families, error_.out());
  EXPECT_NE(error_.Take(), "");
  EXPECT_EQ(loaded, nullptr);
  EXPECT_EQ(count, 0u);
}

}  // namespace
}  // namespace c_api_test
