// A family of a secondary instance between two publications: the newest tree that its MANIFEST
// describes and the memtables that records of the logs go to, as long as reads do not see them yet.
// Catch-up owns one for each family that is open.
//
// Invariants
//  1. A memtable holds records of one log only, so that a flush of the primary, which ends where a
//     log ends, has either all of it or nothing: no record is read from a memtable and from a
//     table.
//  2. Records that the next publication shows go either to memtables that no read sees yet, or to
//     one that reads see if nothing lies between: the family's tree gained no data since. A read
//     that took the memtable before the publication and the sequence number after it then sees the
//     state of either, and none with a hole.
#pragma once

#include <string>
#include <vector>

#include "db/secondary/manifest_view.h"
#include "db/state/db_parts.h"

namespace ROCKSDB_NAMESPACE {

class SecondaryFamily {
 public:
  SecondaryFamily(DbParts* parts, FamilyPtr family);

  const FamilyPtr& family() const { return family_; }
  // The newest tree's largest sequence number.
  SequenceNumber largest_sequence() const { return largest_sequence_; }

  // Makes the tree that `now` describes, opens its tables, and takes over the log number. After a
  // failure the tree is as before. `log`: whose records the memtable has.
  [[nodiscard]] Status Follow(const ManifestView::Family& now, uint64_t log)
      REQUIRES_LOCK(write_leadership) EXCLUDES_LOCK(state_lock);
  // Records go to a fresh memtable from now on: if the present one has any, or if reads see it.
  void RenewFilled(uint64_t log) REQUIRES_LOCK(write_leadership) EXCLUDES_LOCK(state_lock);
  void RenewShown(uint64_t log) REQUIRES_LOCK(write_leadership) EXCLUDES_LOCK(state_lock);
  // Shows reads what was gathered, and lets go of memtables that are in tables.
  void Publish() REQUIRES_LOCK(state_lock, write_leadership);

 private:
  Status BuildTree(const ManifestView::Family& now, TreePtr* tree);
  Status OpenTables(const std::vector<ManifestView::Place>& opened);
  void Renew(uint64_t log) REQUIRES_LOCK(state_lock, write_leadership);

  DbParts& parts_;
  const FamilyPtr family_;
  std::shared_ptr<const CfConfig> config_;
  TreePtr tree_;
  SequenceNumber largest_sequence_ = 0;
  std::string boundaries_;
  // Of the view that was followed last.
  uint64_t changes_ = 0;
  uint64_t additions_ = 0;
  bool memtable_is_shown_ = false;
  bool changed_ = true;             // since the last publication
  bool boundaries_changed_ = true;  // likewise
};

}  // namespace ROCKSDB_NAMESPACE
