// Traces, which this library neither writes nor reads: every call says so.
#include "rocksdb/block_cache_trace_writer.h"
#include "rocksdb/trace_reader_writer.h"

namespace ROCKSDB_NAMESPACE {

Status NewFileTraceWriter(Env* /*env*/, const EnvOptions& /*env_options*/,
                          const std::string& /*trace_filename*/,
                          std::unique_ptr<TraceWriter>* trace_writer) {
  trace_writer->reset();
  return Status::NotSupported("traces: NewFileTraceWriter");
}

Status NewFileTraceReader(Env* /*env*/, const EnvOptions& /*env_options*/,
                          const std::string& /*trace_filename*/,
                          std::unique_ptr<TraceReader>* trace_reader) {
  trace_reader->reset();
  return Status::NotSupported("traces: NewFileTraceReader");
}

std::unique_ptr<BlockCacheTraceWriter> NewBlockCacheTraceWriter(
    SystemClock* /*clock*/, const BlockCacheTraceWriterOptions& /*trace_options*/,
    std::unique_ptr<TraceWriter>&& /*trace_writer*/) {
  return nullptr;
}

}  // namespace ROCKSDB_NAMESPACE
