// Owner of the MANIFEST: makes changes of the trees durable, installs them, and rebuilds them at
// open. Also gives out file numbers and holds the last visible sequence number. Thread-safe.
//
//   Apply:  release the state lock -> MANIFEST lock -> build trees -> write records -> sync
//           -> state lock -> put trees in place, on_install -> release the MANIFEST lock
//
// Invariants
//  1. A tree is installed only after its record is in the MANIFEST and synced.
//  2. Changes are applied one after another under manifest_mutex_; a family's `tree` is replaced
//     only while both that and the state lock are held, so either is enough to read it.
//  3. After a failed MANIFEST write nothing is applied until a fresh MANIFEST, holding the
//     installed state, has replaced it. Whether the failed record reached the disk is unknown: the
//     files it names must not be deleted.
//  4. A read-only database writes no MANIFEST and leaves CURRENT alone: they are the primary's.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "db/log/log_writer.h"
#include "db/state/column_family.h"
#include "db/state/obsolete_files.h"
#include "db/state/wal_manager.h"
#include "version/tree_builder.h"
#include "version/version_edit.h"

namespace ROCKSDB_NAMESPACE {

class VersionSet {
 public:
  VersionSet(DbContext* context, ColumnFamilySet* families,
             std::shared_ptr<ObsoleteFiles> obsolete);
  ~VersionSet();

  // One sequence of numbers for tables, logs, MANIFESTs and OPTIONS files: a file with a larger one
  // was begun later.
  uint64_t NewFileNumber() { return next_file_.fetch_add(1, std::memory_order_relaxed); }
  uint64_t next_file_number() const { return next_file_.load(std::memory_order_relaxed); }
  // Numbers up to this one are not given out any more.
  void MarkFileNumberUsed(uint64_t number);
  // The newest sequence number that reads see. The write path publishes it after the memtables have
  // the entries.
  SequenceNumber last_sequence() const { return last_sequence_.load(std::memory_order_acquire); }
  void set_last_sequence(SequenceNumber seq) {
    last_sequence_.store(seq, std::memory_order_release);
  }
  uint64_t manifest_number() const { return manifest_number_.load(std::memory_order_relaxed); }
  uint64_t manifest_size() const { return manifest_size_.load(std::memory_order_relaxed); }
  // The MANIFEST up to where it describes the installed trees: what a copy of the database takes.
  struct ManifestPoint {
    uint64_t number = 0;
    uint64_t size = 0;
  };
  ManifestPoint installed_manifest() const REQUIRES_LOCK(state_lock) { return installed_; }
  // The records of flushes say from which log on recovery must read: a family without data names
  // older ones, and none knows of prepared sections. 0: none said so.
  uint64_t min_log_to_keep() const { return min_log_to_keep_.load(std::memory_order_acquire); }
  bool records_min_log() const { return records_min_log_.load(std::memory_order_acquire); }
  // With prepared sections no log goes before a record says that it may.
  void RecordMinLog() { records_min_log_.store(true, std::memory_order_release); }
  // What the next MANIFEST says. REQUIRES: nobody else writes the MANIFEST.
  void SetMinLogToKeep(uint64_t number) {
    min_log_to_keep_.store(number, std::memory_order_release);
  }
  // From now on the MANIFEST names the closed logs of `wals` that are synced, with their sizes, and
  // says when they are gone (track_and_verify_wals_in_manifest).
  void TrackLogs(WalManager* wals) { wals_ = wals; }
  bool tracks_logs() const { return wals_ != nullptr; }
  // What the recovered MANIFEST says of synced logs: the least size of each, by number.
  const std::map<uint64_t, uint64_t>& tracked_logs() const { return tracked_logs_; }
  // The recovered MANIFEST ends in something that is no record.
  bool manifest_torn() const { return manifest_torn_; }
  // best_efforts_recovery has left out a part of it.
  bool recovered_in_part() const { return recovered_in_part_; }

  // Writes the first MANIFEST and CURRENT of a database that does not exist yet.
  [[nodiscard]] Status CreateDatabase();
  // Rebuilds the families named by `wanted` from the MANIFEST that CURRENT names, or, with
  // best_efforts_recovery, from as much of the best one as can be used. With `read_only`,
  // families may be left out. Adds them to the set with empty memtables.
  [[nodiscard]] Status Recover(const std::vector<ColumnFamilyDescriptor>& wanted, bool read_only);
  // Starts a new MANIFEST with the installed state and points CURRENT at it.
  [[nodiscard]] Status StartManifest() EXCLUDES_LOCK(state_lock);
  // A failed write has left doubt about which MANIFEST is in force, or what it says.
  bool IsDoubtful() const EXCLUDES_LOCK(state_lock);

  struct FamilyEdit {
    FamilyPtr family;
    VersionEdit edit;
    // The family's options at the call, kept by Apply: SetOptions may replace them meanwhile.
    std::shared_ptr<const CfConfig> config = nullptr;
    // Finishes the edit against the tree it will change, when no other change can come between.
    // Called without the state lock; may be null.
    std::function<void(const TreeVersion& base, VersionEdit* edit)> complete = nullptr;
  };
  // Makes `edits` durable as one unit and installs the resulting trees, then calls `on_install`
  // (may be null) still under the state lock, where memtable lists, buckets and super versions are
  // brought in line. REQUIRES: the state lock is held; it is released during I/O and held again on
  // return.
  [[nodiscard]] Status Apply(std::vector<FamilyEdit> edits, const std::function<void()>& on_install)
      REQUIRES_LOCK(state_lock);
  // Column family life cycle records; a drop also marks the family. REQUIRES: leadership of the
  // write queue; state lock held (as for Apply).
  [[nodiscard]] Status AddFamily(const FamilyPtr& family) REQUIRES_LOCK(state_lock);
  [[nodiscard]] Status DropFamily(const FamilyPtr& family) REQUIRES_LOCK(state_lock);

  // Column families named in the MANIFEST of a database that is not open.
  [[nodiscard]] static Status ListFamilies(FileSystem* fs, const std::string& dbname,
                                           std::vector<std::string>* names);
  // Reads CURRENT. IOError/Corruption naming the file when it is absent or not what it must be.
  [[nodiscard]] static Status ReadCurrent(FileSystem* fs, const std::string& dbname,
                                          std::string* manifest_path, uint64_t* manifest_number);
  // Live table, MANIFEST numbers: for the clean-up after recovery.
  void CollectLiveTables(std::vector<uint64_t>* numbers) const REQUIRES_LOCK(state_lock);

 private:
  friend class ManifestRecovery;

  // One tree for each edit, on top of what earlier edits of the same family make. No state lock:
  // this is where the work is (hazard 15).
  Status BuildTrees(std::vector<FamilyEdit>* edits, std::vector<TreePtr>* trees)
      REQUIRES_LOCK(manifest_mutex_);
  // As one atomic group when there are several.
  Status WriteRecords(std::vector<FamilyEdit>* edits) REQUIRES_LOCK(manifest_mutex_);
  // Records about logs hold nothing else, as readers of stock want it.
  Status NameLogs(log::Writer* writer, bool all) REQUIRES_LOCK(manifest_mutex_);
  Status EndLogs(uint64_t number) REQUIRES_LOCK(manifest_mutex_);
  // On failure the present MANIFEST stays in force, unless CURRENT may have been switched. Refused
  // for a read-only database, whose directory belongs to another.
  Status StartManifestLocked() REQUIRES_LOCK(manifest_mutex_);
  // Whoever copies files from here on copies the present MANIFEST: what only others name may go.
  void NoteInstalled() REQUIRES_LOCK(manifest_mutex_, state_lock);
  Status WriteSnapshot(log::Writer* writer) REQUIRES_LOCK(manifest_mutex_);
  Status AppendEdit(log::Writer* writer, const VersionEdit& edit);
  static Status CheckAlive(const std::vector<FamilyEdit>& edits);
  // REQUIRES: the state lock is not held.
  Status CommitUnlocked(std::vector<FamilyEdit>* edits, std::vector<TreePtr>* trees)
      REQUIRES_LOCK(manifest_mutex_);
  void KeepDoubtful(const std::vector<FamilyEdit>& edits) REQUIRES_LOCK(manifest_mutex_);
  void ForgetDoubtful() REQUIRES_LOCK(manifest_mutex_);
  std::string DirectoryOf(const CfConfig& config, const FileMeta& file) const;
  VersionEdit Counters() const;

  DbContext* const context_;
  ColumnFamilySet* const families_;
  const std::shared_ptr<ObsoleteFiles> obsolete_;
  std::atomic<uint64_t> next_file_{2};
  std::atomic<SequenceNumber> last_sequence_{0};
  std::atomic<uint64_t> manifest_number_{0};
  std::atomic<uint64_t> manifest_size_{0};
  std::atomic<uint64_t> min_log_to_keep_{0};
  std::atomic<bool> records_min_log_{false};
  ManifestPoint installed_ GUARDED_BY(state_lock);
  // MANIFESTs to delete once another one is installed.
  std::vector<std::string> replaced_ GUARDED_BY(manifest_mutex_);
  // Tracked logs to forget, those before this one, as soon as what says so is installed; 0: none.
  uint64_t gone_logs_ GUARDED_BY(manifest_mutex_) = 0;
  // Set by Recover, before anybody else can ask.
  bool manifest_torn_ = false;
  bool recovered_in_part_ = false;
  std::map<uint64_t, uint64_t> tracked_logs_;
  WalManager* wals_ = nullptr;  // null: logs are not tracked

  struct DoubtfulFile {
    std::string directory;
    uint64_t number;
    uint64_t bytes;
  };
  mutable Mutex manifest_mutex_;
  // Null: none is being written, or its end is in doubt; the next change starts a fresh one.
  std::unique_ptr<log::Writer> writer_ GUARDED_BY(manifest_mutex_);
  // See invariant 3: deleted once a fresh MANIFEST is in force.
  std::vector<DoubtfulFile> doubtful_files_ GUARDED_BY(manifest_mutex_);
  // CURRENT may name one of these.
  std::vector<std::string> doubtful_manifests_ GUARDED_BY(manifest_mutex_);
};

// Points CURRENT at MANIFEST-`number`: written aside, synced, renamed, directory synced.
// *untouched, where given, is true after a failure that left CURRENT as it was for certain.
[[nodiscard]] Status SetCurrentFile(FileSystem* fs, const std::string& dbname, uint64_t number,
                                    bool* untouched = nullptr);

}  // namespace ROCKSDB_NAMESPACE
