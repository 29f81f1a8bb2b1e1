// Reading batches back: handlers, questions about contents, timestamps filled in afterwards.
#include <cstring>

#include "db/batch/write_batch_internal.h"
#include "rocksdb/slice.h"
#include "util/coding.h"
#include "util/entity_codec.h"

namespace ROCKSDB_NAMESPACE {

uint32_t BatchAccess::ContentsBit(uint8_t plain_type) {
  switch (plain_type) {
    case kTypeValue:
      return kHasPut;
    case kTypeDeletion:
      return kHasDelete;
    case kTypeSingleDeletion:
      return kHasSingleDelete;
    case kTypeRangeDeletion:
      return kHasDeleteRange;
    case kTypeMerge:
      return kHasMerge;
    case kTypeBlobIndex:
      return kHasBlobIndex;
    case kTypeWideColumnEntity:
      return kHasEntity;
    case kTypeValuePreferredSeqno:
      return kHasTimedPut;
    case kTypeBeginPrepareXID:
    case kTypeBeginPersistedPrepareXID:
    case kTypeBeginUnprepareXID:
      return kHasBeginPrepare;
    case kTypeEndPrepareXID:
      return kHasEndPrepare;
    case kTypeCommitXID:
    case kTypeCommitXIDAndTimestamp:
      return kHasCommit;
    case kTypeRollbackXID:
      return kHasRollback;
    default:
      return 0;
  }
}

namespace {

// Looks for faults that only bytes from elsewhere can have in a record whose lengths are right: it
// would be stored as it is, and no read could decode it.
Status CheckStored(const BatchReader& record) {
  if (record.key.size() + record.value.size() > kMostRecordBytes)
    return Status::InvalidArgument("WriteBatch: key and value together are too large");
  if (record.type != kTypeWideColumnEntity) return Status::OK();
  WideColumns columns;
  return DecodeEntity(record.value, &columns);
}

}  // namespace

// Const and without a lock: two threads that ask at once work out the same and store the same.
uint32_t WriteBatch::Flags() const {
  uint32_t flags = flags_.load(std::memory_order_relaxed);
  if ((flags & BatchAccess::kUnknown) == 0) return flags;
  flags = 0;
  BatchReader reader(rep_);
  bool sound = true;
  while (reader.Next()) {
    flags |= BatchAccess::ContentsBit(reader.type);
    sound = sound && CheckStored(reader).ok();
  }
  // Malformed bytes stay unknown: CheckWritable() refuses them.
  if (sound && reader.status().ok()) flags_.store(flags, std::memory_order_relaxed);
  return flags;
}

bool WriteBatch::HasPut() const { return Flags() & BatchAccess::kHasPut; }
bool WriteBatch::HasTimedPut() const { return Flags() & BatchAccess::kHasTimedPut; }
bool WriteBatch::HasPutEntity() const { return Flags() & BatchAccess::kHasEntity; }
bool WriteBatch::HasDelete() const { return Flags() & BatchAccess::kHasDelete; }
bool WriteBatch::HasSingleDelete() const { return Flags() & BatchAccess::kHasSingleDelete; }
bool WriteBatch::HasDeleteRange() const { return Flags() & BatchAccess::kHasDeleteRange; }
bool WriteBatch::HasMerge() const { return Flags() & BatchAccess::kHasMerge; }
bool WriteBatch::HasBeginPrepare() const { return Flags() & BatchAccess::kHasBeginPrepare; }
bool WriteBatch::HasEndPrepare() const { return Flags() & BatchAccess::kHasEndPrepare; }
bool WriteBatch::HasCommit() const { return Flags() & BatchAccess::kHasCommit; }
bool WriteBatch::HasRollback() const { return Flags() & BatchAccess::kHasRollback; }

Status BatchAccess::CheckWritable(const WriteBatch& batch, bool with_marks) {
  constexpr uint32_t kMarks = kHasBeginPrepare | kHasEndPrepare | kHasCommit | kHasRollback;
  // Known marks and types are refused from the flags alone; bytes that could not all be read are
  // walked for the reason.
  const uint32_t flags = batch.Flags();
  if ((flags & kMarks) != 0 && !with_marks) {
    return Status::NotSupported("two-phase commit records in a write batch");
  }
  if ((flags & (kHasBlobIndex | kHasTimedPut)) != 0) {
    return Status::NotSupported((flags & kHasBlobIndex) != 0
                                    ? "blob files: a blob index in a write batch"
                                    : "TimedPut: preferred sequence numbers are not written");
  }
  if ((batch.flags_.load(std::memory_order_relaxed) & kUnknown) == 0) [[likely]]
    return Status::OK();
  BatchReader reader(batch.rep_);
  Status s;
  while (s.ok() && reader.Next()) s = CheckStored(reader);
  return s.ok() ? reader.status() : s;
}

// ---- Dispatch ----

namespace {

// No-ops and closing marks: what follows them is a batch of its own.
bool EndsSection(ValueType type) {
  return type == kTypeNoop || type == kTypeEndPrepareXID || type == kTypeCommitXID ||
         type == kTypeCommitXIDAndTimestamp || type == kTypeRollbackXID;
}

}  // namespace

Status WriteBatch::Iterate(Handler* handler) const { return BatchAccess::Dispatch(rep_, handler); }

// The count in the header is checked at the end, after the last record.
Status BatchAccess::Dispatch(const Slice& contents, WriteBatch::Handler* handler) {
  BatchReader record(contents);
  bool nothing_yet = true;
  // Asked before each record, so a handler may stop half way without an error.
  while (handler->Continue()) {
    if (!record.Next()) return record.status();
    Status s = DispatchOne(record, nothing_yet, handler);
    // Busy receivers may ask for the same record once more.
    if (s.IsTryAgain()) s = DispatchOne(record, nothing_yet, handler);
    if (s.IsTryAgain()) return Status::Corruption("WriteBatch record refused twice", s.ToString());
    if (!s.ok()) return s;
    nothing_yet = EndsSection(record.type);
  }
  return Status::OK();
}

Status BatchAccess::DispatchOne(const BatchReader& record, bool nothing_yet,
                                WriteBatch::Handler* handler) {
  if (record.is_update) return DispatchUpdate(record, handler);
  switch (record.type) {
    case kTypeLogData:
      handler->LogData(record.key);
      return Status::OK();
    case kTypeNoop:
      return handler->MarkNoop(nothing_yet);
    case kTypeEndPrepareXID:
      return handler->MarkEndPrepare(record.key);
    case kTypeCommitXID:
      return handler->MarkCommit(record.key);
    case kTypeCommitXIDAndTimestamp:
      return handler->MarkCommitWithTimestamp(record.value, record.key);
    case kTypeRollbackXID:
      return handler->MarkRollback(record.key);
    default:
      break;
  }
  Status s = CheckPolicy(record, *handler);
  return s.ok() ? handler->MarkBeginPrepare(record.type == kTypeBeginUnprepareXID) : s;
}

Status BatchAccess::DispatchUpdate(const BatchReader& record, WriteBatch::Handler* handler) {
  switch (record.type) {
    case kTypeValue:
      return handler->PutCF(record.cf, record.key, record.value);
    case kTypeDeletion:
      return handler->DeleteCF(record.cf, record.key);
    case kTypeSingleDeletion:
      return handler->SingleDeleteCF(record.cf, record.key);
    case kTypeRangeDeletion:
      return handler->DeleteRangeCF(record.cf, record.key, record.value);
    case kTypeMerge:
      return handler->MergeCF(record.cf, record.key, record.value);
    case kTypeBlobIndex:
      return handler->PutBlobIndexCF(record.cf, record.key, record.value);
    case kTypeWideColumnEntity:
      return handler->PutEntityCF(record.cf, record.key, record.value);
    default:
      break;
  }
  // A timed put: its value ends in the write time.
  Slice value = record.value;
  if (value.size() < 8) return Status::Corruption("WriteBatch has a timed put without time");
  value.remove_suffix(8);
  return handler->TimedPutCF(record.cf, record.key, value,
                             LoadFixed64(value.data() + value.size()));
}

// A prepared section means different things under the three write policies of transactions.
Status BatchAccess::CheckPolicy(const BatchReader& record, const WriteBatch::Handler& handler) {
  using State = WriteBatch::Handler::OptionState;
  const State after_commit = handler.WriteAfterCommit();
  const State before_prepare = handler.WriteBeforePrepare();
  // By type: policies that write to the database at commit, at prepare, and before prepare.
  const bool refused = record.type == kTypeBeginPrepareXID ? after_commit == State::kDisabled
                       : record.type == kTypeBeginPersistedPrepareXID
                           ? after_commit == State::kEnabled
                           : after_commit == State::kEnabled || before_prepare == State::kDisabled;
  if (!refused) return Status::OK();
  return Status::NotSupported(
      "The log has transactions of another write policy; empty it before changing the policy");
}

// ---- Handler ----

namespace {

Status NoHandlerFor(const char* call) { return Status::InvalidArgument("Handler lacks", call); }

}  // namespace

WriteBatch::Handler::~Handler() = default;

Status WriteBatch::Handler::PutCF(uint32_t cf_id, const Slice& key, const Slice& value) {
  // Handlers written before column families know the default one only.
  if (cf_id != 0) return NoHandlerFor("PutCF");
  Put(key, value);
  return Status::OK();
}

Status WriteBatch::Handler::TimedPutCF(uint32_t /*cf_id*/, const Slice& /*key*/,
                                       const Slice& /*value*/, uint64_t /*write_time*/) {
  return NoHandlerFor("TimedPutCF");
}

Status WriteBatch::Handler::PutEntityCF(uint32_t /*cf_id*/, const Slice& /*key*/,
                                        const Slice& /*entity*/) {
  return Status::NotSupported("Handler lacks", "PutEntityCF");
}

Status WriteBatch::Handler::DeleteCF(uint32_t cf_id, const Slice& key) {
  if (cf_id != 0) return NoHandlerFor("DeleteCF");
  Delete(key);
  return Status::OK();
}

Status WriteBatch::Handler::SingleDeleteCF(uint32_t cf_id, const Slice& key) {
  if (cf_id != 0) return NoHandlerFor("SingleDeleteCF");
  SingleDelete(key);
  return Status::OK();
}

Status WriteBatch::Handler::DeleteRangeCF(uint32_t /*cf_id*/, const Slice& /*begin*/,
                                          const Slice& /*end*/) {
  return NoHandlerFor("DeleteRangeCF");
}

Status WriteBatch::Handler::MergeCF(uint32_t cf_id, const Slice& key, const Slice& operand) {
  if (cf_id != 0) return NoHandlerFor("MergeCF");
  Merge(key, operand);
  return Status::OK();
}

Status WriteBatch::Handler::PutBlobIndexCF(uint32_t /*cf_id*/, const Slice& /*key*/,
                                           const Slice& /*index*/) {
  return NoHandlerFor("PutBlobIndexCF");
}

void WriteBatch::Handler::LogData(const Slice& /*blob*/) {}

Status WriteBatch::Handler::MarkBeginPrepare(bool /*unprepared*/) {
  return NoHandlerFor("MarkBeginPrepare");
}
Status WriteBatch::Handler::MarkEndPrepare(const Slice& /*xid*/) {
  return NoHandlerFor("MarkEndPrepare");
}
Status WriteBatch::Handler::MarkNoop(bool /*empty_batch*/) { return NoHandlerFor("MarkNoop"); }
Status WriteBatch::Handler::MarkRollback(const Slice& /*xid*/) {
  return NoHandlerFor("MarkRollback");
}
Status WriteBatch::Handler::MarkCommit(const Slice& /*xid*/) { return NoHandlerFor("MarkCommit"); }
Status WriteBatch::Handler::MarkCommitWithTimestamp(const Slice& /*xid*/,
                                                    const Slice& /*commit_ts*/) {
  return NoHandlerFor("MarkCommitWithTimestamp");
}

bool WriteBatch::Handler::Continue() { return true; }

// ---- Timestamps ----

// Keys before the one that fails keep their new timestamp.
Status WriteBatch::UpdateTimestamps(const Slice& ts, std::function<size_t(uint32_t)> ts_sz_func) {
  Status s = VerifyChecksum();
  if (!s.ok()) return s;
  char* const bytes = rep_.data();
  // In place: each key ends in bytes reserved for the timestamp.
  const auto stamp = [&](const Slice& key) {
    const size_t end = static_cast<size_t>(key.data() - bytes) + key.size();
    std::memcpy(bytes + end - ts.size(), ts.data(), ts.size());
  };
  BatchReader record(rep_);
  while (record.Next()) {
    const size_t size = record.is_update ? ts_sz_func(record.cf) : 0;
    if (size == 0) continue;
    // The caller's way of saying that it knows no such family.
    if (size == SIZE_MAX) return Status::NotFound("Column family of a batched key");
    if (size != ts.size() || size > record.key.size()) {
      return Status::InvalidArgument("User-defined timestamps: size differs for column family",
                                     std::to_string(record.cf));
    }
    stamp(record.key);
    if (record.type == kTypeRangeDeletion && size <= record.value.size()) stamp(record.value);
  }
  s = record.status();
  if (s.ok()) needs_timestamps_ = false;
  Reseal();
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
