// Puts the records of a write batch into memtables. Called by the write path (leader or followers)
// and by WAL recovery.
#pragma once

#include <cstdint>

#include "db/batch/batch_guards.h"
#include "db/state/column_family.h"
#include "db/write/recovered_sections.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// Reads what lies below a merge operand that is about to be inserted.
// The write path gives one when max_successive_merges is in use; recovery never does.
class OperandFolder {
 public:
  virtual ~OperandFolder() = default;
  // Whether `operand`, which would get `seq`, was folded into *value, an entry of *type.
  // After false the operand is added as it is, whatever *value and *type hold.
  virtual bool Fold(ColumnFamily* family, SequenceNumber seq, const Slice& key,
                    const Slice& operand, std::string* value, ValueType* type)
      REQUIRES_LOCK(write_leadership) = 0;
};

struct ApplyOptions {
  // Several threads insert into the same memtables at once.
  bool concurrent = false;
  // Records of families that do not exist are passed over instead of failing the batch.
  bool ignore_missing_families = false;
  // Recovery: number of the WAL the batch comes from; families whose log_number is larger have it
  // already. 0: not recovering.
  uint64_t recovering_log = 0;
  // Recovery: where prepared sections wait for their ends. Null: not recovering; then marks mean
  // nothing, because a commit brings its updates along.
  RecoveredSections* sections = nullptr;
  // No log has the batch: the memtables that take its records are marked.
  bool unlogged = false;
  // The log with the prepared section that the batch commits: the memtables that take its records
  // keep it alive. 0: the batch commits none.
  uint64_t prepared_in = 0;
  // Of each record of the batch: what is inserted must have them. Null: not protected.
  const BatchGuards* guards = nullptr;
  // Asked about operands of families with max_successive_merges; null: none is folded. REQUIRES:
  // not `concurrent`, for an operand is folded over all that comes before it.
  OperandFolder* folder = nullptr;
};

struct ApplyResult {
  uint64_t next_sequence = 0;  // after the last record
  bool memtable_full = false;  // some family's memtable should be switched
  bool inserted = false;       // some family's memtable was entered
  bool damaged = false;        // with guards: the bytes, or those of a memtable, changed in memory
  // Recovery: the section of a commit is in a log that is gone, for its updates are in tables. How
  // many they were is unknown: next_sequence may be too small.
  bool lacks_section = false;
};

struct UpdateRules {
  // As in ApplyOptions.
  bool ignore_missing_families = false;
  // Looks at merges only: recovery keeps them all, and would bring back a refused one.
  bool merges_only = false;
};

// Whether a live write may make all updates of `contents`, a whole batch: InvalidArgument, before
// anything is logged, where ApplyBatch would have to tell it afterwards. Calls comparators of
// families with range deletions.
[[nodiscard]] Status CheckUpdates(const Slice& contents, const ColumnFamilySet& families,
                                  const UpdateRules& rules) REQUIRES_LOCK(write_leadership);

// `contents` is a whole batch; its records get `first_sequence`, +1, ...
// A record that a live write may not make (missing family, family without memtable writes, range
// that ends before it begins, merge without an operator) is passed over and told by
// InvalidArgument; the others are applied, for the batch is in the log and recovery would apply
// them. Recovery passes over the same records in silence, but for merges: hence CheckUpdates. A
// member of a group leads as far as its own batch goes, and so does recovery, which is alone.
[[nodiscard]] Status ApplyBatch(const Slice& contents, SequenceNumber first_sequence,
                                const ColumnFamilySet& families, const ApplyOptions& options,
                                ApplyResult* result) REQUIRES_LOCK(write_leadership);

}  // namespace ROCKSDB_NAMESPACE
