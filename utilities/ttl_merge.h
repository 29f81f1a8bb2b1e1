// The merge operator of a DBWithTTL: the application's, which sees values and operands without
// their times. A result is as old as the merge.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <utility>

#include "rocksdb/merge_operator.h"
#include "rocksdb/system_clock.h"

namespace ROCKSDB_NAMESPACE {

// Any number of threads use it at once.
class TtlMergeOperator final : public MergeOperator {
 public:
  // REQUIRES: `user` is not null.
  TtlMergeOperator(std::shared_ptr<MergeOperator> user, std::shared_ptr<SystemClock> clock)
      : user_(std::move(user)), clock_(std::move(clock)) {}

  static const char* kClassName() { return "TtlMergeOperator"; }
  const char* Name() const override { return kClassName(); }
  const Customizable* Inner() const override { return user_.get(); }

  bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const override;
  bool PartialMergeMulti(const Slice& key, const std::deque<Slice>& operand_list,
                         std::string* new_value, Logger* logger) const override;

 private:
  const std::shared_ptr<MergeOperator> user_;
  const std::shared_ptr<SystemClock> clock_;
};

}  // namespace ROCKSDB_NAMESPACE
