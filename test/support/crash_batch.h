// Writes the operations of crash_ops.h, each as one batch. Called by crash_writer.cc and by
// faulty_db.h.
#pragma once

#include <memory>
#include <string>

#include "rocksdb/comparator.h"
#include "rocksdb/db.h"
#include "rocksdb/utilities/write_batch_with_index.h"
#include "rocksdb/write_batch.h"
#include "test/support/crash_ops.h"

namespace system_test {

// The updates of the i-th operation. Ranges go to plain batches only, as DeleteRange of an indexed
// one is refused. The number also goes to `twin`, if there is one.
inline ROCKSDB_NAMESPACE::Status FillCrashBatch(const CrashOp& op, uint64_t i,
                                                ROCKSDB_NAMESPACE::ColumnFamilyHandle* twin,
                                                ROCKSDB_NAMESPACE::WriteBatchBase* batch) {
  using ROCKSDB_NAMESPACE::Status;
  Status s = op.kind == CrashOp::kPut      ? batch->Put(op.key, op.value)
             : op.kind == CrashOp::kDelete ? batch->Delete(op.key)
                                           : batch->DeleteRange(op.key, op.end);
  if (s.ok()) s = batch->Put(kCrashCounter, std::to_string(i));
  if (s.ok() && twin != nullptr) s = batch->Put(twin, kCrashCounter, std::to_string(i));
  return s;
}

// What a reader of `batch` over the database finds must be what the database will hold once the
// batch is written.
inline ROCKSDB_NAMESPACE::Status CheckIndexed(ROCKSDB_NAMESPACE::DB* db, const CrashOp& op,
                                              uint64_t i,
                                              ROCKSDB_NAMESPACE::WriteBatchWithIndex* batch) {
  using namespace ROCKSDB_NAMESPACE;  // NOLINT: a few names of one function
  std::string value;
  Status s = batch->GetFromBatchAndDB(db, ReadOptions(), kCrashCounter, &value);
  if (s.ok() && value != std::to_string(i)) s = Status::Corruption("the counter read is", value);
  if (!s.ok()) return s;
  const std::unique_ptr<Iterator> it(batch->NewIteratorWithBase(db->NewIterator(ReadOptions())));
  it->Seek(op.key);
  if (!it->status().ok()) return it->status();
  const bool there = it->Valid() && it->key() == op.key;
  if (there != (op.kind == CrashOp::kPut) || (there && it->value() != op.value)) {
    return Status::Corruption("an iterator over an indexed batch is wrong at", op.key);
  }
  return s;
}

// Writes the i-th operation, every eighth one through an indexed batch.
inline ROCKSDB_NAMESPACE::Status WriteCrashOp(
    ROCKSDB_NAMESPACE::DB* db, const CrashOp& op, uint64_t i,
    const ROCKSDB_NAMESPACE::WriteOptions& how,
    ROCKSDB_NAMESPACE::ColumnFamilyHandle* twin = nullptr) {
  using namespace ROCKSDB_NAMESPACE;  // NOLINT: a few names of one function
  if (i % 8 != 0 || op.kind == CrashOp::kDeleteRange) {
    WriteBatch batch;
    const Status s = FillCrashBatch(op, i, twin, &batch);
    return s.ok() ? db->Write(how, &batch) : s;
  }
  WriteBatchWithIndex batch(BytewiseComparator(), 0, /*overwrite_key=*/true);
  Status s = FillCrashBatch(op, i, twin, &batch);
  if (s.ok()) s = CheckIndexed(db, op, i, &batch);
  return s.ok() ? db->Write(how, batch.GetWriteBatch()) : s;
}

}  // namespace system_test
