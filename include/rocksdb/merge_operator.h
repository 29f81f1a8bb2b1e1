// How values are combined with the operands of Merge(). Applications subclass MergeOperator (or
// the associative short form) and put it into ColumnFamilyOptions::merge_operator. Methods run on
// any thread, may not throw, and must give the same result for the same input.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "rocksdb/customizable.h"
#include "rocksdb/slice.h"
#include "rocksdb/wide_columns.h"

namespace ROCKSDB_NAMESPACE {

class Logger;

// Reads, flushes and compactions of many threads use it at once; the options share its ownership.
// Slices and references passed in are valid during the call only. A method must not call into the
// database. `logger` may be nullptr.
class MergeOperator : public Customizable {
 public:
  ~MergeOperator() override = default;
  static const char* Type() { return "MergeOperator"; }
  static Status CreateFromString(const ConfigOptions& options, const std::string& id,
                                 std::shared_ptr<MergeOperator>* result);

  // The database records the name: after a renaming old data cannot be merged.
  const char* Name() const override = 0;

  // The scope of a failed merge. Reads of the key return Corruption (sub-code
  // kMergeOperatorFailed) in any case; the scope decides what compactions and flushes do.
  enum class OpFailureScope {
    // Same as kTryMerge.
    kDefault,
    // Any operation that tries to merge the key fails, compactions included.
    kTryMerge,
    // Reads of the key fail; compactions keep the operands.
    kMustMerge,
    kOpFailureScopeMax,
  };

  // ---- Full merge: a base (or none) and operands, oldest first, into one value. ----
  // The engine calls V3; V3's default body calls V2, whose default body calls V1.

  struct MergeOperationInputV3 {
    // monostate: the key had no value.
    using ExistingValue = std::variant<std::monostate, Slice, WideColumns>;
    using OperandList = std::vector<Slice>;

    explicit MergeOperationInputV3(const Slice& k, ExistingValue&& base,
                                   const OperandList& operands, Logger* log)
        : key(k), existing_value(std::move(base)), operand_list(operands), logger(log) {}

    const Slice& key;
    ExistingValue existing_value;
    const OperandList& operand_list;
    Logger* logger;
  };

  struct MergeOperationOutputV3 {
    using NewColumns = std::vector<std::pair<std::string, std::string>>;
    // A new value, new columns, or a slice that equals one of the operands. The string comes in
    // empty and may have capacity.
    using NewValue = std::variant<std::string, NewColumns, Slice>;

    NewValue new_value;
    OpFailureScope op_failure_scope = OpFailureScope::kDefault;
  };

  // For an entity the default merges V2's result into the default column.
  virtual bool FullMergeV3(const MergeOperationInputV3& in, MergeOperationOutputV3* out) const;

  struct MergeOperationInput {
    explicit MergeOperationInput(const Slice& k, const Slice* base,
                                 const std::vector<Slice>& operands, Logger* log)
        : key(k), existing_value(base), operand_list(operands), logger(log) {}

    const Slice& key;
    // nullptr: the key had no value.
    const Slice* existing_value;
    const std::vector<Slice>& operand_list;
    Logger* logger;
  };

  struct MergeOperationOutput {
    explicit MergeOperationOutput(std::string& value, Slice& operand)
        : new_value(value), existing_operand(operand) {}

    // The operator fills new_value, or points existing_operand at an operand that is the result as
    // it stands.
    std::string& new_value;
    Slice& existing_operand;
    OpFailureScope op_failure_scope = OpFailureScope::kDefault;
  };

  // False: the operands make no sense; the read or compaction reports Corruption, according to the
  // scope in *out.
  virtual bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const;

  // The oldest form. A subclass overrides exactly one of the three, since this default fails.
  virtual bool FullMerge(const Slice& key, const Slice* existing_value,
                         const std::deque<std::string>& operand_list, std::string* new_value,
                         Logger* logger) const;

  // ---- Partial merge: operands alone into one operand. False means that the operator cannot
  // combine them, never an error. ----

  // Combines two neighbouring operands of the same key, older first. *new_value comes in empty.
  virtual bool PartialMerge(const Slice& /*key*/, const Slice& /*left_operand*/,
                            const Slice& /*right_operand*/, std::string* /*new_value*/,
                            Logger* /*logger*/) const {
    return false;
  }

  // The default folds from the left with PartialMerge(). Gets two or more operands, or one if
  // AllowSingleOperand().
  virtual bool PartialMergeMulti(const Slice& key, const std::deque<Slice>& operand_list,
                                 std::string* new_value, Logger* logger) const;

  // True: PartialMergeMulti() may also get a single operand.
  virtual bool AllowSingleOperand() const { return false; }

  // Whether `operands` suffice for a value. Point lookups (Get, MultiGet, GetEntity, and the read
  // before max_successive_merges folds) walk from the newest entry of a key towards older ones and
  // ask at each operand, with all that they have met: newest first, the other way round than a full
  // merge gets them. After true they look at nothing older and merge these over no existing value.
  // Operands that a flush or compaction has made one count as one. Iterators, flushes, compactions
  // and GetMergeOperands() never ask, and show or keep all operands.
  virtual bool ShouldMerge(const std::vector<Slice>& /*operands*/) const { return false; }
};

// For operations where base and operands are of one type and grouping does not matter, like sums.
class AssociativeMergeOperator : public MergeOperator {
 public:
  ~AssociativeMergeOperator() override = default;

  // Combines two values; `existing_value` is nullptr for the first. False fails the whole merge,
  // as in FullMergeV2(). Also serves partial merges, so operands and values must have the same
  // form.
  virtual bool Merge(const Slice& key, const Slice* existing_value, const Slice& value,
                     std::string* new_value, Logger* logger) const = 0;

 private:
  bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const override;
  bool PartialMerge(const Slice& key, const Slice& left_operand, const Slice& right_operand,
                    std::string* new_value, Logger* logger) const override;
};

}  // namespace ROCKSDB_NAMESPACE
