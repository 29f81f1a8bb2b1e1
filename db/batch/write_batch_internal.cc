// What the engine does to batches that applications cannot: join them, replace their bytes, add the
// marks of two-phase commit.
#include "db/batch/write_batch_internal.h"

#include "rocksdb/slice.h"

namespace ROCKSDB_NAMESPACE {

Status BatchAccess::SetContents(WriteBatch* batch, const Slice& bytes) {
  if (bytes.size() < kBatchHeaderBytes) return Status::Corruption("WriteBatch has no header");
  batch->Clear();
  batch->rep_.assign(bytes.data(), bytes.size());
  batch->flags_.store(kUnknown, std::memory_order_relaxed);
  batch->Reseal();
  return Status::OK();
}

Status BatchAccess::MakeGuards(const WriteBatch& batch, BatchGuards* guards) {
  Status s = CollectGuards(batch.rep_, guards);
  if (!batch.protected_) return s;
  uint64_t seal = 0;
  for (const uint64_t guard : *guards) seal = ExtendSeal(seal, guard);
  // Unreadable bytes of a protected batch are damage: they were sound when they were added.
  return s.ok() && seal == batch.seal_ ? s : GuardMismatch();
}

Slice BatchAccess::WalPart(const WriteBatch& batch, uint32_t* updates) {
  const SavePoint& end = batch.wal_end_;
  if (end.is_cleared()) {
    *updates = batch.Count();
    return batch.rep_;
  }
  *updates = end.count;
  return Slice(batch.rep_.data(), end.size);
}

Status BatchAccess::Append(WriteBatch* dst, const WriteBatch& src, bool wal_only) {
  // Damage must not be sealed anew as part of *dst.
  Status intact = src.VerifyChecksum();
  if (!intact.ok()) return intact;
  uint32_t updates = src.Count();
  uint32_t flags = src.Flags();
  Slice part(src.rep_);
  if (wal_only && !src.wal_end_.is_cleared()) {
    part = WalPart(src, &updates);
    flags = src.wal_end_.content_flags;
  }
  if (part.size() < kBatchHeaderBytes) return Status::Corruption("WriteBatch has no header");
  const uint64_t total = uint64_t{dst->Count()} + updates;
  // The header's count has four bytes.
  if (total > UINT32_MAX) return Status::InvalidArgument("Too many updates in one batch");
  part.remove_prefix(kBatchHeaderBytes);
  flags |= dst->Flags();
  // Bytes that were found malformed stay suspect.
  flags |=
      (src.flags_.load(std::memory_order_relaxed) | dst->flags_.load(std::memory_order_relaxed)) &
      kUnknown;
  SetCount(dst, static_cast<uint32_t>(total));
  dst->rep_.append(part.data(), part.size());
  dst->flags_.store(flags, std::memory_order_relaxed);
  dst->needs_timestamps_ |= src.needs_timestamps_;
  if (!dst->protected_) return Status::OK();
  // `part` is a prefix of the source's bytes, so the source's header serves.
  BatchReader added(Slice(src.rep_.data(), kBatchHeaderBytes + part.size()));
  while (added.Next()) dst->seal_ = ExtendSeal(dst->seal_, RecordGuard(added));
  return Status::OK();
}

void BatchAccess::AppendMark(WriteBatch* batch, uint8_t tag, const Slice* first,
                             const Slice* second) {
  const uint64_t guard =
      RecordGuard(0, static_cast<ValueType>(tag), first == nullptr ? Slice() : *first,
                  second == nullptr ? Slice() : *second);
  // As in AddRecord: by what was given, not by what was written.
  const uint64_t sealed = ExtendSeal(batch->seal_, guard);
  const size_t start = batch->rep_.size();
  batch->rep_.push_back(static_cast<char>(tag));
  if (first != nullptr) AppendSized(&batch->rep_, *first);
  if (second != nullptr) AppendSized(&batch->rep_, *second);
  batch->FinishRecord(start, tag, false);
  if (batch->protected_) batch->seal_ = sealed;
}

void BatchAccess::AppendNoop(WriteBatch* batch) { AppendMark(batch, kTypeNoop, nullptr, nullptr); }

Status BatchAccess::ClosePrepared(WriteBatch* batch, const Slice& xid, bool write_after_commit,
                                  bool unprepared) {
  Status s = batch->VerifyChecksum();
  if (!s.ok()) return s;
  const bool has_place = batch->rep_.size() > kBatchHeaderBytes &&
                         batch->rep_[kBatchHeaderBytes] == static_cast<char>(kTypeNoop);
  if (!has_place) return Status::Corruption("WriteBatch does not begin with a no-op");
  const ValueType begin = write_after_commit ? kTypeBeginPrepareXID
                          : unprepared       ? kTypeBeginUnprepareXID
                                             : kTypeBeginPersistedPrepareXID;
  // Save points would cut off the end mark and leave the begin mark.
  batch->DropSavePoints();
  // The no-op has kept one byte for this: nothing has to move.
  batch->rep_[kBatchHeaderBytes] = static_cast<char>(begin);
  AppendMark(batch, kTypeEndPrepareXID, &xid, nullptr);
  const uint32_t flags = batch->flags_.load(std::memory_order_relaxed) | ContentsBit(begin);
  batch->flags_.store(flags, std::memory_order_relaxed);
  batch->Reseal();
  return s;
}

void BatchAccess::ReopenPrepared(WriteBatch* batch, size_t size) {
  const auto begin = static_cast<ValueType>(batch->rep_[kBatchHeaderBytes]);
  batch->rep_.resize(size);
  batch->rep_[kBatchHeaderBytes] = static_cast<char>(kTypeNoop);
  const uint32_t marks = ContentsBit(begin) | ContentsBit(kTypeEndPrepareXID);
  batch->flags_.fetch_and(~marks, std::memory_order_relaxed);
  batch->Reseal();
}

void BatchAccess::AppendCommit(WriteBatch* batch, const Slice& xid) {
  AppendMark(batch, kTypeCommitXID, &xid, nullptr);
}

void BatchAccess::AppendCommitWithTimestamp(WriteBatch* batch, const Slice& xid,
                                            const Slice& commit_ts) {
  AppendMark(batch, kTypeCommitXIDAndTimestamp, &commit_ts, &xid);
}

void BatchAccess::AppendRollback(WriteBatch* batch, const Slice& xid) {
  AppendMark(batch, kTypeRollbackXID, &xid, nullptr);
}

}  // namespace ROCKSDB_NAMESPACE
