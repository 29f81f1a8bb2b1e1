// Holds what a write group is about to put into the log, or without a log into memtables, against
// the guards of its protected batches. Used by the leader of the group, for groups that have one.
#pragma once

#include <exception>

#include "db/batch/batch_guards.h"
#include "db/state/write_queue.h"
#include "db/write/write_check.h"
#include "rocksdb/slice.h"

namespace ROCKSDB_NAMESPACE {

// A writer with the guards of its batch. The write path lines up no others with a batch, so every
// member of a group is one.
struct GuardedWriter : WriteQueue::Writer {
  using Writer::Writer;
  const BatchGuards* guards = nullptr;        // null: not protected
  TransactionalWrite* transaction = nullptr;  // null: an application's write
  // The leader looks for updates that cannot be made before the batch is logged.
  bool checked = false;
  // What a comparator or merge operator threw while the batch was inserted, by whichever thread
  // inserted it.
  std::exception_ptr thrown;
};

// REQUIRES: `w` has a batch.
inline const BatchGuards* GuardsOf(const WriteQueue::Writer& w) {
  return static_cast<const GuardedWriter&>(w).guards;
}

// REQUIRES: `w` has a batch.
inline TransactionalWrite* TransactionOf(const WriteQueue::Writer& w) {
  return static_cast<const GuardedWriter&>(w).transaction;
}

// REQUIRES: `w` has a batch.
inline bool IsChecked(const WriteQueue::Writer& w) {
  return static_cast<const GuardedWriter&>(w).checked;
}

// `record` is the group's batches as one: Corruption when a part that comes from a protected batch,
// the count of all records or their first sequence number is not what it was.
[[nodiscard]] Status VerifyGroupRecord(const WriteQueue::Group& group, const Slice& record);
// The same for the batches themselves.
[[nodiscard]] Status VerifyGroupBatches(const WriteQueue::Group& group);

}  // namespace ROCKSDB_NAMESPACE
