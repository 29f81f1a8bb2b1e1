// The table of ColumnFamilyOptions, its advanced part included. The order is that of the LOG dump.
// Text cannot set a field of the struct without an entry here; a test compares the names with those
// of stock's files.
#include "options/nested_options_table.h"
#include "options/option_tables.h"
#include "options/option_type.h"
#include "options/table_options_table.h"
#include "rocksdb/compaction_filter.h"
#include "rocksdb/merge_operator.h"
#include "rocksdb/slice_transform.h"
#include "rocksdb/sst_partitioner.h"
#include "rocksdb/table_properties.h"

#define OPTION_STRUCT ColumnFamilyOptions

namespace ROCKSDB_NAMESPACE {

namespace {

const OptionSpec kSpecs[] = {
    OPTION(comparator, kByName | kGuarded, "Order of keys."),
    OPTION(merge_operator, kByName | kGuarded | kMayAppear, "Meaning of Merge()."),
    OPTION(compaction_filter, kByName, "Filter used by all compactions."),
    OPTION(compaction_filter_factory, kByName, "Makes a filter for each compaction."),
    OPTION(sst_partitioner_factory, kByName, "Forces file boundaries."),
    OPTION(memtable_factory, kByName, "Structure of the memtable."),
    OPTION(table_factory, kLive | kByName | kGuarded | kHasInner, "Format of table files."),
    OPTION(write_buffer_size, kLive, "Bytes in a memtable at which it is flushed."),
    OPTION(max_write_buffer_number, kLive, "Memtables before writes stop."),
    OPTION(compression, kLive, "Algorithm, unless set per level."),
    OPTION(compression_per_level, kLive, "Algorithm of each level."),
    OPTION(bottommost_compression, kLive, "Algorithm of the last level."),
    OPTION(prefix_extractor, kLive | kByName | kMayAppear | kWordInLog, "Prefix of a key."),
    OPTION(memtable_insert_with_hint_prefix_extractor, kByName | kMayAppear | kWordInLog,
           "Prefix for insertion hints."),
    OPTION(num_levels, kFixed, "Levels of the tree."),
    OPTION(min_write_buffer_number_to_merge, kFixed, "Memtables merged into one flush."),
    OPTION(max_write_buffer_size_to_maintain, kFixed,
           "Flushed memtables kept for conflict checks."),
    OPTION(bottommost_compression_opts, kLive, "Tuning in the last level."),
    OPTION(compression_opts, kLive, "Tuning of compression."),
    UNNAMED_OPTION(compression_manager, kLive | kByName, "Application's compression."),
    OPTION(level0_file_num_compaction_trigger, kLive, "Level-0 files that start compaction."),
    OPTION(level0_slowdown_writes_trigger, kLive, "Level-0 depth that slows writes."),
    OPTION(level0_stop_writes_trigger, kLive, "Level-0 depth that stops writes."),
    OPTION(target_file_size_base, kLive, "File size in Level 1."),
    OPTION(target_file_size_multiplier, kLive, "Growth of the file size per level."),
    OPTION(max_bytes_for_level_base, kLive, "Capacity of Level 1."),
    OPTION(level_compaction_dynamic_level_bytes, kFixed, "Size levels from the bottom up."),
    OPTION(max_bytes_for_level_multiplier, kLive, "Growth of capacity per level."),
    OPTION(max_bytes_for_level_multiplier_additional, kLive, "Extra factor of each level."),
    OPTION(max_sequential_skip_in_iterations, kLive, "Hidden entries skipped before a seek."),
    OPTION(max_compaction_bytes, kLive, "Limit of one compaction; 0 is automatic."),
    OPTION(arena_block_size, kLive, "Allocation unit of memtables; 0 is automatic."),
    OPTION(soft_pending_compaction_bytes_limit, kLive, "Debt that slows writes; 0 never."),
    OPTION(hard_pending_compaction_bytes_limit, kLive, "Debt that stops writes; 0 never."),
    OPTION(disable_auto_compactions, kLive, "Compact only on request."),
    OPTION(compaction_style, kWordInLog, "Shape of the tree."),
    OPTION(compaction_pri, kWordInLog, "Which file of a level goes first."),
    OPTION(compaction_options_universal, kLive, "Universal style's settings."),
    OPTION(compaction_options_fifo, kLive, "FIFO style's settings."),
    RENAMED_OPTION("table_properties_collectors", table_properties_collector_factories, kByName,
                   "Factories of table properties collectors."),
    OPTION(inplace_update_support, kFixed, "Overwrite values in the memtable."),
    OPTION(inplace_update_num_locks, kLive, "Locks of in-place updates."),
    OPTION(memtable_prefix_bloom_size_ratio, kLive, "Share of a memtable given to its filter."),
    OPTION(memtable_whole_key_filtering, kLive, "Whole keys in the memtable's filter."),
    OPTION(memtable_huge_page_size, kLive, "Huge page size of memtables; 0 is none."),
    OPTION(bloom_locality, kFixed, "Probes of one key in one cache line."),
    OPTION(max_successive_merges, kLive, "Merge operands before a write resolves them."),
    OPTION(strict_max_successive_merges, kLive, "Resolve merge operands even by reading files."),
    OPTION(optimize_filters_for_hits, kFixed, "No filter in the last level."),
    OPTION(paranoid_file_checks, kLive, "Read new files back."),
    OPTION(force_consistency_checks, kFixed, "Check the order of files."),
    OPTION(report_bg_io_stats, kLive, "Measure background I/O."),
    OPTION(disallow_memtable_writes, kFixed, "Only ingestion adds data."),
    OPTION(ttl, kLive, "Seconds until data is compacted."),
    OPTION(periodic_compaction_seconds, kLive, "Seconds until a file is rewritten."),
    OPTION(bottommost_file_compaction_delay, kLive, "Delay for marked last-level files."),
    OPTION(default_temperature, kWordInLog, "Temperature of files that have none."),
    OPTION(default_write_temperature, kLive | kWordInLog, "Temperature of new files."),
    OPTION(last_level_temperature, kLive | kWordInLog, "Temperature of the last level."),
    OPTION(preclude_last_level_data_seconds, kLive,
           "Age below which data stays above the last level."),
    OPTION(preserve_internal_time_seconds, kLive, "Seconds for which write times are kept."),
    OPTION(persist_user_defined_timestamps, kGuarded, "Keep timestamps in files."),
    OPTION(cf_allow_ingest_behind, kFixed, "Keep the last level for ingested files."),
    OPTION(enable_blob_files, kLive | kWordInLog, "Store large values in blob files."),
    OPTION(min_blob_size, kLive, "Smallest value stored in a blob file."),
    OPTION(blob_file_size, kLive, "Size of a blob file."),
    OPTION(blob_compression_type, kLive, "Compression of blobs."),
    OPTION(enable_blob_garbage_collection, kLive | kWordInLog, "Move valid blobs on compaction."),
    OPTION(blob_garbage_collection_age_cutoff, kLive,
           "Oldest share of blob files whose blobs move."),
    OPTION(blob_garbage_collection_force_threshold, kLive,
           "Garbage that forces the move of valid blobs."),
    OPTION(blob_compaction_readahead_size, kLive, "Readahead of blobs in compaction."),
    OPTION(blob_file_starting_level, kLive, "Levels above keep values inline."),
    OPTION(prepopulate_blob_cache, kLive, "Cache blobs when they are written."),
    FOREIGN_OPTION(blob_cache, "Cache of blobs."),
    OPTION(experimental_mempurge_threshold, kLive, "Garbage share that rewrites in memory."),
    OPTION(memtable_max_range_deletions, kLive, "DeleteRange calls that force a flush."),
    OPTION(memtable_protection_bytes_per_key, kLive, "Checksum bytes of memtable entries."),
    OPTION(block_protection_bytes_per_key, kLive, "Checksum bytes of cached entries."),
    OPTION(paranoid_memory_checks, kLive, "Check order while reading memtables."),
    OPTION(memtable_op_scan_flush_trigger, kLive, "Hidden entries in one step that flush."),
    OPTION(memtable_avg_op_scan_flush_trigger, kLive,
           "Hidden entries in an average step that flush."),
    OPTION(sample_for_compression, kLive, "One in this many blocks is sampled."),
    OPTION(uncache_aggressiveness, kLive, "Effort to drop dead blocks from the cache."),
    OPAQUE_OPTION(snap_refresh_nanos, "Without effect."),
    OPAQUE_OPTION(cf_paths, "Directories of tables."),
    OPAQUE_OPTION(compaction_thread_limiter, "Shared limit on compactions."),
    OPAQUE_OPTION(inplace_callback, "Application's in-place update."),
    OPTION(bucket_options, kLive | kPrivate, "Buckets of Level 0."),
};

const char* const kRetired[] = {
    "bottommost_temperature",
    "check_flush_compaction_key_order",
    "compaction_measure_io_stats",
    "expanded_compaction_factor",
    "filter_deletes",
    "hard_rate_limit",
    "ignore_max_compaction_bytes_for_input",
    "level_compaction_dynamic_file_size",
    "max_grandparent_overlap_factor",
    "max_mem_compaction_level",
    "max_write_buffer_number_to_maintain",
    "memtable_prefix_bloom_bits",
    "memtable_prefix_bloom_huge_page_tlb_size",
    "memtable_prefix_bloom_probes",
    "min_partial_merge_operands",
    "purge_redundant_kvs_while_flush",
    "rate_limit_delay_max_milliseconds",
    "snap_refresh_nanos",
    "soft_rate_limit",
    "source_compaction_factor",
    "verify_checksums_in_compaction",
};

const std::pair<const char*, const char*> kAliases[] = {
    {"memtable", "memtable_factory"},
    {"block_based_table_factory", "table_factory"},
};

const OptionTable kTable = {"ColumnFamilyOptions", kSpecs,   std::size(kSpecs),  kRetired,
                            std::size(kRetired),   kAliases, std::size(kAliases)};

}  // namespace

const OptionTable& ColumnFamilyOptionsTable() { return kTable; }

}  // namespace ROCKSDB_NAMESPACE
