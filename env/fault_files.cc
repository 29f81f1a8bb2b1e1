// See fault_files.h. Each call asks the control (planned failure, power, space), passes the
// operation on, and reports its outcome. The report comes last, so that an operation that failed
// below does not count as written or durable.
#include "env/fault_files.h"

#include <algorithm>
#include <cstring>

namespace ROCKSDB_NAMESPACE {

namespace {

// Which file this is, counted as open while it lives.
class OpenMark {
 public:
  OpenMark(FaultControl* control, std::string path) : control_(control), path_(std::move(path)) {
    control_->NoteOpen(1);
  }
  ~OpenMark() { control_->NoteOpen(-1); }
  OpenMark(const OpenMark&) = delete;
  OpenMark& operator=(const OpenMark&) = delete;

  FaultControl* control() const { return control_; }
  const std::string& path() const { return path_; }
  IOStatus Check(FsOp op) const { return control_->Check(op, path_); }

 private:
  FaultControl* const control_;
  const std::string path_;
};

// How many bytes a read of `n` returns: all, or fewer if it is planned to be short.
size_t PlannedLength(const FaultControl::ReadPlan& plan, size_t n) {
  // At least one byte, because an empty result would mean the end of the file.
  const bool shorter = plan.damaged && plan.damage == ReadDamage::kShort && n > 1;
  return shorter ? 1 + static_cast<size_t>(plan.dice % (n - 1)) : n;
}

void FlipIfPlanned(const FaultControl::ReadPlan& plan, Slice* result, char* scratch) {
  if (!plan.damaged || plan.damage != ReadDamage::kFlipBit || result->empty()) return;
  // The bit must not be flipped in the file's own memory.
  if (result->data() != scratch) std::memmove(scratch, result->data(), result->size());
  const uint64_t bit = plan.dice % (result->size() * 8);
  scratch[bit / 8] = static_cast<char>(scratch[bit / 8] ^ (1 << (bit % 8)));
  *result = Slice(scratch, result->size());
}

// Retryable, as PosixError makes ENOSPC.
IOStatus DiskFull(const std::string& path) {
  IOStatus s = IOStatus::NoSpace("no space left in the faulty file system", path);
  s.SetRetryable(true);
  return s;
}

class FaultSequential final : public FSSequentialFileOwnerWrapper {
 public:
  FaultSequential(FaultControl* control, const std::string& path,
                  std::unique_ptr<FSSequentialFile>&& f)
      : FSSequentialFileOwnerWrapper(std::move(f)), mark_(control, path) {}

  IOStatus Read(size_t n, const IOOptions& o, Slice* result, char* scratch,
                IODebugContext* dbg) override {
    const auto plan = mark_.control()->CheckRead(mark_.path());
    if (!plan.status.ok()) return plan.status;
    IOStatus s = target()->Read(PlannedLength(plan, n), o, result, scratch, dbg);
    if (s.ok()) FlipIfPlanned(plan, result, scratch);
    return s;
  }

 private:
  const OpenMark mark_;
};

class FaultRandomAccess final : public FSRandomAccessFileOwnerWrapper {
 public:
  FaultRandomAccess(FaultControl* control, const std::string& path,
                    std::unique_ptr<FSRandomAccessFile>&& f)
      : FSRandomAccessFileOwnerWrapper(std::move(f)), mark_(control, path) {}

  IOStatus Read(uint64_t offset, size_t n, const IOOptions& o, Slice* result, char* scratch,
                IODebugContext* dbg) const override {
    const auto plan = mark_.control()->CheckRead(mark_.path());
    if (!plan.status.ok()) return plan.status;
    IOStatus s = target()->Read(offset, PlannedLength(plan, n), o, result, scratch, dbg);
    if (s.ok()) FlipIfPlanned(plan, result, scratch);
    return s;
  }
  // At once, so that it can fail and be damaged.
  IOStatus ReadAsync(FSReadRequest& req, const IOOptions& o,
                     std::function<void(FSReadRequest&, void*)> cb, void* cb_arg, void** io_handle,
                     IOHandleDeleter* del_fn, IODebugContext* dbg) override {
    return FSRandomAccessFile::ReadAsync(req, o, std::move(cb), cb_arg, io_handle, del_fn, dbg);
  }
  // One by one, so that each request can fail or be damaged alone.
  IOStatus MultiRead(FSReadRequest* reqs, size_t n, const IOOptions& o,
                     IODebugContext* dbg) override {
    for (FSReadRequest* r = reqs; r != reqs + n; ++r) {
      r->status = Read(r->offset, r->len, o, &r->result, r->scratch, dbg);
    }
    return IOStatus::OK();
  }

 private:
  const OpenMark mark_;
};

class FaultWritable final : public FSWritableFileOwnerWrapper {
 public:
  FaultWritable(FaultControl* control, const std::string& path, uint64_t size, uint64_t extent,
                std::unique_ptr<FSWritableFile>&& f)
      : FSWritableFileOwnerWrapper(std::move(f)),
        mark_(control, path),
        size_(size),
        extent_(extent) {}

  using FSWritableFileOwnerWrapper::Append;
  using FSWritableFileOwnerWrapper::PositionedAppend;

  IOStatus Append(const Slice& data, const IOOptions& o, IODebugContext* dbg) override {
    return Write(data, size_.load(),
                 [&](const Slice& fitting) { return target()->Append(fitting, o, dbg); });
  }
  IOStatus Append(const Slice& data, const IOOptions& o, const DataVerificationInfo& /*info*/,
                  IODebugContext* dbg) override {
    return Append(data, o, dbg);
  }
  IOStatus PositionedAppend(const Slice& data, uint64_t offset, const IOOptions& o,
                            IODebugContext* dbg) override {
    return Write(data, offset, [&](const Slice& fitting) {
      return target()->PositionedAppend(fitting, offset, o, dbg);
    });
  }
  IOStatus PositionedAppend(const Slice& data, uint64_t offset, const IOOptions& o,
                            const DataVerificationInfo& /*info*/, IODebugContext* dbg) override {
    return PositionedAppend(data, offset, o, dbg);
  }
  IOStatus Truncate(uint64_t size, const IOOptions& o, IODebugContext* dbg) override {
    IOStatus s = mark_.Check(FsOp::kTruncate);
    if (s.ok()) s = target()->Truncate(size, o, dbg);
    if (s.ok()) {
      if (size < extent_) mark_.control()->ReturnSpace(mark_.path(), extent_ - size);
      extent_ = size;
      SetSize(size);
    }
    return s;
  }
  IOStatus Flush(const IOOptions& o, IODebugContext* dbg) override {
    IOStatus s = mark_.Check(FsOp::kFlush);
    return s.ok() ? target()->Flush(o, dbg) : s;
  }
  IOStatus Sync(const IOOptions& o, IODebugContext* dbg) override {
    return Syncing([&] { return target()->Sync(o, dbg); });
  }
  IOStatus Fsync(const IOOptions& o, IODebugContext* dbg) override {
    return Syncing([&] { return target()->Fsync(o, dbg); });
  }
  IOStatus RangeSync(uint64_t offset, uint64_t n, const IOOptions& o,
                     IODebugContext* dbg) override {
    // Counts as a sync, since a database may fail on it, but nothing becomes durable by it.
    IOStatus s = mark_.Check(FsOp::kSync);
    return s.ok() ? target()->RangeSync(offset, n, o, dbg) : s;  // promises nothing
  }
  IOStatus Close(const IOOptions& o, IODebugContext* dbg) override {
    IOStatus s = mark_.Check(FsOp::kClose);
    // Closes the file in any case, so that a planned failure leaks no descriptor.
    IOStatus closed = target()->Close(o, dbg);
    return s.ok() ? closed : s;
  }

 private:
  void SetSize(uint64_t size) {
    size_.store(size);
    mark_.control()->NoteSize(mark_.path(), size);
  }
  // Writes as much as the disk has space for, and fails when that is less than all.
  template <typename Out>
  IOStatus Write(const Slice& data, uint64_t at, Out out) {
    IOStatus s = mark_.Check(FsOp::kAppend);
    if (!s.ok()) return s;
    const uint64_t end = at + data.size();
    // Overwriting takes no space.
    const uint64_t growth = end > extent_ ? end - extent_ : 0;
    const uint64_t missing = growth - mark_.control()->TakeSpace(mark_.path(), growth);
    // Like a real full disk, it takes the part that fits and then fails.
    const Slice fitting(data.data(), data.size() - static_cast<size_t>(missing));
    if (!fitting.empty() || data.empty()) s = out(fitting);
    if (s.ok()) {
      extent_ = std::max(extent_, end - missing);
      SetSize(std::max(size_.load(), end - missing));
    }
    return s.ok() && missing > 0 ? DiskFull(mark_.path()) : s;
  }
  template <typename Sync>
  IOStatus Syncing(Sync sync) {
    const uint64_t covered = size_.load();  // before: later appends are not covered
    IOStatus s = mark_.Check(FsOp::kSync);
    if (s.ok()) s = sync();
    if (s.ok()) {
      mark_.control()->NoteSynced(mark_.path(), covered);
    } else {
      mark_.control()->NoteSyncFailed(mark_.path());
    }
    return s;
  }

  const OpenMark mark_;
  std::atomic<uint64_t> size_;
  uint64_t extent_;  // of the appending thread
};

class FaultDirectory final : public FSDirectoryWrapper {
 public:
  FaultDirectory(FaultControl* control, const std::string& dir, std::unique_ptr<FSDirectory>&& d)
      : FSDirectoryWrapper(std::move(d)), mark_(control, dir) {}

  IOStatus Fsync(const IOOptions& o, IODebugContext* dbg) override {
    return FsyncWithDirOptions(o, dbg, DirFsyncOptions());
  }
  IOStatus FsyncWithDirOptions(const IOOptions& o, IODebugContext* dbg,
                               const DirFsyncOptions& reason) override {
    IOStatus s = mark_.Check(FsOp::kDirSync);
    if (s.ok()) s = FSDirectoryWrapper::FsyncWithDirOptions(o, dbg, reason);
    if (s.ok()) mark_.control()->NoteDirSynced(mark_.path());
    return s;
  }

 private:
  const OpenMark mark_;
};

}  // namespace

std::unique_ptr<FSSequentialFile> NewFaultSequential(FaultControl* control, const std::string& path,
                                                     std::unique_ptr<FSSequentialFile>&& file) {
  return std::make_unique<FaultSequential>(control, path, std::move(file));
}

std::unique_ptr<FSRandomAccessFile> NewFaultRandomAccess(
    FaultControl* control, const std::string& path, std::unique_ptr<FSRandomAccessFile>&& file) {
  return std::make_unique<FaultRandomAccess>(control, path, std::move(file));
}

std::unique_ptr<FSWritableFile> NewFaultWritable(FaultControl* control, const std::string& path,
                                                 uint64_t size, uint64_t extent,
                                                 std::unique_ptr<FSWritableFile>&& file) {
  return std::make_unique<FaultWritable>(control, path, size, extent, std::move(file));
}

std::unique_ptr<FSDirectory> NewFaultDirectory(FaultControl* control, const std::string& path,
                                               std::unique_ptr<FSDirectory>&& directory) {
  return std::make_unique<FaultDirectory>(control, path, std::move(directory));
}

}  // namespace ROCKSDB_NAMESPACE
