// Deletes files that no version, WAL list or job needs any more, and archives logs. FileMeta
// deleters and the WAL manager report candidates; a thread that holds no lock calls Purge(), which
// removes them from disk and notifies listeners. Thread-safe.
//
//   last FilePtr destroyed (any thread, any lock held) ->  ReportTable: an entry in a list
//                                                            |
//   job, iterator or handle ends (no lock held)        ->  Purge: reader closed, file deleted
//
// A point read that destroys the last FilePtr does not purge: the file waits for the next Purge.
//
// Invariants
//  1. A file is reported only when nothing can read it again; it is deleted at most once.
//  2. Before Arm() and after Disarm() reports are ignored: recovery drops superseded files that are
//     long gone, and closing a database drops every tree without deleting anything.
//  3. While deletions are disabled (DisableFileDeletions), reports wait: no file disappears between
//     the return of Disable and the matching Enable, and none gets smaller: somebody may be
//     copying it. Archiving a log counts as its deletion.
//  4. A table that becomes a spare counts as deleted: it has no table's name any more.
//  5. Of a read-only database only readers are closed: a secondary instance arms this to be rid of
//     those of tables that its primary has replaced.
//  6. Listeners hear of a deleted table from the thread that purges, though another one may have
//     deleted it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "db/state/db_context.h"
#include "db/state/wal_archive.h"
#include "env/spare_files.h"
#include "version/file_meta.h"

namespace ROCKSDB_NAMESPACE {

class EventLog;

class ObsoleteFiles {
 public:
  // `spares` may be null: tables are deleted then, and none is kept to be written over.
  ObsoleteFiles(DbContext* context, TableCache* tables, EventLog* events,
                SpareFiles* spares = nullptr)
      : context_(context), tables_(tables), events_(events), spares_(spares), archive_(context) {}

  // Wraps `file` so that destroying the last copy of the result reports its table file, once it
  // has been installed. `directory` is where it is.
  static std::shared_ptr<FileMeta> Track(const std::shared_ptr<ObsoleteFiles>& self,
                                         std::shared_ptr<FileMeta> file,
                                         const std::string& directory);

  // Take only the leaf lock, so they may be called under any other. ReportOther: a MANIFEST
  // or temporary file by its full name. ReportLog: a log; it is archived where the options
  // ask for that. `close` (may be null) is called before the file goes: closing is I/O, which the
  // reporter's locks forbid.
  void ReportTable(uint64_t number, uint64_t bytes, const std::string& directory);
  void ReportOther(const std::string& path);
  // Each OPTIONS file is reported once, however often it is found while deletions are disabled.
  // REQUIRES: older ones were reported before.
  void ReportOptions(uint64_t number);
  void ReportLog(const std::string& path, std::function<void()> close = nullptr);
  // Deletes what was reported so far. Files that cannot be deleted are forgotten: the next opening
  // finds them.
  void Purge() EXCLUDES_LOCK(state_lock);
  void Arm();
  // Also forgets what was reported and not deleted: the next opening finds it.
  void Disarm();

  void Disable() EXCLUDES_LOCK(state_lock);  // counts; waits for a deletion under way
  bool Enable();                             // true when deletions are enabled again
  bool deletions_enabled() const;
  // Claims one deletion, or a cut that makes a file smaller, unless they are disabled; Deleted()
  // ends it.
  bool MayDelete();
  void Deleted();
  size_t waiting() const;
  // Bytes of table files that wait for deletion.
  uint64_t waiting_table_bytes() const;

 private:
  struct Candidate {
    std::string path;
    uint64_t table_number = 0;  // 0: not a table
    uint64_t bytes = 0;         // of a table
    bool log = false;
    std::function<void()> close = nullptr;
  };
  // In two threads where there are many.
  void DeleteTables(std::span<const Candidate> tables);
  // While deletions are disabled it is a candidate for later, and there is no result.
  std::optional<IOStatus> DeleteOrKeep(const Candidate& candidate);
  IOStatus Delete(const Candidate& candidate);
  // Listeners and LOG, of a table that was to be deleted.
  void Tell(const Candidate& candidate, const IOStatus& s);
  IOStatus Remove(const Candidate& candidate);
  void TrimArchive();

  DbContext* const context_;
  TableCache* const tables_;
  EventLog* const events_;
  SpareFiles* const spares_;
  WalArchive archive_;
  mutable Mutex mutex_;  // leaf
  CondVar idle_{&mutex_};
  int deleting_ GUARDED_BY(mutex_) = 0;  // threads inside the file system's delete
  std::vector<Candidate> candidates_ GUARDED_BY(mutex_);
  int disabled_ GUARDED_BY(mutex_) = 0;
  bool armed_ GUARDED_BY(mutex_) = false;
  uint64_t options_reported_ GUARDED_BY(mutex_) = 0;  // OPTIONS files up to this number
};

}  // namespace ROCKSDB_NAMESPACE
