// IngestExternalFiles: takes table files that were made outside of the database into the trees of
// one or more families, all of them or none.
//
//   files linked or copied, synced -> memtables that overlap them flushed
//     -> writers kept out: places and numbers decided -> MANIFEST -> installed -> writers go on
//
// Invariants
//  1. While a place is decided and recorded the caller leads the write queue and no memtable has an
//     entry in the range of a file: what the tree has there is older than the file.
//  2. A file below Level 0 is registered as a job while the MANIFEST is written: no compaction puts
//     an output into its range. One of Level 0 is the newest by its epoch.
//  3. Numbers given to files count as used once a record may have named them, whether or not the
//     record was written: no write gets one of them.
//  4. Files get no number only while nobody has a snapshot, or where the options do not care; those
//     who ask for one wait from then on until the files are installed.
//  5. Files that are replaced (range_replacement.h) are inputs of registered jobs while the
//  MANIFEST
//     is written, and no running job had a range in common with what is replaced.
#pragma once

#include <vector>

#include "db/jobs/ingest_file.h"
#include "db/jobs/ingest_placement.h"
#include "db/jobs/manual_flush.h"
#include "db/jobs/range_replacement.h"

namespace ROCKSDB_NAMESPACE {

// One call. One thread.
class Ingestion {
 public:
  Ingestion(DbParts* parts, ManualFlush* flushes) : parts_(*parts), flushes_(*flushes) {}
  ~Ingestion();
  Ingestion(const Ingestion&) = delete;
  Ingestion& operator=(const Ingestion&) = delete;

  [[nodiscard]] Status Run(const std::vector<IngestExternalFileArg>& args)
      EXCLUDES_LOCK(state_lock);

 private:
  // What goes into one family.
  struct Part {
    FamilyPtr family;
    IngestSource source;
    std::vector<IngestFile> files;
    std::optional<ReplacedRange> replaced;
    // Decided as leader.
    Replacement replacement;
    EntryDepths depths;
    std::vector<std::shared_ptr<FileMeta>> metas;
    std::vector<uint64_t> jobs;
  };

  Status CheckArgs(const std::vector<IngestExternalFileArg>& args) const;
  Status CheckClaims(const IngestExternalFileArg& arg) const;
  // Describes the files and brings them into the database's directories.
  Status Prepare(const std::vector<IngestExternalFileArg>& args) EXCLUDES_LOCK(state_lock);
  static Status CheckRange(const IngestExternalFileArg& arg, Part* part);
  Status TakeFiles(Part* part);
  // Installs as leader; *overlapping gets the families that have to be flushed before, if any, and
  // nothing is installed then. `flush_here`: flush them as leader instead.
  Status InstallAlone(bool flush_here, std::vector<FamilyPtr>* overlapping)
      EXCLUDES_LOCK(state_lock);
  Status CheckState() const REQUIRES_LOCK(state_lock);
  std::vector<FamilyPtr> FamiliesToFlush() REQUIRES_LOCK(state_lock);
  bool MemtablesOverlap(const Part& part) const REQUIRES_LOCK(state_lock);
  // Looks at the tree of the moment.
  Status LookAt(Part* part);
  // TryAgain: a job works in the range that is to be replaced.
  Status CheckJobs(const Part& part) const REQUIRES_LOCK(state_lock);
  // Decides places and numbers against the trees of the moment, and registers them.
  Status Decide() REQUIRES_LOCK(write_leadership) EXCLUDES_LOCK(state_lock);
  Status DecideFor(Part* part, SequenceNumber* next) REQUIRES_LOCK(state_lock, write_leadership);
  void Register(Part* part) REQUIRES_LOCK(state_lock);
  void Unregister() REQUIRES_LOCK(state_lock);
  // Adds the job to the family's until Unregister.
  void RegisterJob(Part* part, RunningJob job) REQUIRES_LOCK(state_lock);
  void PauseSnapshots();
  void ResumeSnapshots();
  Status StoreNumbers();
  Status BridgeLogs() REQUIRES_LOCK(write_leadership);
  Status Install() REQUIRES_LOCK(write_leadership) EXCLUDES_LOCK(state_lock);
  void Count(const Part& part) REQUIRES_LOCK(state_lock);
  void Announce();
  void AnnounceFile(const Part& part, const IngestFile& file);

  DbParts& parts_;
  ManualFlush& flushes_;
  const uint64_t start_micros_ = parts_.context.NowMicros();
  std::vector<Part> ingested_;
  // The newest number given to a file; 0: none.
  SequenceNumber last_number_ = 0;
  bool snapshots_paused_ = false;
  // The copies belong to the trees, or may.
  bool recorded_ = false;
};

}  // namespace ROCKSDB_NAMESPACE
