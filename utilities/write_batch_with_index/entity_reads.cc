// The reads of WriteBatchWithIndex that show all columns of a value.
#include <string>
#include <utility>

#include "rocksdb/db.h"
#include "rocksdb/wide_columns.h"
#include "utilities/write_batch_with_index/indexed_batch_rep.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Copies, since the batch may change, and before *columns lets go of what it has: a merge operator
// may choose the value in it.
Status Take(const MergeBase& stored, PinnableWideColumns* columns) {
  std::string copy = stored.bytes.ToString();
  if (stored.kind == MergeBase::kEntity) return columns->SetWideColumnValue(std::move(copy));
  columns->SetPlainValue(std::move(copy));
  return Status::OK();
}

Status CheckArguments(ColumnFamilyHandle* cf, const PinnableWideColumns* columns) {
  if (cf == nullptr) return Status::InvalidArgument("Cannot read an entity without a family");
  if (columns == nullptr) return Status::InvalidArgument("Cannot read an entity without columns");
  return Status::OK();
}

}  // namespace

Status WriteBatchWithIndex::Rep::FoldEntity(ColumnFamilyHandle* cf, const Slice& key,
                                            const BatchLookup& found, const MergeBase& base,
                                            PinnableWideColumns* columns) {
  std::shared_ptr<MergeOperator> merge_operator;
  Status s = MergeOperatorOf(cf, &merge_operator);
  MergeResult merged;
  if (s.ok()) s = found.Fold(merge_operator.get(), key, base, &merged);
  return s.ok() ? Take(StoredForm(merged), columns) : s;
}

bool WriteBatchWithIndex::Rep::SettleEntity(ColumnFamilyHandle* cf, const Slice& key,
                                            const BatchLookup& found, PinnableWideColumns* columns,
                                            Status* s) {
  switch (found.finding()) {
    case BatchLookup::kValue:
      *s = Take(found.base(), columns);
      return true;
    case BatchLookup::kDeleted:
      *s = Status::NotFound();
      return true;
    case BatchLookup::kMerges:
      *s = FoldEntity(cf, key, found, found.base(), columns);
      return true;
    default:
      return false;
  }
}

Status WriteBatchWithIndex::Rep::CompleteEntity(ColumnFamilyHandle* cf, const Slice& key,
                                                const BatchLookup& found, Status s,
                                                PinnableWideColumns* columns) {
  if (found.finding() != BatchLookup::kOperands || (!s.ok() && !s.IsNotFound())) return s;
  MergeBase base;
  std::string space;
  if (s.ok()) s = StoredFormOf(columns->columns(), &space, &base);
  if (s.ok() || s.IsNotFound()) s = FoldEntity(cf, key, found, base, columns);
  if (!s.ok()) columns->Reset();
  return s;
}

Status WriteBatchWithIndex::GetEntityFromBatch(ColumnFamilyHandle* cf, const Slice& key,
                                               PinnableWideColumns* columns) {
  Status s = CheckArguments(cf, columns);
  if (!s.ok()) return s;
  columns->Reset();
  BatchLookup found;
  s = rep_->Find(cf, key, &found);
  if (!s.ok() || rep_->SettleEntity(cf, key, found, columns, &s)) return s;
  return found.finding() == BatchLookup::kOperands ? Status::MergeInProgress() : Status::NotFound();
}

Status WriteBatchWithIndex::GetEntityFromBatchAndDB(DB* db, const ReadOptions& options,
                                                    ColumnFamilyHandle* cf, const Slice& key,
                                                    PinnableWideColumns* columns) {
  Status s = CheckArguments(cf, columns);
  if (s.ok() && db == nullptr) s = Status::InvalidArgument("Cannot read without a database");
  if (!s.ok()) return s;
  columns->Reset();
  BatchLookup found;
  s = rep_->Find(cf, key, &found);
  if (!s.ok() || rep_->SettleEntity(cf, key, found, columns, &s)) return s;
  return rep_->CompleteEntity(cf, key, found, db->GetEntity(options, cf, key, columns), columns);
}

void WriteBatchWithIndex::MultiGetEntityFromBatchAndDB(DB* db, const ReadOptions& options,
                                                       ColumnFamilyHandle* cf, size_t num_keys,
                                                       const Slice* keys,
                                                       PinnableWideColumns* results,
                                                       Status* statuses, bool sorted_input) {
  std::vector<BatchLookup> found(num_keys);
  // Those that the database is asked for.
  std::vector<size_t> places;
  std::vector<Slice> wanted;
  for (size_t i = 0; i < num_keys; ++i) {
    statuses[i] = CheckArguments(cf, &results[i]);
    if (statuses[i].ok() && db == nullptr)
      statuses[i] = Status::InvalidArgument("Cannot read without a database");
    if (!statuses[i].ok()) continue;
    results[i].Reset();
    statuses[i] = rep_->Find(cf, keys[i], &found[i]);
    if (!statuses[i].ok() || rep_->SettleEntity(cf, keys[i], found[i], &results[i], &statuses[i]))
      continue;
    places.push_back(i);
    wanted.push_back(keys[i]);
  }
  if (wanted.empty()) return;
  std::vector<PinnableWideColumns> answers(wanted.size());
  std::vector<Status> asked(wanted.size());
  db->MultiGetEntity(options, cf, wanted.size(), wanted.data(), answers.data(), asked.data(),
                     sorted_input);
  for (size_t i = 0; i < wanted.size(); ++i) {
    const size_t at = places[i];
    results[at] = std::move(answers[i]);
    statuses[at] = rep_->CompleteEntity(cf, keys[at], found[at], std::move(asked[i]), &results[at]);
  }
}

}  // namespace ROCKSDB_NAMESPACE
