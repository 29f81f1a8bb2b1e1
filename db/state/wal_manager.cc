// Keeps track of write-ahead logs; see the header. The life of one:
//
//   StartNew -> being written -> closed for appending -> no family needs it -> out of logs_
//                    |                |  synced by                                |
//                    | fails          |  SyncClosed, Sync                         v
//                    v                                              recyclable_, or archived or
//                    deleted
//               left_broken_ (ResumeJob)                                |
//                                                    StartNew <---------'
#include "db/state/wal_manager.h"

#include <algorithm>

#include "db/batch/write_batch_internal.h"
#include "env/file_io.h"
#include "env/filename.h"
#include "util/coding.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

Status WalManager::StartNew(uint64_t number, size_t preallocate) {
  const auto config = context_->config();
  const std::string path = WalFileName(directory_, number);
  FileOptions options = context_->file_options;
  // Appends are small and may have to be durable one by one; direct writes take whole blocks only.
  options.use_direct_writes = false;
  options.use_mmap_writes = false;
  options.bytes_per_sync = config->options.wal_bytes_per_sync;
  if (config->log_reuse.files > 0) options.filler_ahead = log::kFiller;
  // A file whose pages are there already costs a fraction of a fresh one to write.
  const uint64_t recycled = TakeRecyclable();
  std::unique_ptr<FSWritableFile> raw;
  IOStatus s = recycled != 0 ? context_->fs->ReuseWritableFile(
                                   path, WalFileName(directory_, recycled), options, &raw, nullptr)
                             : context_->fs->NewWritableFile(path, options, &raw, nullptr);
  if (!s.ok()) {
    // It is unknown which of the two names a recycled file has now.
    if (recycled != 0) obsolete_->ReportOther(WalFileName(directory_, recycled));
    obsolete_->ReportOther(path);
    return s;
  }
  // A recycled one has about the blocks that it needs.
  if (preallocate > 0 && recycled == 0) raw->SetPreallocationBlockSize(preallocate);
  auto file = std::make_unique<WritableFileWriter>(std::move(raw), path, options,
                                                   context_->clock.get(), context_->stats);
  auto writer = std::make_shared<log::Writer>(std::move(file), number, config->log_reuse.files > 0,
                                              config->options.manual_wal_flush);
  s = writer->EnableCompression(config->options.wal_compression);
  // What waits in the buffer of the old log goes first: a later log must not outlive an earlier
  // one's records. A log may count as broken for the failed sync of another.
  if (s.ok() && current_ != nullptr && (buffers_ || !broken())) {
    s = current_->Flush();
    Break(s);
    if (s.ok()) CutOldBytes();
  }
  if (!s.ok()) {
    obsolete_->ReportOther(path);
    return s;
  }
  MutexLock lock(&mutex_);
  // Only now, with a sound log in its place.
  behind_broken_ = broken();
  // In this order: whoever looks without being leader sees one of the two.
  if (behind_broken_) left_broken_ = current_number();
  broken_ = false;
  broken_by_ = IOStatus::OK();
  // It grows no more.
  if (current_ != nullptr) {
    logs_.back().bytes = current_bytes_;
    logs_.back().torn = behind_broken_;
  }
  logs_.push_back(Log{number, 0, writer, false});
  current_ = std::move(writer);
  current_bytes_ = 0;
  current_number_ = number;
  buffers_ = config->options.manual_wal_flush;
  unflushed_.store(false, std::memory_order_release);
  return s;
}

// So that only the log being written ends in old bytes. They do no harm where they stay: they are
// known by their log's number, and not while somebody may be copying the log.
void WalManager::CutOldBytes() {
  if (context_->config()->log_reuse.files == 0 || !obsolete_->MayDelete()) return;
  IOStatus s = current_->CutBehindLastRecord();
  obsolete_->Deleted();
  if (!s.ok()) {
    LogWarn(context_->info_log.get(), "Log %06lu keeps the bytes of its former use: %s",
            current_number(), s.ToString().c_str());
  }
}

IOStatus WalManager::Bridge(const Slice& first) {
  const SequenceNumber at = LoadFixed64(first.data());
  const bool reuses = context_->config()->log_reuse.files > 0;
  // A record whose sync failed has left its number to the first one behind it.
  const bool gap = reuses ? at != logged_end_ : behind_broken_ && at > logged_end_;
  return gap ? AppendEmpty(logged_end_) : IOStatus::OK();
}

IOStatus WalManager::AppendEmpty(SequenceNumber at) {
  WriteBatch empty;
  BatchAccess::SetSequence(&empty, at);
  return AddRecord(empty.Data());
}

IOStatus WalManager::BridgeGap(SequenceNumber from, SequenceNumber to) {
  if (context_->config()->log_reuse.files == 0) return IOStatus::OK();
  IOStatus s;
  for (const SequenceNumber at : {from, to}) {
    WriteBatch empty;
    BatchAccess::SetSequence(&empty, at);
    if (s.ok()) s = Append(empty.Data(), at);
  }
  return s;
}

IOStatus WalManager::Flush() {
  IOStatus s = current_ == nullptr ? IOStatus::OK() : current_->Flush();
  Break(s);
  if (s.ok()) unflushed_.store(false, std::memory_order_release);
  return s;
}

void WalManager::Break(const IOStatus& failure) {
  if (failure.ok()) return;
  MutexLock lock(&mutex_);
  if (broken_by_.ok()) broken_by_ = failure;
  broken_.store(true, std::memory_order_release);
}

IOStatus WalManager::SyncDirectoryOnce() {
  // Read before the sync: a log that is started meanwhile may have missed it.
  const uint64_t end = current_number() + 1;
  if (directory_synced_end_.load(std::memory_order_acquire) >= end) return IOStatus::OK();
  IOStatus s = SyncDirectory(context_->fs.get(), directory_);
  BUCKETLSM_SYNC_POINT("WalManager::SyncDirectoryOnce:Synced");
  if (!s.ok()) return s;
  uint64_t before = directory_synced_end_.load(std::memory_order_relaxed);
  while (before < end &&
         !directory_synced_end_.compare_exchange_weak(before, end, std::memory_order_release)) {
  }
  return s;
}

// Takes hold of the logs that are to be synced: all that are closed, and the newest if wanted.
WalManager::SyncTask WalManager::BeginSync(bool newest) {
  SyncTask task;
  MutexLock lock(&mutex_);
  for (Log& log : logs_) {
    const bool is_newest = &log == &logs_.back();
    if (log.synced || (is_newest && !newest)) continue;  // recovered ones are synced
    if (is_newest && !log.writer->file()->file()->IsSyncThreadSafe()) {
      task.left_out = WalFileName(directory_, log.number);
      continue;
    }
    ++log.syncing;
    task.writers.push_back(log.writer);
    task.grows = is_newest;
  }
  return task;
}

// Ends the hold; if all went well, logs that do not grow are durable for good.
void WalManager::EndSync(const SyncTask& task, bool done) {
  const auto& writers = task.writers;
  const size_t synced = done ? writers.size() - (task.grows ? 1 : 0) : 0;
  MutexLock lock(&mutex_);
  for (Log& log : logs_) {
    const auto it = std::find(writers.begin(), writers.end(), log.writer);
    if (it == writers.end()) continue;
    --log.syncing;
    log.synced |= it < writers.begin() + static_cast<ptrdiff_t>(synced);
  }
  ReleaseLocked();
}

void WalManager::NoteSyncFailure(const log::Writer* writer, const IOStatus& failure) {
  Break(failure);
  MutexLock lock(&mutex_);
  for (Log& log : logs_) {
    if (log.writer.get() == writer) log.sync_failure = failure;
  }
}

IOStatus WalManager::FormerSyncFailure() const {
  MutexLock lock(&mutex_);
  for (const Log& log : logs_) {
    if (log.sync_failure.ok()) continue;
    // Not retryable, whatever the first failure was: see invariant 6.
    return IOStatus::IOError(
        "A sync of this log failed before",
        WalFileName(directory_, log.number) + ": " + log.sync_failure.ToString());
  }
  return IOStatus::OK();
}

IOStatus WalManager::SyncOne(log::Writer* writer, bool use_fsync, bool flush) {
  MutexLock lock(&one_by_one_);
  // A second sync that succeeds proves nothing: the system may have dropped the pages after the
  // first.
  IOStatus s = FormerSyncFailure();
  if (!s.ok()) return s;
  s = flush ? writer->file()->Sync(use_fsync) : writer->file()->SyncWithoutFlush(use_fsync);
  if (!s.ok()) NoteSyncFailure(writer, s);
  return s;
}

//   who                      closed logs that are not synced     the log being written
//   a synced write (leader)  synced                              flushed and synced, by the leader
//   SyncWAL (anybody)        synced                              as far as flushed, or left out
//   a flush (SyncClosed)     synced                              -
IOStatus WalManager::SyncAll(bool use_fsync, bool newest, std::string* left_out) {
  // Also where there is none to sync.
  IOStatus s = FormerSyncFailure();
  if (!s.ok()) return s;
  SyncTask task = BeginSync(newest);
  BUCKETLSM_SYNC_POINT("WalManager::SyncAll:HaveWriters");
  for (const auto& writer : task.writers) {
    // The leader may be appending to the newest one: its buffer is not ours to flush.
    if (s.ok()) s = SyncOne(writer.get(), use_fsync, false);
  }
  EndSync(task, s.ok());
  if (left_out != nullptr) *left_out = std::move(task.left_out);
  return s;
}

IOStatus WalManager::SyncClosed() {
  IOStatus s = SyncAll(context_->config()->options.use_fsync, false, nullptr);
  // What is relied on must be there by its name after a power cut.
  return s.ok() ? SyncDirectoryOnce() : s;
}

IOStatus WalManager::Concluded(IOStatus s) {
  if (s.ok()) s = SyncDirectoryOnce();
  // The records are in the log, but may not be durable.
  Break(s);
  return s;
}

IOStatus WalManager::Sync() {
  const bool use_fsync = context_->config()->options.use_fsync;
  BUCKETLSM_SYNC_POINT("WalManager::Sync:Begin");
  // The leader's own log cannot be switched away meanwhile.
  IOStatus s = SyncAll(use_fsync, false, nullptr);
  if (s.ok()) {
    s = SyncOne(current_.get(), use_fsync, true);
    if (s.ok()) unflushed_.store(false, std::memory_order_release);
  }
  return Concluded(std::move(s));
}

IOStatus WalManager::SyncBesideAppends(std::string* left_out) {
  BUCKETLSM_SYNC_POINT("WalManager::Sync:Begin");
  return Concluded(SyncAll(context_->config()->options.use_fsync, true, left_out));
}

void WalManager::KeepRecovered(uint64_t number, uint64_t bytes) {
  MutexLock lock(&mutex_);
  logs_.push_back(Log{number, bytes, nullptr, true});
  CountLogged(bytes);
}

std::vector<WalManager::Info> WalManager::Track(bool all) {
  MutexLock lock(&mutex_);
  std::vector<Info> found;
  for (Log& log : logs_) {
    const bool durable =
        log.writer == nullptr || (log.synced && log.number < directory_synced_end_.load());
    if (log.number == current_number() || !durable) continue;
    if (log.torn || log.number < needed_ || (log.tracked && !all)) continue;
    log.tracked = true;
    found.push_back(Info{log.number, log.bytes, true});
  }
  return found;
}

void WalManager::ForgetTracked(uint64_t number) {
  MutexLock lock(&mutex_);
  for (Log& log : logs_) {
    if (log.number < number) log.tracked = false;
  }
  ReleaseLocked();
}

bool WalManager::CloseLog(const DbContext& context, uint64_t number, log::Writer* writer) {
  IOStatus s = writer->Close();
  if (!s.ok())
    LogWarn(context.info_log.get(), "Closing log %06lu: %s", number, s.ToString().c_str());
  return s.ok();
}

// The thread that deletes or recycles the file closes it: Purge and StartNew run without the state
// lock.
void WalManager::Discard(Log log) {
  released_bytes_.fetch_add(log.bytes, std::memory_order_release);
  const auto remove = [this](Log gone) {
    std::function<void()> close;
    if (gone.writer != nullptr) {
      close = [context = context_, number = gone.number, writer = std::move(gone.writer)] {
        (void)CloseLog(*context, number, writer.get());
      };
    }
    obsolete_->ReportLog(WalFileName(directory_, gone.number), std::move(close));
  };
  const auto config = context_->config();
  const LogReuse& reuse = config->log_reuse;
  const size_t limit = spares_.MayWait(reuse);
  const bool sound = log.writer != nullptr && log.sync_failure.ok() && log.bytes <= reuse.largest;
  // While deletions are disabled somebody may be copying it (invariant 5).
  const bool keep = sound && limit > 0 && obsolete_->deletions_enabled();
  recyclable_.push_back(std::move(log));
  // Of those that wait the oldest go first: see TakeRecyclable.
  const size_t stay = keep ? limit : 0;
  while (recyclable_.size() > stay) {
    if (keep) spares_.OnDeleted();
    remove(std::move(recyclable_.front()));
    recyclable_.erase(recyclable_.begin());
  }
  if (keep) recycled_end_.store(recyclable_.back().number + 1, std::memory_order_release);
}

// The oldest: after a crash replay may begin with one of those that are left, as families without
// data name old logs in the MANIFEST. Its old bytes look like damage, so no log behind it may be
// gone.
uint64_t WalManager::TakeRecyclable() {
  {
    MutexLock lock(&mutex_);
    spares_.OnSwitch(recyclable_.size(), context_->config()->log_reuse);
  }
  while (true) {
    Log log;
    {
      MutexLock lock(&mutex_);
      if (recyclable_.empty()) return 0;
      log = std::move(recyclable_.front());
      recyclable_.erase(recyclable_.begin());
    }
    if (CloseLog(*context_, log.number, log.writer.get()) && !HasOtherName(log.number)) {
      return log.number;
    }
    obsolete_->ReportOther(WalFileName(directory_, log.number));
  }
}

// Somebody's copy of the database may be made of links.
bool WalManager::HasOtherName(uint64_t number) const {
  uint64_t names = 1;
  IOStatus s =
      context_->fs->NumFileLinks(WalFileName(directory_, number), IOOptions(), &names, nullptr);
  return s.IsNotSupported() ? false : !s.ok() || names > 1;
}

void WalManager::ReleaseBefore(uint64_t number, bool only_synced) {
  MutexLock lock(&mutex_);
  needed_ = std::max(needed_, number);
  only_synced_ |= only_synced;
  ReleaseLocked();
}

bool WalManager::MayLeave(const Log& log) const {
  if (log.number >= needed_ || log.number == current_number()) return false;
  const bool torn_by_power_cut = !log.synced && log.sync_failure.ok();
  return log.syncing == 0 && !log.tracked && !(only_synced_ && torn_by_power_cut);
}

void WalManager::ReleaseLocked() {
  // From the front only: a log that must stay keeps those behind it, as replay wants no gaps.
  while (!logs_.empty() && MayLeave(logs_.front())) {
    Log log = std::move(logs_.front());
    logs_.pop_front();
    Discard(std::move(log));
  }
}

IOStatus WalManager::Close() {
  MutexLock lock(&mutex_);
  IOStatus result;
  if (current_ != nullptr && !broken() && current_->Flush().ok()) CutOldBytes();
  for (Log& log : logs_) {
    if (log.writer == nullptr) continue;
    IOStatus s = log.writer->Close();
    if (result.ok()) result = s;
  }
  // Empty of anything needed: the next opening would only have to delete them.
  for (const Log& log : recyclable_) {
    (void)CloseLog(*context_, log.number, log.writer.get());
    IOStatus s =
        context_->fs->DeleteFile(WalFileName(directory_, log.number), IOOptions(), nullptr);
    if (!s.ok())
      LogWarn(context_->info_log.get(), "Recycled log %06lu: %s", log.number, s.ToString().c_str());
  }
  logs_.clear();
  recyclable_.clear();
  current_.reset();
  return result;
}

std::vector<WalManager::Info> WalManager::Alive() const {
  MutexLock lock(&mutex_);
  std::vector<Info> result;
  for (const Log& log : logs_) {
    const bool grows = log.number == current_number();
    result.push_back(Info{log.number, grows ? current_bytes_.load() : log.bytes, log.tracked});
  }
  return result;
}

}  // namespace ROCKSDB_NAMESPACE
