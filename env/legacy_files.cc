// FileSystem's files as Env's: options and debug context are filled in, IOStatus becomes Status.
// For applications that open files through an Env; the engine itself does not use them.
#include "env/legacy_adapters.h"

#include "env/plain_io.h"

namespace ROCKSDB_NAMESPACE {

namespace {

class OldSequentialFile final : public SequentialFile {
 public:
  explicit OldSequentialFile(std::unique_ptr<FSSequentialFile>&& f) : file_(std::move(f)) {}

  Status Read(size_t n, Slice* result, char* scratch) override {
    return file_->Read(n, kPlainIo, result, scratch, nullptr);
  }
  Status Skip(uint64_t n) override { return file_->Skip(n); }
  bool use_direct_io() const override { return file_->use_direct_io(); }
  size_t GetRequiredBufferAlignment() const override { return file_->GetRequiredBufferAlignment(); }
  Status InvalidateCache(size_t offset, size_t length) override {
    return file_->InvalidateCache(offset, length);
  }
  Status PositionedRead(uint64_t offset, size_t n, Slice* result, char* scratch) override {
    return file_->PositionedRead(offset, n, kPlainIo, result, scratch, nullptr);
  }

 private:
  const std::unique_ptr<FSSequentialFile> file_;
};

class OldRandomAccessFile final : public RandomAccessFile {
 public:
  explicit OldRandomAccessFile(std::unique_ptr<FSRandomAccessFile>&& f) : file_(std::move(f)) {}

  Status Read(uint64_t offset, size_t n, Slice* result, char* scratch) const override {
    return file_->Read(offset, n, kPlainIo, result, scratch, nullptr);
  }
  Status MultiRead(ReadRequest* reqs, size_t num_reqs) override {
    std::vector<FSReadRequest> inner(num_reqs);
    for (size_t i = 0; i < num_reqs; ++i) {
      inner[i].offset = reqs[i].offset;
      inner[i].len = reqs[i].len;
      inner[i].scratch = reqs[i].scratch;
    }
    Status s = file_->MultiRead(inner.data(), num_reqs, kPlainIo, nullptr);
    for (size_t i = 0; i < num_reqs; ++i) {
      reqs[i].result = inner[i].result;
      reqs[i].status = inner[i].status;
    }
    return s;
  }
  Status Prefetch(uint64_t offset, size_t n) override {
    return file_->Prefetch(offset, n, kPlainIo, nullptr);
  }
  size_t GetUniqueId(char* id, size_t max_size) const override {
    return file_->GetUniqueId(id, max_size);
  }
  void Hint(AccessPattern pattern) override {
    file_->Hint(static_cast<FSRandomAccessFile::AccessPattern>(pattern));
  }
  bool use_direct_io() const override { return file_->use_direct_io(); }
  size_t GetRequiredBufferAlignment() const override { return file_->GetRequiredBufferAlignment(); }
  Status InvalidateCache(size_t offset, size_t length) override {
    return file_->InvalidateCache(offset, length);
  }
  Status GetFileSize(uint64_t* result) override { return file_->GetFileSize(result); }

 private:
  const std::unique_ptr<FSRandomAccessFile> file_;
};

class OldWritableFile final : public WritableFile {
 public:
  explicit OldWritableFile(std::unique_ptr<FSWritableFile>&& f) : file_(std::move(f)) {}

  using WritableFile::Append;
  using WritableFile::PositionedAppend;
  Status Append(const Slice& data) override { return file_->Append(data, kPlainIo, nullptr); }
  Status Append(const Slice& data, const DataVerificationInfo& info) override {
    return file_->Append(data, kPlainIo, info, nullptr);
  }
  Status PositionedAppend(const Slice& data, uint64_t offset) override {
    return file_->PositionedAppend(data, offset, kPlainIo, nullptr);
  }
  Status Truncate(uint64_t size) override { return file_->Truncate(size, kPlainIo, nullptr); }
  Status Close() override { return file_->Close(kPlainIo, nullptr); }
  Status Flush() override { return file_->Flush(kPlainIo, nullptr); }
  Status Sync() override { return file_->Sync(kPlainIo, nullptr); }
  Status Fsync() override { return file_->Fsync(kPlainIo, nullptr); }
  bool IsSyncThreadSafe() const override { return file_->IsSyncThreadSafe(); }
  bool use_direct_io() const override { return file_->use_direct_io(); }
  size_t GetRequiredBufferAlignment() const override { return file_->GetRequiredBufferAlignment(); }
  void SetIOPriority(Env::IOPriority pri) override { file_->SetIOPriority(pri); }
  Env::IOPriority GetIOPriority() override { return file_->GetIOPriority(); }
  void SetWriteLifeTimeHint(Env::WriteLifeTimeHint hint) override {
    file_->SetWriteLifeTimeHint(hint);
  }
  Env::WriteLifeTimeHint GetWriteLifeTimeHint() override { return file_->GetWriteLifeTimeHint(); }
  uint64_t GetFileSize() override { return file_->GetFileSize(kPlainIo, nullptr); }
  void SetPreallocationBlockSize(size_t size) override { file_->SetPreallocationBlockSize(size); }
  void GetPreallocationStatus(size_t* block_size, size_t* last_block) override {
    file_->GetPreallocationStatus(block_size, last_block);
  }
  void PrepareWrite(size_t offset, size_t len) override {
    file_->PrepareWrite(offset, len, kPlainIo, nullptr);
  }
  Status Allocate(uint64_t offset, uint64_t len) override {
    return file_->Allocate(offset, len, kPlainIo, nullptr);
  }
  size_t GetUniqueId(char* id, size_t max_size) const override {
    return file_->GetUniqueId(id, max_size);
  }
  Status InvalidateCache(size_t offset, size_t length) override {
    return file_->InvalidateCache(offset, length);
  }
  Status RangeSync(uint64_t offset, uint64_t nbytes) override {
    return file_->RangeSync(offset, nbytes, kPlainIo, nullptr);
  }

 private:
  const std::unique_ptr<FSWritableFile> file_;
};

class OldRandomRWFile final : public RandomRWFile {
 public:
  explicit OldRandomRWFile(std::unique_ptr<FSRandomRWFile>&& f) : file_(std::move(f)) {}

  bool use_direct_io() const override { return file_->use_direct_io(); }
  size_t GetRequiredBufferAlignment() const override { return file_->GetRequiredBufferAlignment(); }
  Status Write(uint64_t offset, const Slice& data) override {
    return file_->Write(offset, data, kPlainIo, nullptr);
  }
  Status Read(uint64_t offset, size_t n, Slice* result, char* scratch) const override {
    return file_->Read(offset, n, kPlainIo, result, scratch, nullptr);
  }
  Status Flush() override { return file_->Flush(kPlainIo, nullptr); }
  Status Sync() override { return file_->Sync(kPlainIo, nullptr); }
  Status Fsync() override { return file_->Fsync(kPlainIo, nullptr); }
  Status Close() override { return file_->Close(kPlainIo, nullptr); }

 private:
  const std::unique_ptr<FSRandomRWFile> file_;
};

class OldDirectory final : public Directory {
 public:
  explicit OldDirectory(std::unique_ptr<FSDirectory>&& d) : dir_(std::move(d)) {}

  Status Fsync() override { return dir_->Fsync(kPlainIo, nullptr); }
  Status Close() override { return dir_->Close(kPlainIo, nullptr); }
  size_t GetUniqueId(char* id, size_t max_size) const override {
    return dir_->GetUniqueId(id, max_size);
  }

 private:
  const std::unique_ptr<FSDirectory> dir_;
};

}  // namespace

std::unique_ptr<SequentialFile> ToLegacy(std::unique_ptr<FSSequentialFile>&& file) {
  return std::make_unique<OldSequentialFile>(std::move(file));
}
std::unique_ptr<RandomAccessFile> ToLegacy(std::unique_ptr<FSRandomAccessFile>&& file) {
  return std::make_unique<OldRandomAccessFile>(std::move(file));
}
std::unique_ptr<WritableFile> ToLegacy(std::unique_ptr<FSWritableFile>&& file) {
  return std::make_unique<OldWritableFile>(std::move(file));
}
std::unique_ptr<RandomRWFile> ToLegacy(std::unique_ptr<FSRandomRWFile>&& file) {
  return std::make_unique<OldRandomRWFile>(std::move(file));
}
std::unique_ptr<Directory> ToLegacy(std::unique_ptr<FSDirectory>&& file) {
  return std::make_unique<OldDirectory>(std::move(file));
}

}  // namespace ROCKSDB_NAMESPACE
