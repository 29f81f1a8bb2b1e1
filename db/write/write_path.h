// From a WriteBatch to the WAL and the memtables. Entered by every writing thread; one of them at a
// time leads.
//
//   join the queue -> (leader) Prepare: error? memtable full? stalled? -> form a group
//     -> append to the WAL, sync where asked -> memtables, by the leader or each writer its own
//     -> publish the sequence number -> hand on
//
// Invariants
//  1. Whoever finds writes stopped or memtable memory spent leaves the queue, waits beside it and
//     lines up again: nobody waits for the end of a stall as leader. So families are made and
//     dropped, memtables switched and writers that must not wait turned away while others wait -
//     and what ends a stall may be just that. Only who is slowed down waits at the head of the
//     queue, to hold all writers to the rate, and leaves it when somebody lines up who cannot wait.
//  2. Nothing is visible before its whole group is in the WAL, as durable as was asked, and in the
//     memtables.
//  3. What was acknowledged or is in the WAL is applied as recovery would apply it; a group that
//     cannot be applied fails before its record is appended. So does, alone, a batch of a
//     transaction with one update that cannot be made, and any with a merge that nobody could fold.
//  4. A prepared section takes no sequence numbers; its updates get theirs from the commit, in the
//     order in which the commits of a group stand in the log.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include "db/batch/batch_guards.h"
#include "db/state/db_parts.h"
#include "db/write/buffer_stall.h"
#include "db/write/write_check.h"
#include "rocksdb/listener.h"
#include "rocksdb/rate_limiter.h"
#include "rocksdb/write_batch.h"

namespace ROCKSDB_NAMESPACE {

class OperandFolder;
class WalLock;

class WritePath {
 public:
  explicit WritePath(DbParts* parts)
      : parts_(*parts), stall_over_(parts->context.mutex.for_waiting()) {}

  // `transaction`: what a transaction wants beside; null for an application's write.
  [[nodiscard]] Status Write(const WriteOptions& options, WriteBatch* batch,
                             TransactionalWrite* transaction = nullptr);

  // Seals the memtables of those `families` that have data and are not dropped, and starts new
  // ones, with a new WAL when the present one has data. Releases the state lock while it creates
  // the WAL file and again at the end; in between all are sealed under one hold, so that a flush
  // finds all of them or none. Stalls that begin are the caller's to announce, once it no longer
  // leads.
  [[nodiscard]] Status SwitchMemtables(const std::vector<FamilyPtr>& families, FlushReason reason)
      REQUIRES_LOCK(state_lock, write_leadership);
  // The next leader looks at memtables, stalls and WAL sizes before writing.
  void RaiseAttention() { attention_.store(true, std::memory_order_release); }
  // Wakes writers that wait for a stall to end. REQUIRES: state lock.
  void SignalStall() { stall_over_.SignalAll(); }
  // Some memtable holds data that no WAL has.
  bool has_unlogged_writes() const { return unlogged_.load(std::memory_order_relaxed); }
  // The database closes: later writes get ShutdownInProgress.
  void RefuseWrites() { refuses_.store(true, std::memory_order_release); }
  // No flush comes any more: writers that wait for memtable memory give up.
  void EndBufferStall();
  // Total WAL size at which families are flushed to free the oldest; 0: no limit.
  void SetWalLimit(uint64_t bytes) { wal_limit_.store(bytes, std::memory_order_relaxed); }
  // Durable up to what has been written before the call. NotSupported, with nothing harmed, where
  // the file system cannot sync the log while others append.
  [[nodiscard]] Status SyncWal();
  // `lock`: the database's; works also while it is held.
  [[nodiscard]] Status FlushWal(bool sync, WalLock* lock);

 private:
  Status CheckOptions(const WriteOptions& options, const WriteBatch* batch,
                      const TransactionalWrite* transaction) const;
  // How far a write has come with its waiting.
  struct Turn {
    enum Wait { kNothing, kStop, kBuffer, kDelay };
    Wait wait = kNothing;   // not kNothing: the write left the queue and has to wait for this
    bool paid = false;      // the time its bytes cost has been charged
    uint64_t until = 0;     // kDelay: when that time is over
    bool switched = false;  // memtables were switched: there may be stalls to tell of
  };

  // Once through the queue; turn->wait tells when it has to be repeated.
  Status JoinQueue(const WriteOptions& options, WriteBatch* batch, const BatchGuards* guards,
                   TransactionalWrite* transaction, Turn* turn);
  // As leader: prepares, commits a group and hands on; or steps aside.
  Status Lead(WriteQueue::Writer* leader, Turn* turn);
  // The same behind Prepare, for a writer that is not plain.
  Status LeadTransaction(WriteQueue::Writer* leader) REQUIRES_LOCK(write_leadership);
  static Status AskCheck(WriteQueue::Writer* leader);
  // The leader's group. Not OK: its batch may not be written, and it is alone.
  Status FormGroup(WriteQueue::Writer* leader, uint64_t max_bytes, WriteQueue::Group* group)
      REQUIRES_LOCK(write_leadership);
  // Ends the group before its first member that may not be written, which finds out as leader.
  Status CutGroup(WriteQueue::Group* group) REQUIRES_LOCK(write_leadership);
  // Invariant 3, of one writer.
  Status CheckBatch(WriteQueue::Writer* w) REQUIRES_LOCK(write_leadership);
  // How much data a group with this leader may have.
  uint64_t GroupLimit(const WriteQueue::Writer& leader) REQUIRES_LOCK(write_leadership);
  // The present options, without a lock unless they were replaced since the last call.
  const DbConfig& Config() REQUIRES_LOCK(write_leadership);
  // What must be looked at before a group: errors, full memtables, log size, memory, stalls.
  Status Prepare(const WriteQueue::Writer& leader, Turn* turn) REQUIRES_LOCK(write_leadership);
  // The write has to wait for `wait`; Incomplete when it must not.
  static Status LeaveQueue(const WriteQueue::Writer& leader, Turn::Wait wait, Turn* turn);
  // A new log, unless the present one is empty. The lock is let go meanwhile.
  Status SwitchLog(const std::vector<FamilyPtr>& sealed)
      REQUIRES_LOCK(state_lock, write_leadership);
  // One memtable of SwitchMemtables, which publishes it.
  MemTableInfo Seal(const FamilyPtr& family, FlushReason reason)
      REQUIRES_LOCK(state_lock, write_leadership);
  // SwitchMemtables of `families`, or with atomic_flush of all as soon as one has to be flushed,
  // and asks for their flushes.
  Status SealForFlush(const std::vector<FamilyPtr>& families, FlushReason reason)
      REQUIRES_LOCK(state_lock, write_leadership);
  Status SwitchFullMemtables() REQUIRES_LOCK(state_lock, write_leadership);
  Status RelieveWal() REQUIRES_LOCK(state_lock, write_leadership);
  Status RelieveWriteBuffer() REQUIRES_LOCK(state_lock, write_leadership);
  // Memtables that were kept for the checks of transactions only. True: there were some. Releases
  // the state lock while it frees them.
  bool FreeHistories() REQUIRES_LOCK(state_lock, write_leadership);
  Status FreeBuffer() REQUIRES_LOCK(write_leadership);
  // Waits at the head of the queue for the time its bytes cost.
  Status Delay(const WriteQueue::Writer& leader, Turn* turn) REQUIRES_LOCK(write_leadership);
  // REQUIRES of these: no lock, not leader.
  Status WaitOutsideQueue(Turn* turn);
  Status WaitOutStop();
  Status WaitForBuffer();
  // A leader gives up waiting when somebody lines up who cannot wait; null: not leader.
  void WaitOutDelay(uint64_t until, const WriteQueue::Writer* leader);
  // Charges the time; ShutdownInProgress when the database closes.
  Status EndWait(uint64_t begin) REQUIRES_LOCK(state_lock);
  Status ThrottleLowPri(const WriteOptions& options, const WriteBatch& batch);
  Status WriteMeasured(const WriteOptions& options, WriteBatch* batch,
                       TransactionalWrite* transaction);
  // The group from sequence numbers to visibility. The members' own results are in their status.
  Status Commit(WriteQueue::Group* group) REQUIRES_LOCK(write_leadership);
  // A group of log-only writes.
  Status CommitToLog(WriteQueue::Group* group) REQUIRES_LOCK(write_leadership);
  // The section that `committed` has brought to memtables, if it has one, has ended.
  void EndSection(const WriteQueue::Writer& committed) REQUIRES_LOCK(write_leadership);
  // One record for the whole group: recovery takes it whole or not at all. Good until the next
  // call.
  Slice WalRecord(const WriteQueue::Group& group, SequenceNumber first)
      REQUIRES_LOCK(write_leadership);
  // The same of the batches up to their WAL termination points.
  Slice PartialWalRecord(const WriteQueue::Group& group, SequenceNumber first)
      REQUIRES_LOCK(write_leadership);
  // `end`: the number behind the record's last.
  Status AppendToWal(const WriteQueue::Group& group, const Slice& record, SequenceNumber end)
      REQUIRES_LOCK(write_leadership);
  bool AppliesInParallel(const WriteQueue::Group& group) REQUIRES_LOCK(write_leadership);
  Status ApplyGroup(WriteQueue::Group* group) REQUIRES_LOCK(write_leadership);
  // One writer's batch into the memtables, by the writer itself or by the leader for it.
  Status ApplyOwn(WriteQueue::Writer* w, bool concurrent, OperandFolder* folder)
      REQUIRES_LOCK(write_leadership);
  void CountGroup(const WriteQueue::Group& group, uint64_t keys);
  Status SyncBesideAppends(std::string* left_out);
  void AccountStall(uint64_t micros) REQUIRES_LOCK(state_lock);

  DbParts& parts_;
  // Something has changed that Prepare looks at under the state lock: else it needs no lock.
  std::atomic<bool> attention_{true};
  std::atomic<bool> refuses_{false};
  std::atomic<uint64_t> wal_limit_{0};
  std::atomic<bool> unlogged_{false};
  // With the state lock.
  CondVar stall_over_;
  BufferStall buffer_stall_;
  std::once_flag low_pri_once_;
  std::unique_ptr<RateLimiter> low_pri_limiter_;  // made when first needed
  // The leaders' copy of the options, and the version that it is of.
  std::shared_ptr<const DbConfig> config_ GUARDED_BY(write_leadership);
  uint64_t config_version_ GUARDED_BY(write_leadership) = 0;
  // A group's batches as one WAL record.
  std::string merged_ GUARDED_BY(write_leadership);
  // Some family may have max_successive_merges. Looked at anew with attention_.
  bool folds_merges_ GUARDED_BY(write_leadership) = false;
  // Memtables were switched since the last leader looked.
  bool switched_ GUARDED_BY(write_leadership) = false;
};

}  // namespace ROCKSDB_NAMESPACE
