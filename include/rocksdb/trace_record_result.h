// What came of the repetition of a traced operation.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/rocksdb_namespace.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "rocksdb/trace_record.h"

namespace ROCKSDB_NAMESPACE {

class IteratorTraceExecutionResult;
class MultiValuesTraceExecutionResult;
class SingleValueTraceExecutionResult;
class StatusOnlyTraceExecutionResult;

// Results do not change.
class TraceRecordResult {
 public:
  // Does something with a result, as the Handle() for its kind says.
  class Handler {
   public:
    virtual ~Handler() = default;

    virtual Status Handle(const StatusOnlyTraceExecutionResult& result) = 0;
    virtual Status Handle(const SingleValueTraceExecutionResult& result) = 0;
    virtual Status Handle(const MultiValuesTraceExecutionResult& result) = 0;
    virtual Status Handle(const IteratorTraceExecutionResult& result) = 0;
  };

  explicit TraceRecordResult(TraceType trace_type) : trace_type_(trace_type) {}
  virtual ~TraceRecordResult() = default;

  // That of the record.
  virtual TraceType GetTraceType() const { return trace_type_; }
  virtual Status Accept(Handler* handler) = 0;

 private:
  const TraceType trace_type_;
};

// Times are microseconds since 1970; the latency is their difference.
class TraceExecutionResult : public TraceRecordResult {
 public:
  TraceExecutionResult(uint64_t start_timestamp, uint64_t end_timestamp, TraceType trace_type)
      : TraceRecordResult(trace_type), start_(start_timestamp), end_(end_timestamp) {}

  virtual uint64_t GetStartTimestamp() const { return start_; }
  virtual uint64_t GetEndTimestamp() const { return end_; }
  uint64_t GetLatency() const { return GetEndTimestamp() - GetStartTimestamp(); }

 private:
  const uint64_t start_;
  const uint64_t end_;
};

// Of a write.
class StatusOnlyTraceExecutionResult : public TraceExecutionResult {
 public:
  StatusOnlyTraceExecutionResult(Status status, uint64_t start_timestamp, uint64_t end_timestamp,
                                 TraceType trace_type)
      : TraceExecutionResult(start_timestamp, end_timestamp, trace_type),
        status_(std::move(status)) {}
  ~StatusOnlyTraceExecutionResult() override = default;

  virtual const Status& GetStatus() const { return status_; }
  Status Accept(Handler* handler) override { return handler->Handle(*this); }

 private:
  const Status status_;
};

// Of a Get.
class SingleValueTraceExecutionResult : public TraceExecutionResult {
 public:
  SingleValueTraceExecutionResult(Status status, const std::string& value, uint64_t start_timestamp,
                                  uint64_t end_timestamp, TraceType trace_type)
      : SingleValueTraceExecutionResult(std::move(status), std::string(value), start_timestamp,
                                        end_timestamp, trace_type) {}
  SingleValueTraceExecutionResult(Status status, std::string&& value, uint64_t start_timestamp,
                                  uint64_t end_timestamp, TraceType trace_type)
      : TraceExecutionResult(start_timestamp, end_timestamp, trace_type),
        status_(std::move(status)),
        value_(std::move(value)) {}
  ~SingleValueTraceExecutionResult() override = default;

  virtual const Status& GetStatus() const { return status_; }
  virtual const std::string& GetValue() const { return value_; }
  Status Accept(Handler* handler) override { return handler->Handle(*this); }

 private:
  const Status status_;
  const std::string value_;
};

// Of a MultiGet.
class MultiValuesTraceExecutionResult : public TraceExecutionResult {
 public:
  MultiValuesTraceExecutionResult(std::vector<Status> multi_status, std::vector<std::string> values,
                                  uint64_t start_timestamp, uint64_t end_timestamp,
                                  TraceType trace_type)
      : TraceExecutionResult(start_timestamp, end_timestamp, trace_type),
        multi_status_(std::move(multi_status)),
        values_(std::move(values)) {}
  ~MultiValuesTraceExecutionResult() override = default;

  virtual const std::vector<Status>& GetMultiStatus() const { return multi_status_; }
  virtual const std::vector<std::string>& GetValues() const { return values_; }
  Status Accept(Handler* handler) override { return handler->Handle(*this); }

 private:
  const std::vector<Status> multi_status_;
  const std::vector<std::string> values_;
};

// Of a seek: where the iterator then stood.
class IteratorTraceExecutionResult : public TraceExecutionResult {
 public:
  IteratorTraceExecutionResult(bool valid, Status status, PinnableSlice&& key,
                               PinnableSlice&& value, uint64_t start_timestamp,
                               uint64_t end_timestamp, TraceType trace_type)
      : TraceExecutionResult(start_timestamp, end_timestamp, trace_type),
        valid_(valid),
        status_(std::move(status)),
        key_(std::move(key)),
        value_(std::move(value)) {}
  IteratorTraceExecutionResult(bool valid, Status status, const std::string& key,
                               const std::string& value, uint64_t start_timestamp,
                               uint64_t end_timestamp, TraceType trace_type)
      : TraceExecutionResult(start_timestamp, end_timestamp, trace_type),
        valid_(valid),
        status_(std::move(status)) {
    key_.PinSelf(key);
    value_.PinSelf(value);
  }
  ~IteratorTraceExecutionResult() override = default;

  virtual bool GetValid() const { return valid_; }
  virtual const Status& GetStatus() const { return status_; }
  virtual Slice GetKey() const { return key_; }
  virtual Slice GetValue() const { return value_; }
  Status Accept(Handler* handler) override { return handler->Handle(*this); }

 private:
  const bool valid_;
  const Status status_;
  PinnableSlice key_;
  PinnableSlice value_;
};

}  // namespace ROCKSDB_NAMESPACE
