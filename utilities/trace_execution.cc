// Repeats traced operations on a database: the handler of TraceRecord::NewExecutionHandler().
#include <unordered_map>

#include "rocksdb/db.h"
#include "rocksdb/trace_record.h"
#include "rocksdb/trace_record_result.h"
#include "rocksdb/write_batch.h"

namespace ROCKSDB_NAMESPACE {

namespace {

class ExecutionHandler final : public TraceRecord::Handler {
 public:
  ExecutionHandler(DB* db, const std::vector<ColumnFamilyHandle*>& handles) : db_(db) {
    for (ColumnFamilyHandle* handle : handles) families_[handle->GetID()] = handle;
  }

  Status Handle(const WriteQueryTraceRecord& record,
                std::unique_ptr<TraceRecordResult>* result) override {
    const uint64_t start = Now();
    WriteBatch batch(record.GetWriteBatchRep().ToString());
    Status s = db_->Write(WriteOptions(), &batch);
    if (s.ok() && result != nullptr) {
      *result =
          std::make_unique<StatusOnlyTraceExecutionResult>(s, start, Now(), record.GetTraceType());
    }
    return s;
  }

  Status Handle(const GetQueryTraceRecord& record,
                std::unique_ptr<TraceRecordResult>* result) override {
    ColumnFamilyHandle* family = FamilyOf(record.GetColumnFamilyID());
    if (family == nullptr) return NoFamily();
    const uint64_t start = Now();
    std::string value;
    Status s = db_->Get(ReadOptions(), family, record.GetKey(), &value);
    if (result != nullptr) {
      *result = std::make_unique<SingleValueTraceExecutionResult>(s, std::move(value), start, Now(),
                                                                  record.GetTraceType());
    }
    return s.IsNotFound() ? Status::OK() : s;
  }

  Status Handle(const IteratorSeekQueryTraceRecord& record,
                std::unique_ptr<TraceRecordResult>* result) override {
    ColumnFamilyHandle* family = FamilyOf(record.GetColumnFamilyID());
    if (family == nullptr) return NoFamily();
    const Slice lower = record.GetLowerBound();
    const Slice upper = record.GetUpperBound();
    ReadOptions options;
    options.iterate_lower_bound = lower.empty() ? nullptr : &lower;
    options.iterate_upper_bound = upper.empty() ? nullptr : &upper;
    const uint64_t start = Now();
    std::unique_ptr<Iterator> it(db_->NewIterator(options, family));
    if (record.GetSeekType() == IteratorSeekQueryTraceRecord::kSeek) {
      it->Seek(record.GetKey());
    } else {
      it->SeekForPrev(record.GetKey());
    }
    Status s = it->status();
    if (s.ok() && result != nullptr) {
      const bool valid = it->Valid();
      *result = std::make_unique<IteratorTraceExecutionResult>(
          valid, s, valid ? it->key().ToString() : std::string(),
          valid ? it->value().ToString() : std::string(), start, Now(), record.GetTraceType());
    }
    return s;
  }

  Status Handle(const MultiGetQueryTraceRecord& record,
                std::unique_ptr<TraceRecordResult>* result) override {
    std::vector<ColumnFamilyHandle*> families;
    for (uint32_t id : record.GetColumnFamilyIDs()) {
      families.push_back(FamilyOf(id));
      if (families.back() == nullptr) return NoFamily();
    }
    const std::vector<Slice> keys = record.GetKeys();
    if (keys.empty()) return Status::InvalidArgument("Empty MultiGet keys");
    if (families.size() != keys.size()) {
      return Status::InvalidArgument("There must be as many column families as keys");
    }
    const uint64_t start = Now();
    std::vector<std::string> values;
    std::vector<Status> statuses = db_->MultiGet(ReadOptions(), families, keys, &values);
    for (const Status& s : statuses) {
      if (!s.ok() && !s.IsNotFound()) return s;
    }
    if (result != nullptr) {
      *result = std::make_unique<MultiValuesTraceExecutionResult>(
          std::move(statuses), std::move(values), start, Now(), record.GetTraceType());
    }
    return Status::OK();
  }

 private:
  uint64_t Now() const { return db_->GetEnv()->NowMicros(); }
  // Null for an unknown number.
  ColumnFamilyHandle* FamilyOf(uint32_t id) const {
    const auto found = families_.find(id);
    return found == families_.end() ? nullptr : found->second;
  }
  static Status NoFamily() { return Status::Corruption("Invalid Column Family ID."); }

  DB* const db_;
  std::unordered_map<uint32_t, ColumnFamilyHandle*> families_;
};

}  // namespace

TraceRecord::Handler* TraceRecord::NewExecutionHandler(
    DB* db, const std::vector<ColumnFamilyHandle*>& handles) {
  return new ExecutionHandler(db, handles);
}

}  // namespace ROCKSDB_NAMESPACE
