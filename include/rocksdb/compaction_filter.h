// Lets the application drop or change entries while they are compacted (and, if it asks, flushed).
// The compaction loop calls the filter. A filter must not call into the database it filters.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/customizable.h"
#include "rocksdb/rocksdb_namespace.h"
#include "rocksdb/table_properties.h"
#include "rocksdb/types.h"
#include "rocksdb/wide_columns.h"

namespace ROCKSDB_NAMESPACE {

class Slice;
class SliceTransform;

// Concurrent jobs share an object that the options name directly; a factory makes one per
// (sub)compaction, used by a single thread. A filter set directly in the options is not owned,
// must outlive the database, and serves compactions only. A filter from a factory lives as long as
// its part of the job.
class CompactionFilter : public Customizable {
 public:
  // The kind of an entry. This library never passes kBlobIndex.
  enum ValueType {
    // A plain value.
    kValue,
    // An operand waiting to be merged.
    kMergeOperand,
    // A reference into a blob file; only filters with FilterBlobByKey() get it.
    kBlobIndex,
    // An entity.
    kWideColumnEntity,
  };

  // What happens to an entry. Removing or purging a merge operand leaves no tombstone. The two
  // values for blob storage, kUndetermined, and an entity in place of an operand fail the job with
  // NotSupported. A skip_until that does not sort after the key keeps the entry.
  enum class Decision {
    // Leaves the entry as it is.
    kKeep,
    // Puts a tombstone in its place.
    kRemove,
    // Stores *new_value instead.
    kChangeValue,
    // Drops this key and all others before *skip_until, without tombstones.
    kRemoveAndSkipUntil,
    // Stores *new_value as a blob reference; internal to blob storage.
    kChangeBlobIndex,
    // A blob could not be read; internal to blob storage.
    kIOError,
    // Puts a single-delete in its place.
    kPurge,
    // Stores *new_columns instead.
    kChangeWideColumnEntity,
    // Only from FilterBlobByKey(): the decision needs the value.
    kUndetermined,
  };

  enum class BlobDecision { kKeep, kChangeValue, kCorruption, kIOError };

  // The job for which a filter is made. input_start_level is the upmost input level; unknown for
  // flushes and recovery.
  struct Context {
    static constexpr int kUnknownStartLevel = -1;

    // The job takes all files of the column family.
    bool is_full_compaction = false;
    // The application asked for the job.
    bool is_manual_compaction = false;
    int input_start_level = kUnknownStartLevel;
    uint32_t column_family_id = 0;
    TableFileCreationReason reason = TableFileCreationReason::kMisc;
    // Of the files that the job reads, by path; only for compactions.
    TablePropertiesCollection input_table_properties;
  };

  ~CompactionFilter() override = default;
  static const char* Type() { return "CompactionFilter"; }
  static Status CreateFromString(const ConfigOptions& options, const std::string& name,
                                 const CompactionFilter** result);

  // ---- Decisions, oldest form first. The engine calls FilterV3(). Its default calls FilterV2()
  // for everything but entities, which it keeps; the default of FilterV2() calls Filter() or
  // FilterMergeOperand(). ----

  // True removes the entry. To change it return false, fill *new_value and set *value_changed.
  // `level` is the upmost input level of the job; slices are valid during the call.
  // FILTER_OPERATION_TOTAL_TIME counts the time spent here.
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

  // `value_type` decides which one of `existing_value` and `existing_columns` is set. Pointers
  // that a value type has no use for are nullptr (new_columns for operands).
  virtual Decision FilterV3(int level, const Slice& key, ValueType value_type,
                            const Slice* existing_value, const WideColumns* existing_columns,
                            std::string* new_value,
                            std::vector<std::pair<std::string, std::string>>* new_columns,
                            std::string* skip_until) const;

  // Decides about a value in a blob file without reading it. Never called: there are no blob
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

  // Filters see keys even if a snapshot holds them. When a filter returns false here, flushes and
  // compactions fail with NotSupported.
  virtual bool IgnoreSnapshots() const { return true; }

  const char* Name() const override = 0;
};

// The options share its ownership.
class CompactionFilterFactory : public Customizable {
 public:
  ~CompactionFilterFactory() override = default;
  static const char* Type() { return "CompactionFilterFactory"; }
  static Status CreateFromString(const ConfigOptions& options, const std::string& name,
                                 std::shared_ptr<CompactionFilterFactory>* result);

  // Whether jobs that write files for this reason want a filter. Not called where
  // compaction_filter is set, which has precedence for compactions.
  virtual bool ShouldFilterTableFileCreation(TableFileCreationReason reason) const {
    return reason == TableFileCreationReason::kCompaction;
  }

  // nullptr: this part of the job is not filtered. Called once for each part of a job, by the
  // part's thread, possibly by several at once. The job owns the filter.
  virtual std::unique_ptr<CompactionFilter> CreateCompactionFilter(
      const CompactionFilter::Context& context) = 0;

  const char* Name() const override = 0;
};

}  // namespace ROCKSDB_NAMESPACE
