// The records of a trace of queries: one class for each kind of operation. A Replayer reads them
// from a trace. This library writes and reads no traces, but an application may make records and
// pass them to its own handler.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/rocksdb_namespace.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class ColumnFamilyHandle;
class DB;
class GetQueryTraceRecord;
class IteratorSeekQueryTraceRecord;
class MultiGetQueryTraceRecord;
class TraceRecordResult;
class WriteQueryTraceRecord;

// Kinds of records, of all sorts of traces. The numbers are part of the format.
enum TraceType : char {
  kTraceNone = 0,
  // The first and the last record of a trace.
  kTraceBegin = 1,
  kTraceEnd = 2,
  // Queries.
  kTraceWrite = 3,
  kTraceGet = 4,
  kTraceIteratorSeek = 5,
  kTraceIteratorSeekForPrev = 6,
  kTraceMultiGet = 13,
  // Blocks of tables.
  kBlockTraceIndexBlock = 7,
  kBlockTraceFilterBlock = 8,
  kBlockTraceDataBlock = 9,
  kBlockTraceUncompressionDictBlock = 10,
  kBlockTraceRangeDeletionBlock = 11,
  // Calls of the file system.
  kIOTracer = 12,
  kTraceMax = 14,
};

// Records do not change. Times are microseconds since 1970.
class TraceRecord {
 public:
  // Does something with a record, as the Handle() for its kind says. *result may stay null.
  class Handler {
   public:
    virtual ~Handler() = default;

    virtual Status Handle(const WriteQueryTraceRecord& record,
                          std::unique_ptr<TraceRecordResult>* result) = 0;
    virtual Status Handle(const GetQueryTraceRecord& record,
                          std::unique_ptr<TraceRecordResult>* result) = 0;
    virtual Status Handle(const IteratorSeekQueryTraceRecord& record,
                          std::unique_ptr<TraceRecordResult>* result) = 0;
    virtual Status Handle(const MultiGetQueryTraceRecord& record,
                          std::unique_ptr<TraceRecordResult>* result) = 0;
  };

  explicit TraceRecord(uint64_t timestamp) : timestamp_(timestamp) {}
  virtual ~TraceRecord() = default;

  virtual TraceType GetTraceType() const = 0;
  virtual uint64_t GetTimestamp() const { return timestamp_; }

  // Calls the handler.
  virtual Status Accept(Handler* handler, std::unique_ptr<TraceRecordResult>* result) = 0;

  // A handler that repeats the operations on `db`; `handles` are its column families, which records
  // name by number. The caller owns it.
  static Handler* NewExecutionHandler(DB* db, const std::vector<ColumnFamilyHandle*>& handles);

 private:
  const uint64_t timestamp_;
};

// An operation of the application.
class QueryTraceRecord : public TraceRecord {
 public:
  explicit QueryTraceRecord(uint64_t timestamp) : TraceRecord(timestamp) {}

 protected:
  // A copy of `bytes`.
  static PinnableSlice Own(const std::string& bytes) {
    PinnableSlice copy;
    copy.PinSelf(bytes);
    return copy;
  }
};

// DB::Write() and all single updates.
class WriteQueryTraceRecord : public QueryTraceRecord {
 public:
  WriteQueryTraceRecord(PinnableSlice&& batch_rep, uint64_t timestamp)
      : QueryTraceRecord(timestamp), rep_(std::move(batch_rep)) {}
  WriteQueryTraceRecord(const std::string& batch_rep, uint64_t timestamp)
      : WriteQueryTraceRecord(Own(batch_rep), timestamp) {}
  ~WriteQueryTraceRecord() override = default;

  TraceType GetTraceType() const override { return kTraceWrite; }
  // The bytes of the batch.
  Slice GetWriteBatchRep() const { return rep_; }

  Status Accept(Handler* handler, std::unique_ptr<TraceRecordResult>* result) override {
    return handler->Handle(*this, result);
  }

 private:
  PinnableSlice rep_;
};

class GetQueryTraceRecord : public QueryTraceRecord {
 public:
  GetQueryTraceRecord(uint32_t cf_id, PinnableSlice&& key, uint64_t timestamp)
      : QueryTraceRecord(timestamp), cf_id_(cf_id), key_(std::move(key)) {}
  GetQueryTraceRecord(uint32_t cf_id, const std::string& key, uint64_t timestamp)
      : GetQueryTraceRecord(cf_id, Own(key), timestamp) {}
  ~GetQueryTraceRecord() override = default;

  TraceType GetTraceType() const override { return kTraceGet; }
  uint32_t GetColumnFamilyID() const { return cf_id_; }
  Slice GetKey() const { return key_; }

  Status Accept(Handler* handler, std::unique_ptr<TraceRecordResult>* result) override {
    return handler->Handle(*this, result);
  }

 private:
  const uint32_t cf_id_;
  PinnableSlice key_;
};

// An operation of an iterator, with the bounds of its ReadOptions; an empty one is no bound.
class IteratorQueryTraceRecord : public QueryTraceRecord {
 public:
  explicit IteratorQueryTraceRecord(uint64_t timestamp) : QueryTraceRecord(timestamp) {}
  IteratorQueryTraceRecord(PinnableSlice&& lower_bound, PinnableSlice&& upper_bound,
                           uint64_t timestamp)
      : QueryTraceRecord(timestamp),
        lower_(std::move(lower_bound)),
        upper_(std::move(upper_bound)) {}
  IteratorQueryTraceRecord(const std::string& lower_bound, const std::string& upper_bound,
                           uint64_t timestamp)
      : IteratorQueryTraceRecord(Own(lower_bound), Own(upper_bound), timestamp) {}
  ~IteratorQueryTraceRecord() override = default;

  virtual Slice GetLowerBound() const { return lower_; }
  virtual Slice GetUpperBound() const { return upper_; }

 private:
  PinnableSlice lower_;
  PinnableSlice upper_;
};

class IteratorSeekQueryTraceRecord : public IteratorQueryTraceRecord {
 public:
  // With the numbers of their record kinds.
  enum SeekType { kSeek = kTraceIteratorSeek, kSeekForPrev = kTraceIteratorSeekForPrev };

  IteratorSeekQueryTraceRecord(SeekType type, uint32_t cf_id, PinnableSlice&& key,
                               uint64_t timestamp)
      : IteratorQueryTraceRecord(timestamp), type_(type), cf_id_(cf_id), key_(std::move(key)) {}
  IteratorSeekQueryTraceRecord(SeekType type, uint32_t cf_id, const std::string& key,
                               uint64_t timestamp)
      : IteratorSeekQueryTraceRecord(type, cf_id, Own(key), timestamp) {}
  IteratorSeekQueryTraceRecord(SeekType type, uint32_t cf_id, PinnableSlice&& key,
                               PinnableSlice&& lower_bound, PinnableSlice&& upper_bound,
                               uint64_t timestamp)
      : IteratorQueryTraceRecord(std::move(lower_bound), std::move(upper_bound), timestamp),
        type_(type),
        cf_id_(cf_id),
        key_(std::move(key)) {}
  IteratorSeekQueryTraceRecord(SeekType type, uint32_t cf_id, const std::string& key,
                               const std::string& lower_bound, const std::string& upper_bound,
                               uint64_t timestamp)
      : IteratorSeekQueryTraceRecord(type, cf_id, Own(key), Own(lower_bound), Own(upper_bound),
                                     timestamp) {}
  ~IteratorSeekQueryTraceRecord() override = default;

  TraceType GetTraceType() const override { return static_cast<TraceType>(type_); }
  SeekType GetSeekType() const { return type_; }
  uint32_t GetColumnFamilyID() const { return cf_id_; }
  Slice GetKey() const { return key_; }

  Status Accept(Handler* handler, std::unique_ptr<TraceRecordResult>* result) override {
    return handler->Handle(*this, result);
  }

 private:
  const SeekType type_;
  const uint32_t cf_id_;
  PinnableSlice key_;
};

// Keys and families are parallel.
class MultiGetQueryTraceRecord : public QueryTraceRecord {
 public:
  MultiGetQueryTraceRecord(std::vector<uint32_t> cf_ids, std::vector<PinnableSlice>&& keys,
                           uint64_t timestamp)
      : QueryTraceRecord(timestamp), cf_ids_(std::move(cf_ids)), keys_(std::move(keys)) {}
  MultiGetQueryTraceRecord(std::vector<uint32_t> cf_ids, const std::vector<std::string>& keys,
                           uint64_t timestamp)
      : QueryTraceRecord(timestamp), cf_ids_(std::move(cf_ids)) {
    for (const std::string& key : keys) {
      keys_.push_back(Own(key));
    }
  }
  ~MultiGetQueryTraceRecord() override = default;

  TraceType GetTraceType() const override { return kTraceMultiGet; }
  std::vector<uint32_t> GetColumnFamilyIDs() const { return cf_ids_; }
  std::vector<Slice> GetKeys() const { return std::vector<Slice>(keys_.begin(), keys_.end()); }

  Status Accept(Handler* handler, std::unique_ptr<TraceRecordResult>* result) override {
    return handler->Handle(*this, result);
  }

 private:
  const std::vector<uint32_t> cf_ids_;
  std::vector<PinnableSlice> keys_;
};

}  // namespace ROCKSDB_NAMESPACE
