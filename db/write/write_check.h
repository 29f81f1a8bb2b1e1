// What a transaction asks of a write that an application's write does not ask: a check before it, a
// record that goes to the log only, or the end of a prepared section. Filled in by transactions,
// read by the write path.
//
//   prepare   log: Begin, updates, End(x)     memtables: nothing      takes no sequence numbers
//   commit    log: Commit(x)                  memtables: updates      WAL termination point between
//   rollback  log: Rollback(x)                memtables: nothing      takes no sequence numbers
#pragma once

#include <cstdint>

#include "rocksdb/status.h"
#include "util/dbformat.h"

namespace ROCKSDB_NAMESPACE {

// Decides whether a batch may be written, at the one moment when nobody else writes.
class WriteCheck {
 public:
  virtual ~WriteCheck() = default;
  // Called by the leader of the write queue: every earlier write is visible, and nothing of this
  // batch is in the log. Not OK: nothing is written, and the write returns this status. It may read
  // the database, DBImpl::NewestSequence included; it must not write, flush or take a lock whose
  // holders write. A write that has to wait out a stall is checked once, after the wait.
  [[nodiscard]] virtual Status Check() = 0;
  // Called by the same leader when the batch has been written and is the newest that is visible.
  // The same rules.
  virtual void Written() {}
};

// Filled in by the caller of DBImpl::WriteTransaction; lives until that returns. The batch is
// written whole or, when one of its updates cannot be made (InvalidArgument), not at all.
struct TransactionalWrite {
  // Null: none. A checked write forms no group with others. REQUIRES: !log_only.
  WriteCheck* check = nullptr;
  // The batch goes to the log and not to memtables. A batch with an end-prepare mark keeps its log
  // alive from then on. REQUIRES: WriteOptions::disableWAL is false.
  bool log_only = false;
  // The batch commits a section of this log: only its part up to the WAL termination point is
  // logged, and all of it goes to memtables, which keep that log alive until they are flushed. The
  // section has ended once the write succeeds. 0: the batch commits none.
  uint64_t prepared_in = 0;

  // Set by a write that succeeds: the log of a log_only batch.
  uint64_t log_number = 0;
  // Some memtable keeps the log of the section that the batch commits.
  bool kept_by_memtables = false;
  // The number of the batch's last update; 0 when memtables got none.
  SequenceNumber sequence = 0;
};

}  // namespace ROCKSDB_NAMESPACE
