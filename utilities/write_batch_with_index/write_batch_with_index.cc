// WriteBatchWithIndex: a WriteBatch, its index, and reads over both.
#include "rocksdb/utilities/write_batch_with_index.h"

#include "rocksdb/db.h"
#include "rocksdb/options.h"
#include "utilities/write_batch_with_index/indexed_batch_rep.h"
#include "utilities/write_batch_with_index/layered_iterator.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// The entries of one family, one by one.
class EntryIterator final : public WBWIIterator {
 public:
  EntryIterator(const WriteBatch* batch, const BatchIndex::Family* family)
      : batch_(batch), family_(family) {}

  bool Valid() const override { return node_ != nullptr; }
  void SeekToFirst() override { node_ = family_->First(); }
  void SeekToLast() override { node_ = family_->Last(); }
  void Seek(const Slice& key) override { node_ = family_->AtOrAfter(key); }
  void SeekForPrev(const Slice& key) override { node_ = family_->AtOrBefore(key); }
  void Next() override { node_ = node_->next[0]; }
  void Prev() override { node_ = node_->previous; }

  WriteEntry Entry() const override {
    IndexedUpdate update;
    status_ = IndexedUpdate::Read(*batch_, node_, &update);
    WriteEntry entry;
    if (!status_.ok()) return entry;
    entry.type = KindOf(update.type);
    entry.key = update.key;
    entry.value = update.value;
    return entry;
  }
  Status status() const override { return status_; }
  uint32_t GetUpdateCount() const override { return node_->updates; }
  bool HasOverWrittenSingleDel() const override { return node_->lost_single_deletion; }

 private:
  static WriteType KindOf(ValueType type) {
    switch (type) {
      case kTypeValue:
        return kPutRecord;
      case kTypeMerge:
        return kMergeRecord;
      case kTypeDeletion:
        return kDeleteRecord;
      case kTypeSingleDeletion:
        return kSingleDeleteRecord;
      case kTypeWideColumnEntity:
        return kPutEntityRecord;
      default:
        return kUnknownRecord;
    }
  }

  const WriteBatch* const batch_;
  const BatchIndex::Family* const family_;
  const BatchIndex::Node* node_ = nullptr;
  mutable Status status_;
};

}  // namespace

WriteBatchWithIndex::WriteBatchWithIndex(const Comparator* backup_index_comparator,
                                         size_t reserved_bytes, bool overwrite_key,
                                         size_t max_bytes, size_t protection_bytes_per_key)
    : rep_(std::make_unique<Rep>(backup_index_comparator, reserved_bytes, overwrite_key, max_bytes,
                                 protection_bytes_per_key)) {}

WriteBatchWithIndex::~WriteBatchWithIndex() = default;
WriteBatchWithIndex::WriteBatchWithIndex(WriteBatchWithIndex&&) = default;
WriteBatchWithIndex& WriteBatchWithIndex::operator=(WriteBatchWithIndex&&) = default;

// ---- Updates ----

Status WriteBatchWithIndex::Put(const Slice& key, const Slice& value) {
  return Put(nullptr, key, value);
}
Status WriteBatchWithIndex::Put(ColumnFamilyHandle* cf, const Slice& key, const Slice& value) {
  return rep_->Update(cf, [&] { return rep_->batch.Put(cf, key, value); });
}
Status WriteBatchWithIndex::Put(ColumnFamilyHandle* cf, const Slice& key, const Slice& ts,
                                const Slice& value) {
  return rep_->Update(cf, [&] { return rep_->batch.Put(cf, key, ts, value); });
}

Status WriteBatchWithIndex::Delete(const Slice& key) { return Delete(nullptr, key); }
Status WriteBatchWithIndex::Delete(ColumnFamilyHandle* cf, const Slice& key) {
  return rep_->Update(cf, [&] { return rep_->batch.Delete(cf, key); });
}
Status WriteBatchWithIndex::Delete(ColumnFamilyHandle* cf, const Slice& key, const Slice& ts) {
  return rep_->Update(cf, [&] { return rep_->batch.Delete(cf, key, ts); });
}

Status WriteBatchWithIndex::SingleDelete(const Slice& key) { return SingleDelete(nullptr, key); }
Status WriteBatchWithIndex::SingleDelete(ColumnFamilyHandle* cf, const Slice& key) {
  return rep_->Update(cf, [&] { return rep_->batch.SingleDelete(cf, key); });
}
Status WriteBatchWithIndex::SingleDelete(ColumnFamilyHandle* cf, const Slice& key,
                                         const Slice& ts) {
  return rep_->Update(cf, [&] { return rep_->batch.SingleDelete(cf, key, ts); });
}

Status WriteBatchWithIndex::Merge(const Slice& key, const Slice& operand) {
  return Merge(nullptr, key, operand);
}
Status WriteBatchWithIndex::Merge(ColumnFamilyHandle* cf, const Slice& key, const Slice& operand) {
  return rep_->Update(cf, [&] { return rep_->batch.Merge(cf, key, operand); });
}
Status WriteBatchWithIndex::Merge(ColumnFamilyHandle* /*cf*/, const Slice& /*key*/,
                                  const Slice& /*ts*/, const Slice& /*operand*/) {
  return Status::NotSupported("Merge does not support user-defined timestamp");
}

Status WriteBatchWithIndex::PutEntity(ColumnFamilyHandle* cf, const Slice& key,
                                      const WideColumns& columns) {
  return rep_->Update(cf, [&] { return rep_->batch.PutEntity(cf, key, columns); });
}
Status WriteBatchWithIndex::PutEntity(const Slice& /*key*/, const AttributeGroups& /*groups*/) {
  return Status::NotSupported(
      "PutEntity with AttributeGroups not supported by WriteBatchWithIndex");
}

Status WriteBatchWithIndex::DeleteRange(const Slice& begin, const Slice& end) {
  return DeleteRange(nullptr, begin, end);
}
Status WriteBatchWithIndex::DeleteRange(ColumnFamilyHandle* /*cf*/, const Slice& /*begin*/,
                                        const Slice& /*end*/) {
  return Status::NotSupported("DeleteRange unsupported in WriteBatchWithIndex");
}
Status WriteBatchWithIndex::DeleteRange(ColumnFamilyHandle* cf, const Slice& begin,
                                        const Slice& end, const Slice& /*ts*/) {
  return DeleteRange(cf, begin, end);
}
Status WriteBatchWithIndex::TimedPut(ColumnFamilyHandle* /*cf*/, const Slice& /*key*/,
                                     const Slice& /*value*/, uint64_t /*write_unix_time*/) {
  return Status::NotSupported("TimedPut not supported by WriteBatchWithIndex");
}

Status WriteBatchWithIndex::PutLogData(const Slice& blob) { return rep_->batch.PutLogData(blob); }

// ---- The whole batch ----

void WriteBatchWithIndex::Clear() {
  rep_->batch.Clear();
  rep_->index.Clear();
}

void WriteBatchWithIndex::SetMaxBytes(size_t max_bytes) { rep_->batch.SetMaxBytes(max_bytes); }

void WriteBatchWithIndex::SetSavePoint() {
  rep_->batch.SetSavePoint();
  rep_->index.SetSavePoint();
}

// The index first: it compares keys that the batch is about to drop.
Status WriteBatchWithIndex::RollbackToSavePoint() {
  if (!rep_->index.RollbackToSavePoint()) return Status::NotFound();
  return rep_->batch.RollbackToSavePoint();
}

Status WriteBatchWithIndex::PopSavePoint() {
  if (!rep_->index.PopSavePoint()) return Status::NotFound();
  return rep_->batch.PopSavePoint();
}

WriteBatch* WriteBatchWithIndex::GetWriteBatch() { return &rep_->batch; }
size_t WriteBatchWithIndex::GetDataSize() const { return rep_->batch.GetDataSize(); }
bool WriteBatchWithIndex::GetOverwriteKey() const { return rep_->index.overwrites(); }
size_t WriteBatchWithIndex::GetWBWIOpCount() const { return rep_->index.updates(); }
const std::unordered_map<uint32_t, WriteBatchWithIndex::CFStat>& WriteBatchWithIndex::GetCFStats()
    const {
  return rep_->index.stats();
}

// ---- Reading the batch alone ----

Status WriteBatchWithIndex::Rep::Fold(ColumnFamilyHandle* cf, const Slice& key,
                                      const BatchLookup& found, const Slice* database_value,
                                      std::string* value) {
  std::shared_ptr<MergeOperator> merge_operator;
  Status s = MergeOperatorOf(cf, &merge_operator);
  if (!s.ok()) return s;
  MergeBase base = found.base();
  if (database_value != nullptr) base = MergeBase{MergeBase::kPlain, *database_value};
  MergeResult merged;
  s = found.Fold(merge_operator.get(), key, base, &merged);
  Slice plain;
  if (s.ok()) s = PlainValueOf(StoredForm(merged), &plain);
  if (s.ok()) value->assign(plain.data(), plain.size());
  return s;
}

Status WriteBatchWithIndex::GetFromBatch(const DBOptions& options, const Slice& key,
                                         std::string* value) {
  return GetFromBatch(nullptr, options, key, value);
}

Status WriteBatchWithIndex::GetFromBatch(ColumnFamilyHandle* cf, const DBOptions& /*options*/,
                                         const Slice& key, std::string* value) {
  BatchLookup found;
  Status s = rep_->Find(cf, key, &found);
  if (!s.ok()) return s;
  Slice plain;
  switch (found.finding()) {
    case BatchLookup::kValue:
      s = PlainValueOf(found.base(), &plain);
      if (s.ok()) value->assign(plain.data(), plain.size());
      return s;
    case BatchLookup::kMerges:
      return rep_->Fold(cf, key, found, nullptr, value);
    case BatchLookup::kOperands:
      return Status::MergeInProgress();
    default:
      return Status::NotFound();
  }
}

WBWIIterator* WriteBatchWithIndex::NewIterator() { return NewIterator(nullptr); }
WBWIIterator* WriteBatchWithIndex::NewIterator(ColumnFamilyHandle* cf) {
  return new EntryIterator(&rep_->batch, rep_->index.Get(cf));
}

// ---- Reading the batch over a database ----

bool WriteBatchWithIndex::Rep::Settle(ColumnFamilyHandle* cf, const Slice& key,
                                      const BatchLookup& found, PinnableSlice* value, Status* s) {
  Slice plain;
  switch (found.finding()) {
    case BatchLookup::kValue:
      *s = PlainValueOf(found.base(), &plain);
      if (s->ok()) value->PinSelf(plain);
      return true;
    case BatchLookup::kDeleted:
      *s = Status::NotFound();
      return true;
    case BatchLookup::kMerges:
      *s = Fold(cf, key, found, nullptr, value->GetSelf());
      if (s->ok()) value->PinSelf();
      return true;
    default:
      return false;
  }
}

Status WriteBatchWithIndex::Rep::Complete(ColumnFamilyHandle* cf, const Slice& key,
                                          const BatchLookup& found, Status s,
                                          PinnableSlice* value) {
  if (found.finding() != BatchLookup::kOperands || (!s.ok() && !s.IsNotFound())) return s;
  std::string merged;
  s = Fold(cf, key, found, s.ok() ? value : nullptr, &merged);
  value->Reset();
  if (!s.ok()) return s;
  *value->GetSelf() = std::move(merged);
  value->PinSelf();
  return s;
}

Status WriteBatchWithIndex::GetFromBatchAndDB(DB* db, const ReadOptions& options, const Slice& key,
                                              std::string* value) {
  return GetFromBatchAndDB(db, options, db->DefaultColumnFamily(), key, value);
}
Status WriteBatchWithIndex::GetFromBatchAndDB(DB* db, const ReadOptions& options, const Slice& key,
                                              PinnableSlice* value) {
  return GetFromBatchAndDB(db, options, db->DefaultColumnFamily(), key, value);
}

Status WriteBatchWithIndex::GetFromBatchAndDB(DB* db, const ReadOptions& options,
                                              ColumnFamilyHandle* cf, const Slice& key,
                                              std::string* value) {
  PinnableSlice pinned(value);
  Status s = GetFromBatchAndDB(db, options, cf, key, &pinned);
  if (s.ok() && pinned.IsPinned()) value->assign(pinned.data(), pinned.size());
  return s;
}

Status WriteBatchWithIndex::GetFromBatchAndDB(DB* db, const ReadOptions& options,
                                              ColumnFamilyHandle* cf, const Slice& key,
                                              PinnableSlice* value) {
  value->Reset();
  BatchLookup found;
  Status s = rep_->Find(cf, key, &found);
  if (!s.ok() || rep_->Settle(cf, key, found, value, &s)) return s;
  return rep_->Complete(cf, key, found, db->Get(options, cf, key, value), value);
}

void WriteBatchWithIndex::MultiGetFromBatchAndDB(DB* db, const ReadOptions& options,
                                                 ColumnFamilyHandle* cf, const size_t num_keys,
                                                 const Slice* keys, PinnableSlice* values,
                                                 Status* statuses, bool sorted_input) {
  std::vector<BatchLookup> found(num_keys);
  // Those that the database is asked for.
  std::vector<size_t> places;
  std::vector<Slice> wanted;
  for (size_t i = 0; i < num_keys; ++i) {
    values[i].Reset();
    statuses[i] = rep_->Find(cf, keys[i], &found[i]);
    if (!statuses[i].ok() || rep_->Settle(cf, keys[i], found[i], &values[i], &statuses[i]))
      continue;
    places.push_back(i);
    wanted.push_back(keys[i]);
  }
  if (wanted.empty()) return;
  std::vector<PinnableSlice> answers(wanted.size());
  std::vector<Status> results(wanted.size());
  db->MultiGet(options, cf, wanted.size(), wanted.data(), answers.data(), results.data(),
               sorted_input);
  for (size_t i = 0; i < wanted.size(); ++i) {
    const size_t at = places[i];
    values[at] = std::move(answers[i]);
    statuses[at] = rep_->Complete(cf, keys[at], found[at], std::move(results[i]), &values[at]);
  }
}

Iterator* WriteBatchWithIndex::NewIteratorWithBase(Iterator* base, const ReadOptions* options) {
  return NewIteratorWithBase(nullptr, base, options);
}
Iterator* WriteBatchWithIndex::NewIteratorWithBase(ColumnFamilyHandle* cf, Iterator* base,
                                                   const ReadOptions* options) {
  if (base == nullptr) return nullptr;
  return new LayeredIterator(&rep_->batch, &rep_->index, cf, base, options);
}

}  // namespace ROCKSDB_NAMESPACE
