// Merging on the read side: point reads and iterators hand in the operands they met and get the
// value the user sees. Compactions use util/merge_fold directly.
#pragma once

#include <string>
#include <vector>

#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "util/merge_fold.h"

namespace ROCKSDB_NAMESPACE {

class Logger;
class MergeOperator;
class PinnableWideColumns;
class Statistics;

// The plain value of `operands` (oldest first) over `base_value` (null: none). A failing operator
// gives Corruption with subcode kMergeOperatorFailed, text "Merge operator failed". A result that
// is an entity shows as its default column.
[[nodiscard]] Status MergeForRead(const MergeOperator* merge_operator, const Slice& user_key,
                                  const Slice* base_value, const std::vector<Slice>& operands,
                                  Logger* logger, Statistics* stats, std::string* result);

// The same over a base that may be an entity.
[[nodiscard]] Status MergeForRead(const MergeOperator* merge_operator, const Slice& user_key,
                                  const MergeBase& base, const std::vector<Slice>& operands,
                                  Logger* logger, Statistics* stats, std::string* result);

// The same, with all columns of the result.
[[nodiscard]] Status MergeForEntityRead(const MergeOperator* merge_operator, const Slice& user_key,
                                        const MergeBase& base, const std::vector<Slice>& operands,
                                        Logger* logger, Statistics* stats,
                                        PinnableWideColumns* result);

}  // namespace ROCKSDB_NAMESPACE
