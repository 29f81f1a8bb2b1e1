// The file system that encrypts what stands in the files of another one. Names, directories, locks
// and the info log are those of the other.
//
//  E1. A file begins with the provider's prefix. It is made, and its stream too, before anything
//      that exists is replaced; it reaches the file before the caller gets the file.
//  E2. Sizes and offsets of callers leave the prefix out.
//  E3. A power cut may leave a log that ends inside its prefix. No record of it was ever durable:
//      it reads as empty, until somebody writes on. Any other file must have a whole prefix.
#include "env/aligned_buffer.h"
#include "env/composite_env.h"
#include "env/encryption_objects.h"
#include "env/filename.h"
#include "rocksdb/env_encryption.h"
#include "rocksdb/utilities/customizable_util.h"
#include "rocksdb/utilities/options_type.h"

namespace ROCKSDB_NAMESPACE {

namespace {

using OptionMap = std::unordered_map<std::string, OptionTypeInfo>;
using Stream = std::unique_ptr<BlockAccessCipherStream>;

const OptionMap& FileSystemOptions() {
  static const auto* options =
      new OptionMap{{"provider", OptionTypeInfo::AsCustomSharedPtr<EncryptionProvider>(
                                     0, OptionVerificationType::kByName, OptionTypeFlags::kNone)}};
  return *options;
}

bool IsLog(const std::string& path) {
  uint64_t number = 0;
  FileType type;
  return ParseFileName(path.substr(path.rfind('/') + 1), &number, &type) && type == kWalFile;
}

// A prefix in memory that direct I/O can use.
struct Prefix {
  explicit Prefix(size_t n) : buffer(n == 0 ? 1 : n), wanted(n) {}
  Slice slice() const { return Slice(buffer.data(), size); }

  AlignedBuffer buffer;
  const size_t wanted;
  size_t size = 0;
};

// Reads until the prefix is whole or the file ends; read(n, scratch, &result) reads on.
template <typename ReadOn>
IOStatus Fill(Prefix* prefix, ReadOn read) {
  IOStatus s;
  while (s.ok() && prefix->size < prefix->wanted) {
    Slice part;
    char* to = prefix->buffer.data() + prefix->size;
    s = read(prefix->wanted - prefix->size, to, &part);
    if (!s.ok() || part.empty()) break;
    if (part.data() != to) std::memcpy(to, part.data(), part.size());
    prefix->size += part.size();
  }
  return s;
}

IOStatus CheckAlignment(const std::string& fname, bool direct, size_t alignment, size_t prefix) {
  return direct && prefix % alignment != 0
             ? IOStatus::InvalidArgument(
                   "direct I/O needs an encryption prefix of whole blocks; turn it off", fname)
             : IOStatus::OK();
}

class EncryptedFileSystemImpl final : public EncryptedFileSystem {
 public:
  EncryptedFileSystemImpl(const std::shared_ptr<FileSystem>& base,
                          const std::shared_ptr<EncryptionProvider>& provider)
      : EncryptedFileSystem(base), provider_(provider) {
    RegisterOptions("EncryptionProvider", &provider_, &FileSystemOptions());
  }
  const char* Name() const override { return kClassName(); }

  Status AddCipher(const std::string& descriptor, const char* cipher, size_t len,
                   bool for_write) override {
    return provider_ == nullptr ? Status::NotFound("No encryption provider to add a cipher to")
                                : provider_->AddCipher(descriptor, cipher, len, for_write);
  }
  Status PrepareOptions(const ConfigOptions& options) override {
    return provider_ == nullptr ? Status::NotFound("Missing configurable object", "provider")
                                : EncryptedFileSystem::PrepareOptions(options);
  }

  IOStatus NewSequentialFile(const std::string& f, const FileOptions& o,
                             std::unique_ptr<FSSequentialFile>* r, IODebugContext* dbg) override;
  IOStatus NewRandomAccessFile(const std::string& f, const FileOptions& o,
                               std::unique_ptr<FSRandomAccessFile>* r,
                               IODebugContext* dbg) override;
  IOStatus NewWritableFile(const std::string& f, const FileOptions& o,
                           std::unique_ptr<FSWritableFile>* r, IODebugContext* dbg) override;
  IOStatus ReopenWritableFile(const std::string& f, const FileOptions& o,
                              std::unique_ptr<FSWritableFile>* r, IODebugContext* dbg) override;
  IOStatus ReuseWritableFile(const std::string& f, const std::string& old_f, const FileOptions& o,
                             std::unique_ptr<FSWritableFile>* r, IODebugContext* dbg) override;
  IOStatus NewRandomRWFile(const std::string& f, const FileOptions& o,
                           std::unique_ptr<FSRandomRWFile>* r, IODebugContext* dbg) override;
  IOStatus NewMemoryMappedFileBuffer(const std::string& f,
                                     std::unique_ptr<MemoryMappedFileBuffer>*) override {
    return IOStatus::NotSupported("a mapped file would show its encrypted bytes", f);
  }

  IOStatus GetFileSize(const std::string& f, const IOOptions& o, uint64_t* size,
                       IODebugContext* dbg) override {
    IOStatus s = target_->GetFileSize(f, o, size, dbg);
    if (s.ok()) *size = WithoutPrefix(*size);
    return s;
  }
  IOStatus GetChildrenFileAttributes(const std::string& d, const IOOptions& o,
                                     std::vector<FileAttributes>* r, IODebugContext* dbg) override {
    IOStatus s = target_->GetChildrenFileAttributes(d, o, r, dbg);
    for (FileAttributes& file : *r) file.size_bytes = WithoutPrefix(file.size_bytes);
    return s;
  }
  IOStatus Truncate(const std::string& f, size_t size, const IOOptions& o,
                    IODebugContext* dbg) override;
  // Without a look at the prefix: no byte changes.
  IOStatus SyncFile(const std::string& f, const FileOptions& fo, const IOOptions& o, bool use_fsync,
                    IODebugContext* dbg) override {
    return target_->SyncFile(f, fo, o, use_fsync, dbg);
  }
  // Reads come back decrypted in the caller's memory, and at once.
  void SupportedOps(int64_t& ops) override {
    target_->SupportedOps(ops);
    ops &= ~((int64_t{1} << static_cast<int>(FSSupportedOps::kFSBuffer)) |
             (int64_t{1} << static_cast<int>(FSSupportedOps::kAsyncIO)));
  }

 private:
  size_t PrefixBytes() const { return provider_ == nullptr ? 0 : provider_->GetPrefixLength(); }
  uint64_t WithoutPrefix(uint64_t size) const {
    return size < PrefixBytes() ? 0 : size - PrefixBytes();
  }
  IOStatus CheckUse(const std::string& f, bool mapped) const;
  // The stream of a file whose prefix was read.
  IOStatus StreamOf(const std::string& f, const FileOptions& o, Prefix* prefix, Stream* stream);
  // A new file's prefix and stream.
  IOStatus Begin(const std::string& f, const FileOptions& o, Prefix* prefix, Stream* stream);
  IOStatus StreamOfExisting(const std::string& f, const FileOptions& o, Stream* stream,
                            IODebugContext* dbg);
  IOStatus PutPrefix(const std::string& f, const Prefix& prefix, FSWritableFile* file,
                     const IOOptions& o, IODebugContext* dbg);
  // Opens with open(&file) and puts the prefix first.
  template <typename Open>
  IOStatus Start(const std::string& f, const FileOptions& o, std::unique_ptr<FSWritableFile>* r,
                 IODebugContext* dbg, Open open);

  std::shared_ptr<EncryptionProvider> provider_;
};

// A log that has no whole prefix yet. It is empty until its writer wrote the prefix.
class UnbegunLog final : public FSSequentialFile {
 public:
  UnbegunLog(FileSystem* fs, std::string path, const FileOptions& options)
      : fs_(fs), path_(std::move(path)), options_(options) {}

  IOStatus Read(size_t n, const IOOptions& o, Slice* result, char* scratch,
                IODebugContext* dbg) override {
    *result = Slice();
    uint64_t size = 0;
    if (begun_ == nullptr) {
      IOStatus s = fs_->GetFileSize(path_, o, &size, dbg);
      if (!s.ok() || size == 0) return s;
      s = fs_->NewSequentialFile(path_, options_, &begun_, dbg);
      if (!s.ok()) return s;
    }
    return begun_->Read(n, o, result, scratch, dbg);
  }
  IOStatus Skip(uint64_t n) override {
    return begun_ == nullptr ? IOStatus::OK() : begun_->Skip(n);
  }

 private:
  FileSystem* const fs_;
  const std::string path_;
  const FileOptions options_;
  std::unique_ptr<FSSequentialFile> begun_;
};

IOStatus EncryptedFileSystemImpl::CheckUse(const std::string& f, bool mapped) const {
  if (provider_ == nullptr) {
    return IOStatus::NotFound("no encryption provider to open the file with", f);
  }
  return mapped ? IOStatus::InvalidArgument(
                      "encrypted files cannot be mapped; turn allow_mmap_reads and "
                      "allow_mmap_writes off",
                      f)
                : IOStatus::OK();
}

IOStatus EncryptedFileSystemImpl::StreamOf(const std::string& f, const FileOptions& o,
                                           Prefix* prefix, Stream* stream) {
  const std::string marker = provider_->GetMarker();
  Slice bytes = prefix->slice();
  if (!marker.empty() && !bytes.starts_with(marker)) {
    return IOStatus::Corruption("not a file of this encryption provider: its marker is missing", f);
  }
  IOStatus s = status_to_io_status(provider_->CreateCipherStream(f, o, bytes, stream));
  if (s.ok() && prefix->size < prefix->wanted) {
    s = IOStatus::Corruption("shorter than the prefix of an encrypted file", f);
  }
  if (s.ok() && (*stream == nullptr || (*stream)->BlockSize() == 0)) {
    s = IOStatus::InvalidArgument("the encryption provider made no usable cipher stream", f);
  }
  return s;
}

IOStatus EncryptedFileSystemImpl::Begin(const std::string& f, const FileOptions& o, Prefix* prefix,
                                        Stream* stream) {
  IOStatus s = CheckUse(f, o.use_mmap_writes);
  if (!s.ok()) return s;
  s = status_to_io_status(provider_->CreateNewPrefix(f, prefix->buffer.data(), prefix->wanted));
  if (!s.ok()) return s;
  prefix->size = prefix->wanted;
  // A provider may decrypt the prefix in place.
  Prefix copy(prefix->wanted);
  std::memcpy(copy.buffer.data(), prefix->buffer.data(), prefix->size);
  copy.size = prefix->size;
  return StreamOf(f, o, &copy, stream);
}

IOStatus EncryptedFileSystemImpl::PutPrefix(const std::string& f, const Prefix& prefix,
                                            FSWritableFile* file, const IOOptions& o,
                                            IODebugContext* dbg) {
  const bool direct = file->use_direct_io();
  IOStatus s = CheckAlignment(f, direct, file->GetRequiredBufferAlignment(), prefix.size);
  if (!s.ok() || prefix.size == 0) return s;
  return direct ? file->PositionedAppend(prefix.slice(), 0, o, dbg)
                : file->Append(prefix.slice(), o, dbg);
}

template <typename Open>
IOStatus EncryptedFileSystemImpl::Start(const std::string& f, const FileOptions& o,
                                        std::unique_ptr<FSWritableFile>* r, IODebugContext* dbg,
                                        Open open) {
  r->reset();
  Prefix prefix(PrefixBytes());
  Stream stream;
  std::unique_ptr<FSWritableFile> file;
  IOStatus s = Begin(f, o, &prefix, &stream);
  if (s.ok()) s = open(&file);
  if (!s.ok()) return s;
  s = PutPrefix(f, prefix, file.get(), o.io_options, dbg);
  if (s.ok()) {
    *r = std::make_unique<EncryptedWritableFile>(std::move(file), std::move(stream), prefix.size);
  } else {
    file->Close(o.io_options, dbg).PermitUncheckedError();  // the failed write is what counts
  }
  return s;
}

IOStatus EncryptedFileSystemImpl::NewWritableFile(const std::string& f, const FileOptions& o,
                                                  std::unique_ptr<FSWritableFile>* r,
                                                  IODebugContext* dbg) {
  return Start(f, o, r, dbg, [&](auto* file) { return target_->NewWritableFile(f, o, file, dbg); });
}

IOStatus EncryptedFileSystemImpl::ReuseWritableFile(const std::string& f, const std::string& old_f,
                                                    const FileOptions& o,
                                                    std::unique_ptr<FSWritableFile>* r,
                                                    IODebugContext* dbg) {
  return Start(f, o, r, dbg,
               [&](auto* file) { return target_->ReuseWritableFile(f, old_f, o, file, dbg); });
}

IOStatus EncryptedFileSystemImpl::StreamOfExisting(const std::string& f, const FileOptions& o,
                                                   Stream* stream, IODebugContext* dbg) {
  FileOptions plain = o;
  plain.use_direct_reads = false;
  std::unique_ptr<FSSequentialFile> file;
  IOStatus s = target_->NewSequentialFile(f, plain, &file, dbg);
  Prefix prefix(PrefixBytes());
  if (s.ok()) {
    s = Fill(&prefix, [&](size_t n, char* to, Slice* part) {
      return file->Read(n, o.io_options, part, to, dbg);
    });
  }
  return s.ok() ? StreamOf(f, o, &prefix, stream) : s;
}

IOStatus EncryptedFileSystemImpl::ReopenWritableFile(const std::string& f, const FileOptions& o,
                                                     std::unique_ptr<FSWritableFile>* r,
                                                     IODebugContext* dbg) {
  r->reset();
  uint64_t size = 0;
  IOStatus s = CheckUse(f, o.use_mmap_writes);
  if (s.ok()) s = target_->FileExists(f, o.io_options, dbg);
  if (s.ok()) s = target_->GetFileSize(f, o.io_options, &size, dbg);
  if (s.IsNotFound() || s.IsPathNotFound() || (s.ok() && size == 0)) {
    return Start(f, o, r, dbg,
                 [&](auto* file) { return target_->ReopenWritableFile(f, o, file, dbg); });
  }
  Stream stream;
  std::unique_ptr<FSWritableFile> file;
  if (s.ok()) s = StreamOfExisting(f, o, &stream, dbg);
  if (s.ok()) s = target_->ReopenWritableFile(f, o, &file, dbg);
  if (!s.ok()) return s;
  // Appends are encrypted for the place where they land.
  if (file->GetFileSize(o.io_options, dbg) != size) {
    file->Close(o.io_options, dbg).PermitUncheckedError();
    return IOStatus::NotSupported("the file system below does not tell where an append goes", f);
  }
  *r = std::make_unique<EncryptedWritableFile>(std::move(file), std::move(stream), PrefixBytes());
  return s;
}

IOStatus EncryptedFileSystemImpl::NewSequentialFile(const std::string& f, const FileOptions& o,
                                                    std::unique_ptr<FSSequentialFile>* r,
                                                    IODebugContext* dbg) {
  r->reset();
  Prefix prefix(PrefixBytes());
  Stream stream;
  std::unique_ptr<FSSequentialFile> file;
  IOStatus s = CheckUse(f, o.use_mmap_reads);
  if (s.ok()) s = target_->NewSequentialFile(f, o, &file, dbg);
  if (s.ok()) {
    s = CheckAlignment(f, file->use_direct_io(), file->GetRequiredBufferAlignment(), prefix.wanted);
  }
  if (s.ok()) {
    s = Fill(&prefix, [&](size_t n, char* to, Slice* part) {
      return file->Read(n, o.io_options, part, to, dbg);
    });
  }
  if (s.ok() && prefix.size < prefix.wanted && IsLog(f)) {
    *r = std::make_unique<UnbegunLog>(this, f, o);
    return s;
  }
  if (s.ok()) s = StreamOf(f, o, &prefix, &stream);
  if (s.ok()) {
    *r = std::make_unique<EncryptedSequentialFile>(std::move(file), std::move(stream), prefix.size);
  }
  return s;
}

IOStatus EncryptedFileSystemImpl::NewRandomAccessFile(const std::string& f, const FileOptions& o,
                                                      std::unique_ptr<FSRandomAccessFile>* r,
                                                      IODebugContext* dbg) {
  r->reset();
  Prefix prefix(PrefixBytes());
  Stream stream;
  std::unique_ptr<FSRandomAccessFile> file;
  IOStatus s = CheckUse(f, o.use_mmap_reads);
  if (s.ok()) s = target_->NewRandomAccessFile(f, o, &file, dbg);
  if (s.ok()) {
    s = CheckAlignment(f, file->use_direct_io(), file->GetRequiredBufferAlignment(), prefix.wanted);
  }
  if (s.ok()) {
    s = Fill(&prefix, [&](size_t n, char* to, Slice* part) {
      return file->Read(prefix.size, n, o.io_options, part, to, dbg);
    });
  }
  if (s.ok()) s = StreamOf(f, o, &prefix, &stream);
  if (s.ok()) {
    *r = std::make_unique<EncryptedRandomAccessFile>(std::move(file), std::move(stream),
                                                     prefix.size);
  }
  return s;
}

IOStatus EncryptedFileSystemImpl::NewRandomRWFile(const std::string& f, const FileOptions& o,
                                                  std::unique_ptr<FSRandomRWFile>* r,
                                                  IODebugContext* dbg) {
  r->reset();
  uint64_t size = 0;
  Prefix prefix(PrefixBytes());
  Stream stream;
  std::unique_ptr<FSRandomRWFile> file;
  IOStatus s = CheckUse(f, o.use_mmap_reads || o.use_mmap_writes);
  if (s.ok()) s = target_->GetFileSize(f, o.io_options, &size, dbg);
  if (s.ok()) {
    s = size == 0 ? Begin(f, o, &prefix, &stream) : StreamOfExisting(f, o, &stream, dbg);
  }
  if (s.ok()) s = target_->NewRandomRWFile(f, o, &file, dbg);
  if (s.ok()) {
    s = CheckAlignment(f, file->use_direct_io(), file->GetRequiredBufferAlignment(), prefix.wanted);
  }
  if (s.ok() && prefix.size != 0) s = file->Write(0, prefix.slice(), o.io_options, dbg);
  if (s.ok()) {
    *r = std::make_unique<EncryptedRandomRWFile>(std::move(file), std::move(stream), prefix.wanted);
  }
  return s;
}

IOStatus EncryptedFileSystemImpl::Truncate(const std::string& f, size_t size, const IOOptions& o,
                                           IODebugContext* dbg) {
  uint64_t present = 0;
  IOStatus s = target_->GetFileSize(f, o, &present, dbg);
  if (!s.ok()) return s;
  // Bytes that appear from nowhere would decrypt to rubbish.
  if (present < PrefixBytes() || size > present - PrefixBytes()) {
    return IOStatus::NotSupported("an encrypted file can be cut, not extended", f);
  }
  return target_->Truncate(f, size + PrefixBytes(), o, dbg);
}

FileSystem* MakeEncryptedFileSystem(const std::string& /*uri*/, std::unique_ptr<FileSystem>* guard,
                                    std::string* /*error*/) {
  guard->reset(new EncryptedFileSystemImpl(FileSystem::Default(), nullptr));
  return guard->get();
}

}  // namespace

void RegisterEncryptedFileSystem() {
  ObjectLibrary::Default()->AddFactory<FileSystem>(EncryptedFileSystem::kClassName(),
                                                   MakeEncryptedFileSystem);
}

std::shared_ptr<FileSystem> NewEncryptedFS(const std::shared_ptr<FileSystem>& base,
                                           const std::shared_ptr<EncryptionProvider>& provider) {
  if (provider == nullptr) return nullptr;
  return std::make_shared<EncryptedFileSystemImpl>(base != nullptr ? base : FileSystem::Default(),
                                                   provider);
}

Env* NewEncryptedEnv(Env* base_env, const std::shared_ptr<EncryptionProvider>& provider) {
  if (provider == nullptr) return nullptr;
  return new CompositeEnvWrapper(base_env, NewEncryptedFS(base_env->GetFileSystem(), provider),
                                 base_env->GetSystemClock());
}

}  // namespace ROCKSDB_NAMESPACE
