// Files that are strings, for targets whose input or output is one file. No locks, no file system.
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "env/file_io.h"
#include "test/fuzz/fuzz.h"

namespace bucketlsm_fuzz {

class StringSink : public FSWritableFile {
 public:
  explicit StringSink(std::string* bytes) : bytes_(bytes) {}
  using FSWritableFile::Append;
  IOStatus Append(const Slice& data, const IOOptions&, IODebugContext*) override {
    bytes_->append(data.data(), data.size());
    return IOStatus::OK();
  }
  IOStatus Close(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }
  IOStatus Flush(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }
  IOStatus Sync(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }
  uint64_t GetFileSize(const IOOptions&, IODebugContext*) override { return bytes_->size(); }

 private:
  std::string* const bytes_;
};

class StringSource : public FSSequentialFile {
 public:
  explicit StringSource(const Slice& bytes) : left_(bytes) {}
  IOStatus Read(size_t n, const IOOptions&, Slice* result, char* scratch,
                IODebugContext*) override {
    n = std::min(n, left_.size());
    std::copy_n(left_.data(), n, scratch);
    left_.remove_prefix(n);
    *result = Slice(scratch, n);
    return IOStatus::OK();
  }
  IOStatus Skip(uint64_t n) override {
    left_.remove_prefix(std::min<uint64_t>(n, left_.size()));
    return IOStatus::OK();
  }

 private:
  Slice left_;
};

class StringTable : public FSRandomAccessFile {
 public:
  explicit StringTable(const Slice& bytes) : bytes_(bytes) {}
  IOStatus Read(uint64_t offset, size_t n, const IOOptions&, Slice* result, char* scratch,
                IODebugContext*) const override {
    const uint64_t from = std::min<uint64_t>(offset, bytes_.size());
    n = std::min<uint64_t>(n, bytes_.size() - from);
    std::copy_n(bytes_.data() + from, n, scratch);
    *result = Slice(scratch, n);
    return IOStatus::OK();
  }

 private:
  const Slice bytes_;
};

inline std::unique_ptr<WritableFileWriter> WriterTo(std::string* bytes) {
  return std::make_unique<WritableFileWriter>(std::make_unique<StringSink>(bytes), "fuzz.out",
                                              FileOptions(), nullptr);
}
inline std::unique_ptr<SequentialFileReader> ReaderOf(const Slice& bytes) {
  return std::make_unique<SequentialFileReader>(std::make_unique<StringSource>(bytes), "fuzz.in");
}
inline std::unique_ptr<RandomAccessFileReader> TableOf(const Slice& bytes) {
  return std::make_unique<RandomAccessFileReader>(std::make_unique<StringTable>(bytes), "fuzz.sst");
}

}  // namespace bucketlsm_fuzz
