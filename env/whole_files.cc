// Operations on whole files and directories of file_io.h and file_system.h. For small files and for
// copies: data passes through memory, a piece at a time.
#include <memory>

#include "env/file_io.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr size_t kPiece = 256 * 1024;

}  // namespace

IOStatus WriteStringToFile(FileSystem* fs, const Slice& data, const std::string& fname,
                           bool should_sync, const IOOptions& io_options,
                           const FileOptions& file_options) {
  std::unique_ptr<FSWritableFile> file;
  IOStatus s = fs->NewWritableFile(fname, file_options, &file, nullptr);
  if (!s.ok()) {
    return s;
  }
  s = file->Append(data, io_options, nullptr);
  if (s.ok() && should_sync) {
    s = file->Sync(io_options, nullptr);
  }
  // Closing can fail too, and then the bytes may be missing.
  if (s.ok()) {
    s = file->Close(io_options, nullptr);
  }
  if (!s.ok()) {
    // A part of the file would look like a whole one.
    fs->DeleteFile(fname, io_options, nullptr).PermitUncheckedError();
  }
  return s;
}

IOStatus ReadFileToString(FileSystem* fs, const std::string& fname, std::string* data) {
  return ReadFileToString(fs, fname, IOOptions(), data);
}

IOStatus ReadFileToString(FileSystem* fs, const std::string& fname, const IOOptions& io_opts,
                          std::string* data) {
  data->clear();
  std::unique_ptr<FSSequentialFile> file;
  FileOptions options;
  options.io_options = io_opts;
  IOStatus s = fs->NewSequentialFile(fname, options, &file, nullptr);
  const auto space = std::make_unique<char[]>(kPiece);
  while (s.ok()) {
    Slice piece;
    s = file->Read(kPiece, io_opts, &piece, space.get(), nullptr);
    // Only an empty result is the end of the file; a short one may come at any time.
    if (s.ok() && piece.empty()) {
      break;
    }
    data->append(piece.data(), s.ok() ? piece.size() : 0);
  }
  return s;
}

IOStatus SyncDirectory(FileSystem* fs, const std::string& dir, const DirFsyncOptions& reason) {
  std::unique_ptr<FSDirectory> directory;
  IOStatus s = fs->NewDirectory(dir, IOOptions(), &directory, nullptr);
  if (s.ok()) {
    s = directory->FsyncWithDirOptions(IOOptions(), nullptr, reason);
    IOStatus closed = directory->Close(IOOptions(), nullptr);
    // Directories of simple file systems have no Close.
    if (s.ok() && !closed.IsNotSupported()) {
      s = std::move(closed);
    }
  }
  return s;
}

IOStatus CopyFile(FileSystem* fs, const std::string& from, const std::string& to,
                  uint64_t max_bytes, bool use_fsync, uint64_t* copied) {
  std::unique_ptr<SequentialFileReader> source;
  std::unique_ptr<WritableFileWriter> target;
  IOStatus s = SequentialFileReader::Open(fs, from, FileOptions(), &source);
  if (s.ok()) {
    s = WritableFileWriter::Create(fs, to, FileOptions(), &target);
  }
  uint64_t left = max_bytes == 0 ? UINT64_MAX : max_bytes;
  uint64_t total = 0;
  const auto space = std::make_unique<char[]>(kPiece);
  while (s.ok() && left > 0) {
    Slice piece;
    s = source->Read(static_cast<size_t>(std::min<uint64_t>(left, kPiece)), &piece, space.get());
    if (s.ok() && piece.empty()) {
      break;
    }
    if (s.ok()) {
      s = target->Append(piece);
      left -= piece.size();
      total += piece.size();
    }
  }
  // The caller knows that the file has max_bytes, so a shorter file lost its end.
  if (s.ok() && max_bytes != 0 && left > 0) {
    s = IOStatus::Corruption("file too small", from);
  }
  if (s.ok()) {
    s = target->Sync(use_fsync);
  }
  if (s.ok()) {
    s = target->Close();
  }
  if (copied != nullptr) {
    *copied = total;
  }
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
