// RepairDB: makes an openable database of whatever can still be read in its directories. The order
// of the steps is such that a repair cut short can be started again:
//
//   1. lock; list the files; read what is left of MANIFESTs
//   2. save tables, then logs: new tables are written beside the old ones, nothing is touched
//   3. arrange each family's tables, checked entry by entry
//   4. sync the tables' directories, write and sync a new MANIFEST, point CURRENT at it
//   5. only now move damaged tables, logs and old MANIFESTs to lost/
//
// Damaged data are left out, never guessed at. What was lost is in the LOG.
#pragma once

#include <string>
#include <vector>

#include "db/repair/repair_tree.h"

namespace ROCKSDB_NAMESPACE {

class Repairer {
 public:
  // `unknown` null: tables of families that are not listed go to lost/.
  Repairer(const std::string& dbname, const DBOptions& options,
           const std::vector<ColumnFamilyDescriptor>& families, const ColumnFamilyOptions* unknown);
  ~Repairer();

  [[nodiscard]] Status Run();

 private:
  Status Prepare();
  Status FindIdentity();
  Status MakeKnownFamilies();
  Status SaveAndArrange();
  Status SyncTableDirectories();
  Status WriteManifest();
  Status WriteFamilies(const std::function<Status(const VersionEdit&)>& write);
  Status Clean();

  DBOptions options_;
  RepairContext context_;
  RepairFiles files_;
  RepairMemory memory_;
  // The MANIFEST was read whole and knows every table found: then it may be believed.
  bool memory_fits_ = false;
  // By family id.
  std::map<uint32_t, RepairTree::Placed> trees_;
  uint64_t manifest_ = 0;
  FileLock* lock_ = nullptr;
};

}  // namespace ROCKSDB_NAMESPACE
