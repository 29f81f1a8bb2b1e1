#include "utilities/transactions/transaction_core.h"

#include <utility>

#include "db/batch/write_batch_internal.h"
#include "db/db_impl.h"
#include "rocksdb/env.h"
#include "util/entity_codec.h"
#include "utilities/transactions/family_handles.h"

namespace ROCKSDB_NAMESPACE {

// With keys overwritten in the index, a transaction that writes a key again and again reads it as
// fast as one that writes it once.
TransactionCore::TransactionCore(const Base& base, const WriteOptions& write_options)
    : base_(base),
      write_options_(write_options),
      batch_(base.order, 0, true, 0, write_options.protection_bytes_per_key) {}

void TransactionCore::Restart(const WriteOptions& write_options) {
  ClearWrites();
  write_options_ = write_options;
  indexing_ = true;
  ClearSnapshot();
  started_ = base_.db->GetEnv()->NowMicros();
  name_.clear();
  log_number_ = 0;
  txn_state_ = STARTED;
}

void TransactionCore::ClearWrites() {
  batch_.Clear();
  commit_time_batch_.Clear();
  tracked_.Clear();
  save_points_.clear();
  counts_ = Counts();
  if (base_.two_phase) BatchAccess::AppendNoop(batch_.GetWriteBatch());
}

ColumnFamilyHandle* TransactionCore::Named(ColumnFamilyHandle* cf) const {
  return cf != nullptr ? cf : base_.db->DefaultColumnFamily();
}

uint64_t TransactionCore::GetElapsedTime() const {
  return (base_.db->GetEnv()->NowMicros() - started_) / 1000;
}

// ---- Save points ----

void TransactionCore::SetSavePoint() {
  save_points_.push_back({snapshot_, snapshot_due_, notifier_, counts_});
  tracked_.SetSavePoint();
  batch_.SetSavePoint();
}

Status TransactionCore::RollbackToSavePoint() {
  if (save_points_.empty()) return Status::NotFound();
  SavePointState state = std::move(save_points_.back());
  save_points_.pop_back();
  snapshot_ = std::move(state.snapshot);
  snapshot_due_ = state.snapshot_due;
  notifier_ = std::move(state.notifier);
  counts_ = state.counts;
  Status s = batch_.RollbackToSavePoint();
  tracked_.RollbackToSavePoint([this](const FamilyKey& key) { Release(key); });
  return s;
}

Status TransactionCore::PopSavePoint() {
  if (save_points_.empty()) return Status::NotFound();
  save_points_.pop_back();
  tracked_.PopSavePoint();
  return batch_.PopSavePoint();
}

void TransactionCore::DropSavePoints() {
  while (!save_points_.empty()) PopSavePoint().PermitUncheckedError();
}

// ---- Snapshot ----

void TransactionCore::SetSnapshot() {
  DB* const db = base_.db;
  snapshot_ = std::shared_ptr<const Snapshot>(
      base_.engine->GetSnapshotForConflicts(),
      [db](const Snapshot* snapshot) { db->ReleaseSnapshot(snapshot); });
  snapshot_due_ = false;
  notifier_ = nullptr;
}

void TransactionCore::SetSnapshotOnNextOperation(std::shared_ptr<TransactionNotifier> notifier) {
  snapshot_due_ = true;
  notifier_ = std::move(notifier);
}

void TransactionCore::TakeSnapshotNow() {
  const std::shared_ptr<TransactionNotifier> notifier = std::move(notifier_);
  SetSnapshot();
  if (notifier != nullptr) notifier->SnapshotCreated(snapshot_.get());
}

void TransactionCore::ClearSnapshot() {
  snapshot_.reset();
  snapshot_due_ = false;
  notifier_ = nullptr;
}

// ---- Writes of another batch ----

namespace {

// Repeats the updates of a batch in a transaction.
class Repeater final : public WriteBatch::Handler {
 public:
  Repeater(TransactionCore* txn, FamilyHandles* families, bool passes_over_missing)
      : txn_(txn), families_(families), passes_over_missing_(passes_over_missing) {}

  Status PutCF(uint32_t cf, const Slice& key, const Slice& value) override {
    return InFamily(cf, [&](ColumnFamilyHandle* h) { return txn_->Put(h, key, value, false); });
  }
  Status PutEntityCF(uint32_t cf, const Slice& key, const Slice& entity) override {
    WideColumns columns;
    Status s = DecodeEntity(entity, &columns);
    if (!s.ok()) return s;
    return InFamily(cf,
                    [&](ColumnFamilyHandle* h) { return txn_->PutEntity(h, key, columns, false); });
  }
  Status MergeCF(uint32_t cf, const Slice& key, const Slice& operand) override {
    return InFamily(cf, [&](ColumnFamilyHandle* h) { return txn_->Merge(h, key, operand, false); });
  }
  Status DeleteCF(uint32_t cf, const Slice& key) override {
    return InFamily(cf, [&](ColumnFamilyHandle* h) { return txn_->Delete(h, key, false); });
  }
  Status SingleDeleteCF(uint32_t cf, const Slice& key) override {
    return InFamily(cf, [&](ColumnFamilyHandle* h) { return txn_->SingleDelete(h, key, false); });
  }
  void LogData(const Slice& blob) override { txn_->PutLogData(blob); }
  Status MarkBeginPrepare(bool /*unprepared*/) override { return Status::OK(); }
  Status MarkEndPrepare(const Slice& /*xid*/) override { return Status::OK(); }
  Status MarkNoop(bool /*empty_batch*/) override { return Status::OK(); }
  Status MarkCommit(const Slice& /*xid*/) override { return Refuse(); }
  Status MarkRollback(const Slice& /*xid*/) override { return Refuse(); }

 private:
  static Status Refuse() { return Status::InvalidArgument("the batch ends a prepared section"); }

  template <typename Repeat>
  Status InFamily(uint32_t cf, Repeat repeat) {
    const std::shared_ptr<ColumnFamilyHandle> handle = families_->Find(cf);
    if (handle != nullptr) return repeat(handle.get());
    if (passes_over_missing_) return Status::OK();
    return Status::InvalidArgument("Column family id not found: " + std::to_string(cf));
  }

  TransactionCore* const txn_;
  FamilyHandles* const families_;
  const bool passes_over_missing_;
};

}  // namespace

Status TransactionCore::RebuildFromWriteBatch(WriteBatch* src_batch) {
  Repeater repeater(this, base_.families, false);
  return src_batch->Iterate(&repeater);
}

Status TransactionCore::RebuildRecovered(WriteBatch* section) {
  Repeater repeater(this, base_.families, true);
  return section->Iterate(&repeater);
}

// ---- Commit with a snapshot ----

Status Transaction::CommitAndTryCreateSnapshot(std::shared_ptr<TransactionNotifier> notifier,
                                               TxnTimestamp ts,
                                               std::shared_ptr<const Snapshot>* snapshot) {
  if (snapshot != nullptr) snapshot->reset();
  const TxnTimestamp chosen = GetCommitTimestamp();
  Status s;
  if (chosen == kMaxTxnTimestamp) {
    s = ts == kMaxTxnTimestamp ? Status::InvalidArgument("Commit timestamp unset")
                               : SetCommitTimestamp(ts);
  } else if (ts != kMaxTxnTimestamp && ts != chosen) {
    s = Status::InvalidArgument("Different commit ts specified");
  }
  if (!s.ok()) return s;
  SetSnapshotOnNextOperation(std::move(notifier));
  s = Commit();
  if (s.ok() && snapshot != nullptr) *snapshot = GetTimestampedSnapshot();
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
