// A file system that counts what is read through it: the progress of work that has no callback,
// such as repair and compaction.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "rocksdb/file_system.h"

namespace ROCKSDB_NAMESPACE::tools {

// Thread-safe. Files that it opened count until they are closed, so it must outlive them.
class ReadMeter : public FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;

  const char* Name() const override { return "ReadMeter"; }
  // Bytes read so far.
  uint64_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

  IOStatus NewSequentialFile(const std::string& path, const FileOptions& options,
                             std::unique_ptr<FSSequentialFile>* file, IODebugContext* dbg) override;
  IOStatus NewRandomAccessFile(const std::string& path, const FileOptions& options,
                               std::unique_ptr<FSRandomAccessFile>* file,
                               IODebugContext* dbg) override;

 private:
  std::atomic<uint64_t> bytes_{0};
};

}  // namespace ROCKSDB_NAMESPACE::tools
