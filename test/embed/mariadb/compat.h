// What MariaDB's plugin, written for RocksDB 6.29, names and RocksDB 10.6 no longer has. Read
// before every source of the plugin. An option that is gone keeps its variable in the server, which
// has no effect.
#pragma once

#include <cstdint>

#include "rocksdb/advanced_cache.h"
#include "rocksdb/options.h"
#include "rocksdb/statistics.h"
#include "rocksdb/version.h"

namespace gone {

enum AccessHint { NONE, NORMAL, SEQUENTIAL, WILLNEED };

inline AccessHint access_hint_on_compaction_start = NORMAL;
inline bool new_table_reader_for_compaction_inputs = false;
inline bool hash_index_allow_collision = true;

// As 6.29 shows them where nobody sets them.
inline constexpr int max_mem_compaction_level = 0;
inline constexpr double soft_rate_limit = 0;
inline constexpr double hard_rate_limit = 0;
inline constexpr unsigned rate_limit_delay_max_milliseconds = 100;
inline constexpr bool purge_redundant_kvs_while_flush = true;

}  // namespace gone

namespace ROCKSDB_NAMESPACE {

inline constexpr CompressionType kZSTDNotFinalCompression = static_cast<CompressionType>(0x40);

// Counters without a successor show one that the plugin never moves.
inline constexpr Tickers kStaysZero = BLOB_DB_FIFO_BYTES_EVICTED;
inline constexpr Tickers BLOCK_CACHE_INDEX_BYTES_EVICT = kStaysZero;
inline constexpr Tickers BLOCK_CACHE_FILTER_BYTES_EVICT = kStaysZero;
inline constexpr Tickers BLOCK_CACHE_COMPRESSED_MISS = kStaysZero;
inline constexpr Tickers BLOCK_CACHE_COMPRESSED_HIT = kStaysZero;
inline constexpr Tickers NO_FILE_CLOSES = kStaysZero;
inline constexpr Tickers NUMBER_FILTERED_DELETES = kStaysZero;
inline constexpr Tickers WRITE_TIMEDOUT = kStaysZero;
inline constexpr Tickers NO_ITERATORS = NO_ITERATOR_CREATED;
inline constexpr Tickers NUMBER_BLOCK_NOT_COMPRESSED = NUMBER_BLOCK_COMPRESSION_BYPASSED;

}  // namespace ROCKSDB_NAMESPACE

#ifndef BUCKETLSM
#include "stock_compat.h"
#endif
