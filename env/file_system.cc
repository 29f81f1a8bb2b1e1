// The default bodies of FileSystem and the file classes. A default does nothing where that is
// harmless, builds its answer from other calls, or returns NotSupported: it never pretends that
// data is durable.
#include "rocksdb/file_system.h"

#include <sstream>

#include "env/encryption_objects.h"
#include "env/file_logger.h"
#include "env/mem_fs.h"
#include "rocksdb/options.h"
#include "rocksdb/table.h"
#include "util/registered_object.h"

namespace ROCKSDB_NAMESPACE {

namespace {

IOStatus FileSystemLacks(const char* what) { return IOStatus::NotSupported(what); }

}  // namespace

std::string IODebugContext::ToString() {
  std::ostringstream text;
  text << file_path << ", ";
  for (const auto& [name, value] : counters) {
    text << name << " = " << value << ",";
  }
  text << msg;
  return text.str();
}

FSMemoryMappedFileBuffer::~FSMemoryMappedFileBuffer() = default;

FileSystem::FileSystem() = default;
FileSystem::~FileSystem() = default;

Status FileSystem::CreateFromString(const ConfigOptions& options, const std::string& value,
                                    std::shared_ptr<FileSystem>* result) {
  Status s = Load(value, result);
  if (!s.IsNotSupported()) {
    return s;
  }
  RegisterEncryptionObjects();
  return LoadRegistered<FileSystem>(options, value, result);
}

Status FileSystem::Load(const std::string& value, std::shared_ptr<FileSystem>* result) {
  if (value.empty() || Default()->IsInstanceOf(value) || value == "posix://" || value == "posix") {
    *result = Default();
    return Status::OK();
  }
  if (value == MemFileSystem::kClassName()) {
    *result = NewMemFileSystem();
    return Status::OK();
  }
  return Status::NotSupported("Could not load FileSystem", value);
}

Status FileSystem::RegisterDbPaths(const std::vector<std::string>& /*paths*/) {
  return Status::OK();
}
Status FileSystem::UnregisterDbPaths(const std::vector<std::string>& /*paths*/) {
  return Status::OK();
}

IOStatus FileSystem::ReopenWritableFile(const std::string& /*fname*/,
                                        const FileOptions& /*options*/,
                                        std::unique_ptr<FSWritableFile>* /*result*/,
                                        IODebugContext* /*dbg*/) {
  return FileSystemLacks("ReopenWritableFile");
}

IOStatus FileSystem::ReuseWritableFile(const std::string& fname, const std::string& old_fname,
                                       const FileOptions& file_opts,
                                       std::unique_ptr<FSWritableFile>* result,
                                       IODebugContext* dbg) {
  IOStatus s = RenameFile(old_fname, fname, file_opts.io_options, dbg);
  return s.ok() ? NewWritableFile(fname, file_opts, result, dbg) : s;
}

IOStatus FileSystem::NewRandomRWFile(const std::string& /*fname*/, const FileOptions& /*options*/,
                                     std::unique_ptr<FSRandomRWFile>* /*result*/,
                                     IODebugContext* /*dbg*/) {
  return FileSystemLacks("NewRandomRWFile");
}

IOStatus FileSystem::NewMemoryMappedFileBuffer(
    const std::string& /*fname*/, std::unique_ptr<MemoryMappedFileBuffer>* /*result*/) {
  return FileSystemLacks("NewMemoryMappedFileBuffer");
}

IOStatus FileSystem::GetChildrenFileAttributes(const std::string& dir, const IOOptions& options,
                                               std::vector<FileAttributes>* result,
                                               IODebugContext* dbg) {
  std::vector<std::string> names;
  result->clear();
  IOStatus s = GetChildren(dir, options, &names, dbg);
  for (std::string& name : names) {
    if (!s.ok()) {
      break;
    }
    FileAttributes attributes;
    const std::string path = dir + "/" + name;
    s = GetFileSize(path, options, &attributes.size_bytes, dbg);
    if (s.ok()) {
      attributes.name = std::move(name);
      result->push_back(std::move(attributes));
    } else if (FileExists(path, options, dbg).IsNotFound()) {
      s = IOStatus::OK();  // deleted meanwhile
    }
  }
  return s;
}

IOStatus FileSystem::Truncate(const std::string& /*fname*/, size_t /*size*/,
                              const IOOptions& /*options*/, IODebugContext* /*dbg*/) {
  return FileSystemLacks("Truncate");
}
IOStatus FileSystem::LinkFile(const std::string& /*src*/, const std::string& /*target*/,
                              const IOOptions& /*options*/, IODebugContext* /*dbg*/) {
  return FileSystemLacks("LinkFile");
}
IOStatus FileSystem::NumFileLinks(const std::string& /*fname*/, const IOOptions& /*options*/,
                                  uint64_t* /*count*/, IODebugContext* /*dbg*/) {
  return FileSystemLacks("NumFileLinks");
}
IOStatus FileSystem::AreFilesSame(const std::string& /*first*/, const std::string& /*second*/,
                                  const IOOptions& /*options*/, bool* /*res*/,
                                  IODebugContext* /*dbg*/) {
  return FileSystemLacks("AreFilesSame");
}

// A reopened file syncs the same pages, no matter who wrote them.
IOStatus FileSystem::SyncFile(const std::string& fname, const FileOptions& file_options,
                              const IOOptions& io_options, bool use_fsync, IODebugContext* dbg) {
  std::unique_ptr<FSWritableFile> file;
  IOStatus s = ReopenWritableFile(fname, file_options, &file, dbg);
  if (s.ok()) {
    s = use_fsync ? file->Fsync(io_options, dbg) : file->Sync(io_options, dbg);
    // Closed in any case; a failure of the sync takes precedence.
    IOStatus closed = file->Close(io_options, dbg);
    s.UpdateIfOk(std::move(closed));
  }
  return s;
}

IOStatus FileSystem::NewLogger(const std::string& fname, const IOOptions& io_opts,
                               std::shared_ptr<Logger>* result, IODebugContext* dbg) {
  return NewFileLogger(this, fname, io_opts, result, dbg);
}

FileOptions FileSystem::OptimizeForLogRead(const FileOptions& file_options) const {
  FileOptions optimized = file_options;
  // Logs are read once, in small pieces.
  optimized.use_direct_reads = false;
  return optimized;
}

FileOptions FileSystem::OptimizeForManifestRead(const FileOptions& file_options) const {
  return OptimizeForLogRead(file_options);
}

FileOptions FileSystem::OptimizeForLogWrite(const FileOptions& file_options,
                                            const DBOptions& db_options) const {
  FileOptions optimized = file_options;
  optimized.bytes_per_sync = db_options.wal_bytes_per_sync;
  optimized.writable_file_max_buffer_size = db_options.writable_file_max_buffer_size;
  optimized.use_mmap_writes = false;
  // A log is synced far more often than it fills a page; direct writes would rewrite the tail each
  // time.
  optimized.use_direct_writes = false;
  return optimized;
}

FileOptions FileSystem::OptimizeForManifestWrite(const FileOptions& file_options) const {
  return file_options;
}

FileOptions FileSystem::OptimizeForCompactionTableWrite(
    const FileOptions& file_options, const ImmutableDBOptions& /*immutable_ops*/) const {
  FileOptions optimized = file_options;
  optimized.fallocate_with_keep_size = true;
  return optimized;
}

FileOptions FileSystem::OptimizeForCompactionTableRead(
    const FileOptions& file_options, const ImmutableDBOptions& /*db_options*/) const {
  return file_options;
}

FileOptions FileSystem::OptimizeForBlobFileRead(const FileOptions& file_options,
                                                const ImmutableDBOptions& /*db_options*/) const {
  return file_options;
}

IOStatus FileSystem::RetireFile(const std::string& /*fname*/, const std::string& /*spare*/,
                                const FileOptions& /*next_use*/, IODebugContext* /*dbg*/) {
  return FileSystemLacks("RetireFile");
}

IOStatus FileSystem::GetFreeSpace(const std::string& /*path*/, const IOOptions& /*options*/,
                                  uint64_t* /*diskfree*/, IODebugContext* /*dbg*/) {
  return FileSystemLacks("GetFreeSpace");
}

IOStatus FileSystem::Poll(std::vector<void*>& /*io_handles*/, size_t /*min_completions*/) {
  return IOStatus::OK();
}
IOStatus FileSystem::AbortIO(std::vector<void*>& /*io_handles*/) { return IOStatus::OK(); }

void FileSystem::SupportedOps(int64_t& supported_ops) { supported_ops = 0; }

IOStatus FSSequentialFile::InvalidateCache(size_t /*offset*/, size_t /*length*/) {
  return FileSystemLacks("InvalidateCache");
}

IOStatus FSSequentialFile::PositionedRead(uint64_t /*offset*/, size_t /*n*/,
                                          const IOOptions& /*options*/, Slice* /*result*/,
                                          char* /*scratch*/, IODebugContext* /*dbg*/) {
  return FileSystemLacks("PositionedRead");
}

IOStatus FSRandomAccessFile::Prefetch(uint64_t /*offset*/, size_t /*n*/,
                                      const IOOptions& /*options*/, IODebugContext* /*dbg*/) {
  return FileSystemLacks("Prefetch");
}

IOStatus FSRandomAccessFile::MultiRead(FSReadRequest* reqs, size_t num_reqs,
                                       const IOOptions& options, IODebugContext* dbg) {
  for (FSReadRequest* r = reqs; r != reqs + num_reqs; ++r) {
    r->status = Read(r->offset, r->len, options, &r->result, r->scratch, dbg);
  }
  return IOStatus::OK();
}

IOStatus FSRandomAccessFile::ReadAsync(FSReadRequest& req, const IOOptions& opts,
                                       std::function<void(FSReadRequest&, void*)> cb, void* cb_arg,
                                       void** io_handle, IOHandleDeleter* /*del_fn*/,
                                       IODebugContext* dbg) {
  if (io_handle != nullptr) {
    *io_handle = nullptr;  // nothing is left to wait for
  }
  req.status = Read(req.offset, req.len, opts, &req.result, req.scratch, dbg);
  // Asynchronous only in its interface: the read ends before the call returns.
  cb(req, cb_arg);
  return IOStatus::OK();
}

size_t FSRandomAccessFile::GetUniqueId(char* /*id*/, size_t /*max_size*/) const { return 0; }

IOStatus FSRandomAccessFile::InvalidateCache(size_t /*offset*/, size_t /*length*/) {
  return FileSystemLacks("InvalidateCache");
}

IOStatus FSRandomAccessFile::GetFileSize(uint64_t* /*result*/) {
  return FileSystemLacks("GetFileSize");
}

IOStatus FSWritableFile::Append(const Slice& data, const IOOptions& options,
                                const DataVerificationInfo& /*verification_info*/,
                                IODebugContext* dbg) {
  return Append(data, options, dbg);
}

IOStatus FSWritableFile::PositionedAppend(const Slice& /*data*/, uint64_t /*offset*/,
                                          const IOOptions& /*options*/, IODebugContext* /*dbg*/) {
  return FileSystemLacks("PositionedAppend");
}

IOStatus FSWritableFile::PositionedAppend(const Slice& data, uint64_t offset,
                                          const IOOptions& options,
                                          const DataVerificationInfo& /*verification_info*/,
                                          IODebugContext* dbg) {
  return PositionedAppend(data, offset, options, dbg);
}

IOStatus FSWritableFile::Truncate(uint64_t /*size*/, const IOOptions& /*options*/,
                                  IODebugContext* /*dbg*/) {
  return IOStatus::OK();
}

uint64_t FSWritableFile::GetFileSize(const IOOptions& /*options*/, IODebugContext* /*dbg*/) {
  return 0;
}

void FSWritableFile::PrepareWrite(size_t offset, size_t len, const IOOptions& options,
                                  IODebugContext* dbg) {
  const size_t block = prealloc_unit_;
  if (block == 0) {
    return;
  }
  const size_t needed = (offset + len + block - 1) / block;
  // In whole blocks, so that a file grows in few large extents.
  if (needed > prealloc_done_) {
    const size_t have = std::exchange(prealloc_done_, needed);
    // If allocating fails, the write itself reports the missing space.
    Allocate(block * have, block * (needed - have), options, dbg).PermitUncheckedError();
  }
}

IOStatus FSWritableFile::Allocate(uint64_t /*offset*/, uint64_t /*len*/,
                                  const IOOptions& /*options*/, IODebugContext* /*dbg*/) {
  return IOStatus::OK();
}

size_t FSWritableFile::GetUniqueId(char* /*id*/, size_t /*max_size*/) const { return 0; }

IOStatus FSWritableFile::InvalidateCache(size_t /*offset*/, size_t /*length*/) {
  return FileSystemLacks("InvalidateCache");
}

IOStatus FSWritableFile::RangeSync(uint64_t /*offset*/, uint64_t /*nbytes*/,
                                   const IOOptions& options, IODebugContext* dbg) {
  // The strict form bounds unwritten data, which needs a sync here.
  return strict_bytes_per_sync_ ? Sync(options, dbg) : IOStatus::OK();
}

IOStatus FSDirectory::Close(const IOOptions& /*options*/, IODebugContext* /*dbg*/) {
  return IOStatus::OK();
}

size_t FSDirectory::GetUniqueId(char* /*id*/, size_t /*max_size*/) const { return 0; }

}  // namespace ROCKSDB_NAMESPACE
