// Makes and drops column families. Changes the set of families only as leader of the write queue
// (db/state/column_family.h, invariant 2). Thread-safe; keeps no state.
#pragma once

#include <vector>

#include "db/jobs/background.h"

namespace ROCKSDB_NAMESPACE {

class WalLock;

class FamilyChanges {
 public:
  // `lock`: the database's; families come and go also while it is held. Null: the database is being
  // opened, and Make is all that is called.
  explicit FamilyChanges(DbParts* parts, WalLock* lock = nullptr) : parts_(*parts), lock_(lock) {}

  // Families are made and dropped one by one: those before a failure stay made or dropped. Each
  // ends with one new OPTIONS file for all of them.
  [[nodiscard]] Status Create(const std::vector<ColumnFamilyDescriptor>& families,
                              std::vector<ColumnFamilyHandle*>* handles) EXCLUDES_LOCK(state_lock);
  [[nodiscard]] Status Drop(const std::vector<ColumnFamilyHandle*>& families)
      EXCLUDES_LOCK(state_lock);
  // Makes one family without an OPTIONS file.
  [[nodiscard]] Status Make(const ColumnFamilyDescriptor& description, FamilyPtr* made)
      REQUIRES_LOCK(write_leadership) EXCLUDES_LOCK(state_lock);

  // Those of the family's cf_paths that are not there.
  [[nodiscard]] static Status MakeDirectories(FileSystem* fs, const CfConfig& config);

 private:
  Status Install(const std::string& name, std::shared_ptr<const CfConfig> config, FamilyPtr* made)
      REQUIRES_LOCK(state_lock, write_leadership);
  Status DropOne(const FamilyPtr& family) REQUIRES_LOCK(write_leadership) EXCLUDES_LOCK(state_lock);
  Status WriteOptions(const Status& so_far) EXCLUDES_LOCK(state_lock);

  DbParts& parts_;
  WalLock* const lock_;
};

}  // namespace ROCKSDB_NAMESPACE
