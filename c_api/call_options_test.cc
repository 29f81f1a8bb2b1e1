// Options of single calls, of tables and of compaction styles.
#include <chrono>

#include "c_api/c_api_fixture.h"
#include "c_api/handles.h"

namespace c_api_test {
namespace {

// Sets a value, and expects it from the getter and in the C++ options.
#define EXPECT_PAIR(PREFIX, OBJECT, NAME, VALUE, MEMBER)                                         \
  PREFIX##_set_##NAME(OBJECT.get(), VALUE);                                                      \
  EXPECT_EQ(PREFIX##_get_##NAME(OBJECT.get()), VALUE) << #NAME;                                  \
  EXPECT_EQ(static_cast<decltype(PREFIX##_get_##NAME(OBJECT.get()))>(OBJECT->rep.MEMBER), VALUE) \
      << #NAME

#define READ(NAME, VALUE) EXPECT_PAIR(rocksdb_readoptions, read, NAME, VALUE, NAME)
TEST(CallOptions, OfReadsAreSetAndRead) {
  Owned<rocksdb_readoptions_t> read(rocksdb_readoptions_create(), rocksdb_readoptions_destroy);
  READ(verify_checksums, 0);
  READ(fill_cache, 0);
  READ(read_tier, 1);
  READ(tailing, 1);
  READ(readahead_size, 77u);
  READ(prefix_same_as_start, 1);
  READ(pin_data, 1);
  READ(total_order_seek, 1);
  READ(max_skippable_internal_keys, 78u);
  READ(background_purge_on_iterator_cleanup, 1);
  READ(ignore_range_deletions, 1);
  READ(async_io, 1);
  rocksdb_readoptions_set_deadline(read.get(), 79);
  EXPECT_EQ(rocksdb_readoptions_get_deadline(read.get()), 79u);
  EXPECT_EQ(read->rep.deadline, std::chrono::microseconds(79));
  rocksdb_readoptions_set_io_timeout(read.get(), 80);
  EXPECT_EQ(rocksdb_readoptions_get_io_timeout(read.get()), 80u);
  EXPECT_EQ(read->rep.io_timeout, std::chrono::microseconds(80));
  rocksdb_readoptions_set_managed(read.get(), 1);
  EXPECT_TRUE(read->rep.managed);
  rocksdb_readoptions_set_auto_readahead_size(read.get(), 0);
  EXPECT_FALSE(read->rep.auto_readahead_size);
}

TEST(CallOptions, OfReadsReferToBytesOfTheCaller) {
  Owned<rocksdb_readoptions_t> read(rocksdb_readoptions_create(), rocksdb_readoptions_destroy);
  rocksdb_readoptions_set_iterate_lower_bound(read.get(), "a", 1);
  rocksdb_readoptions_set_iterate_upper_bound(read.get(), "b", 1);
  rocksdb_readoptions_set_timestamp(read.get(), "c", 1);
  rocksdb_readoptions_set_iter_start_ts(read.get(), "d", 1);
  EXPECT_EQ(*read->rep.iterate_lower_bound, "a");
  EXPECT_EQ(*read->rep.iterate_upper_bound, "b");
  EXPECT_EQ(*read->rep.timestamp, "c");
  EXPECT_EQ(*read->rep.iter_start_ts, "d");
  rocksdb_readoptions_set_timestamp(read.get(), nullptr, 0);
  rocksdb_readoptions_set_iter_start_ts(read.get(), nullptr, 0);
  EXPECT_EQ(read->rep.timestamp, nullptr);
  EXPECT_EQ(read->rep.iter_start_ts, nullptr);
}

#define WRITE(NAME) EXPECT_PAIR(rocksdb_writeoptions, write, NAME, 1, NAME)
TEST(CallOptions, OfWritesAreSetAndRead) {
  Owned<rocksdb_writeoptions_t> write(rocksdb_writeoptions_create(), rocksdb_writeoptions_destroy);
  WRITE(sync);
  WRITE(ignore_missing_column_families);
  WRITE(no_slowdown);
  WRITE(low_pri);
  WRITE(memtable_insert_hint_per_batch);
  rocksdb_writeoptions_disable_WAL(write.get(), 1);
  EXPECT_EQ(rocksdb_writeoptions_get_disable_WAL(write.get()), 1);
  EXPECT_TRUE(write->rep.disableWAL);
}

TEST(CallOptions, OfFlushesAreSetAndRead) {
  Owned<rocksdb_flushoptions_t> flush(rocksdb_flushoptions_create(), rocksdb_flushoptions_destroy);
  EXPECT_PAIR(rocksdb_flushoptions, flush, wait, 0, wait);
}

#define COMPACT(NAME, VALUE) EXPECT_PAIR(rocksdb_compactoptions, compact, NAME, VALUE, NAME)
TEST(CallOptions, OfManualCompactionsAreSetAndRead) {
  Owned<rocksdb_compactoptions_t> compact(rocksdb_compactoptions_create(),
                                          rocksdb_compactoptions_destroy);
  COMPACT(exclusive_manual_compaction, 1);
  COMPACT(bottommost_level_compaction, 2);
  COMPACT(change_level, 1);
  COMPACT(target_level, 3);
  COMPACT(target_path_id, 4);
  COMPACT(allow_write_stall, 1);
  COMPACT(max_subcompactions, 5);
  char stamp[] = "stamp";
  rocksdb_compactoptions_set_full_history_ts_low(compact.get(), stamp, 5);
  stamp[0] = 'X';
  EXPECT_EQ(*compact->rep.full_history_ts_low, "stamp");
  rocksdb_compactoptions_set_full_history_ts_low(compact.get(), nullptr, 0);
  EXPECT_EQ(compact->rep.full_history_ts_low, nullptr);
}

#define WAIT(NAME) EXPECT_PAIR(rocksdb_wait_for_compact_options, wait, NAME, 1, NAME)
TEST(CallOptions, OfWaitingAreSetAndRead) {
  Owned<rocksdb_wait_for_compact_options_t> wait(rocksdb_wait_for_compact_options_create(),
                                                 rocksdb_wait_for_compact_options_destroy);
  WAIT(abort_on_pause);
  WAIT(flush);
  WAIT(close_db);
  rocksdb_wait_for_compact_options_set_timeout(wait.get(), 77);
  EXPECT_EQ(rocksdb_wait_for_compact_options_get_timeout(wait.get()), 77u);
  EXPECT_EQ(wait->rep.timeout, std::chrono::microseconds(77));
}

#define UNIVERSAL(NAME, VALUE) \
  EXPECT_PAIR(rocksdb_universal_compaction_options, universal, NAME, VALUE, NAME)
TEST(CompactionOptions, OfUniversalCompactionAreSetAndRead) {
  Owned<rocksdb_universal_compaction_options_t> universal(
      rocksdb_universal_compaction_options_create(), rocksdb_universal_compaction_options_destroy);
  UNIVERSAL(size_ratio, 2);
  UNIVERSAL(min_merge_width, 3);
  UNIVERSAL(max_merge_width, 4);
  UNIVERSAL(max_size_amplification_percent, 5);
  UNIVERSAL(compression_size_percent, 6);
  UNIVERSAL(stop_style, rocksdb_similar_size_compaction_stop_style);
  Owned<rocksdb_options_t> options(rocksdb_options_create(), rocksdb_options_destroy);
  rocksdb_options_set_universal_compaction_options(options.get(), universal.get());
  EXPECT_EQ(options->rep.compaction_options_universal.max_merge_width, 4u);
}

TEST(CompactionOptions, OfFifoCompactionAreSetAndRead) {
  Owned<rocksdb_fifo_compaction_options_t> fifo(rocksdb_fifo_compaction_options_create(),
                                                rocksdb_fifo_compaction_options_destroy);
  EXPECT_PAIR(rocksdb_fifo_compaction_options, fifo, allow_compaction, 1, allow_compaction);
  EXPECT_PAIR(rocksdb_fifo_compaction_options, fifo, max_table_files_size, 77u,
              max_table_files_size);
  Owned<rocksdb_options_t> options(rocksdb_options_create(), rocksdb_options_destroy);
  rocksdb_options_set_fifo_compaction_options(options.get(), fifo.get());
  EXPECT_EQ(options->rep.compaction_options_fifo.max_table_files_size, 77u);
}

#define TABLE(NAME, VALUE, MEMBER)                            \
  rocksdb_block_based_options_set_##NAME(table.get(), VALUE); \
  EXPECT_EQ(static_cast<decltype(VALUE)>(table->rep.MEMBER), VALUE) << #NAME
#define TABLE_FLAG(NAME)                                  \
  rocksdb_block_based_options_set_##NAME(table.get(), 0); \
  EXPECT_FALSE(table->rep.NAME);                          \
  rocksdb_block_based_options_set_##NAME(table.get(), 1); \
  EXPECT_TRUE(table->rep.NAME)
TEST(TableOptions, AreSet) {
  Owned<rocksdb_block_based_table_options_t> table(rocksdb_block_based_options_create(),
                                                   rocksdb_block_based_options_destroy);
  TABLE(checksum, 1, checksum);
  TABLE(block_size, 77u, block_size);
  TABLE(block_size_deviation, 7, block_size_deviation);
  TABLE(block_restart_interval, 8, block_restart_interval);
  TABLE(index_block_restart_interval, 9, index_block_restart_interval);
  TABLE(metadata_block_size, 78u, metadata_block_size);
  TABLE_FLAG(partition_filters);
  TABLE_FLAG(optimize_filters_for_memory);
  TABLE_FLAG(use_delta_encoding);
  TABLE_FLAG(no_block_cache);
  TABLE_FLAG(whole_key_filtering);
  TABLE(format_version, 5, format_version);
  TABLE(index_type, 2, index_type);
  TABLE(data_block_index_type, 1, data_block_index_type);
  TABLE(data_block_hash_ratio, 0.5, data_block_hash_table_util_ratio);
  TABLE_FLAG(cache_index_and_filter_blocks);
  TABLE_FLAG(cache_index_and_filter_blocks_with_high_priority);
  TABLE_FLAG(pin_l0_filter_and_index_blocks_in_cache);
  TABLE_FLAG(pin_top_level_index_and_filter);
  TABLE(top_level_index_pinning_tier, 1, metadata_cache_options.top_level_index_pinning);
  TABLE(partition_pinning_tier, 2, metadata_cache_options.partition_pinning);
  TABLE(unpartitioned_pinning_tier, 3, metadata_cache_options.unpartitioned_pinning);
}

using Tables = CApiTest;

TEST_F(Tables, UseTheirFilterAndTheirCache) {
  const auto policies = {
      rocksdb_filterpolicy_create_bloom(10), rocksdb_filterpolicy_create_bloom_full(10),
      rocksdb_filterpolicy_create_ribbon(10), rocksdb_filterpolicy_create_ribbon_hybrid(10, 1)};
  rocksdb_options_enable_statistics(options_.get());
  uint64_t useful = 0;
  for (auto* policy : policies) {
    Owned<rocksdb_block_based_table_options_t> table(rocksdb_block_based_options_create(),
                                                     rocksdb_block_based_options_destroy);
    Owned<rocksdb_cache_t> cache(rocksdb_cache_create_lru(1 << 20), rocksdb_cache_destroy);
    rocksdb_block_based_options_set_filter_policy(table.get(), policy);
    rocksdb_block_based_options_set_block_cache(table.get(), cache.get());
    rocksdb_options_set_block_based_table_factory(options_.get(), table.get());
    Open();
    EXPECT_EQ(Put("a", "1"), "");
    EXPECT_EQ(Put("c", "1"), "");
    EXPECT_EQ(Flush(), "");
    EXPECT_EQ(Get("a"), "1");
    EXPECT_GT(rocksdb_cache_get_usage(cache.get()), 0u);
    for (int i = 0; i < 20; ++i) {
      EXPECT_EQ(Get("b" + std::to_string(i)), "(null)");
    }
    const uint64_t now = rocksdb_options_statistics_get_ticker_count(
        options_.get(), ROCKSDB_NAMESPACE::BLOOM_FILTER_USEFUL);
    EXPECT_GT(now, useful);
    useful = now;
    Close();
  }
  rocksdb_filterpolicy_destroy(rocksdb_filterpolicy_create_bloom(10));
}

}  // namespace
}  // namespace c_api_test
