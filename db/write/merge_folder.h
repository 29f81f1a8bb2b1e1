// max_successive_merges: folds a merge operand into a value while it is inserted, when the memtable
// has enough operands of its key already. Used by the write path, by one thread at a time; it reads
// the database as any Get does and changes nothing.
#pragma once

#include <string>

#include "db/read/read_path.h"
#include "db/write/batch_apply.h"

namespace ROCKSDB_NAMESPACE {

class MergeFolder final : public OperandFolder {
 public:
  explicit MergeFolder(DbParts* parts) : reads_(parts) {}

  // Without strict_max_successive_merges only what is in memory and in the block cache is read. An
  // operand that cannot be folded, for whatever reason, is left to reads and compactions.
  bool Fold(ColumnFamily* family, SequenceNumber seq, const Slice& key, const Slice& operand,
            std::string* value, ValueType* type) override REQUIRES_LOCK(write_leadership);
  // Whether the memtable of any family asks for folding.
  static bool Wanted(const ColumnFamilySet& families) REQUIRES_LOCK(write_leadership);

 private:
  ReadPath reads_;
};

}  // namespace ROCKSDB_NAMESPACE
