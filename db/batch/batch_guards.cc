// Making and comparing the guards of whole batches.
#include "db/batch/batch_guards.h"

namespace ROCKSDB_NAMESPACE {

Status GuardMismatch() {
  return Status::Corruption("WriteBatch records do not match their checksum");
}

Status CollectGuards(const Slice& contents, BatchGuards* guards) {
  guards->clear();
  BatchReader record(contents);
  while (record.Next()) guards->push_back(RecordGuard(record));
  return record.status();
}

Status VerifyGuards(const BatchGuards& guards, BatchReader* at) {
  for (const uint64_t guard : guards) {
    if (!at->Next() || RecordGuard(*at) != guard) return GuardMismatch();
  }
  return Status::OK();
}

Status VerifyGuards(const Slice& contents, const BatchGuards& guards) {
  BatchReader record(contents);
  Status s = VerifyGuards(guards, &record);
  if (!s.ok()) return s;
  // Records beyond the guarded ones, and a wrong count in the header, are changes too.
  return record.Next() || !record.status().ok() ? GuardMismatch() : s;
}

}  // namespace ROCKSDB_NAMESPACE
