#include "utilities/transactions/conflict.h"

#include <string>

#include "db/db_impl.h"

namespace ROCKSDB_NAMESPACE {

Status LookForConflict(DBImpl* engine, ColumnFamilyHandle* cf, const Slice& key,
                       SequenceNumber since, bool memory_only) {
  SequenceNumber newest = 0;
  bool complete = false;
  SequenceNumber kept_since = 0;
  Status s = engine->NewestSequence(cf, key, since, memory_only, &newest, &complete, &kept_since);
  if (!s.ok()) return s;
  if (newest > since) return Status::Busy();
  if (complete) return s;
  return Status::TryAgain(
      "Transaction could not check for conflicts for operation at SequenceNumber " +
      std::to_string(since) + " as the MemTable only contains changes newer than SequenceNumber " +
      std::to_string(kept_since) +
      ".  Increasing the value of the "
      "max_write_buffer_size_to_maintain option could reduce the frequency of this error.");
}

}  // namespace ROCKSDB_NAMESPACE
