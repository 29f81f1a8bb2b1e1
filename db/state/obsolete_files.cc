// Collects and deletes obsolete files.
#include "db/state/obsolete_files.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>

#include "db/state/event_log.h"
#include "db/state/table_cache.h"
#include "env/filename.h"
#include "env/sst_file_manager.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

std::shared_ptr<FileMeta> ObsoleteFiles::Track(const std::shared_ptr<ObsoleteFiles>& self,
                                               std::shared_ptr<FileMeta> file,
                                               const std::string& directory) {
  FileMeta* raw = file.get();
  return std::shared_ptr<FileMeta>(raw,
                                   [self, directory, file = std::move(file)](FileMeta*) mutable {
                                     // The deleter owns the real object, so what is needed of it is
                                     // copied before it goes. A file that was never installed
                                     // belongs to its job, which deletes it on failure.
                                     const uint64_t number = file->number;
                                     const uint64_t bytes = file->file_size;
                                     const bool installed = file->installed.load();
                                     file.reset();
                                     if (installed) self->ReportTable(number, bytes, directory);
                                   });
}

void ObsoleteFiles::ReportTable(uint64_t number, uint64_t bytes, const std::string& directory) {
  MutexLock lock(&mutex_);
  if (armed_) candidates_.push_back(Candidate{TableFileName(directory, number), number, bytes});
}

void ObsoleteFiles::ReportOther(const std::string& path) {
  MutexLock lock(&mutex_);
  if (armed_) candidates_.push_back(Candidate{path});
}

void ObsoleteFiles::ReportOptions(uint64_t number) {
  MutexLock lock(&mutex_);
  if (!armed_ || number <= options_reported_) return;
  candidates_.push_back(Candidate{OptionsFileName(context_->dbname, number)});
  options_reported_ = number;
}

void ObsoleteFiles::ReportLog(const std::string& path, std::function<void()> close) {
  MutexLock lock(&mutex_);
  if (armed_) candidates_.push_back(Candidate{path, 0, 0, true, std::move(close)});
}

// Called by many threads at once, often with nothing to do.
void ObsoleteFiles::Purge() {
  std::vector<Candidate> mine;
  {
    MutexLock lock(&mutex_);
    if (disabled_ > 0 || candidates_.empty()) return;
    // Each candidate has one taker.
    mine.swap(candidates_);
  }
  BUCKETLSM_SYNC_POINT("ObsoleteFiles::Purge:Taken");
  const auto tables = std::stable_partition(mine.begin(), mine.end(),
                                            [](const Candidate& c) { return c.table_number == 0; });
  // What cannot be deleted is found by the next opening.
  std::for_each(mine.begin(), tables, [this](const Candidate& c) { (void)DeleteOrKeep(c); });
  DeleteTables(std::span<const Candidate>(tables, mine.end()));
  TrimArchive();
}

// A deletion waits for the file system, which does much of its work for several at once. Listeners
// are called by the caller's thread only: they may call what waits for jobs, but not for their own.
void ObsoleteFiles::DeleteTables(std::span<const Candidate> tables) {
  constexpr size_t kManyTables = 32;
  std::atomic<size_t> taken{0};
  const auto take_turns = [this, tables, &taken](const auto& tell) {
    for (size_t i; (i = taken.fetch_add(1)) < tables.size();) {
      if (const auto deleted = DeleteOrKeep(tables[i])) tell(tables[i], *deleted);
    }
  };
  std::vector<std::pair<const Candidate*, IOStatus>> untold;
  std::thread other;
  if (tables.size() >= kManyTables) {
    try {
      other = std::thread([&take_turns, &untold] {
        take_turns(
            [&untold](const Candidate& c, const IOStatus& s) { untold.emplace_back(&c, s); });
      });
    } catch (const std::system_error&) {
      // No more threads may be started: this one deletes all of them.
    }
  }
  take_turns([this](const Candidate& c, const IOStatus& s) { Tell(c, s); });
  if (other.joinable()) other.join();
  for (const auto& [candidate, s] : untold) Tell(*candidate, s);
}

std::optional<IOStatus> ObsoleteFiles::DeleteOrKeep(const Candidate& candidate) {
  if (MayDelete()) return Delete(candidate);
  MutexLock lock(&mutex_);  // disabled meanwhile: it waits
  candidates_.push_back(candidate);
  return std::nullopt;
}

void ObsoleteFiles::Tell(const Candidate& candidate, const IOStatus& s) {
  if (!context_->read_only) events_->TableFileDeleted(candidate.path, candidate.table_number, s);
}

void ObsoleteFiles::TrimArchive() {
  if (context_->read_only || !archive_.enabled() || !MayDelete()) return;
  archive_.TrimIfDue();
  Deleted();
}

bool ObsoleteFiles::MayDelete() {
  MutexLock lock(&mutex_);
  if (disabled_ > 0) return false;
  ++deleting_;
  return true;
}

void ObsoleteFiles::Deleted() {
  MutexLock lock(&mutex_);
  if (--deleting_ == 0) idle_.SignalAll();
}

IOStatus ObsoleteFiles::Remove(const Candidate& candidate) {
  const bool archived = candidate.log && archive_.enabled();
  // A log elsewhere may be on a device of its own, where a rate would be of no use.
  const bool slowly = candidate.table_number != 0 ||
                      (candidate.log && DirectoryOf(candidate.path) == context_->dbname);
  if (context_->file_manager != nullptr && slowly && !archived) {
    return context_->file_manager->DeleteObsolete(context_->fs.get(), candidate.path);
  }
  if (candidate.table_number != 0 && spares_ != nullptr &&
      spares_->Park(context_->fs.get(), candidate.path, DirectoryOf(candidate.path),
                    candidate.table_number, candidate.bytes)) {
    return IOStatus::OK();
  }
  if (!archived) {
    return context_->fs->DeleteFile(candidate.path, IOOptions(), nullptr);
  }
  IOStatus s = archive_.Take(candidate.path);
  if (!s.ok()) {
    LogWarn(context_->info_log.get(), "Archiving %s: %s", candidate.path.c_str(),
            s.ToString().c_str());
  }
  return s;
}

// REQUIRES: MayDelete. It is over afterwards, so that listeners may call Disable.
IOStatus ObsoleteFiles::Delete(const Candidate& candidate) {
  // The reader first: it holds the file open, and its memory is of no use to anybody.
  if (candidate.table_number != 0) tables_->Evict(candidate.table_number);
  if (candidate.close) candidate.close();
  // The files of a read-only database are those of a primary, which sees to them.
  IOStatus s = context_->read_only ? IOStatus::OK() : Remove(candidate);
  Deleted();
  return s;
}

void ObsoleteFiles::Arm() {
  MutexLock lock(&mutex_);
  armed_ = true;
}

void ObsoleteFiles::Disarm() {
  // Outlives the lock: an open log may close with the last copy of its candidate.
  std::vector<Candidate> forgotten;
  MutexLock lock(&mutex_);
  armed_ = false;
  forgotten.swap(candidates_);
}

void ObsoleteFiles::Disable() {
  {
    MutexLock lock(&mutex_);
    ++disabled_;
    // Whoever returns from here may copy files.
    while (deleting_ > 0) idle_.Wait();
  }
  if (spares_ != nullptr) spares_->Forbid(context_->fs.get());
}

bool ObsoleteFiles::Enable() {
  bool enabled;
  {
    MutexLock lock(&mutex_);
    // More Enables than Disables do no harm.
    if (disabled_ == 0) return true;
    enabled = --disabled_ == 0;
  }
  if (spares_ != nullptr) spares_->Allow();
  return enabled;
}

bool ObsoleteFiles::deletions_enabled() const {
  MutexLock lock(&mutex_);
  return disabled_ == 0;
}

uint64_t ObsoleteFiles::waiting_table_bytes() const {
  MutexLock lock(&mutex_);
  uint64_t total = 0;
  for (const Candidate& candidate : candidates_) total += candidate.bytes;
  return total;
}

size_t ObsoleteFiles::waiting() const {
  MutexLock lock(&mutex_);
  return candidates_.size();
}

}  // namespace ROCKSDB_NAMESPACE
