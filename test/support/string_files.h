// Files that are strings, for tests whose input or output is one file: no locks, no file system.
#pragma once

#include <algorithm>
#include <string>

#include "rocksdb/file_system.h"

namespace ROCKSDB_NAMESPACE {

// Appends to a string that outlives it.
class StringFile : public FSWritableFile {
 public:
  explicit StringFile(std::string* bytes) : bytes_(bytes) {}
  using FSWritableFile::Append;
  IOStatus Append(const Slice& data, const IOOptions&, IODebugContext*) override {
    if (fail) return IOStatus::IOError("told to fail");
    bytes_->append(data.data(), data.size());
    return IOStatus::OK();
  }
  IOStatus Close(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }
  IOStatus Flush(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }
  IOStatus Sync(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }
  uint64_t GetFileSize(const IOOptions&, IODebugContext*) override { return bytes_->size(); }

  bool fail = false;

 private:
  std::string* const bytes_;
};

// Reads a string that may grow meanwhile, or bytes that do not; both outlive it.
class StringSource : public FSSequentialFile {
 public:
  explicit StringSource(const std::string* growing) : growing_(growing) {}
  explicit StringSource(const Slice& bytes) : bytes_(bytes) {}
  IOStatus Read(size_t n, const IOOptions&, Slice* result, char* scratch,
                IODebugContext*) override {
    if (at_ >= fail_from) return IOStatus::IOError("told to fail");
    n = std::min(n, Size() - at_);
    std::copy_n((growing_ != nullptr ? growing_->data() : bytes_.data()) + at_, n, scratch);
    *result = Slice(scratch, n);
    at_ += n;
    return IOStatus::OK();
  }
  IOStatus Skip(uint64_t n) override {
    at_ += std::min<uint64_t>(n, Size() - at_);
    return IOStatus::OK();
  }

  // Reads from here on fail.
  size_t fail_from = SIZE_MAX;

 private:
  size_t Size() const { return growing_ != nullptr ? growing_->size() : bytes_.size(); }

  const std::string* const growing_ = nullptr;
  const Slice bytes_;
  size_t at_ = 0;
};

// Reads bytes that outlive it, anywhere.
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

}  // namespace ROCKSDB_NAMESPACE
