// Options of single calls: reads, writes, flushes, manual compactions, waiting.
#include <chrono>

#include "c_api/handles.h"
#include "c_api/option_macros.h"

using ROCKSDB_NAMESPACE::Slice;

// ---- Reads ----

C_API_LIFE(rocksdb_readoptions_t, rocksdb_readoptions)

#define ROW(NAME, TYPE) C_API_OPTION(rocksdb_readoptions_t, rocksdb_readoptions, NAME, TYPE, NAME)
ROW(verify_checksums, unsigned char)
ROW(fill_cache, unsigned char)
ROW(read_tier, int)
ROW(tailing, unsigned char)
ROW(readahead_size, size_t)
ROW(prefix_same_as_start, unsigned char)
ROW(pin_data, unsigned char)
ROW(total_order_seek, unsigned char)
ROW(max_skippable_internal_keys, uint64_t)
ROW(background_purge_on_iterator_cleanup, unsigned char)
ROW(ignore_range_deletions, unsigned char)
ROW(async_io, unsigned char)
#undef ROW
C_API_MICROS_OPTION(rocksdb_readoptions_t, rocksdb_readoptions, deadline, deadline)
C_API_MICROS_OPTION(rocksdb_readoptions_t, rocksdb_readoptions, io_timeout, io_timeout)
C_API_SETTER(rocksdb_readoptions_t, rocksdb_readoptions, managed, unsigned char, managed)
C_API_SETTER(rocksdb_readoptions_t, rocksdb_readoptions, auto_readahead_size, unsigned char,
             auto_readahead_size)

void rocksdb_readoptions_set_snapshot(rocksdb_readoptions_t* options,
                                      const rocksdb_snapshot_t* snapshot) {
  options->rep.snapshot = snapshot != nullptr ? snapshot->rep : nullptr;
}

// Points `option` to the caller's bytes by way of `slice`; NULL takes the option away.
static void Refer(const char* bytes, size_t size, Slice* slice, const Slice** option) {
  *slice = bytes != nullptr ? Slice(bytes, size) : Slice();
  *option = bytes != nullptr ? slice : nullptr;
}

void rocksdb_readoptions_set_iterate_lower_bound(rocksdb_readoptions_t* options, const char* bound,
                                                 size_t bound_size) {
  Refer(bound, bound_size, &options->lower_bound, &options->rep.iterate_lower_bound);
}

void rocksdb_readoptions_set_iterate_upper_bound(rocksdb_readoptions_t* options, const char* bound,
                                                 size_t bound_size) {
  Refer(bound, bound_size, &options->upper_bound, &options->rep.iterate_upper_bound);
}

void rocksdb_readoptions_set_timestamp(rocksdb_readoptions_t* options, const char* timestamp,
                                       size_t timestamp_size) {
  Refer(timestamp, timestamp_size, &options->timestamp, &options->rep.timestamp);
}

void rocksdb_readoptions_set_iter_start_ts(rocksdb_readoptions_t* options, const char* timestamp,
                                           size_t timestamp_size) {
  Refer(timestamp, timestamp_size, &options->iter_start_ts, &options->rep.iter_start_ts);
}

// ---- Writes ----

C_API_LIFE(rocksdb_writeoptions_t, rocksdb_writeoptions)

#define ROW(NAME) \
  C_API_OPTION(rocksdb_writeoptions_t, rocksdb_writeoptions, NAME, unsigned char, NAME)
ROW(sync)
ROW(ignore_missing_column_families)
ROW(no_slowdown)
ROW(low_pri)
ROW(memtable_insert_hint_per_batch)
#undef ROW
C_API_GETTER(rocksdb_writeoptions_t, rocksdb_writeoptions, disable_WAL, unsigned char, disableWAL)

void rocksdb_writeoptions_disable_WAL(rocksdb_writeoptions_t* options, int value) {
  options->rep.disableWAL = value != 0;
}

// ---- Flushes ----

C_API_LIFE(rocksdb_flushoptions_t, rocksdb_flushoptions)
C_API_OPTION(rocksdb_flushoptions_t, rocksdb_flushoptions, wait, unsigned char, wait)

// ---- Manual compactions ----

C_API_LIFE(rocksdb_compactoptions_t, rocksdb_compactoptions)

#define ROW(NAME, TYPE) \
  C_API_OPTION(rocksdb_compactoptions_t, rocksdb_compactoptions, NAME, TYPE, NAME)
ROW(exclusive_manual_compaction, unsigned char)
ROW(bottommost_level_compaction, unsigned char)
ROW(change_level, unsigned char)
ROW(target_level, int)
ROW(target_path_id, int)
ROW(allow_write_stall, unsigned char)
ROW(max_subcompactions, int)
#undef ROW

void rocksdb_compactoptions_set_full_history_ts_low(rocksdb_compactoptions_t* options,
                                                    char* timestamp, size_t timestamp_size) {
  options->timestamp_bytes = timestamp != nullptr ? std::string(timestamp, timestamp_size) : "";
  Refer(timestamp != nullptr ? options->timestamp_bytes.data() : nullptr, timestamp_size,
        &options->full_history_ts_low, &options->rep.full_history_ts_low);
}

// ---- Waiting for compactions ----

C_API_LIFE(rocksdb_wait_for_compact_options_t, rocksdb_wait_for_compact_options)

#define ROW(NAME)                                                                          \
  C_API_OPTION(rocksdb_wait_for_compact_options_t, rocksdb_wait_for_compact_options, NAME, \
               unsigned char, NAME)
ROW(abort_on_pause)
ROW(flush)
ROW(close_db)
#undef ROW
C_API_MICROS_OPTION(rocksdb_wait_for_compact_options_t, rocksdb_wait_for_compact_options, timeout,
                    timeout)
