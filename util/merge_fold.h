// Calls the application's merge operator and turns its answer into a Status. The read path (through
// db/merge_helper) and the compaction loop use it. It sees only the key being merged.
#pragma once

#include <string>
#include <vector>

#include "rocksdb/merge_operator.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class Logger;
class Statistics;

// The base under the operands, as stored.
struct MergeBase {
  enum Kind : uint8_t { kNone, kPlain, kEntity };

  Kind kind = kNone;
  Slice bytes;  // of a plain value, or of an encoded entity
};

// The outcome of a full merge. Callers reuse one object across keys to keep its buffer.
struct MergeResult {
  std::string bytes;
  // The result is one of the operands, unchanged: `operand` points into the input, `bytes` is
  // empty.
  bool is_operand = false;
  Slice operand;
  // The result is an encoded entity.
  bool is_entity = false;
  // On failure: only reads that need the key fail, and a compaction keeps the operands unchanged.
  bool compaction_may_keep_operands = false;

  Slice value() const { return is_operand ? operand : Slice(bytes); }
};

// Operands oldest first. When the operator fails: Corruption, subcode kMergeOperatorFailed, without
// further text, as in stock. InvalidArgument when `merge_operator` is null. `stats` and `logger`
// may be null. Runs application code. REQUIRES: the caller holds no lock.
[[nodiscard]] Status FoldFull(const MergeOperator* merge_operator, const Slice& user_key,
                              const MergeBase& base, const std::vector<Slice>& operands,
                              Logger* logger, Statistics* stats, MergeResult* result);

// Operands, oldest first, into one operand. False: the operator declines; *result is unspecified.
[[nodiscard]] bool FoldPartial(const MergeOperator* merge_operator, const Slice& user_key,
                               const std::vector<Slice>& operands, Logger* logger,
                               std::string* result);

}  // namespace ROCKSDB_NAMESPACE
