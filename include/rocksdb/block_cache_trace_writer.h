// Traces of block cache lookups: what a record holds, and who writes it. This library writes none;
// an application's own writer may be made, but is never called.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "rocksdb/options.h"
#include "rocksdb/system_clock.h"
#include "rocksdb/table_reader_caller.h"
#include "rocksdb/trace_reader_writer.h"
#include "rocksdb/trace_record.h"

namespace ROCKSDB_NAMESPACE {

// One lookup.
struct BlockCacheTraceRecord {
  // Of lookups that belong to no Get or MultiGet.
  static constexpr uint64_t kReservedGetId = 0;

  BlockCacheTraceRecord() = default;
  BlockCacheTraceRecord(uint64_t time, std::string key, TraceType type, uint64_t size,
                        uint64_t family_id, std::string family, uint32_t in_level,
                        uint64_t file_number, TableReaderCaller by, bool hit, bool kept_out,
                        uint64_t get, bool with_snapshot = false, std::string user_key = "",
                        uint64_t data_size = 0, uint64_t keys_in_block = 0,
                        bool key_in_block = false)
      : access_timestamp(time),
        block_key(std::move(key)),
        block_type(type),
        block_size(size),
        cf_id(family_id),
        cf_name(std::move(family)),
        level(in_level),
        sst_fd_number(file_number),
        caller(by),
        is_cache_hit(hit),
        no_insert(kept_out),
        get_id(get),
        get_from_user_specified_snapshot(with_snapshot),
        referenced_key(std::move(user_key)),
        referenced_data_size(data_size),
        num_keys_in_block(keys_in_block),
        referenced_key_exist_in_block(key_in_block) {}

  // Microseconds.
  uint64_t access_timestamp = 0;

  // The block, and where it comes from.
  std::string block_key;
  TraceType block_type = TraceType::kTraceMax;
  uint64_t block_size = 0;
  uint64_t cf_id = 0;
  std::string cf_name;
  uint32_t level = 0;
  uint64_t sst_fd_number = 0;

  // The lookup. no_insert: a missing block was not put into the cache.
  TableReaderCaller caller = TableReaderCaller::kMaxBlockCacheLookupCaller;
  bool is_cache_hit = false;
  bool no_insert = false;

  // For Get and MultiGet: the lookups of one call have one number.
  uint64_t get_id = kReservedGetId;
  bool get_from_user_specified_snapshot = false;
  std::string referenced_key;
  uint64_t referenced_data_size = 0;
  uint64_t num_keys_in_block = 0;
  bool referenced_key_exist_in_block = false;
};

struct BlockCacheTraceOptions {
  // One lookup in so many is traced.
  uint64_t sampling_frequency = 1;
};

struct BlockCacheTraceWriterOptions {
  // Bytes; later records are dropped.
  uint64_t max_trace_file_size = uint64_t{64} << 30;
};

// Threads call it at once.
class BlockCacheTraceWriter {
 public:
  virtual ~BlockCacheTraceWriter() = default;

  // The slices take the place of the record's strings, so that nothing need be copied.
  virtual Status WriteBlockAccess(const BlockCacheTraceRecord& record, const Slice& block_key,
                                  const Slice& cf_name, const Slice& referenced_key) = 0;
  // Called once, first.
  virtual Status WriteHeader() = 0;
};

// Always null: such traces are not written.
std::unique_ptr<BlockCacheTraceWriter> NewBlockCacheTraceWriter(
    SystemClock* clock, const BlockCacheTraceWriterOptions& trace_options,
    std::unique_ptr<TraceWriter>&& trace_writer);

}  // namespace ROCKSDB_NAMESPACE
