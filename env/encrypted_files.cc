// Streams in blocks, and the files that encrypt and decrypt through one: encrypted_fs.cc opens
// them. Offsets of a stream count from the beginning of the file, its prefix included.
#include <algorithm>
#include <cstring>

#include "env/aligned_buffer.h"
#include "rocksdb/env_encryption.h"
#include "util/perf_context_imp.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Encrypts or decrypts [offset, offset + size) block by block; a part of a block is done in a copy
// of the whole.
template <typename OneBlock>
Status ByBlocks(uint64_t offset, char* data, size_t size, size_t block_size, OneBlock one_block) {
  std::string whole;
  while (size > 0) {
    const uint64_t index = offset / block_size;
    const size_t within = static_cast<size_t>(offset % block_size);
    const size_t n = std::min(size, block_size - within);
    Status s;
    if (n == block_size) {
      s = one_block(index, data);
    } else {
      whole.assign(block_size, '\0');
      std::memcpy(whole.data() + within, data, n);
      s = one_block(index, whole.data());
      std::memcpy(data, whole.data() + within, n);
    }
    if (!s.ok()) return s;
    data += n;
    offset += n;
    size -= n;
  }
  return Status::OK();
}

// What a read returned, decrypted in the caller's memory.
IOStatus Decrypted(IOStatus s, BlockAccessCipherStream* stream, uint64_t offset, char* scratch,
                   Slice* result) {
  if (!s.ok() || result->empty()) return s;
  if (result->data() != scratch) std::memmove(scratch, result->data(), result->size());
  *result = Slice(scratch, result->size());
  PERF_TIMER(decrypt_data_nanos);
  return status_to_io_status(stream->Decrypt(offset, scratch, result->size()));
}

// Data that are to stand at `at`, encrypted in memory that direct I/O can use.
class Encrypted {
 public:
  Encrypted(BlockAccessCipherStream* stream, uint64_t at, const Slice& data)
      : buffer_(data.empty() ? 1 : data.size()), size_(data.size()) {
    std::memcpy(buffer_.data(), data.data(), size_);
    PERF_TIMER(encrypt_data_nanos);
    status_ = status_to_io_status(stream->Encrypt(at, buffer_.data(), size_));
  }
  const IOStatus& status() const { return status_; }
  Slice bytes() const { return Slice(buffer_.data(), size_); }

 private:
  AlignedBuffer buffer_;
  const size_t size_;
  IOStatus status_;
};

}  // namespace

Status BlockAccessCipherStream::Encrypt(uint64_t fileOffset, char* data, size_t dataSize) {
  std::string scratch;
  AllocateScratch(scratch);
  return ByBlocks(fileOffset, data, dataSize, BlockSize(), [&](uint64_t index, char* block) {
    return EncryptBlock(index, block, scratch.data());
  });
}

Status BlockAccessCipherStream::Decrypt(uint64_t fileOffset, char* data, size_t dataSize) {
  std::string scratch;
  AllocateScratch(scratch);
  return ByBlocks(fileOffset, data, dataSize, BlockSize(), [&](uint64_t index, char* block) {
    return DecryptBlock(index, block, scratch.data());
  });
}

// ---- Sequential ----

IOStatus EncryptedSequentialFile::Read(size_t n, const IOOptions& options, Slice* result,
                                       char* scratch, IODebugContext* dbg) {
  IOStatus s = file_->Read(n, options, result, scratch, dbg);
  s = Decrypted(std::move(s), stream_.get(), offset_, scratch, result);
  if (s.ok()) offset_ += result->size();
  return s;
}
IOStatus EncryptedSequentialFile::Skip(uint64_t n) {
  IOStatus s = file_->Skip(n);
  if (s.ok()) offset_ += n;
  return s;
}
IOStatus EncryptedSequentialFile::PositionedRead(uint64_t offset, size_t n,
                                                 const IOOptions& options, Slice* result,
                                                 char* scratch, IODebugContext* dbg) {
  const uint64_t at = offset + prefixLength_;
  IOStatus s = file_->PositionedRead(at, n, options, result, scratch, dbg);
  return Decrypted(std::move(s), stream_.get(), at, scratch, result);
}
bool EncryptedSequentialFile::use_direct_io() const { return file_->use_direct_io(); }
size_t EncryptedSequentialFile::GetRequiredBufferAlignment() const {
  return file_->GetRequiredBufferAlignment();
}
IOStatus EncryptedSequentialFile::InvalidateCache(size_t offset, size_t length) {
  return file_->InvalidateCache(offset + prefixLength_, length);
}

// ---- Random access ----

IOStatus EncryptedRandomAccessFile::Read(uint64_t offset, size_t n, const IOOptions& options,
                                         Slice* result, char* scratch, IODebugContext* dbg) const {
  const uint64_t at = offset + prefixLength_;
  IOStatus s = file_->Read(at, n, options, result, scratch, dbg);
  return Decrypted(std::move(s), stream_.get(), at, scratch, result);
}
IOStatus EncryptedRandomAccessFile::MultiRead(FSReadRequest* reqs, size_t num_reqs,
                                              const IOOptions& options, IODebugContext* dbg) {
  for (size_t i = 0; i < num_reqs; ++i) reqs[i].offset += prefixLength_;
  IOStatus s = file_->MultiRead(reqs, num_reqs, options, dbg);
  for (FSReadRequest* r = reqs; r != reqs + num_reqs; ++r) {
    if (s.ok()) {
      r->status = Decrypted(std::move(r->status), stream_.get(), r->offset, r->scratch, &r->result);
    }
    r->offset -= prefixLength_;
  }
  return s;
}
IOStatus EncryptedRandomAccessFile::GetFileSize(uint64_t* result) {
  IOStatus s = file_->GetFileSize(result);
  if (s.ok()) *result -= std::min<uint64_t>(*result, prefixLength_);
  return s;
}
Temperature EncryptedRandomAccessFile::GetTemperature() const { return file_->GetTemperature(); }
IOStatus EncryptedRandomAccessFile::Prefetch(uint64_t offset, size_t n, const IOOptions& options,
                                             IODebugContext* dbg) {
  return file_->Prefetch(offset + prefixLength_, n, options, dbg);
}
size_t EncryptedRandomAccessFile::GetUniqueId(char* id, size_t max_size) const {
  return file_->GetUniqueId(id, max_size);
}
void EncryptedRandomAccessFile::Hint(AccessPattern pattern) { file_->Hint(pattern); }
bool EncryptedRandomAccessFile::use_direct_io() const { return file_->use_direct_io(); }
size_t EncryptedRandomAccessFile::GetRequiredBufferAlignment() const {
  return file_->GetRequiredBufferAlignment();
}
IOStatus EncryptedRandomAccessFile::InvalidateCache(size_t offset, size_t length) {
  return file_->InvalidateCache(offset + prefixLength_, length);
}

// ---- Writable ----

IOStatus EncryptedWritableFile::Append(const Slice& data, const IOOptions& options,
                                       IODebugContext* dbg) {
  Encrypted copy(stream_.get(), file_->GetFileSize(options, dbg), data);
  return copy.status().ok() ? file_->Append(copy.bytes(), options, dbg) : copy.status();
}
IOStatus EncryptedWritableFile::PositionedAppend(const Slice& data, uint64_t offset,
                                                 const IOOptions& options, IODebugContext* dbg) {
  const uint64_t at = offset + prefixLength_;
  Encrypted copy(stream_.get(), at, data);
  return copy.status().ok() ? file_->PositionedAppend(copy.bytes(), at, options, dbg)
                            : copy.status();
}
bool EncryptedWritableFile::IsSyncThreadSafe() const { return file_->IsSyncThreadSafe(); }
bool EncryptedWritableFile::use_direct_io() const { return file_->use_direct_io(); }
size_t EncryptedWritableFile::GetRequiredBufferAlignment() const {
  return file_->GetRequiredBufferAlignment();
}
uint64_t EncryptedWritableFile::GetFileSize(const IOOptions& options, IODebugContext* dbg) {
  return file_->GetFileSize(options, dbg) - prefixLength_;
}
size_t EncryptedWritableFile::GetUniqueId(char* id, size_t max_size) const {
  return file_->GetUniqueId(id, max_size);
}
void EncryptedWritableFile::SetWriteLifeTimeHint(Env::WriteLifeTimeHint hint) {
  file_->SetWriteLifeTimeHint(hint);
}
Env::WriteLifeTimeHint EncryptedWritableFile::GetWriteLifeTimeHint() {
  return file_->GetWriteLifeTimeHint();
}
void EncryptedWritableFile::SetIOPriority(Env::IOPriority priority) {
  file_->SetIOPriority(priority);
}
Env::IOPriority EncryptedWritableFile::GetIOPriority() { return file_->GetIOPriority(); }
IOStatus EncryptedWritableFile::Truncate(uint64_t size, const IOOptions& options,
                                         IODebugContext* dbg) {
  return file_->Truncate(size + prefixLength_, options, dbg);
}
IOStatus EncryptedWritableFile::InvalidateCache(size_t offset, size_t length) {
  return file_->InvalidateCache(offset + prefixLength_, length);
}
IOStatus EncryptedWritableFile::RangeSync(uint64_t offset, uint64_t nbytes,
                                          const IOOptions& options, IODebugContext* dbg) {
  return file_->RangeSync(offset + prefixLength_, nbytes, options, dbg);
}
void EncryptedWritableFile::PrepareWrite(size_t offset, size_t len, const IOOptions& options,
                                         IODebugContext* dbg) {
  file_->PrepareWrite(offset + prefixLength_, len, options, dbg);
}
void EncryptedWritableFile::SetPreallocationBlockSize(size_t size) {
  file_->SetPreallocationBlockSize(size);
}
void EncryptedWritableFile::GetPreallocationStatus(size_t* block_size,
                                                   size_t* last_allocated_block) {
  file_->GetPreallocationStatus(block_size, last_allocated_block);
}
IOStatus EncryptedWritableFile::Allocate(uint64_t offset, uint64_t len, const IOOptions& options,
                                         IODebugContext* dbg) {
  return file_->Allocate(offset + prefixLength_, len, options, dbg);
}
IOStatus EncryptedWritableFile::Flush(const IOOptions& options, IODebugContext* dbg) {
  return file_->Flush(options, dbg);
}
IOStatus EncryptedWritableFile::Sync(const IOOptions& options, IODebugContext* dbg) {
  return file_->Sync(options, dbg);
}
IOStatus EncryptedWritableFile::Fsync(const IOOptions& options, IODebugContext* dbg) {
  return file_->Fsync(options, dbg);
}
IOStatus EncryptedWritableFile::Close(const IOOptions& options, IODebugContext* dbg) {
  return file_->Close(options, dbg);
}

// ---- Reading and writing at any place ----

bool EncryptedRandomRWFile::use_direct_io() const { return file_->use_direct_io(); }
size_t EncryptedRandomRWFile::GetRequiredBufferAlignment() const {
  return file_->GetRequiredBufferAlignment();
}
IOStatus EncryptedRandomRWFile::Write(uint64_t offset, const Slice& data, const IOOptions& options,
                                      IODebugContext* dbg) {
  const uint64_t at = offset + prefixLength_;
  Encrypted copy(stream_.get(), at, data);
  return copy.status().ok() ? file_->Write(at, copy.bytes(), options, dbg) : copy.status();
}
IOStatus EncryptedRandomRWFile::Read(uint64_t offset, size_t n, const IOOptions& options,
                                     Slice* result, char* scratch, IODebugContext* dbg) const {
  const uint64_t at = offset + prefixLength_;
  IOStatus s = file_->Read(at, n, options, result, scratch, dbg);
  return Decrypted(std::move(s), stream_.get(), at, scratch, result);
}
IOStatus EncryptedRandomRWFile::Flush(const IOOptions& options, IODebugContext* dbg) {
  return file_->Flush(options, dbg);
}
IOStatus EncryptedRandomRWFile::Sync(const IOOptions& options, IODebugContext* dbg) {
  return file_->Sync(options, dbg);
}
IOStatus EncryptedRandomRWFile::Fsync(const IOOptions& options, IODebugContext* dbg) {
  return file_->Fsync(options, dbg);
}
IOStatus EncryptedRandomRWFile::Close(const IOOptions& options, IODebugContext* dbg) {
  return file_->Close(options, dbg);
}

}  // namespace ROCKSDB_NAMESPACE
