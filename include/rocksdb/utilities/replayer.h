// Repeats the operations of a trace. DB::NewDefaultReplayer() is refused.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "rocksdb/rocksdb_namespace.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class TraceRecord;
class TraceRecordResult;

struct ReplayOptions {
  ReplayOptions() = default;
  ReplayOptions(uint32_t threads, double speed) : num_threads(threads), fast_forward(speed) {}

  // 0 and 1: the operations run one after another.
  uint32_t num_threads = 1;
  // The speed, as a multiple of that of the trace. REQUIRES: positive.
  double fast_forward = 1.0;
};

class Replayer {
 public:
  virtual ~Replayer() = default;

  // Goes to the first record.
  virtual Status Prepare() = 0;
  // When the trace began; 0 before Prepare().
  virtual uint64_t GetHeaderTimestamp() const = 0;

  // Reads the next record, which may be null: NotSupported for a kind that is not repeated,
  // Incomplete at the end.
  virtual Status Next(std::unique_ptr<TraceRecord>* record) = 0;
  virtual Status Execute(const std::unique_ptr<TraceRecord>& record,
                         std::unique_ptr<TraceRecordResult>* result) = 0;
  // Both for all records; the callback may be called by several threads at once.
  virtual Status Replay(
      const ReplayOptions& options,
      const std::function<void(Status, std::unique_ptr<TraceRecordResult>&&)>& result_callback) = 0;
};

}  // namespace ROCKSDB_NAMESPACE
