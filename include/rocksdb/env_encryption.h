// Encryption of all files of a database, by a file system that wraps another one. The application
// brings the cipher: the only one of this library is for tests. The info log, file names and sizes
// are not encrypted, and nothing detects that somebody changed a file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "rocksdb/customizable.h"
#include "rocksdb/env.h"
#include "rocksdb/file_system.h"
#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

class EncryptionProvider;

// Encrypts and decrypts bytes of one file, at any place in it; offsets count from the beginning of
// the file, its prefix included. Many threads read one table through one stream at once.
class BlockAccessCipherStream {
 public:
  virtual ~BlockAccessCipherStream() = default;

  // Bytes.
  virtual size_t BlockSize() = 0;

  // In place, from any offset; whole blocks go to the functions below.
  virtual Status Encrypt(uint64_t fileOffset, char* data, size_t dataSize);
  virtual Status Decrypt(uint64_t fileOffset, char* data, size_t dataSize);

 protected:
  // Makes room for what the next two need beside the block.
  virtual void AllocateScratch(std::string&) = 0;
  virtual Status EncryptBlock(uint64_t blockIndex, char* data, char* scratch) = 0;
  virtual Status DecryptBlock(uint64_t blockIndex, char* data, char* scratch) = 0;
};

// A cipher for blocks. Any thread may call it at any time.
class BlockCipher : public Customizable {
 public:
  ~BlockCipher() override = default;
  static const char* Type() { return "BlockCipher"; }
  // "ROT13" and "ROT13:SIZE of blocks" (default 32), and what the application registers.
  static Status CreateFromString(const ConfigOptions& config_options, const std::string& value,
                                 std::shared_ptr<BlockCipher>* result);

  // Moves letters by 13 places: for tests only.
  static std::shared_ptr<BlockCipher> NewROT13Cipher(size_t block_size);

  virtual size_t BlockSize() = 0;
  // In place, one block.
  virtual Status Encrypt(char* data) = 0;
  virtual Status Decrypt(char* data) = 0;
};

// Makes the streams of files. What a stream needs to know about its file stands before the file's
// data. Any thread may call it at any time.
class EncryptionProvider : public Customizable {
 public:
  ~EncryptionProvider() override = default;
  static const char* Type() { return "EncryptionProvider"; }
  // "CTR", whose option `cipher` names a BlockCipher; "CTR://test" has ROT13; and what the
  // application registers. NotFound without a cipher.
  static Status CreateFromString(const ConfigOptions& config_options, const std::string& value,
                                 std::shared_ptr<EncryptionProvider>* result);

  // Counter mode. Its prefix is 4 KiB: docs/formats.md. REQUIRES: blocks of 8 bytes or more.
  static std::shared_ptr<EncryptionProvider> NewCTRProvider(
      const std::shared_ptr<BlockCipher>& cipher);

  // Bytes before the data, and what they are in a new file.
  virtual size_t GetPrefixLength() const = 0;
  virtual Status CreateNewPrefix(const std::string& fname, char* prefix,
                                 size_t prefixLength) const = 0;

  // Adds a key under a name.
  virtual Status AddCipher(const std::string& descriptor, const char* cipher, size_t len,
                           bool for_write) = 0;

  // `prefix` is what stands before the data.
  virtual Status CreateCipherStream(const std::string& fname, const EnvOptions& options,
                                    Slice& prefix,
                                    std::unique_ptr<BlockAccessCipherStream>* result) = 0;
  // What the prefix of each file begins with: a file without it is Corruption. Empty: no check.
  virtual std::string GetMarker() const { return ""; }
};

// ---- Files: those of another file system, decrypted and encrypted on the way ----

class EncryptedSequentialFile : public FSSequentialFile {
 public:
  // The prefix of `prefix_bytes` has been read.
  EncryptedSequentialFile(std::unique_ptr<FSSequentialFile>&& under,
                          std::unique_ptr<BlockAccessCipherStream>&& cipher, size_t prefix_bytes)
      : file_(std::move(under)),
        stream_(std::move(cipher)),
        offset_(prefix_bytes),
        prefixLength_(prefix_bytes) {}

  size_t GetRequiredBufferAlignment() const override;
  bool use_direct_io() const override;

  IOStatus Skip(uint64_t n) override;
  IOStatus Read(size_t n, const IOOptions& io, Slice* read, char* scratch,
                IODebugContext* debug) override;
  IOStatus PositionedRead(uint64_t offset, size_t n, const IOOptions& io, Slice* read,
                          char* scratch, IODebugContext* debug) override;
  IOStatus InvalidateCache(size_t offset, size_t bytes) override;

 protected:
  std::unique_ptr<FSSequentialFile> file_;
  std::unique_ptr<BlockAccessCipherStream> stream_;
  // Both count the prefix.
  uint64_t offset_;
  size_t prefixLength_;
};

class EncryptedRandomAccessFile : public FSRandomAccessFile {
 public:
  EncryptedRandomAccessFile(std::unique_ptr<FSRandomAccessFile>&& under,
                            std::unique_ptr<BlockAccessCipherStream>&& cipher, size_t prefix_bytes)
      : prefixLength_(prefix_bytes), file_(std::move(under)), stream_(std::move(cipher)) {}

  size_t GetRequiredBufferAlignment() const override;
  bool use_direct_io() const override;
  size_t GetUniqueId(char* id, size_t max_size) const override;

  void Hint(AccessPattern pattern) override;
  Temperature GetTemperature() const override;
  IOStatus GetFileSize(uint64_t* result) override;
  IOStatus MultiRead(FSReadRequest* requests, size_t n, const IOOptions& io,
                     IODebugContext* debug) override;
  IOStatus Prefetch(uint64_t offset, size_t n, const IOOptions& io, IODebugContext* debug) override;
  IOStatus Read(uint64_t offset, size_t n, const IOOptions& io, Slice* read, char* scratch,
                IODebugContext* debug) const override;
  IOStatus InvalidateCache(size_t offset, size_t bytes) override;

 protected:
  size_t prefixLength_;
  std::unique_ptr<FSRandomAccessFile> file_;
  std::unique_ptr<BlockAccessCipherStream> stream_;
};

class EncryptedWritableFile : public FSWritableFile {
 public:
  EncryptedWritableFile(std::unique_ptr<FSWritableFile>&& under,
                        std::unique_ptr<BlockAccessCipherStream>&& cipher, size_t prefix_bytes)
      : prefixLength_(prefix_bytes), file_(std::move(under)), stream_(std::move(cipher)) {}

  // Sizes and offsets leave the prefix out.
  uint64_t GetFileSize(const IOOptions& io, IODebugContext* debug) override;
  size_t GetRequiredBufferAlignment() const override;
  bool use_direct_io() const override;
  bool IsSyncThreadSafe() const override;

  using FSWritableFile::Append;
  using FSWritableFile::PositionedAppend;
  IOStatus PositionedAppend(const Slice& data, uint64_t offset, const IOOptions& io,
                            IODebugContext* debug) override;
  IOStatus Append(const Slice& data, const IOOptions& io, IODebugContext* debug) override;
  IOStatus Truncate(uint64_t size, const IOOptions& io, IODebugContext* debug) override;

  IOStatus Flush(const IOOptions& io, IODebugContext* debug) override;
  IOStatus RangeSync(uint64_t offset, uint64_t bytes, const IOOptions& io,
                     IODebugContext* debug) override;
  IOStatus Sync(const IOOptions& io, IODebugContext* debug) override;
  IOStatus Fsync(const IOOptions& io, IODebugContext* debug) override;
  IOStatus Close(const IOOptions& io, IODebugContext* debug) override;

  size_t GetUniqueId(char* id, size_t max_size) const override;
  void SetWriteLifeTimeHint(Env::WriteLifeTimeHint hint) override;
  Env::WriteLifeTimeHint GetWriteLifeTimeHint() override;
  void SetIOPriority(Env::IOPriority priority) override;
  Env::IOPriority GetIOPriority() override;

  // Hints about space.
  IOStatus Allocate(uint64_t offset, uint64_t bytes, const IOOptions& io,
                    IODebugContext* debug) override;
  void PrepareWrite(size_t offset, size_t bytes, const IOOptions& io,
                    IODebugContext* debug) override;
  void GetPreallocationStatus(size_t* block_size, size_t* last_allocated_block) override;
  void SetPreallocationBlockSize(size_t bytes) override;
  IOStatus InvalidateCache(size_t offset, size_t bytes) override;

 protected:
  size_t prefixLength_;
  std::unique_ptr<FSWritableFile> file_;
  std::unique_ptr<BlockAccessCipherStream> stream_;
};

class EncryptedRandomRWFile : public FSRandomRWFile {
 public:
  EncryptedRandomRWFile(std::unique_ptr<FSRandomRWFile>&& under,
                        std::unique_ptr<BlockAccessCipherStream>&& cipher, size_t prefix_bytes)
      : prefixLength_(prefix_bytes), file_(std::move(under)), stream_(std::move(cipher)) {}

  size_t GetRequiredBufferAlignment() const override;
  bool use_direct_io() const override;

  IOStatus Read(uint64_t offset, size_t n, const IOOptions& io, Slice* read, char* scratch,
                IODebugContext* debug) const override;
  IOStatus Write(uint64_t offset, const Slice& data, const IOOptions& io,
                 IODebugContext* debug) override;

  IOStatus Close(const IOOptions& io, IODebugContext* debug) override;
  IOStatus Fsync(const IOOptions& io, IODebugContext* debug) override;
  IOStatus Sync(const IOOptions& io, IODebugContext* debug) override;
  IOStatus Flush(const IOOptions& io, IODebugContext* debug) override;

 protected:
  size_t prefixLength_;
  std::unique_ptr<FSRandomRWFile> file_;
  std::unique_ptr<BlockAccessCipherStream> stream_;
};

class EncryptedFileSystem : public FileSystemWrapper {
 public:
  explicit EncryptedFileSystem(const std::shared_ptr<FileSystem>& base) : FileSystemWrapper(base) {}

  static const char* kClassName() { return "EncryptedFileSystem"; }
  bool IsInstanceOf(const std::string& name) const override {
    return name == kClassName() || FileSystemWrapper::IsInstanceOf(name);
  }
  // Adds a key to the provider.
  virtual Status AddCipher(const std::string& descriptor, const char* cipher, size_t len,
                           bool for_write) = 0;
};

// Null without a provider. The caller owns the Env. REQUIRES: base_env outlives it.
Env* NewEncryptedEnv(Env* base_env, const std::shared_ptr<EncryptionProvider>& provider);
std::shared_ptr<FileSystem> NewEncryptedFS(const std::shared_ptr<FileSystem>& base,
                                           const std::shared_ptr<EncryptionProvider>& provider);

}  // namespace ROCKSDB_NAMESPACE
