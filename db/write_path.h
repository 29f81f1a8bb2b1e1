// From a WriteBatch to the WAL and the memtables. Entered by every writing thread; one of them at a
// time leads.
//
//   Join queue -> (leader) Prepare: error? memtable full? stalled?  -> form group -> WAL append [->
//   sync]
//              -> memtables (by the leader, or by every writer its own) -> publish sequence -> hand
//              on
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include "db/buffer_stall.h"
#include "db/db_parts.h"
#include "rocksdb/listener.h"
#include "rocksdb/rate_limiter.h"
#include "rocksdb/write_batch.h"

namespace ROCKSDB_NAMESPACE {

class OperandFolder;

class WritePath {
 public:
  explicit WritePath(DbParts* parts) : parts_(*parts), stall_over_(&parts->context.mutex) {}

  [[nodiscard]] Status Write(const WriteOptions& options, WriteBatch* batch);

  // Seals `family`'s memtable and starts a new one, with a new WAL when the present one has data.
  // REQUIRES: leadership of the write queue; state lock held (released while the WAL file is
  // created).
  [[nodiscard]] Status SwitchMemtable(const FamilyPtr& family, FlushReason reason)
      REQUIRES_LOCK(parts_.context.mutex);
  // The next leader looks at memtables, stalls and WAL sizes before writing.
  void RaiseAttention() { attention_.store(true, std::memory_order_release); }
  // Wakes writers that wait for a stall to end. REQUIRES: state lock.
  void SignalStall() { stall_over_.SignalAll(); }
  // Some memtable holds data that no WAL has.
  bool has_unlogged_writes() const { return unlogged_.load(std::memory_order_relaxed); }
  // The database closes: writers that wait for memtable memory give up.
  void EndBufferStall();
  // Total WAL size at which families are flushed to free the oldest; 0: no limit.
  void SetWalLimit(uint64_t bytes) { wal_limit_.store(bytes, std::memory_order_relaxed); }
  // Durable up to what has been written before the call.
  [[nodiscard]] Status SyncWal();
  [[nodiscard]] Status FlushWal(bool sync);

 private:
  Status CheckOptions(const WriteOptions& options, const WriteBatch* batch) const;
  Status Lead(WriteQueue::Writer* leader);
  Status Prepare(const WriteQueue::Writer& leader);
  Status SwitchFullMemtables() REQUIRES_LOCK(parts_.context.mutex);
  Status RelieveWal() REQUIRES_LOCK(parts_.context.mutex);
  Status RelieveWriteBuffer() REQUIRES_LOCK(parts_.context.mutex);
  Status WaitOutStall(const WriteQueue::Writer& leader) REQUIRES_LOCK(parts_.context.mutex);
  Status Delay(const WriteQueue::Writer& leader);
  Status WaitForBuffer(const WriteQueue::Writer& leader, WriteBufferManager* buffer);
  Status GiveWay(const WriteOptions& options, const WriteBatch& batch);
  Status WriteMeasured(const WriteOptions& options, WriteBatch* batch);
  Status Commit(WriteQueue::Group* group);
  Slice WalRecord(const WriteQueue::Group& group, SequenceNumber first);
  Status AppendToWal(const WriteQueue::Group& group, const Slice& record);
  bool AppliesInParallel(const WriteQueue::Group& group) const;
  Status ApplyGroup(WriteQueue::Group* group);
  Status ApplyOwn(WriteQueue::Writer* w, bool concurrent, OperandFolder* folder);
  void CountGroup(const WriteQueue::Group& group, uint64_t keys);
  void AccountStall(uint64_t micros);

  DbParts& parts_;
  std::atomic<bool> attention_{true};
  std::atomic<uint64_t> wal_limit_{0};
  std::atomic<bool> unlogged_{false};
  CondVar stall_over_;
  BufferStall buffer_stall_;
  std::once_flag low_pri_once_;
  std::unique_ptr<RateLimiter> low_pri_limiter_;  // made when first needed
  std::string merged_;  // the leader's: a group's batches as one WAL record
  // The leader's: some family may have max_successive_merges. Looked at anew with attention_.
  bool folds_merges_ = false;
};

}  // namespace ROCKSDB_NAMESPACE
