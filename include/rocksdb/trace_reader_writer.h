// Where the bytes of a trace go to and come from. This library writes no traces.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "rocksdb/env.h"

namespace ROCKSDB_NAMESPACE {

// Takes the records of a trace, already encoded. One thread at a time.
class TraceWriter {
 public:
  virtual ~TraceWriter() = default;

  virtual Status Write(const Slice& data) = 0;
  // Nothing may follow.
  virtual Status Close() = 0;
  // Bytes so far.
  virtual uint64_t GetFileSize() = 0;
};

// Gives them back. One thread at a time.
class TraceReader {
 public:
  virtual ~TraceReader() = default;

  // The next record; Incomplete at the end.
  virtual Status Read(std::string* data) = 0;
  virtual Status Close() = 0;
  // Goes back to the first record.
  virtual Status Reset() = 0;
};

// Refused, both: the result becomes null.
Status NewFileTraceWriter(Env* env, const EnvOptions& env_options,
                          const std::string& trace_filename,
                          std::unique_ptr<TraceWriter>* trace_writer);
Status NewFileTraceReader(Env* env, const EnvOptions& env_options,
                          const std::string& trace_filename,
                          std::unique_ptr<TraceReader>* trace_reader);

}  // namespace ROCKSDB_NAMESPACE
