// Opens a database: identity, MANIFEST, logs, OPTIONS file. Used once for each opening, by one
// thread, which is alone with the database until this is over. CheckRequest has taken the LOCK
// file.
//
//   identity -> MANIFEST (families, trees) -> logs into memtables, full ones into tables
//     -> logs still needed are synced and kept -> new MANIFEST, OPTIONS, log -> missing families
//
// Beside all that, from the trees on, threads open the tables (TableCountLoad).
#pragma once

#include <string>
#include <vector>

#include "db/state/db_parts.h"

namespace ROCKSDB_NAMESPACE {

// The first lines of a LOG: versions, session, options.
void LogStartup(const DbContext& context);

class DbOpener {
 public:
  explicit DbOpener(DbParts* parts) : parts_(*parts) {}

  // All families can be read afterwards and, unless the database is read-only, written.
  [[nodiscard]] Status Run(const std::vector<ColumnFamilyDescriptor>& families)
      EXCLUDES_LOCK(state_lock);

 private:
  Status PrepareDirectories() const;
  Status PrepareFamilyDirectories() const EXCLUDES_LOCK(state_lock);
  std::vector<CfConfigPtr> FamilyConfigs() const EXCLUDES_LOCK(state_lock);
  // No number of a file that is there is given out.
  Status MarkNumbersOnDisk() const EXCLUDES_LOCK(state_lock);
  Status CheckNothingIsLeft() const;
  Status FindOrCreate();
  Status EnsureIdentity();
  Status ReconcileIdentity(const std::string& from_file);
  Status CheckTableFiles() const;
  void MakeMemtables() EXCLUDES_LOCK(state_lock);
  Status ReplayLogs(const std::vector<ColumnFamilyDescriptor>& families) EXCLUDES_LOCK(state_lock);
  Status StartWriting() EXCLUDES_LOCK(state_lock);
  Status LogEmptyBatch(SequenceNumber sequence);
  Status CreateMissingFamilies(const std::vector<ColumnFamilyDescriptor>& families)
      EXCLUDES_LOCK(state_lock);
  void ShowFamilies() EXCLUDES_LOCK(state_lock);

  DbParts& parts_;
};

}  // namespace ROCKSDB_NAMESPACE
