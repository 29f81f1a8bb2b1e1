// Folding at insertion; see the header.
#include "db/write/merge_folder.h"

namespace ROCKSDB_NAMESPACE {

bool MergeFolder::Wanted(const ColumnFamilySet& families) {
  for (const auto& [id, family] : families.all()) {
    if (family->writing_memtable()->options().max_successive_merges > 0) return true;
  }
  return false;
}

bool MergeFolder::Fold(ColumnFamily* family, SequenceNumber seq, const Slice& key,
                       const Slice& operand, std::string* value, ValueType* type) {
  const MemTable& mem = *family->writing_memtable();
  const MemTableOptions& limits = mem.options();
  // At the operand's own number: everything written so far is older, this batch's records included.
  const LookupKey target(key, seq);
  if (mem.CountSuccessiveMerges(target, limits.max_successive_merges) <
      limits.max_successive_merges) {
    return false;
  }
  ReadOptions options;
  // The leader folds, and all writers behind wait: by default not for the disk.
  options.read_tier = limits.strict_max_successive_merges ? kReadAllTier : kBlockCacheTier;
  // Its memtable is the one written to: only leaders replace that one.
  const SuperVersionHold sv(&family->super_versions);
  return reads_.FoldOperand(options, *sv, seq, key, operand, value, type).ok();
}

}  // namespace ROCKSDB_NAMESPACE
