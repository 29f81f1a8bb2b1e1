// How values are combined with operands left by Merge(). Applications subclass MergeOperator (or
// the associative short form) and put it into ColumnFamilyOptions::merge_operator.
// Methods run on any thread, may not throw, and must give the same answer for the same input.
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

// Shared by reads, flushes and compactions of many threads at once; the options share its
// ownership. Slices and references passed in are good during the call only. A method must not call
// into the database. `logger` may be null.
class MergeOperator : public Customizable {
 public:
  ~MergeOperator() override = default;
  static const char* Type() { return "MergeOperator"; }
  static Status CreateFromString(const ConfigOptions& options, const std::string& id,
                                 std::shared_ptr<MergeOperator>* result);

  // Stored in the database: renaming an operator makes old data unreadable for it.
  const char* Name() const override = 0;

  // What a failed merge spoils.
  // Reads of the key return Corruption (sub-code kMergeOperatorFailed) in any case; the scope says
  // what compactions and flushes do.
  enum class OpFailureScope {
    kDefault,    // same as kTryMerge
    kTryMerge,   // any operation that tries to merge the key, compactions included
    kMustMerge,  // reads of the key; compactions keep the operands instead
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
    // A new value, new columns, or a slice that shows one of the operands used unchanged. The
    // string comes in empty, possibly with room.
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
    const Slice* existing_value;  // null: the key had no value
    const std::vector<Slice>& operand_list;
    Logger* logger;
  };

  struct MergeOperationOutput {
    explicit MergeOperationOutput(std::string& value, Slice& operand)
        : new_value(value), existing_operand(operand) {}

    // Fill new_value, or point existing_operand at an operand that is the result as it stands.
    std::string& new_value;
    Slice& existing_operand;
    OpFailureScope op_failure_scope = OpFailureScope::kDefault;
  };

  // False: the operands make no sense; the read or compaction reports Corruption, as the scope in
  // *out says.
  virtual bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const;

  // The oldest form. Override only one of the three.
  // Its default body fails: one of the three must be overridden.
  virtual bool FullMerge(const Slice& key, const Slice* existing_value,
                         const std::deque<std::string>& operand_list, std::string* new_value,
                         Logger* logger) const;

  // ---- Partial merge: operands alone into one operand. False means "cannot", never an error. ----

  // Two neighbours, older first, both of the same key. *new_value comes in empty.
  virtual bool PartialMerge(const Slice& /*key*/, const Slice& /*left_operand*/,
                            const Slice& /*right_operand*/, std::string* /*new_value*/,
                            Logger* /*logger*/) const {
    return false;
  }

  // The default folds from the left with PartialMerge(). Called with two or more operands, or with
  // one when AllowSingleOperand().
  virtual bool PartialMergeMulti(const Slice& key, const std::deque<Slice>& operand_list,
                                 std::string* new_value, Logger* logger) const;

  // True: PartialMergeMulti() may also be given a single operand.
  virtual bool AllowSingleOperand() const { return false; }

  // Never asked by this library: a point read collects all operands down to a value, a deletion or
  // the end.
  virtual bool ShouldMerge(const std::vector<Slice>& /*operands*/) const { return false; }
};

// For operations where base and operands are of one type and grouping does not matter, like sums.
class AssociativeMergeOperator : public MergeOperator {
 public:
  ~AssociativeMergeOperator() override = default;

  // Combines two; `existing_value` is null for the first.
  // False fails the whole merge, as it does for FullMergeV2(). Used for partial merges too, so an
  // operand and a value must look alike.
  virtual bool Merge(const Slice& key, const Slice* existing_value, const Slice& value,
                     std::string* new_value, Logger* logger) const = 0;

 private:
  bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const override;
  bool PartialMerge(const Slice& key, const Slice& left_operand, const Slice& right_operand,
                    std::string* new_value, Logger* logger) const override;
};

}  // namespace ROCKSDB_NAMESPACE
