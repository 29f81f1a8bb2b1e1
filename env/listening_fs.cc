// Files that report their operations. Each call notes the time, passes on, calls the listeners and
// returns the file's result. Offsets of appends are counted here, because the interface lacks them.
#include "env/listening_fs.h"

namespace ROCKSDB_NAMESPACE {
namespace {

using Listeners = std::vector<std::shared_ptr<EventListener>>;
using Callback = void (EventListener::*)(const FileOperationInfo&);

// One operation, from construction to Done(), which both read the clocks.
class Operation {
 public:
  Operation(const Listeners& listeners, const std::string& path, FileOperationType type,
            uint64_t offset, size_t length)
      : listeners_(listeners),
        path_(path),
        type_(type),
        offset_(offset),
        length_(length),
        start_(FileOperationInfo::StartNow()) {}

  IOStatus Done(Callback callback, IOStatus s, Temperature temperature = Temperature::kUnknown) {
    const auto finish = FileOperationInfo::FinishNow();
    FileOperationInfo info(type_, path_, start_, finish, s, temperature);
    info.offset = offset_;
    info.length = length_;
    for (const auto& listener : listeners_) (listener.get()->*callback)(info);
    if (s.ok()) return s;
    const IOErrorInfo error(s, type_, path_, length_, offset_);
    for (const auto& listener : listeners_) listener->OnIOError(error);
    return s;
  }

 private:
  const Listeners& listeners_;
  const std::string& path_;
  const FileOperationType type_;
  const uint64_t offset_;
  const size_t length_;
  const FileOperationInfo::StartTimePoint start_;
};

class HeardSequentialFile final : public FSSequentialFileOwnerWrapper {
 public:
  HeardSequentialFile(std::unique_ptr<FSSequentialFile>&& file, std::string path, Listeners heard)
      : FSSequentialFileOwnerWrapper(std::move(file)),
        path_(std::move(path)),
        heard_(std::move(heard)) {}

  IOStatus Read(size_t n, const IOOptions& o, Slice* result, char* scratch,
                IODebugContext* dbg) override {
    Operation op(heard_, path_, FileOperationType::kRead, at_, n);
    IOStatus s = target()->Read(n, o, result, scratch, dbg);
    if (s.ok()) at_ += result->size();
    return op.Done(&EventListener::OnFileReadFinish, std::move(s), GetTemperature());
  }
  IOStatus Skip(uint64_t n) override {
    at_ += n;
    return target()->Skip(n);
  }
  IOStatus PositionedRead(uint64_t offset, size_t n, const IOOptions& o, Slice* result,
                          char* scratch, IODebugContext* dbg) override {
    Operation op(heard_, path_, FileOperationType::kRead, offset, n);
    return op.Done(&EventListener::OnFileReadFinish,
                   target()->PositionedRead(offset, n, o, result, scratch, dbg), GetTemperature());
  }

 private:
  const std::string path_;
  const Listeners heard_;
  uint64_t at_ = 0;
};

class HeardRandomAccessFile final : public FSRandomAccessFileOwnerWrapper {
 public:
  HeardRandomAccessFile(std::unique_ptr<FSRandomAccessFile>&& file, std::string path,
                        Listeners heard)
      : FSRandomAccessFileOwnerWrapper(std::move(file)),
        path_(std::move(path)),
        heard_(std::move(heard)) {}

  IOStatus Read(uint64_t offset, size_t n, const IOOptions& o, Slice* result, char* scratch,
                IODebugContext* dbg) const override {
    Operation op(heard_, path_, FileOperationType::kRead, offset, n);
    return op.Done(&EventListener::OnFileReadFinish,
                   target()->Read(offset, n, o, result, scratch, dbg), GetTemperature());
  }
  // One call for each request, as if each had been read alone.
  IOStatus MultiRead(FSReadRequest* reqs, size_t n, const IOOptions& o,
                     IODebugContext* dbg) override {
    // All begin before the one call below, and end after it.
    std::vector<Operation> ops;
    ops.reserve(n);
    for (FSReadRequest* r = reqs; r != reqs + n; ++r)
      ops.emplace_back(heard_, path_, FileOperationType::kRead, r->offset, r->len);
    IOStatus all = target()->MultiRead(reqs, n, o, dbg);
    for (size_t i = 0; i < n; ++i) {
      IOStatus told = ops[i].Done(&EventListener::OnFileReadFinish, all.ok() ? reqs[i].status : all,
                                  GetTemperature());
      told.PermitUncheckedError();  // the caller finds it in its request
    }
    return all;
  }
  // Ends when the caller is called back. The target owns what it calls.
  IOStatus ReadAsync(FSReadRequest& req, const IOOptions& o,
                     std::function<void(FSReadRequest&, void*)> cb, void* cb_arg, void** io_handle,
                     IOHandleDeleter* del_fn, IODebugContext* dbg) override {
    const auto op =
        std::make_shared<Operation>(heard_, path_, FileOperationType::kRead, req.offset, req.len);
    auto told = [op, cb = std::move(cb), temperature = GetTemperature()](FSReadRequest& done,
                                                                         void* arg) {
      op->Done(&EventListener::OnFileReadFinish, done.status, temperature).PermitUncheckedError();
      cb(done, arg);
    };
    return target()->ReadAsync(req, o, std::move(told), cb_arg, io_handle, del_fn, dbg);
  }

 private:
  const std::string path_;
  const Listeners heard_;
};

class HeardWritableFile final : public FSWritableFileOwnerWrapper {
 public:
  HeardWritableFile(std::unique_ptr<FSWritableFile>&& file, std::string path, Listeners heard)
      : FSWritableFileOwnerWrapper(std::move(file)),
        path_(std::move(path)),
        heard_(std::move(heard)) {}

  IOStatus Append(const Slice& data, const IOOptions& o, IODebugContext* dbg) override {
    Operation op(heard_, path_, FileOperationType::kAppend, at_, data.size());
    return Appended(&op, data, target()->Append(data, o, dbg));
  }
  IOStatus Append(const Slice& data, const IOOptions& o, const DataVerificationInfo& info,
                  IODebugContext* dbg) override {
    Operation op(heard_, path_, FileOperationType::kAppend, at_, data.size());
    return Appended(&op, data, target()->Append(data, o, info, dbg));
  }
  IOStatus PositionedAppend(const Slice& data, uint64_t offset, const IOOptions& o,
                            IODebugContext* dbg) override {
    Operation op(heard_, path_, FileOperationType::kPositionedAppend, offset, data.size());
    return op.Done(&EventListener::OnFileWriteFinish,
                   target()->PositionedAppend(data, offset, o, dbg));
  }
  IOStatus PositionedAppend(const Slice& data, uint64_t offset, const IOOptions& o,
                            const DataVerificationInfo& info, IODebugContext* dbg) override {
    Operation op(heard_, path_, FileOperationType::kPositionedAppend, offset, data.size());
    return op.Done(&EventListener::OnFileWriteFinish,
                   target()->PositionedAppend(data, offset, o, info, dbg));
  }
  IOStatus Truncate(uint64_t size, const IOOptions& o, IODebugContext* dbg) override {
    Operation op(heard_, path_, FileOperationType::kTruncate, size, 0);
    return op.Done(&EventListener::OnFileTruncateFinish, target()->Truncate(size, o, dbg));
  }
  IOStatus Close(const IOOptions& o, IODebugContext* dbg) override {
    Operation op(heard_, path_, FileOperationType::kClose, 0, 0);
    return op.Done(&EventListener::OnFileCloseFinish, target()->Close(o, dbg));
  }
  IOStatus Flush(const IOOptions& o, IODebugContext* dbg) override {
    Operation op(heard_, path_, FileOperationType::kFlush, 0, 0);
    return op.Done(&EventListener::OnFileFlushFinish, target()->Flush(o, dbg));
  }
  IOStatus Sync(const IOOptions& o, IODebugContext* dbg) override {
    Operation op(heard_, path_, FileOperationType::kSync, 0, 0);
    return op.Done(&EventListener::OnFileSyncFinish, target()->Sync(o, dbg));
  }
  IOStatus Fsync(const IOOptions& o, IODebugContext* dbg) override {
    Operation op(heard_, path_, FileOperationType::kFsync, 0, 0);
    return op.Done(&EventListener::OnFileSyncFinish, target()->Fsync(o, dbg));
  }
  IOStatus RangeSync(uint64_t offset, uint64_t n, const IOOptions& o,
                     IODebugContext* dbg) override {
    Operation op(heard_, path_, FileOperationType::kRangeSync, offset, static_cast<size_t>(n));
    return op.Done(&EventListener::OnFileRangeSyncFinish, target()->RangeSync(offset, n, o, dbg));
  }

 private:
  IOStatus Appended(Operation* op, const Slice& data, IOStatus s) {
    if (s.ok()) at_ += data.size();
    return op->Done(&EventListener::OnFileWriteFinish, std::move(s));
  }

  const std::string path_;
  const Listeners heard_;
  uint64_t at_ = 0;  // appends are made by one thread at a time
};

// Wraps the files that it opens; calls by name go unreported.
class ListeningFileSystem final : public FileSystemWrapper {
 public:
  ListeningFileSystem(std::shared_ptr<FileSystem> base, Listeners heard)
      : FileSystemWrapper(std::move(base)), heard_(std::move(heard)) {}
  const char* Name() const override { return "ListeningFileSystem"; }

  IOStatus NewSequentialFile(const std::string& name, const FileOptions& o,
                             std::unique_ptr<FSSequentialFile>* r, IODebugContext* dbg) override {
    return Wrap<HeardSequentialFile>(target_->NewSequentialFile(name, o, r, dbg), name, r);
  }
  IOStatus NewRandomAccessFile(const std::string& name, const FileOptions& o,
                               std::unique_ptr<FSRandomAccessFile>* r,
                               IODebugContext* dbg) override {
    return Wrap<HeardRandomAccessFile>(target_->NewRandomAccessFile(name, o, r, dbg), name, r);
  }
  IOStatus NewWritableFile(const std::string& name, const FileOptions& o,
                           std::unique_ptr<FSWritableFile>* r, IODebugContext* dbg) override {
    return Wrap<HeardWritableFile>(target_->NewWritableFile(name, o, r, dbg), name, r);
  }
  IOStatus ReopenWritableFile(const std::string& name, const FileOptions& o,
                              std::unique_ptr<FSWritableFile>* r, IODebugContext* dbg) override {
    return Wrap<HeardWritableFile>(target_->ReopenWritableFile(name, o, r, dbg), name, r);
  }
  IOStatus ReuseWritableFile(const std::string& name, const std::string& old, const FileOptions& o,
                             std::unique_ptr<FSWritableFile>* r, IODebugContext* dbg) override {
    return Wrap<HeardWritableFile>(target_->ReuseWritableFile(name, old, o, r, dbg), name, r);
  }
  IOStatus RetireFile(const std::string& name, const std::string& spare,
                      const FileOptions& next_use, IODebugContext* dbg) override {
    return target_->RetireFile(name, spare, next_use, dbg);
  }
  IOStatus SyncFile(const std::string& name, const FileOptions& fo, const IOOptions& o,
                    bool use_fsync, IODebugContext* dbg) override {
    return target_->SyncFile(name, fo, o, use_fsync, dbg);
  }

 private:
  template <typename Heard, typename File>
  IOStatus Wrap(IOStatus s, const std::string& name, std::unique_ptr<File>* file) {
    if (s.ok()) file->reset(new Heard(std::move(*file), name, heard_));
    return s;
  }

  const Listeners heard_;
};

}  // namespace

std::shared_ptr<FileSystem> ListenToFiles(
    std::shared_ptr<FileSystem> base,
    const std::vector<std::shared_ptr<EventListener>>& listeners) {
  Listeners heard;
  for (const auto& listener : listeners) {
    if (listener != nullptr && listener->ShouldBeNotifiedOnFileIO()) heard.push_back(listener);
  }
  if (heard.empty()) return base;
  return std::make_shared<ListeningFileSystem>(std::move(base), std::move(heard));
}

}  // namespace ROCKSDB_NAMESPACE
