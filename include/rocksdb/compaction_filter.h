// Lets the application drop or change entries while they are compacted (and, if it asks, flushed).
// The compaction loop calls it; a filter must not call into the database it filters.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/customizable.h"
#include "rocksdb/rocksdb_namespace.h"
#include "rocksdb/types.h"
#include "rocksdb/wide_columns.h"

namespace ROCKSDB_NAMESPACE {

class Slice;
class SliceTransform;

// One object may be shared by concurrent jobs when set in the options directly; a factory makes one
// per (sub)compaction, used by a single thread.
// A filter set directly in the options is not owned and must outlive the database; it serves
// compactions only. One from a factory lives as long as the part of the job.
class CompactionFilter : public Customizable {
 public:
  // What an entry is. kBlobIndex is never passed by this library.
  enum ValueType {
    kValue,             // plain value
    kMergeOperand,      // operand waiting to be merged
    kBlobIndex,         // reference into a blob file; only for FilterBlobByKey's own kind of filter
    kWideColumnEntity,  // entity
  };

  // What to do with an entry. A merge operand that is removed or purged goes without a tombstone.
  // The two for blob storage, kUndetermined and an entity in place of an operand fail the job with
  // NotSupported. A skip_until that does not sort after the key keeps the entry.
  enum class Decision {
    kKeep,                    // leave as it is
    kRemove,                  // put a tombstone in its place
    kChangeValue,             // store *new_value instead
    kRemoveAndSkipUntil,      // drop this key and all others before *skip_until, no tombstones
    kChangeBlobIndex,         // store *new_value as blob reference; internal to blob storage
    kIOError,                 // a blob could not be read; internal to blob storage
    kPurge,                   // put a single-delete in its place
    kChangeWideColumnEntity,  // store *new_columns instead
    kUndetermined,            // FilterBlobByKey only: the value is needed to decide
  };

  enum class BlobDecision { kKeep, kChangeValue, kCorruption, kIOError };

  // The job a filter is made for.
  // input_start_level is the upmost input level; unknown for flushes and recovery.
  struct Context {
    static constexpr int kUnknownStartLevel = -1;

    int input_start_level = kUnknownStartLevel;
    bool is_full_compaction = false;    // takes all files of the column family
    bool is_manual_compaction = false;  // asked for by the application
    uint32_t column_family_id = 0;
    TableFileCreationReason reason = TableFileCreationReason::kMisc;
  };

  ~CompactionFilter() override = default;
  static const char* Type() { return "CompactionFilter"; }
  static Status CreateFromString(const ConfigOptions& options, const std::string& name,
                                 const CompactionFilter** result);

  // ---- Decisions, oldest form first. The engine calls FilterV3(), which falls back to FilterV2()
  // for everything but entities (kept), which falls back to Filter()/FilterMergeOperand(). ----

  // True removes the entry. To change it return false, fill *new_value and set *value_changed.
  // `level` is the upmost input level of the job; slices are good during the call. The time spent
  // here is in FILTER_OPERATION_TOTAL_TIME.
  virtual bool Filter(int /*level*/, const Slice& /*key*/, const Slice& /*existing_value*/,
                      std::string* /*new_value*/, bool* /*value_changed*/) const {
    return false;
  }

  // True removes the operand.
  virtual bool FilterMergeOperand(int /*level*/, const Slice& /*key*/,
                                  const Slice& /*operand*/) const {
    return false;
  }

  virtual Decision FilterV2(int level, const Slice& key, ValueType value_type,
                            const Slice& existing_value, std::string* new_value,
                            std::string* skip_until) const;

  // Exactly one of `existing_value` and `existing_columns` is set, by `value_type`.
  // Pointers that a value type has no use for are null (new_columns for operands).
  virtual Decision FilterV3(int level, const Slice& key, ValueType value_type,
                            const Slice* existing_value, const WideColumns* existing_columns,
                            std::string* new_value,
                            std::vector<std::pair<std::string, std::string>>* new_columns,
                            std::string* skip_until) const;

  // Decides on a value kept in a blob file without reading it. Never called: there are no blob
  // files.
  virtual Decision FilterBlobByKey(int /*level*/, const Slice& /*key*/, std::string* /*new_value*/,
                                   std::string* /*skip_until*/) const {
    return Decision::kUndetermined;
  }

  // Internal to stacked blob storage; never called here.
  virtual BlobDecision PrepareBlobOutput(const Slice& /*key*/, const Slice& /*existing_value*/,
                                         std::string* /*new_value*/) const {
    return BlobDecision::kKeep;
  }
  virtual bool IsStackedBlobDbInternalCompactionFilter() const { return false; }

  // Filters see keys even where a snapshot holds them; false is refused by the engine.
  // Then flushes and compactions fail with NotSupported.
  virtual bool IgnoreSnapshots() const { return true; }

  const char* Name() const override = 0;
};

// Owned together with the options.
class CompactionFilterFactory : public Customizable {
 public:
  ~CompactionFilterFactory() override = default;
  static const char* Type() { return "CompactionFilterFactory"; }
  static Status CreateFromString(const ConfigOptions& options, const std::string& name,
                                 std::shared_ptr<CompactionFilterFactory>* result);

  // Which file-writing jobs want a filter at all.
  // Not asked where compaction_filter is set, which goes first for compactions.
  virtual bool ShouldFilterTableFileCreation(TableFileCreationReason reason) const {
    return reason == TableFileCreationReason::kCompaction;
  }

  // Null: this job is not filtered.
  // Called once for each part of a job, by its thread, maybe by several at once. The job owns the
  // filter.
  virtual std::unique_ptr<CompactionFilter> CreateCompactionFilter(
      const CompactionFilter::Context& context) = 0;

  const char* Name() const override = 0;
};

}  // namespace ROCKSDB_NAMESPACE
