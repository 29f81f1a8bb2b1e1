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

// What `operands` (oldest first) over `base` are stored as: a plain value, or an encoded entity. A
// failing operator gives Corruption with subcode kMergeOperatorFailed, text "Merge operator
// failed".
[[nodiscard]] Status MergeStored(const MergeOperator* merge_operator, const Slice& user_key,
                                 const MergeBase& base, const std::vector<Slice>& operands,
                                 Logger* logger, Statistics* stats, std::string* result,
                                 bool* is_entity);

// The same as a plain value: an entity shows as its default column.
[[nodiscard]] Status MergeForRead(const MergeOperator* merge_operator, const Slice& user_key,
                                  const MergeBase& base, const std::vector<Slice>& operands,
                                  Logger* logger, Statistics* stats, std::string* result);

// The same, with all columns of the result.
[[nodiscard]] Status MergeForEntityRead(const MergeOperator* merge_operator, const Slice& user_key,
                                        const MergeBase& base, const std::vector<Slice>& operands,
                                        Logger* logger, Statistics* stats,
                                        PinnableWideColumns* result);

}  // namespace ROCKSDB_NAMESPACE
