// The one table of tickers and histograms: enumerator, name, what it counts. Feeds the name maps of
// statistics.h, reports and documentation. The order must be that of the enumerators, which
// assertions in ticker_table.cc check.
#pragma once

#include "rocksdb/statistics.h"

namespace ROCKSDB_NAMESPACE {

// What a ticker counts, or what one value of a histogram means; "" for unknown numbers.
const char* TickerSentence(uint32_t ticker);
const char* HistogramSentence(uint32_t histogram);

}  // namespace ROCKSDB_NAMESPACE

// clang-format off
#define BUCKETLSM_TICKER_TABLE(ROW) \
  ROW(BLOCK_CACHE_MISS, "rocksdb.block.cache.miss", "blocks not found in the block cache") \
  ROW(BLOCK_CACHE_HIT, "rocksdb.block.cache.hit", "blocks found in the block cache") \
  ROW(BLOCK_CACHE_ADD, "rocksdb.block.cache.add", "blocks put into the block cache") \
  ROW(BLOCK_CACHE_ADD_FAILURES, "rocksdb.block.cache.add.failures", "blocks the block cache refused") \
  ROW(BLOCK_CACHE_INDEX_MISS, "rocksdb.block.cache.index.miss", "index blocks not in the cache") \
  ROW(BLOCK_CACHE_INDEX_HIT, "rocksdb.block.cache.index.hit", "index blocks found in the cache") \
  ROW(BLOCK_CACHE_INDEX_ADD, "rocksdb.block.cache.index.add", "index blocks put into the cache") \
  ROW(BLOCK_CACHE_INDEX_BYTES_INSERT, "rocksdb.block.cache.index.bytes.insert", "bytes of index blocks put into the cache") \
  ROW(BLOCK_CACHE_FILTER_MISS, "rocksdb.block.cache.filter.miss", "filter blocks not in the cache") \
  ROW(BLOCK_CACHE_FILTER_HIT, "rocksdb.block.cache.filter.hit", "filter blocks found in the cache") \
  ROW(BLOCK_CACHE_FILTER_ADD, "rocksdb.block.cache.filter.add", "filter blocks put into the cache") \
  ROW(BLOCK_CACHE_FILTER_BYTES_INSERT, "rocksdb.block.cache.filter.bytes.insert", "bytes of filter blocks put into the cache") \
  ROW(BLOCK_CACHE_DATA_MISS, "rocksdb.block.cache.data.miss", "data blocks not in the cache") \
  ROW(BLOCK_CACHE_DATA_HIT, "rocksdb.block.cache.data.hit", "data blocks found in the cache") \
  ROW(BLOCK_CACHE_DATA_ADD, "rocksdb.block.cache.data.add", "data blocks put into the cache") \
  ROW(BLOCK_CACHE_DATA_BYTES_INSERT, "rocksdb.block.cache.data.bytes.insert", "bytes of data blocks put into the cache") \
  ROW(BLOCK_CACHE_BYTES_READ, "rocksdb.block.cache.bytes.read", "bytes served by the block cache") \
  ROW(BLOCK_CACHE_BYTES_WRITE, "rocksdb.block.cache.bytes.write", "bytes put into the block cache") \
  ROW(BLOCK_CACHE_COMPRESSION_DICT_MISS, "rocksdb.block.cache.compression.dict.miss", "compression dictionaries not in the cache") \
  ROW(BLOCK_CACHE_COMPRESSION_DICT_HIT, "rocksdb.block.cache.compression.dict.hit", "compression dictionaries found in the cache") \
  ROW(BLOCK_CACHE_COMPRESSION_DICT_ADD, "rocksdb.block.cache.compression.dict.add", "compression dictionaries put into the cache") \
  ROW(BLOCK_CACHE_COMPRESSION_DICT_BYTES_INSERT, "rocksdb.block.cache.compression.dict.bytes.insert", "bytes of compression dictionaries put into the cache") \
  ROW(BLOCK_CACHE_ADD_REDUNDANT, "rocksdb.block.cache.add.redundant", "blocks put into the cache again by a concurrent reader") \
  ROW(BLOCK_CACHE_INDEX_ADD_REDUNDANT, "rocksdb.block.cache.index.add.redundant", "index blocks put into the cache again by a concurrent reader") \
  ROW(BLOCK_CACHE_FILTER_ADD_REDUNDANT, "rocksdb.block.cache.filter.add.redundant", "filter blocks put into the cache again by a concurrent reader") \
  ROW(BLOCK_CACHE_DATA_ADD_REDUNDANT, "rocksdb.block.cache.data.add.redundant", "data blocks put into the cache again by a concurrent reader") \
  ROW(BLOCK_CACHE_COMPRESSION_DICT_ADD_REDUNDANT, "rocksdb.block.cache.compression.dict.add.redundant", "compression dictionaries put into the cache again by a concurrent reader") \
  ROW(SECONDARY_CACHE_HITS, "rocksdb.secondary.cache.hits", "blocks found in the secondary cache") \
  ROW(SECONDARY_CACHE_FILTER_HITS, "rocksdb.secondary.cache.filter.hits", "filter blocks found in the secondary cache") \
  ROW(SECONDARY_CACHE_INDEX_HITS, "rocksdb.secondary.cache.index.hits", "index blocks found in the secondary cache") \
  ROW(SECONDARY_CACHE_DATA_HITS, "rocksdb.secondary.cache.data.hits", "data blocks found in the secondary cache") \
  ROW(COMPRESSED_SECONDARY_CACHE_DUMMY_HITS, "rocksdb.compressed.secondary.cache.dummy.hits", "placeholders found in the compressed secondary cache") \
  ROW(COMPRESSED_SECONDARY_CACHE_HITS, "rocksdb.compressed.secondary.cache.hits", "blocks found in the compressed secondary cache") \
  ROW(COMPRESSED_SECONDARY_CACHE_PROMOTIONS, "rocksdb.compressed.secondary.cache.promotions", "blocks promoted from the compressed secondary cache to the primary cache") \
  ROW(COMPRESSED_SECONDARY_CACHE_PROMOTION_SKIPS, "rocksdb.compressed.secondary.cache.promotion.skips", "blocks whose promotion from the compressed secondary cache was skipped") \
  ROW(BLOOM_FILTER_USEFUL, "rocksdb.bloom.filter.useful", "point lookups a filter spared a table") \
  ROW(BLOOM_FILTER_FULL_POSITIVE, "rocksdb.bloom.filter.full.positive", "point lookups a full filter let through") \
  ROW(BLOOM_FILTER_FULL_TRUE_POSITIVE, "rocksdb.bloom.filter.full.true.positive", "point lookups a full filter let through and whose key was there") \
  ROW(BLOOM_FILTER_PREFIX_CHECKED, "rocksdb.bloom.filter.prefix.checked", "point lookups that tested a prefix filter") \
  ROW(BLOOM_FILTER_PREFIX_USEFUL, "rocksdb.bloom.filter.prefix.useful", "point lookups a prefix filter spared a table") \
  ROW(BLOOM_FILTER_PREFIX_TRUE_POSITIVE, "rocksdb.bloom.filter.prefix.true.positive", "point lookups a prefix filter let through and whose key was there") \
  ROW(PERSISTENT_CACHE_HIT, "rocksdb.persistent.cache.hit", "pages found in the persistent cache") \
  ROW(PERSISTENT_CACHE_MISS, "rocksdb.persistent.cache.miss", "pages not in the persistent cache") \
  ROW(SIM_BLOCK_CACHE_HIT, "rocksdb.sim.block.cache.hit", "hits of the simulated cache") \
  ROW(SIM_BLOCK_CACHE_MISS, "rocksdb.sim.block.cache.miss", "misses of the simulated cache") \
  ROW(MEMTABLE_HIT, "rocksdb.memtable.hit", "point lookups answered by a memtable") \
  ROW(MEMTABLE_MISS, "rocksdb.memtable.miss", "point lookups that went on to files") \
  ROW(GET_HIT_L0, "rocksdb.l0.hit", "point lookups answered by level 0") \
  ROW(GET_HIT_L1, "rocksdb.l1.hit", "point lookups answered by level 1") \
  ROW(GET_HIT_L2_AND_UP, "rocksdb.l2andup.hit", "point lookups answered by deeper levels") \
  ROW(COMPACTION_KEY_DROP_NEWER_ENTRY, "rocksdb.compaction.key.drop.new", "entries dropped because a newer one hides them") \
  ROW(COMPACTION_KEY_DROP_OBSOLETE, "rocksdb.compaction.key.drop.obsolete", "deletions dropped because nothing older is left") \
  ROW(COMPACTION_KEY_DROP_RANGE_DEL, "rocksdb.compaction.key.drop.range_del", "entries dropped because a range deletion covers them") \
  ROW(COMPACTION_KEY_DROP_USER, "rocksdb.compaction.key.drop.user", "entries dropped by the compaction filter") \
  ROW(COMPACTION_RANGE_DEL_DROP_OBSOLETE, "rocksdb.compaction.range_del.drop.obsolete", "range deletions dropped because nothing older is left") \
  ROW(COMPACTION_OPTIMIZED_DEL_DROP_OBSOLETE, "rocksdb.compaction.optimized.del.drop.obsolete", "deletions dropped early because no deeper level can hold the key") \
  ROW(COMPACTION_CANCELLED, "rocksdb.compaction.cancelled", "compactions given up because of file size limits") \
  ROW(NUMBER_KEYS_WRITTEN, "rocksdb.number.keys.written", "keys written") \
  ROW(NUMBER_KEYS_READ, "rocksdb.number.keys.read", "keys read by Get") \
  ROW(NUMBER_KEYS_UPDATED, "rocksdb.number.keys.updated", "keys changed in place") \
  ROW(BYTES_WRITTEN, "rocksdb.bytes.written", "bytes of keys and values written") \
  ROW(BYTES_READ, "rocksdb.bytes.read", "bytes of values returned by Get") \
  ROW(NUMBER_DB_SEEK, "rocksdb.number.db.seek", "seeks of iterators") \
  ROW(NUMBER_DB_NEXT, "rocksdb.number.db.next", "steps forward of iterators") \
  ROW(NUMBER_DB_PREV, "rocksdb.number.db.prev", "steps back of iterators") \
  ROW(NUMBER_DB_SEEK_FOUND, "rocksdb.number.db.seek.found", "seeks that found an entry") \
  ROW(NUMBER_DB_NEXT_FOUND, "rocksdb.number.db.next.found", "steps forward that found an entry") \
  ROW(NUMBER_DB_PREV_FOUND, "rocksdb.number.db.prev.found", "steps back that found an entry") \
  ROW(ITER_BYTES_READ, "rocksdb.db.iter.bytes.read", "bytes of keys and values returned by iterators") \
  ROW(NUMBER_ITER_SKIP, "rocksdb.number.iter.skip", "internal entries skipped by iterators") \
  ROW(NUMBER_OF_RESEEKS_IN_ITERATION, "rocksdb.number.reseeks.iteration", "seeks iterators did in place of many steps") \
  ROW(NO_ITERATOR_CREATED, "rocksdb.num.iterator.created", "iterators made") \
  ROW(NO_ITERATOR_DELETED, "rocksdb.num.iterator.deleted", "iterators destroyed") \
  ROW(NO_FILE_OPENS, "rocksdb.no.file.opens", "table files opened") \
  ROW(NO_FILE_ERRORS, "rocksdb.no.file.errors", "table files that could not be opened") \
  ROW(STALL_MICROS, "rocksdb.stall.micros", "microseconds of write stalls") \
  ROW(DB_MUTEX_WAIT_MICROS, "rocksdb.db.mutex.wait.micros", "microseconds spent waiting for the database lock") \
  ROW(NUMBER_MULTIGET_CALLS, "rocksdb.number.multiget.get", "MultiGet calls") \
  ROW(NUMBER_MULTIGET_KEYS_READ, "rocksdb.number.multiget.keys.read", "keys read by MultiGet") \
  ROW(NUMBER_MULTIGET_BYTES_READ, "rocksdb.number.multiget.bytes.read", "bytes of values returned by MultiGet") \
  ROW(NUMBER_MULTIGET_KEYS_FOUND, "rocksdb.number.multiget.keys.found", "keys found by MultiGet") \
  ROW(NUMBER_MERGE_FAILURES, "rocksdb.number.merge.failures", "merges the merge operator failed") \
  ROW(GET_UPDATES_SINCE_CALLS, "rocksdb.getupdatessince.calls", "calls of GetUpdatesSince") \
  ROW(WAL_FILE_SYNCED, "rocksdb.wal.synced", "syncs of write-ahead logs") \
  ROW(WAL_FILE_BYTES, "rocksdb.wal.bytes", "bytes written to write-ahead logs") \
  ROW(WRITE_DONE_BY_SELF, "rocksdb.write.self", "writes done by the calling thread") \
  ROW(WRITE_DONE_BY_OTHER, "rocksdb.write.other", "writes done by the leader of a group for another thread") \
  ROW(WRITE_WITH_WAL, "rocksdb.write.wal", "writes that went to a write-ahead log") \
  ROW(COMPACT_READ_BYTES, "rocksdb.compact.read.bytes", "bytes read by compactions") \
  ROW(COMPACT_WRITE_BYTES, "rocksdb.compact.write.bytes", "bytes written by compactions") \
  ROW(FLUSH_WRITE_BYTES, "rocksdb.flush.write.bytes", "bytes written by flushes") \
  ROW(COMPACT_READ_BYTES_MARKED, "rocksdb.compact.read.marked.bytes", "bytes read by compactions of marked files") \
  ROW(COMPACT_READ_BYTES_PERIODIC, "rocksdb.compact.read.periodic.bytes", "bytes read by periodic compactions") \
  ROW(COMPACT_READ_BYTES_TTL, "rocksdb.compact.read.ttl.bytes", "bytes read by compactions for age") \
  ROW(COMPACT_WRITE_BYTES_MARKED, "rocksdb.compact.write.marked.bytes", "bytes written by compactions of marked files") \
  ROW(COMPACT_WRITE_BYTES_PERIODIC, "rocksdb.compact.write.periodic.bytes", "bytes written by periodic compactions") \
  ROW(COMPACT_WRITE_BYTES_TTL, "rocksdb.compact.write.ttl.bytes", "bytes written by compactions for age") \
  ROW(NUMBER_DIRECT_LOAD_TABLE_PROPERTIES, "rocksdb.number.direct.load.table.properties", "table properties read from the file, not from an open table") \
  ROW(NUMBER_SUPERVERSION_ACQUIRES, "rocksdb.number.superversion_acquires", "references taken to super versions") \
  ROW(NUMBER_SUPERVERSION_RELEASES, "rocksdb.number.superversion_releases", "references to super versions released") \
  ROW(NUMBER_SUPERVERSION_CLEANUPS, "rocksdb.number.superversion_cleanups", "super versions freed by a reader") \
  ROW(NUMBER_BLOCK_COMPRESSED, "rocksdb.number.block.compressed", "blocks compressed") \
  ROW(NUMBER_BLOCK_DECOMPRESSED, "rocksdb.number.block.decompressed", "blocks decompressed") \
  ROW(BYTES_COMPRESSED_FROM, "rocksdb.bytes.compressed.from", "bytes of blocks before successful compression") \
  ROW(BYTES_COMPRESSED_TO, "rocksdb.bytes.compressed.to", "bytes of blocks after successful compression") \
  ROW(BYTES_COMPRESSION_BYPASSED, "rocksdb.bytes.compression_bypassed", "bytes of blocks not offered to compression") \
  ROW(BYTES_COMPRESSION_REJECTED, "rocksdb.bytes.compression.rejected", "bytes of blocks stored plain since compression did not pay") \
  ROW(NUMBER_BLOCK_COMPRESSION_BYPASSED, "rocksdb.number.block_compression_bypassed", "blocks not offered to compression") \
  ROW(NUMBER_BLOCK_COMPRESSION_REJECTED, "rocksdb.number.block_compression_rejected", "blocks stored plain since compression did not pay") \
  ROW(BYTES_DECOMPRESSED_FROM, "rocksdb.bytes.decompressed.from", "compressed bytes of blocks decompressed") \
  ROW(BYTES_DECOMPRESSED_TO, "rocksdb.bytes.decompressed.to", "bytes of decompressed blocks after decompression") \
  ROW(MERGE_OPERATION_TOTAL_TIME, "rocksdb.merge.operation.time.nanos", "nanoseconds in the merge operator") \
  ROW(FILTER_OPERATION_TOTAL_TIME, "rocksdb.filter.operation.time.nanos", "nanoseconds in the compaction filter") \
  ROW(COMPACTION_CPU_TOTAL_TIME, "rocksdb.compaction.total.time.cpu_micros", "microseconds of processor time in compactions") \
  ROW(ROW_CACHE_HIT, "rocksdb.row.cache.hit", "rows found in the row cache") \
  ROW(ROW_CACHE_MISS, "rocksdb.row.cache.miss", "rows not in the row cache") \
  ROW(READ_AMP_ESTIMATE_USEFUL_BYTES, "rocksdb.read.amp.estimate.useful.bytes", "bytes of blocks that reads needed (an estimate)") \
  ROW(READ_AMP_TOTAL_READ_BYTES, "rocksdb.read.amp.total.read.bytes", "bytes of blocks loaded for reads") \
  ROW(NUMBER_RATE_LIMITER_DRAINS, "rocksdb.number.rate_limiter.drains", "times the rate limiter had no bytes left") \
  ROW(BLOB_DB_NUM_PUT, "rocksdb.blobdb.num.put", "BlobDB: puts") \
  ROW(BLOB_DB_NUM_WRITE, "rocksdb.blobdb.num.write", "BlobDB: batches written") \
  ROW(BLOB_DB_NUM_GET, "rocksdb.blobdb.num.get", "BlobDB: gets") \
  ROW(BLOB_DB_NUM_MULTIGET, "rocksdb.blobdb.num.multiget", "BlobDB: multi-gets") \
  ROW(BLOB_DB_NUM_SEEK, "rocksdb.blobdb.num.seek", "BlobDB: seeks") \
  ROW(BLOB_DB_NUM_NEXT, "rocksdb.blobdb.num.next", "BlobDB: steps forward") \
  ROW(BLOB_DB_NUM_PREV, "rocksdb.blobdb.num.prev", "BlobDB: steps back") \
  ROW(BLOB_DB_NUM_KEYS_WRITTEN, "rocksdb.blobdb.num.keys.written", "BlobDB: keys written") \
  ROW(BLOB_DB_NUM_KEYS_READ, "rocksdb.blobdb.num.keys.read", "BlobDB: keys read") \
  ROW(BLOB_DB_BYTES_WRITTEN, "rocksdb.blobdb.bytes.written", "BlobDB: bytes of keys and values written") \
  ROW(BLOB_DB_BYTES_READ, "rocksdb.blobdb.bytes.read", "BlobDB: bytes of keys and values read") \
  ROW(BLOB_DB_WRITE_INLINED, "rocksdb.blobdb.write.inlined", "BlobDB: values stored beside their key") \
  ROW(BLOB_DB_WRITE_INLINED_TTL, "rocksdb.blobdb.write.inlined.ttl", "BlobDB: values with a time to live stored beside their key") \
  ROW(BLOB_DB_WRITE_BLOB, "rocksdb.blobdb.write.blob", "BlobDB: values stored in blob files") \
  ROW(BLOB_DB_WRITE_BLOB_TTL, "rocksdb.blobdb.write.blob.ttl", "BlobDB: values with a time to live stored in blob files") \
  ROW(BLOB_DB_BLOB_FILE_BYTES_WRITTEN, "rocksdb.blobdb.blob.file.bytes.written", "bytes written to blob files") \
  ROW(BLOB_DB_BLOB_FILE_BYTES_READ, "rocksdb.blobdb.blob.file.bytes.read", "bytes read from blob files") \
  ROW(BLOB_DB_BLOB_FILE_SYNCED, "rocksdb.blobdb.blob.file.synced", "syncs of blob files") \
  ROW(BLOB_DB_BLOB_INDEX_EXPIRED_COUNT, "rocksdb.blobdb.blob.index.expired.count", "blob references dropped by compaction since expired") \
  ROW(BLOB_DB_BLOB_INDEX_EXPIRED_SIZE, "rocksdb.blobdb.blob.index.expired.size", "bytes of blob references dropped by compaction since expired") \
  ROW(BLOB_DB_BLOB_INDEX_EVICTED_COUNT, "rocksdb.blobdb.blob.index.evicted.count", "blob references dropped by compaction since their file was gone") \
  ROW(BLOB_DB_BLOB_INDEX_EVICTED_SIZE, "rocksdb.blobdb.blob.index.evicted.size", "bytes of blob references dropped by compaction since their file was gone") \
  ROW(BLOB_DB_GC_NUM_FILES, "rocksdb.blobdb.gc.num.files", "blob files removed by garbage collection") \
  ROW(BLOB_DB_GC_NUM_NEW_FILES, "rocksdb.blobdb.gc.num.new.files", "blob files written by garbage collection") \
  ROW(BLOB_DB_GC_FAILURES, "rocksdb.blobdb.gc.failures", "garbage collections of blob files that failed") \
  ROW(BLOB_DB_GC_NUM_KEYS_RELOCATED, "rocksdb.blobdb.gc.num.keys.relocated", "blobs garbage collection moved") \
  ROW(BLOB_DB_GC_BYTES_RELOCATED, "rocksdb.blobdb.gc.bytes.relocated", "bytes garbage collection moved") \
  ROW(BLOB_DB_FIFO_NUM_FILES_EVICTED, "rocksdb.blobdb.fifo.num.files.evicted", "blob files removed to keep within the size limit") \
  ROW(BLOB_DB_FIFO_NUM_KEYS_EVICTED, "rocksdb.blobdb.fifo.num.keys.evicted", "keys in blob files removed to keep within the size limit") \
  ROW(BLOB_DB_FIFO_BYTES_EVICTED, "rocksdb.blobdb.fifo.bytes.evicted", "bytes in blob files removed to keep within the size limit") \
  ROW(BLOB_DB_CACHE_MISS, "rocksdb.blobdb.cache.miss", "blobs not in the cache") \
  ROW(BLOB_DB_CACHE_HIT, "rocksdb.blobdb.cache.hit", "blobs found in the cache") \
  ROW(BLOB_DB_CACHE_ADD, "rocksdb.blobdb.cache.add", "blobs put into the cache") \
  ROW(BLOB_DB_CACHE_ADD_FAILURES, "rocksdb.blobdb.cache.add.failures", "blobs the cache refused") \
  ROW(BLOB_DB_CACHE_BYTES_READ, "rocksdb.blobdb.cache.bytes.read", "bytes of blobs served by the cache") \
  ROW(BLOB_DB_CACHE_BYTES_WRITE, "rocksdb.blobdb.cache.bytes.write", "bytes of blobs put into the cache") \
  ROW(TXN_PREPARE_MUTEX_OVERHEAD, "rocksdb.txn.overhead.mutex.prepare", "prepares that had to take the prepared-heap lock") \
  ROW(TXN_OLD_COMMIT_MAP_MUTEX_OVERHEAD, "rocksdb.txn.overhead.mutex.old.commit.map", "commits that had to take the old-commits lock") \
  ROW(TXN_DUPLICATE_KEY_OVERHEAD, "rocksdb.txn.overhead.duplicate.key", "batches that had a key twice") \
  ROW(TXN_SNAPSHOT_MUTEX_OVERHEAD, "rocksdb.txn.overhead.mutex.snapshot", "snapshot checks that had to take the lock") \
  ROW(TXN_GET_TRY_AGAIN, "rocksdb.txn.get.tryagain", "transactional gets that must be tried again") \
  ROW(FILES_MARKED_TRASH, "rocksdb.files.marked.trash", "obsolete files renamed to be deleted slowly") \
  ROW(FILES_DELETED_FROM_TRASH_QUEUE, "rocksdb.files.marked.trash.deleted", "renamed obsolete files deleted") \
  ROW(FILES_DELETED_IMMEDIATELY, "rocksdb.files.deleted.immediately", "obsolete files deleted at once") \
  ROW(ERROR_HANDLER_BG_ERROR_COUNT, "rocksdb.error.handler.bg.error.count", "background errors") \
  ROW(ERROR_HANDLER_BG_IO_ERROR_COUNT, "rocksdb.error.handler.bg.io.error.count", "background I/O errors") \
  ROW(ERROR_HANDLER_BG_RETRYABLE_IO_ERROR_COUNT, "rocksdb.error.handler.bg.retryable.io.error.count", "retryable background I/O errors") \
  ROW(ERROR_HANDLER_AUTORESUME_COUNT, "rocksdb.error.handler.autoresume.count", "automatic recoveries begun") \
  ROW(ERROR_HANDLER_AUTORESUME_RETRY_TOTAL_COUNT, "rocksdb.error.handler.autoresume.retry.total.count", "attempts of automatic recoveries") \
  ROW(ERROR_HANDLER_AUTORESUME_SUCCESS_COUNT, "rocksdb.error.handler.autoresume.success.count", "automatic recoveries that succeeded") \
  ROW(MEMTABLE_PAYLOAD_BYTES_AT_FLUSH, "rocksdb.memtable.payload.bytes.at.flush", "bytes of entries in memtables when flushed") \
  ROW(MEMTABLE_GARBAGE_BYTES_AT_FLUSH, "rocksdb.memtable.garbage.bytes.at.flush", "bytes of entries in memtables hidden by newer ones when flushed") \
  ROW(VERIFY_CHECKSUM_READ_BYTES, "rocksdb.verify_checksum.read.bytes", "bytes read to verify checksums") \
  ROW(BACKUP_READ_BYTES, "rocksdb.backup.read.bytes", "bytes read by backups") \
  ROW(BACKUP_WRITE_BYTES, "rocksdb.backup.write.bytes", "bytes written by backups") \
  ROW(REMOTE_COMPACT_READ_BYTES, "rocksdb.remote.compact.read.bytes", "bytes read by remote compactions") \
  ROW(REMOTE_COMPACT_WRITE_BYTES, "rocksdb.remote.compact.write.bytes", "bytes written by remote compactions") \
  ROW(HOT_FILE_READ_BYTES, "rocksdb.hot.file.read.bytes", "bytes read from files marked hot") \
  ROW(WARM_FILE_READ_BYTES, "rocksdb.warm.file.read.bytes", "bytes read from files marked warm") \
  ROW(COLD_FILE_READ_BYTES, "rocksdb.cold.file.read.bytes", "bytes read from files marked cold") \
  ROW(HOT_FILE_READ_COUNT, "rocksdb.hot.file.read.count", "reads of files marked hot") \
  ROW(WARM_FILE_READ_COUNT, "rocksdb.warm.file.read.count", "reads of files marked warm") \
  ROW(COLD_FILE_READ_COUNT, "rocksdb.cold.file.read.count", "reads of files marked cold") \
  ROW(LAST_LEVEL_READ_BYTES, "rocksdb.last.level.read.bytes", "bytes read from the last level") \
  ROW(LAST_LEVEL_READ_COUNT, "rocksdb.last.level.read.count", "reads of the last level") \
  ROW(NON_LAST_LEVEL_READ_BYTES, "rocksdb.non.last.level.read.bytes", "bytes read from other levels") \
  ROW(NON_LAST_LEVEL_READ_COUNT, "rocksdb.non.last.level.read.count", "reads of other levels") \
  ROW(LAST_LEVEL_SEEK_FILTERED, "rocksdb.last.level.seek.filtered", "last level: seeks a filter spared") \
  ROW(LAST_LEVEL_SEEK_FILTER_MATCH, "rocksdb.last.level.seek.filter.match", "last level: seeks a filter let through") \
  ROW(LAST_LEVEL_SEEK_DATA, "rocksdb.last.level.seek.data", "last level: seeks that read data") \
  ROW(LAST_LEVEL_SEEK_DATA_USEFUL_NO_FILTER, "rocksdb.last.level.seek.data.useful.no.filter", "last level: useful seeks that read data without a filter") \
  ROW(LAST_LEVEL_SEEK_DATA_USEFUL_FILTER_MATCH, "rocksdb.last.level.seek.data.useful.filter.match", "last level: useful seeks that read data after a filter let them through") \
  ROW(NON_LAST_LEVEL_SEEK_FILTERED, "rocksdb.non.last.level.seek.filtered", "other levels: seeks a filter spared") \
  ROW(NON_LAST_LEVEL_SEEK_FILTER_MATCH, "rocksdb.non.last.level.seek.filter.match", "other levels: seeks a filter let through") \
  ROW(NON_LAST_LEVEL_SEEK_DATA, "rocksdb.non.last.level.seek.data", "other levels: seeks that read data") \
  ROW(NON_LAST_LEVEL_SEEK_DATA_USEFUL_NO_FILTER, "rocksdb.non.last.level.seek.data.useful.no.filter", "other levels: useful seeks that read data without a filter") \
  ROW(NON_LAST_LEVEL_SEEK_DATA_USEFUL_FILTER_MATCH, "rocksdb.non.last.level.seek.data.useful.filter.match", "other levels: useful seeks that read data after a filter let them through") \
  ROW(BLOCK_CHECKSUM_COMPUTE_COUNT, "rocksdb.block.checksum.compute.count", "block checksums computed") \
  ROW(BLOCK_CHECKSUM_MISMATCH_COUNT, "rocksdb.block.checksum.mismatch.count", "block checksums that did not match") \
  ROW(MULTIGET_COROUTINE_COUNT, "rocksdb.multiget.coroutine.count", "coroutines used by MultiGet") \
  ROW(READ_ASYNC_MICROS, "rocksdb.read.async.micros", "microseconds waiting for asynchronous reads") \
  ROW(ASYNC_READ_ERROR_COUNT, "rocksdb.async.read.error.count", "asynchronous reads that failed") \
  ROW(TABLE_OPEN_PREFETCH_TAIL_MISS, "rocksdb.table.open.prefetch.tail.miss", "table opens that needed more than the prefetched tail") \
  ROW(TABLE_OPEN_PREFETCH_TAIL_HIT, "rocksdb.table.open.prefetch.tail.hit", "table opens served by the prefetched tail") \
  ROW(TIMESTAMP_FILTER_TABLE_CHECKED, "rocksdb.timestamp.filter.table.checked", "tables whose timestamp range was checked against a read") \
  ROW(TIMESTAMP_FILTER_TABLE_FILTERED, "rocksdb.timestamp.filter.table.filtered", "tables skipped after a check of their timestamp range") \
  ROW(READAHEAD_TRIMMED, "rocksdb.readahead.trimmed", "read-aheads cut short at the upper bound of an iterator") \
  ROW(FIFO_MAX_SIZE_COMPACTIONS, "rocksdb.fifo.max.size.compactions", "FIFO compactions for size") \
  ROW(FIFO_TTL_COMPACTIONS, "rocksdb.fifo.ttl.compactions", "FIFO compactions for age") \
  ROW(FIFO_CHANGE_TEMPERATURE_COMPACTIONS, "rocksdb.fifo.change_temperature.compactions", "FIFO compactions to change the temperature") \
  ROW(PREFETCH_BYTES, "rocksdb.prefetch.bytes", "bytes read ahead") \
  ROW(PREFETCH_BYTES_USEFUL, "rocksdb.prefetch.bytes.useful", "bytes read ahead and used") \
  ROW(PREFETCH_HITS, "rocksdb.prefetch.hits", "reads served by read-ahead") \
  ROW(SST_FOOTER_CORRUPTION_COUNT, "rocksdb.footer.corruption.count", "table footers found damaged") \
  ROW(FILE_READ_CORRUPTION_RETRY_COUNT, "rocksdb.file.read.corruption.retry.count", "reads tried again after a failed checksum") \
  ROW(FILE_READ_CORRUPTION_RETRY_SUCCESS_COUNT, "rocksdb.file.read.corruption.retry.success.count", "reads that succeeded when tried again after a failed checksum") \
  ROW(NUMBER_WBWI_INGEST, "rocksdb.number.wbwi.ingest", "indexed write batches ingested as memtables") \
  ROW(SST_USER_DEFINED_INDEX_LOAD_FAIL_COUNT, "rocksdb.sst.user.defined.index.load.fail.count", "tables opened without their user-defined index") \
  ROW(BUCKET_SPLITS, "rocksdb.bucket.splits", "buckets split in two") \
  ROW(BUCKET_MERGES, "rocksdb.bucket.merges", "buckets joined with a neighbour") \
  ROW(BUCKET_FLUSH_FILES, "rocksdb.bucket.flush.files", "level 0 files written by bucketed flushes") \
  ROW(BUCKET_JOBS, "rocksdb.bucket.jobs", "compactions of a bucket begun") \
  ROW(BUCKET_PARALLEL_JOBS, "rocksdb.bucket.parallel.jobs", "compactions of a bucket begun while another one ran") \
  ROW(BUCKET_MOVED_FILES, "rocksdb.bucket.moved.files", "level 0 files moved down without rewriting") \
  ROW(BUCKET_STALL_MICROS, "rocksdb.bucket.stall.micros", "microseconds of write stalls caused by the depth of a bucket")

// Times are in microseconds unless the name says otherwise.
#define BUCKETLSM_HISTOGRAM_TABLE(ROW) \
  ROW(DB_GET, "rocksdb.db.get.micros", "one Get") \
  ROW(DB_WRITE, "rocksdb.db.write.micros", "one write, from call to return") \
  ROW(COMPACTION_TIME, "rocksdb.compaction.times.micros", "one compaction") \
  ROW(COMPACTION_CPU_TIME, "rocksdb.compaction.times.cpu_micros", "processor time of one compaction") \
  ROW(SUBCOMPACTION_SETUP_TIME, "rocksdb.subcompaction.setup.times.micros", "preparing the parts of one compaction") \
  ROW(TABLE_SYNC_MICROS, "rocksdb.table.sync.micros", "one sync of a flushed table") \
  ROW(COMPACTION_OUTFILE_SYNC_MICROS, "rocksdb.compaction.outfile.sync.micros", "one sync of a compaction output") \
  ROW(WAL_FILE_SYNC_MICROS, "rocksdb.wal.file.sync.micros", "one sync of a write-ahead log") \
  ROW(MANIFEST_FILE_SYNC_MICROS, "rocksdb.manifest.file.sync.micros", "one sync of the MANIFEST") \
  ROW(TABLE_OPEN_IO_MICROS, "rocksdb.table.open.io.micros", "opening one table") \
  ROW(DB_MULTIGET, "rocksdb.db.multiget.micros", "one MultiGet") \
  ROW(READ_BLOCK_COMPACTION_MICROS, "rocksdb.read.block.compaction.micros", "one block read of a compaction") \
  ROW(READ_BLOCK_GET_MICROS, "rocksdb.read.block.get.micros", "one block read of a lookup") \
  ROW(WRITE_RAW_BLOCK_MICROS, "rocksdb.write.raw.block.micros", "writing one block") \
  ROW(NUM_FILES_IN_SINGLE_COMPACTION, "rocksdb.numfiles.in.singlecompaction", "input files of one compaction") \
  ROW(DB_SEEK, "rocksdb.db.seek.micros", "one seek") \
  ROW(WRITE_STALL, "rocksdb.db.write.stall", "one write stall") \
  ROW(SST_READ_MICROS, "rocksdb.sst.read.micros", "one read of a table file") \
  ROW(FILE_READ_FLUSH_MICROS, "rocksdb.file.read.flush.micros", "one read by a flush") \
  ROW(FILE_READ_COMPACTION_MICROS, "rocksdb.file.read.compaction.micros", "one read by a compaction") \
  ROW(FILE_READ_DB_OPEN_MICROS, "rocksdb.file.read.db.open.micros", "one read while opening the database") \
  ROW(FILE_READ_GET_MICROS, "rocksdb.file.read.get.micros", "one read by Get") \
  ROW(FILE_READ_MULTIGET_MICROS, "rocksdb.file.read.multiget.micros", "one read by MultiGet") \
  ROW(FILE_READ_DB_ITERATOR_MICROS, "rocksdb.file.read.db.iterator.micros", "one read by an iterator") \
  ROW(FILE_READ_VERIFY_DB_CHECKSUM_MICROS, "rocksdb.file.read.verify.db.checksum.micros", "one read to verify the database") \
  ROW(FILE_READ_VERIFY_FILE_CHECKSUMS_MICROS, "rocksdb.file.read.verify.file.checksums.micros", "one read to verify file checksums") \
  ROW(SST_WRITE_MICROS, "rocksdb.sst.write.micros", "one write to a table file") \
  ROW(FILE_WRITE_FLUSH_MICROS, "rocksdb.file.write.flush.micros", "one write by a flush") \
  ROW(FILE_WRITE_COMPACTION_MICROS, "rocksdb.file.write.compaction.micros", "one write by a compaction") \
  ROW(FILE_WRITE_DB_OPEN_MICROS, "rocksdb.file.write.db.open.micros", "one write while opening the database") \
  ROW(NUM_SUBCOMPACTIONS_SCHEDULED, "rocksdb.num.subcompactions.scheduled", "parts of one compaction") \
  ROW(BYTES_PER_READ, "rocksdb.bytes.per.read", "bytes returned by one Get") \
  ROW(BYTES_PER_WRITE, "rocksdb.bytes.per.write", "bytes of one write") \
  ROW(BYTES_PER_MULTIGET, "rocksdb.bytes.per.multiget", "bytes returned by one MultiGet") \
  ROW(COMPRESSION_TIMES_NANOS, "rocksdb.compression.times.nanos", "compressing one block") \
  ROW(DECOMPRESSION_TIMES_NANOS, "rocksdb.decompression.times.nanos", "decompressing one block") \
  ROW(READ_NUM_MERGE_OPERANDS, "rocksdb.read.num.merge_operands", "merge operands met by one read") \
  ROW(BLOB_DB_KEY_SIZE, "rocksdb.blobdb.key.size", "BlobDB: length of one key") \
  ROW(BLOB_DB_VALUE_SIZE, "rocksdb.blobdb.value.size", "BlobDB: length of one value") \
  ROW(BLOB_DB_WRITE_MICROS, "rocksdb.blobdb.write.micros", "BlobDB: one write") \
  ROW(BLOB_DB_GET_MICROS, "rocksdb.blobdb.get.micros", "BlobDB: one get") \
  ROW(BLOB_DB_MULTIGET_MICROS, "rocksdb.blobdb.multiget.micros", "BlobDB: one multi-get") \
  ROW(BLOB_DB_SEEK_MICROS, "rocksdb.blobdb.seek.micros", "BlobDB: one seek") \
  ROW(BLOB_DB_NEXT_MICROS, "rocksdb.blobdb.next.micros", "BlobDB: one step forward") \
  ROW(BLOB_DB_PREV_MICROS, "rocksdb.blobdb.prev.micros", "BlobDB: one step back") \
  ROW(BLOB_DB_BLOB_FILE_WRITE_MICROS, "rocksdb.blobdb.blob.file.write.micros", "one write to a blob file") \
  ROW(BLOB_DB_BLOB_FILE_READ_MICROS, "rocksdb.blobdb.blob.file.read.micros", "one read of a blob file") \
  ROW(BLOB_DB_BLOB_FILE_SYNC_MICROS, "rocksdb.blobdb.blob.file.sync.micros", "one sync of a blob file") \
  ROW(BLOB_DB_COMPRESSION_MICROS, "rocksdb.blobdb.compression.micros", "compressing one blob") \
  ROW(BLOB_DB_DECOMPRESSION_MICROS, "rocksdb.blobdb.decompression.micros", "decompressing one blob") \
  ROW(FLUSH_TIME, "rocksdb.db.flush.micros", "one flush") \
  ROW(SST_BATCH_SIZE, "rocksdb.sst.batch.size", "blocks one batch of MultiGet reads from a table") \
  ROW(MULTIGET_IO_BATCH_SIZE, "rocksdb.multiget.io.batch.size", "reads one batch of MultiGet issues together") \
  ROW(NUM_INDEX_AND_FILTER_BLOCKS_READ_PER_LEVEL, "rocksdb.num.index.and.filter.blocks.read.per.level", "index and filter blocks read per level by MultiGet") \
  ROW(NUM_SST_READ_PER_LEVEL, "rocksdb.num.sst.read.per.level", "tables read per level by MultiGet") \
  ROW(NUM_LEVEL_READ_PER_MULTIGET, "rocksdb.num.level.read.per.multiget", "levels read by one MultiGet") \
  ROW(ERROR_HANDLER_AUTORESUME_RETRY_COUNT, "rocksdb.error.handler.autoresume.retry.count", "attempts of one automatic recovery") \
  ROW(ASYNC_READ_BYTES, "rocksdb.async.read.bytes", "bytes of one asynchronous read") \
  ROW(POLL_WAIT_MICROS, "rocksdb.poll.wait.micros", "waiting for one asynchronous read") \
  ROW(COMPACTION_PREFETCH_BYTES, "rocksdb.compaction.prefetch.bytes", "bytes one compaction input reads ahead") \
  ROW(PREFETCHED_BYTES_DISCARDED, "rocksdb.prefetched.bytes.discarded", "bytes read ahead and not used") \
  ROW(ASYNC_PREFETCH_ABORT_MICROS, "rocksdb.async.prefetch.abort.micros", "giving up one asynchronous read-ahead") \
  ROW(TABLE_OPEN_PREFETCH_TAIL_READ_BYTES, "rocksdb.table.open.prefetch.tail.read.bytes", "bytes of the tail read when opening a table") \
  ROW(NUM_OP_PER_TRANSACTION, "rocksdb.num.op.per.transaction", "operations of one transaction") \
  ROW(BUCKET_JOB_BYTES, "rocksdb.bucket.job.bytes", "input bytes of one compaction of a bucket") \
  ROW(BUCKET_JOB_MICROS, "rocksdb.bucket.job.micros", "one compaction of a bucket") \
  ROW(BUCKET_L0_DEPTH, "rocksdb.bucket.l0.depth", "level 0 files a key may have to probe, after each flush")
// clang-format on
