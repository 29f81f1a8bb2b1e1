// The wrapper file system, its writable files and its directories.
#include "tools/db_stress/kill_fs.h"

#include <atomic>

#include "tools/db_stress/activity.h"

namespace stress {

namespace {

using namespace rocksdb;  // NOLINT: nearly every type here

// Names the current step and calls the killer.
class Gate {
 public:
  Gate(Killer* killer, std::shared_ptr<Statistics> statistics)
      : killer_(killer), statistics_(std::move(statistics)) {}

  void Before(FileKind kind, FileOp op) { killer_->Meet(kind, Step(kind), op, Side::kBefore); }
  void After(FileKind kind, FileOp op) { killer_->Meet(kind, Step(kind), op, Side::kAfter); }
  bool Torn(FileKind kind) { return killer_->Meet(kind, Step(kind), FileOp::kAppend, Side::kTorn); }
  [[noreturn]] void Die() { killer_->Die(); }
  // A rebalance has synced its MANIFEST record: the counts of the next one begin here.
  void NoteManifestSync() {
    if (CurrentActivity() != Activity::kAfterFlush || statistics_ == nullptr) return;
    splits_.store(statistics_->getTickerCount(BUCKET_SPLITS));
    merges_.store(statistics_->getTickerCount(BUCKET_MERGES));
  }

 private:
  // After a flush the same thread appends the record of the rebalance. The counters, which the
  // engine raised before, tell the steps in this record.
  const char* Step(FileKind kind) {
    const Activity activity = CurrentActivity();
    if (activity != Activity::kAfterFlush || kind != FileKind::kManifest || statistics_ == nullptr)
      return NameOf(activity == Activity::kAfterFlush ? Activity::kNone : activity);
    if (statistics_->getTickerCount(BUCKET_MERGES) > merges_.load()) return "merge";
    if (statistics_->getTickerCount(BUCKET_SPLITS) > splits_.load()) return "split";
    return "write";
  }

  Killer* const killer_;
  const std::shared_ptr<Statistics> statistics_;
  std::atomic<uint64_t> splits_{0};
  std::atomic<uint64_t> merges_{0};
};

class KillWritableFile : public FSWritableFileOwnerWrapper {
 public:
  KillWritableFile(std::unique_ptr<FSWritableFile> target, FileKind kind, Gate* gate)
      : FSWritableFileOwnerWrapper(std::move(target)), kind_(kind), gate_(gate) {}

  IOStatus Append(const Slice& data, const IOOptions& o, IODebugContext* dbg) override {
    gate_->Before(kind_, FileOp::kAppend);
    if (gate_->Torn(kind_)) {
      target()->Append(Half(data), o, dbg).PermitUncheckedError();
      Perish(o, dbg);
    }
    return Then(FileOp::kAppend, target()->Append(data, o, dbg));
  }
  IOStatus Append(const Slice& data, const IOOptions& o, const DataVerificationInfo&,
                  IODebugContext* dbg) override {
    return Append(data, o, dbg);
  }
  IOStatus PositionedAppend(const Slice& data, uint64_t offset, const IOOptions& o,
                            IODebugContext* dbg) override {
    gate_->Before(kind_, FileOp::kAppend);
    if (gate_->Torn(kind_)) {
      // Half of the data in whole units: direct I/O writes nothing smaller.
      const size_t unit = GetRequiredBufferAlignment();
      const Slice half(data.data(), data.size() / 2 / unit * unit);
      if (!half.empty()) {
        target()->PositionedAppend(half, offset, o, dbg).PermitUncheckedError();
      }
      gate_->Die();
    }
    return Then(FileOp::kAppend, target()->PositionedAppend(data, offset, o, dbg));
  }
  IOStatus PositionedAppend(const Slice& data, uint64_t offset, const IOOptions& o,
                            const DataVerificationInfo&, IODebugContext* dbg) override {
    return PositionedAppend(data, offset, o, dbg);
  }
  IOStatus Truncate(uint64_t size, const IOOptions& o, IODebugContext* dbg) override {
    gate_->Before(kind_, FileOp::kTruncate);
    return Then(FileOp::kTruncate, target()->Truncate(size, o, dbg));
  }
  IOStatus Close(const IOOptions& o, IODebugContext* dbg) override {
    gate_->Before(kind_, FileOp::kClose);
    return Then(FileOp::kClose, target()->Close(o, dbg));
  }
  IOStatus Flush(const IOOptions& o, IODebugContext* dbg) override {
    gate_->Before(kind_, FileOp::kFlush);
    return Then(FileOp::kFlush, target()->Flush(o, dbg));
  }
  IOStatus Sync(const IOOptions& o, IODebugContext* dbg) override {
    gate_->Before(kind_, FileOp::kSync);
    return AfterSync(target()->Sync(o, dbg));
  }
  IOStatus Fsync(const IOOptions& o, IODebugContext* dbg) override {
    gate_->Before(kind_, FileOp::kSync);
    return AfterSync(target()->Fsync(o, dbg));
  }
  IOStatus RangeSync(uint64_t offset, uint64_t n, const IOOptions& o,
                     IODebugContext* dbg) override {
    gate_->Before(kind_, FileOp::kRangeSync);
    return Then(FileOp::kRangeSync, target()->RangeSync(offset, n, o, dbg));
  }

 private:
  static Slice Half(const Slice& data) { return Slice(data.data(), data.size() / 2); }
  [[noreturn]] void Perish(const IOOptions& o, IODebugContext* dbg) {
    // The torn half must reach the file: else this were a kill before the append.
    target()->Flush(o, dbg).PermitUncheckedError();
    gate_->Die();
  }
  IOStatus Then(FileOp op, IOStatus s) {
    gate_->After(kind_, op);
    return s;
  }
  IOStatus AfterSync(IOStatus s) {
    gate_->After(kind_, FileOp::kSync);
    if (kind_ == FileKind::kManifest) gate_->NoteManifestSync();
    return s;
  }

  const FileKind kind_;
  Gate* const gate_;
};

class KillDirectory : public FSDirectoryWrapper {
 public:
  KillDirectory(std::unique_ptr<FSDirectory> target, Gate* gate)
      : FSDirectoryWrapper(std::move(target)), gate_(gate) {}

  IOStatus Fsync(const IOOptions& o, IODebugContext* dbg) override {
    gate_->Before(FileKind::kOther, FileOp::kDirSync);
    IOStatus s = FSDirectoryWrapper::Fsync(o, dbg);
    gate_->After(FileKind::kOther, FileOp::kDirSync);
    return s;
  }
  IOStatus FsyncWithDirOptions(const IOOptions& o, IODebugContext* dbg,
                               const DirFsyncOptions& reason) override {
    gate_->Before(FileKind::kOther, FileOp::kDirSync);
    IOStatus s = FSDirectoryWrapper::FsyncWithDirOptions(o, dbg, reason);
    gate_->After(FileKind::kOther, FileOp::kDirSync);
    return s;
  }

 private:
  Gate* const gate_;
};

class KillFileSystem : public FileSystemWrapper {
 public:
  KillFileSystem(std::shared_ptr<FileSystem> target, Killer* killer,
                 std::shared_ptr<Statistics> statistics)
      : FileSystemWrapper(target), gate_(killer, std::move(statistics)) {}
  const char* Name() const override { return "db_stress.KillFileSystem"; }

  IOStatus NewWritableFile(const std::string& f, const FileOptions& o,
                           std::unique_ptr<FSWritableFile>* r, IODebugContext* dbg) override {
    gate_.Before(KindOf(f), FileOp::kOpen);
    return Opened(f, FileOp::kOpen, target()->NewWritableFile(f, o, r, dbg), r);
  }
  IOStatus ReopenWritableFile(const std::string& f, const FileOptions& o,
                              std::unique_ptr<FSWritableFile>* r, IODebugContext* dbg) override {
    gate_.Before(KindOf(f), FileOp::kOpen);
    return Opened(f, FileOp::kOpen, target()->ReopenWritableFile(f, o, r, dbg), r);
  }
  IOStatus ReuseWritableFile(const std::string& f, const std::string& old, const FileOptions& o,
                             std::unique_ptr<FSWritableFile>* r, IODebugContext* dbg) override {
    gate_.Before(KindOf(f), FileOp::kReuse);
    return Opened(f, FileOp::kReuse, target()->ReuseWritableFile(f, old, o, r, dbg), r);
  }
  // The new name is that of a temporary file: the kind is that of the table.
  IOStatus RetireFile(const std::string& f, const std::string& spare, const FileOptions& next_use,
                      IODebugContext* dbg) override {
    gate_.Before(KindOf(f), FileOp::kRetire);
    IOStatus s = target()->RetireFile(f, spare, next_use, dbg);
    if (s.ok()) gate_.After(KindOf(f), FileOp::kRetire);
    return s;
  }
  IOStatus NewDirectory(const std::string& d, const IOOptions& o, std::unique_ptr<FSDirectory>* r,
                        IODebugContext* dbg) override {
    IOStatus s = target()->NewDirectory(d, o, r, dbg);
    if (s.ok()) *r = std::make_unique<KillDirectory>(std::move(*r), &gate_);
    return s;
  }
  IOStatus DeleteFile(const std::string& f, const IOOptions& o, IODebugContext* dbg) override {
    gate_.Before(KindOf(f), FileOp::kDelete);
    IOStatus s = target()->DeleteFile(f, o, dbg);
    gate_.After(KindOf(f), FileOp::kDelete);
    return s;
  }
  IOStatus RenameFile(const std::string& from, const std::string& to, const IOOptions& o,
                      IODebugContext* dbg) override {
    gate_.Before(KindOf(to), FileOp::kRename);
    IOStatus s = target()->RenameFile(from, to, o, dbg);
    gate_.After(KindOf(to), FileOp::kRename);
    return s;
  }
  IOStatus LinkFile(const std::string& from, const std::string& to, const IOOptions& o,
                    IODebugContext* dbg) override {
    gate_.Before(KindOf(to), FileOp::kLink);
    IOStatus s = target()->LinkFile(from, to, o, dbg);
    gate_.After(KindOf(to), FileOp::kLink);
    return s;
  }

 private:
  IOStatus Opened(const std::string& f, FileOp op, IOStatus s, std::unique_ptr<FSWritableFile>* r) {
    gate_.After(KindOf(f), op);
    if (s.ok()) *r = std::make_unique<KillWritableFile>(std::move(*r), KindOf(f), &gate_);
    return s;
  }

  Gate gate_;
};

}  // namespace

std::shared_ptr<FileSystem> NewKillFileSystem(std::shared_ptr<FileSystem> target, Killer* killer,
                                              std::shared_ptr<Statistics> statistics) {
  return std::make_shared<KillFileSystem>(std::move(target), killer, std::move(statistics));
}

}  // namespace stress
