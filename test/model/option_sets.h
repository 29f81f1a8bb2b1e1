// The option sets that the model check runs every stream of operations under.
// Names appear in test names, so a failing set can be run alone.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rocksdb/cache.h"
#include "rocksdb/comparator.h"
#include "rocksdb/slice_transform.h"
#include "test/support/scratch.h"

namespace system_test {

struct OptionSet {
  const char* name;
  std::function<void(Options*)> apply;
  bool toggle_buckets_at_reopen = false;
};

inline void UseTable(Options* options, const std::function<void(BlockBasedTableOptions*)>& change) {
  BlockBasedTableOptions table;
  table.block_size = 512;
  change(&table);
  options->table_factory.reset(NewBlockBasedTableFactory(table));
}

inline void SetRebalancing(Options* options) {
#ifdef SYSTEM_TEST_HAS_BUCKETS
  options->bucket_options.window_flushes = 1;
  options->bucket_options.split_temperature = 1.2;
  options->bucket_options.merge_temperature = 0.8;
#else
  (void)options;
#endif
}

// Every set starts from SmallOptions(8): 64 KB memtables, 32 KB files, eight buckets.
inline const std::vector<OptionSet>& OptionSets() {
  static const std::vector<OptionSet> sets = {
      {"buckets_off", [](Options* o) { SetBuckets(o, 0); }},
      {"buckets_1", [](Options* o) { SetBuckets(o, 1); }},
      {"buckets_2", [](Options* o) { SetBuckets(o, 2); }},
      {"buckets_8", [](Options* o) { SetBuckets(o, 8); }},
      {"buckets_64", [](Options* o) { SetBuckets(o, 64); }},
      {"buckets_toggled", [](Options* o) { SetBuckets(o, 8); }, true},
      {"rebalance_every_flush", [](Options* o) { SetRebalancing(o); }},
      {"buckets_static",
       [](Options* o) {
#ifdef SYSTEM_TEST_HAS_BUCKETS
         o->bucket_options.dynamic = false;
#endif
       }},
      {"parallel_flush",
       [](Options* o) {
#ifdef SYSTEM_TEST_HAS_BUCKETS
         o->bucket_options.flush_threads = 4;
#endif
         o->max_write_buffer_number = 4;
       }},
      {"reverse_order", [](Options* o) { o->comparator = ReverseBytewiseComparator(); }},
      {"reverse_order_buckets_off",
       [](Options* o) {
         o->comparator = ReverseBytewiseComparator();
         SetBuckets(o, 0);
       }},
      {"static_levels", [](Options* o) { o->level_compaction_dynamic_level_bytes = false; }},
      {"static_levels_buckets_off",
       [](Options* o) {
         o->level_compaction_dynamic_level_bytes = false;
         SetBuckets(o, 0);
       }},
      {"eager_compaction",
       [](Options* o) {
         o->level0_file_num_compaction_trigger = 1;
         o->target_file_size_base = 8 << 10;
         o->max_bytes_for_level_base = 16 << 10;
         o->max_bytes_for_level_multiplier = 2;
       }},
      {"lazy_compaction",
       [](Options* o) {
         o->level0_file_num_compaction_trigger = 40;
         o->level0_slowdown_writes_trigger = 60;
         o->level0_stop_writes_trigger = 80;
       }},
      {"subcompactions",
       [](Options* o) {
         o->max_subcompactions = 4;
         SetBuckets(o, 0);
       }},
      {"merged_memtables",
       [](Options* o) {
         o->min_write_buffer_number_to_merge = 2;
         o->max_write_buffer_number = 5;
       }},
      {"snappy_bloom",
       [](Options* o) {
         o->compression = kSnappyCompression;
         UseTable(o, [](BlockBasedTableOptions* t) {
           t->filter_policy.reset(NewBloomFilterPolicy(10));
         });
       }},
      {"zstd_tiny_cache_format_5",
       [](Options* o) {
         o->compression = kZSTD;
         UseTable(o, [](BlockBasedTableOptions* t) {
           t->format_version = 5;
           t->checksum = kCRC32c;
           t->cache_index_and_filter_blocks = true;
           t->block_cache = NewLRUCache(32 << 10);
           t->filter_policy.reset(NewBloomFilterPolicy(10));
         });
       }},
      {"lz4_bottom_zlib",
       [](Options* o) {
         o->compression = kLZ4Compression;
         o->bottommost_compression = kZlibCompression;
         UseTable(o, [](BlockBasedTableOptions* t) { t->block_restart_interval = 1; });
       }},
      {"serial_memtable",
       [](Options* o) {
         o->allow_concurrent_memtable_write = false;
         o->enable_pipelined_write = false;
       }},
      {"pipelined_writes", [](Options* o) { o->enable_pipelined_write = true; }},
      {"row_cache", [](Options* o) { o->row_cache = NewLRUCache(256 << 10); }},
      {"recycled_wal", [](Options* o) { o->recycle_log_file_num = 2; }},
      {"archived_wal",
       [](Options* o) {
         o->WAL_ttl_seconds = 3600;
         o->WAL_size_limit_MB = 64;
#ifdef ZSTD
         o->wal_compression = kZSTD;
#endif
       }},
      {"one_background_job", [](Options* o) { o->max_background_jobs = 1; }},
      {"prefix_bloom",
       [](Options* o) {
         o->prefix_extractor.reset(NewFixedPrefixTransform(10));
         o->memtable_prefix_bloom_size_ratio = 0.1;
         UseTable(o, [](BlockBasedTableOptions* t) {
           t->filter_policy.reset(NewBloomFilterPolicy(10));
           t->whole_key_filtering = false;
         });
       }},
      {"protected_and_paranoid",
       [](Options* o) {
         o->memtable_protection_bytes_per_key = 8;
         o->block_protection_bytes_per_key = 8;
         o->paranoid_memory_checks = true;
         o->paranoid_file_checks = true;
         o->compression = kSnappyCompression;
         UseTable(o, [](BlockBasedTableOptions* t) {
           t->verify_compression = true;
           t->detect_filter_construct_corruption = true;
           t->filter_policy.reset(NewBloomFilterPolicy(10));
         });
       }},
      {"short_checksums_in_parts",
       [](Options* o) {
         o->memtable_protection_bytes_per_key = 1;
         o->block_protection_bytes_per_key = 2;
         UseTable(o, [](BlockBasedTableOptions* t) {
           t->index_type = BlockBasedTableOptions::kTwoLevelIndexSearch;
           t->partition_filters = true;
           t->metadata_block_size = 128;
           t->cache_index_and_filter_blocks = true;
           t->block_cache = NewLRUCache(32 << 10);
           t->filter_policy.reset(NewBloomFilterPolicy(10));
         });
       }},
      {"merges_folded_when_written",
       [](Options* o) {
         o->max_successive_merges = 2;
         o->strict_max_successive_merges = true;
         o->memtable_protection_bytes_per_key = 4;
       }},
      {"four_levels",
       [](Options* o) {
         o->num_levels = 4;
         SetBuckets(o, 16);
       }},
  };
  return sets;
}

}  // namespace system_test
