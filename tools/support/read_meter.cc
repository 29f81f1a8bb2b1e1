#include "tools/support/read_meter.h"

#include <utility>

namespace ROCKSDB_NAMESPACE::tools {

namespace {

using Counter = std::atomic<uint64_t>;

void Count(Counter* counter, const IOStatus& s, const Slice& data) {
  if (s.ok()) counter->fetch_add(data.size(), std::memory_order_relaxed);
}

class MeteredSequentialFile : public FSSequentialFileOwnerWrapper {
 public:
  MeteredSequentialFile(std::unique_ptr<FSSequentialFile> file, Counter* counter)
      : FSSequentialFileOwnerWrapper(std::move(file)), counter_(counter) {}
  IOStatus Read(size_t n, const IOOptions& options, Slice* result, char* scratch,
                IODebugContext* dbg) override {
    IOStatus s = target()->Read(n, options, result, scratch, dbg);
    Count(counter_, s, *result);
    return s;
  }

 private:
  Counter* const counter_;
};

class MeteredRandomAccessFile : public FSRandomAccessFileOwnerWrapper {
 public:
  MeteredRandomAccessFile(std::unique_ptr<FSRandomAccessFile> file, Counter* counter)
      : FSRandomAccessFileOwnerWrapper(std::move(file)), counter_(counter) {}
  IOStatus Read(uint64_t offset, size_t n, const IOOptions& options, Slice* result, char* scratch,
                IODebugContext* dbg) const override {
    IOStatus s = target()->Read(offset, n, options, result, scratch, dbg);
    Count(counter_, s, *result);
    return s;
  }
  IOStatus MultiRead(FSReadRequest* requests, size_t n, const IOOptions& options,
                     IODebugContext* dbg) override {
    IOStatus s = target()->MultiRead(requests, n, options, dbg);
    for (size_t i = 0; i < n; ++i) Count(counter_, requests[i].status, requests[i].result);
    return s;
  }

 private:
  Counter* const counter_;
};

}  // namespace

IOStatus ReadMeter::NewSequentialFile(const std::string& path, const FileOptions& options,
                                      std::unique_ptr<FSSequentialFile>* file,
                                      IODebugContext* dbg) {
  IOStatus s = target()->NewSequentialFile(path, options, file, dbg);
  if (s.ok()) *file = std::make_unique<MeteredSequentialFile>(std::move(*file), &bytes_);
  return s;
}

IOStatus ReadMeter::NewRandomAccessFile(const std::string& path, const FileOptions& options,
                                        std::unique_ptr<FSRandomAccessFile>* file,
                                        IODebugContext* dbg) {
  IOStatus s = target()->NewRandomAccessFile(path, options, file, dbg);
  if (s.ok()) *file = std::make_unique<MeteredRandomAccessFile>(std::move(*file), &bytes_);
  return s;
}

}  // namespace ROCKSDB_NAMESPACE::tools
