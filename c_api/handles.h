// What the opaque types of rocksdb/c.h hold. Programs that mix the C and the C++ API redeclare some
// of them to reach the C++ object, so `rep` stays the first member and keeps its type.
#pragma once

#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "rocksdb/c.h"
#include "rocksdb/cache.h"
#include "rocksdb/compaction_filter.h"
#include "rocksdb/comparator.h"
#include "rocksdb/db.h"
#include "rocksdb/env.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/iterator.h"
#include "rocksdb/listener.h"
#include "rocksdb/memory_allocator.h"
#include "rocksdb/merge_operator.h"
#include "rocksdb/metadata.h"
#include "rocksdb/options.h"
#include "rocksdb/perf_context.h"
#include "rocksdb/rate_limiter.h"
#include "rocksdb/slice_transform.h"
#include "rocksdb/statistics.h"
#include "rocksdb/table.h"
#include "rocksdb/transaction_log.h"
#include "rocksdb/write_batch.h"
#include "rocksdb/write_buffer_manager.h"

namespace ROCKSDB_NAMESPACE {
class SstFileManager;
class WriteBatchWithIndex;
}  // namespace ROCKSDB_NAMESPACE

// ---- Databases and what is read from them; `rep` is owned unless said otherwise ----

struct rocksdb_t {
  ROCKSDB_NAMESPACE::DB* rep;
};

struct rocksdb_column_family_handle_t {
  ROCKSDB_NAMESPACE::ColumnFamilyHandle* rep;
  // The database owns the handle of its default family; destroying ours leaves that one alone.
  bool borrowed;
};

// Owned by the database.
struct rocksdb_snapshot_t {
  const ROCKSDB_NAMESPACE::Snapshot* rep;
};

struct rocksdb_iterator_t {
  ROCKSDB_NAMESPACE::Iterator* rep;
};

struct rocksdb_pinnableslice_t {
  ROCKSDB_NAMESPACE::PinnableSlice rep;
};

struct rocksdb_wal_iterator_t {
  ROCKSDB_NAMESPACE::TransactionLogIterator* rep;
};

struct rocksdb_writebatch_t {
  ROCKSDB_NAMESPACE::WriteBatch rep;
};

struct rocksdb_writebatch_wi_t {
  ROCKSDB_NAMESPACE::WriteBatchWithIndex* rep;
};

// ---- Options ----

struct rocksdb_options_t {
  ROCKSDB_NAMESPACE::Options rep;
};

struct rocksdb_block_based_table_options_t {
  ROCKSDB_NAMESPACE::BlockBasedTableOptions rep;
};

struct rocksdb_universal_compaction_options_t {
  ROCKSDB_NAMESPACE::CompactionOptionsUniversal rep;
};

struct rocksdb_fifo_compaction_options_t {
  ROCKSDB_NAMESPACE::CompactionOptionsFIFO rep;
};

struct rocksdb_dbpath_t {
  ROCKSDB_NAMESPACE::DbPath rep;
};

// The slices are what the pointers in `rep` point to. Their bytes are the caller's.
struct rocksdb_readoptions_t {
  ROCKSDB_NAMESPACE::ReadOptions rep;
  ROCKSDB_NAMESPACE::Slice lower_bound;
  ROCKSDB_NAMESPACE::Slice upper_bound;
  ROCKSDB_NAMESPACE::Slice timestamp;
  ROCKSDB_NAMESPACE::Slice iter_start_ts;
};

struct rocksdb_writeoptions_t {
  ROCKSDB_NAMESPACE::WriteOptions rep;
};

struct rocksdb_flushoptions_t {
  ROCKSDB_NAMESPACE::FlushOptions rep;
};

struct rocksdb_compactoptions_t {
  ROCKSDB_NAMESPACE::CompactRangeOptions rep;
  std::string timestamp_bytes;
  ROCKSDB_NAMESPACE::Slice full_history_ts_low;
};

struct rocksdb_wait_for_compact_options_t {
  ROCKSDB_NAMESPACE::WaitForCompactOptions rep;
};

struct rocksdb_wal_readoptions_t {
  ROCKSDB_NAMESPACE::TransactionLogIterator::ReadOptions rep;
};

// ---- Objects that databases share ----

struct rocksdb_cache_t {
  std::shared_ptr<ROCKSDB_NAMESPACE::Cache> rep;
};

struct rocksdb_lru_cache_options_t {
  ROCKSDB_NAMESPACE::LRUCacheOptions rep;
};

struct rocksdb_hyper_clock_cache_options_t {
  ROCKSDB_NAMESPACE::HyperClockCacheOptions rep;
};

struct rocksdb_memory_allocator_t {
  std::shared_ptr<ROCKSDB_NAMESPACE::MemoryAllocator> rep;
};

struct rocksdb_write_buffer_manager_t {
  std::shared_ptr<ROCKSDB_NAMESPACE::WriteBufferManager> rep;
};

struct rocksdb_sst_file_manager_t {
  std::shared_ptr<ROCKSDB_NAMESPACE::SstFileManager> rep;
};

struct rocksdb_ratelimiter_t {
  std::shared_ptr<ROCKSDB_NAMESPACE::RateLimiter> rep;
};

struct rocksdb_logger_t {
  std::shared_ptr<ROCKSDB_NAMESPACE::Logger> rep;
};

struct rocksdb_env_t {
  ROCKSDB_NAMESPACE::Env* rep;
  // The default environment is never deleted.
  bool is_default;
};

struct rocksdb_envoptions_t {
  ROCKSDB_NAMESPACE::EnvOptions rep;
};

// ---- Plug-ins made of callbacks ----

// The state that the callbacks of one object get, destroyed with the object.
namespace c_api {
class CallbackState {
 public:
  CallbackState(void* state, void (*destructor)(void*)) : state_(state), destructor_(destructor) {}
  CallbackState(const CallbackState&) = delete;
  CallbackState& operator=(const CallbackState&) = delete;
  ~CallbackState() {
    if (destructor_ != nullptr) {
      destructor_(state_);
    }
  }
  void* get() const { return state_; }

 private:
  void* state_;
  void (*destructor_)(void*);
};
}  // namespace c_api

struct rocksdb_comparator_t : public ROCKSDB_NAMESPACE::Comparator {
  using Comparator::Comparator;
};

struct rocksdb_mergeoperator_t : public ROCKSDB_NAMESPACE::MergeOperator {};

struct rocksdb_compactionfilter_t : public ROCKSDB_NAMESPACE::CompactionFilter {
  bool ignore_snapshots = true;
};

struct rocksdb_compactionfilterfactory_t : public ROCKSDB_NAMESPACE::CompactionFilterFactory {};

struct rocksdb_compactionfiltercontext_t {
  ROCKSDB_NAMESPACE::CompactionFilter::Context rep;
};

struct rocksdb_filterpolicy_t {
  std::shared_ptr<const ROCKSDB_NAMESPACE::FilterPolicy> rep;
};

struct rocksdb_slicetransform_t {
  std::shared_ptr<const ROCKSDB_NAMESPACE::SliceTransform> rep;
};

// ---- What event listeners see; all of it belongs to whoever calls the listener ----

struct rocksdb_eventlistener_t : public ROCKSDB_NAMESPACE::EventListener {};

struct rocksdb_flushjobinfo_t {
  const ROCKSDB_NAMESPACE::FlushJobInfo& rep;
};

struct rocksdb_compactionjobinfo_t {
  const ROCKSDB_NAMESPACE::CompactionJobInfo& rep;
};

struct rocksdb_subcompactionjobinfo_t {
  const ROCKSDB_NAMESPACE::SubcompactionJobInfo& rep;
};

struct rocksdb_externalfileingestioninfo_t {
  const ROCKSDB_NAMESPACE::ExternalFileIngestionInfo& rep;
};

struct rocksdb_memtableinfo_t {
  const ROCKSDB_NAMESPACE::MemTableInfo& rep;
};

// Callers read it as an int.
struct rocksdb_writestallcondition_t {
  ROCKSDB_NAMESPACE::WriteStallCondition rep;
};

struct rocksdb_writestallinfo_t {
  const ROCKSDB_NAMESPACE::WriteStallInfo& rep;
  rocksdb_writestallcondition_t previous;
  rocksdb_writestallcondition_t current;
};

struct rocksdb_status_ptr_t {
  ROCKSDB_NAMESPACE::Status* rep;
};

// ---- Reports ----

struct rocksdb_livefiles_t {
  std::vector<ROCKSDB_NAMESPACE::LiveFileMetaData> rep;
};

// A level or file keeps the family's metadata alive, which it is a part of.
struct rocksdb_column_family_metadata_t {
  std::shared_ptr<const ROCKSDB_NAMESPACE::ColumnFamilyMetaData> rep;
};

struct rocksdb_level_metadata_t {
  std::shared_ptr<const ROCKSDB_NAMESPACE::LevelMetaData> rep;
};

struct rocksdb_sst_file_metadata_t {
  std::shared_ptr<const ROCKSDB_NAMESPACE::SstFileMetaData> rep;
};

struct rocksdb_memory_consumers_t {
  std::vector<ROCKSDB_NAMESPACE::DB*> dbs;
  std::unordered_set<const ROCKSDB_NAMESPACE::Cache*> caches;
};

struct rocksdb_memory_usage_t {
  uint64_t memtables;
  uint64_t unflushed_memtables;
  uint64_t table_readers;
  uint64_t caches;
};

// The context of the thread that made the handle.
struct rocksdb_perfcontext_t {
  ROCKSDB_NAMESPACE::PerfContext* rep;
};

struct rocksdb_statistics_histogram_data_t {
  ROCKSDB_NAMESPACE::HistogramData rep{};
};
