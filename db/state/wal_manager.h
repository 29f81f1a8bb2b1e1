// The write-ahead logs of the open database: the one being written, those kept until their data is
// in tables, and those waiting to be written over again. Appending belongs to the leader of the
// write queue; everything else is thread-safe.
//
// Invariants
//  1. logs_ is ascending by number; the last one is the one being written (none while recovering or
//     read-only).
//  2. A log leaves logs_ only when every family's data in it is in tables.
//  3. A log counts as synced only if everything appended to it has been synced; Sync() leaves none
//     unsynced behind it.
//  4. A log that somebody syncs stays in logs_, open, until that is done: closing it meanwhile
//     would make the sync fail.
//  5. While file deletions are disabled no log is written over or cut, and none is ever written
//     over that has a second name.
//  6. After a failed write or sync of the log being written a new one must be started. A failed
//     sync is not repeated: the second could succeed without having saved anything. What is in such
//     a log counts as durable only once it is in tables. So one thread syncs at a time: each knows
//     how the syncs before its own have ended.
//  7. With track_and_verify_wals_in_manifest a log that a MANIFEST may name stays in logs_ until a
//     record says that it is gone: else recovery would miss it.
//  8. Where logs are written over, each begins where the one before it has ended: the end of such a
//     log shows only by what follows it. Numbers that no log has, of ingestions and of writes
//     without a log, are bridged by an empty batch. A log behind a broken one, which may stay for
//     its prepared sections, bridges such a gap even where none are written over.
//  9. Only the leader syncs a file whose Sync is not thread-safe while it is written.
// 10. Where families share the logs, the MANIFEST may name one that nobody needs any more, for a
//     family without data. Replay begins with it if it is still there after a power cut, so it must
//     not be torn: it leaves logs_ synced, or after its sync has failed.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "db/log/log_writer.h"
#include "db/state/db_context.h"
#include "db/state/obsolete_files.h"
#include "db/state/spare_logs.h"

namespace ROCKSDB_NAMESPACE {

class WalManager {
 public:
  WalManager(DbContext* context, std::shared_ptr<ObsoleteFiles> obsolete, std::string directory)
      : context_(context), obsolete_(std::move(obsolete)), directory_(std::move(directory)) {}

  // Creates (or recycles a file for) log `number` and makes it the one being written.
  [[nodiscard]] Status StartNew(uint64_t number, size_t preallocate)
      REQUIRES_LOCK(write_leadership);
  // `end`: the sequence number behind the record's last; 0: not known. With manual_wal_flush the
  // record may wait in our buffer. After a failure nothing more is appended: see invariant 6.
  [[nodiscard]] IOStatus Append(const Slice& record, SequenceNumber end)
      REQUIRES_LOCK(write_leadership) {
    if (broken()) [[unlikely]]
      return broken_by();
    if (current_is_empty() && logged_end_ != 0) [[unlikely]] {
      IOStatus s = Bridge(record);
      if (!s.ok()) return s;
    }
    IOStatus s = AddRecord(record);
    if (s.ok()) logged_end_ = end;
    return s;
  }
  // Numbers [from, to) will be of no log: see invariant 8. Nothing to do where no log is reused.
  [[nodiscard]] IOStatus BridgeGap(SequenceNumber from, SequenceNumber to)
      REQUIRES_LOCK(write_leadership);
  // Writes buffered records to the file system (manual_wal_flush).
  [[nodiscard]] IOStatus Flush() REQUIRES_LOCK(write_leadership);
  // Makes everything appended before the call durable, older logs included. REQUIRES: a log is
  // being written.
  [[nodiscard]] IOStatus Sync() REQUIRES_LOCK(write_leadership);
  // The same of what has been flushed, while appends may go on. A log being written whose file
  // does not allow that is left out, unharmed, and named in *left_out (null: it does not matter).
  [[nodiscard]] IOStatus SyncBesideAppends(std::string* left_out);
  // Only the logs before the one being written: what must be durable before a flush of one family
  // is installed while others still rely on the log.
  [[nodiscard]] IOStatus SyncClosed();
  // A log found at recovery that must be kept until its data is flushed. REQUIRES: it is synced,
  // and no log has been started.
  void KeepRecovered(uint64_t number, uint64_t bytes);
  // Logs before `number` are no longer needed. With `only_synced`, from now on, those that are not
  // durable stay until they are: see invariant 10.
  void ReleaseBefore(uint64_t number, bool only_synced = false);
  // The closed logs that are synced, ascending, for the MANIFEST to name; those of them that it
  // does not name yet, unless it is to name them all. From now on they stay (invariant 7).
  struct Info {
    uint64_t number;
    uint64_t bytes;
    bool tracked = false;  // a MANIFEST may name it
  };
  std::vector<Info> Track(bool all);
  // A durable record says that logs before `number` are gone.
  void ForgetTracked(uint64_t number);
  // Closes all, deletes what waits to be recycled. Last call.
  [[nodiscard]] IOStatus Close() REQUIRES_LOCK(write_leadership);

  uint64_t current_number() const { return current_number_.load(std::memory_order_relaxed); }
  uint64_t total_bytes() const {
    // In this order: what is released was logged before.
    const uint64_t released = released_bytes_.load(std::memory_order_acquire);
    return logged_bytes_.load(std::memory_order_relaxed) - released;
  }
  // A broken one never is: it must be replaced (invariant 6).
  bool current_is_empty() const { return current_bytes_ == 0 && !broken(); }
  // Records wait in our own buffer (manual_wal_flush): the end of the process loses them. They are
  // all of the log being written, so only memtables in use have their entries. The answer
  // covers all records up to a sequence number that the caller took before.
  bool holds_unflushed() const { return unflushed_.load(std::memory_order_acquire); }
  // A write or sync of the log being written failed: nothing may be appended before StartNew.
  bool broken() const { return broken_.load(std::memory_order_acquire); }
  // That failure, as it was: it may be one that is got over. OK: the log is not broken.
  IOStatus broken_by() const EXCLUDES_LOCK(mutex_) {
    MutexLock lock(&mutex_);
    return broken_by_;
  }
  // The newest log that was left broken, until families' need for it is known to be over.
  uint64_t left_broken() const { return left_broken_.load(std::memory_order_relaxed); }
  // Logs before this one may be written over, or have been.
  uint64_t recycled_end() const { return recycled_end_.load(std::memory_order_acquire); }
  // Families need log `number` no more; another may have been left broken since.
  void ForgetBroken(uint64_t number) {
    left_broken_.compare_exchange_strong(number, 0, std::memory_order_relaxed);
  }
  // All logs in logs_, ascending, with their bytes so far.
  std::vector<Info> Alive() const;
  const std::string& directory() const { return directory_; }

 private:
  struct Log {
    uint64_t number = 0;
    uint64_t bytes = 0;                      // of closed logs
    std::shared_ptr<log::Writer> writer;     // null: found at recovery
    bool synced = false;                     // true if there is no writer
    bool tracked = false;                    // a MANIFEST may name it
    bool torn = false;                       // left broken: the file may be shorter than `bytes`
    int syncing = 0;                         // threads that sync it without being leader
    IOStatus sync_failure = IOStatus::OK();  // sticky: see invariant 6
  };
  IOStatus AddRecord(const Slice& record) REQUIRES_LOCK(write_leadership) {
    IOStatus s = current_->AddRecord(record);
    // A record that failed counts for nothing: who knows how much of it the file has.
    if (!s.ok()) [[unlikely]] {
      Break(s);
      return s;
    }
    const uint64_t size = current_->file()->FileSize();
    CountLogged(size - current_bytes_.load(std::memory_order_relaxed));
    current_bytes_.store(size, std::memory_order_relaxed);
    if (buffers_) [[unlikely]]
      unflushed_.store(true, std::memory_order_release);
    return s;
  }
  // Of several failures the first counts. Does nothing for OK.
  void Break(const IOStatus& failure) EXCLUDES_LOCK(mutex_);
  // Without a locked instruction: the leader alone counts, or the recovery before there is one.
  void CountLogged(uint64_t bytes) {
    logged_bytes_.store(logged_bytes_.load(std::memory_order_relaxed) + bytes,
                        std::memory_order_relaxed);
  }
  // Invariant 8, before the first record of a log.
  IOStatus Bridge(const Slice& first) REQUIRES_LOCK(write_leadership);
  IOStatus AppendEmpty(SequenceNumber at) REQUIRES_LOCK(write_leadership);
  // Of the log being written. REQUIRES: it is flushed, and nothing more will be appended.
  void CutOldBytes() REQUIRES_LOCK(write_leadership);
  // The logs that a thread which need not be the leader syncs.
  struct SyncTask {
    std::vector<std::shared_ptr<log::Writer>> writers;
    bool grows = false;    // the last of them is still being written
    std::string left_out;  // the log being written, if its file is not synced beside appends
  };
  // All closed logs, and the one being written too if `newest`.
  IOStatus SyncAll(bool use_fsync, bool newest, std::string* left_out) EXCLUDES_LOCK(mutex_);
  // `flush`: its buffer, too. REQUIRES: then the caller leads, or nobody appends to this log.
  IOStatus SyncOne(log::Writer* writer, bool use_fsync, bool flush) EXCLUDES_LOCK(one_by_one_);
  // Ends a sync of the log being written: the directory too, and nobody appends after a failure.
  IOStatus Concluded(IOStatus s);
  // Invariant 6: remembered for good, with the log it happened to.
  void NoteSyncFailure(const log::Writer* writer, const IOStatus& failure) EXCLUDES_LOCK(mutex_);
  // Not OK while a log is kept whose sync failed.
  IOStatus FormerSyncFailure() const EXCLUDES_LOCK(mutex_);
  // For each new log: without its entry in the directory a synced file can still be gone.
  IOStatus SyncDirectoryOnce();
  SyncTask BeginSync(bool newest) EXCLUDES_LOCK(mutex_);
  void EndSync(const SyncTask& task, bool done) EXCLUDES_LOCK(mutex_);
  // Discards logs from the front as far as invariants 2, 4 and 7 allow. Does no I/O: callers hold
  // the state lock.
  void ReleaseLocked() REQUIRES_LOCK(mutex_);
  bool MayLeave(const Log& log) const REQUIRES_LOCK(mutex_);
  // Keeps the file for recycling if it is sound, else has it deleted. No older ones outlast it.
  void Discard(Log log) REQUIRES_LOCK(mutex_);
  // The number of a closed log whose file the next one may take; 0: none.
  uint64_t TakeRecyclable() EXCLUDES_LOCK(mutex_);
  bool HasOtherName(uint64_t number) const;
  // False after an error, which is logged.
  static bool CloseLog(const DbContext& context, uint64_t number, log::Writer* writer);

  DbContext* const context_;
  const std::shared_ptr<ObsoleteFiles> obsolete_;
  const std::string directory_;
  // The last of logs_.
  std::shared_ptr<log::Writer> current_ GUARDED_BY(write_leadership);
  std::atomic<uint64_t> current_bytes_{0};  // written by the leader only
  std::atomic<uint64_t> current_number_{0};
  // Of all logs since the opening, those found then included, and of those that are gone.
  std::atomic<uint64_t> logged_bytes_{0};
  std::atomic<uint64_t> released_bytes_{0};
  // The number behind the last record; 0: nothing was logged since the opening.
  SequenceNumber logged_end_ GUARDED_BY(write_leadership) = 0;
  // The directory entries of logs before this number are durable.
  std::atomic<uint64_t> directory_synced_end_{0};
  std::atomic<bool> broken_{false};  // set under mutex_
  // The log being written keeps records in its buffer.
  bool buffers_ GUARDED_BY(write_leadership) = false;
  std::atomic<bool> unflushed_{false};
  std::atomic<uint64_t> left_broken_{0};
  bool behind_broken_ GUARDED_BY(write_leadership) = false;  // the log before current_ was broken
  std::atomic<uint64_t> recycled_end_{0};
  mutable Mutex mutex_;                    // leaf
  IOStatus broken_by_ GUARDED_BY(mutex_);  // not OK: broken_
  std::deque<Log> logs_ GUARDED_BY(mutex_);
  uint64_t needed_ GUARDED_BY(mutex_) = 0;       // logs before this one may leave
  bool only_synced_ GUARDED_BY(mutex_) = false;  // invariant 10
  // Released logs whose files wait for StartNew, which closes them first.
  std::vector<Log> recyclable_ GUARDED_BY(mutex_);
  SpareLogs spares_ GUARDED_BY(mutex_);
  Mutex one_by_one_;  // held by the thread that syncs; before mutex_
};

}  // namespace ROCKSDB_NAMESPACE
