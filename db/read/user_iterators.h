// Makes the iterators that users hold, over the sources of one super version each. Owned by the
// facade; outlives the iterators, which come back for fresh sources on Refresh. Keeps no state.
#pragma once

#include <memory>
#include <vector>

#include "db/read/db_iter.h"
#include "db/read/read_path.h"

namespace ROCKSDB_NAMESPACE {

class UserIterators {
 public:
  UserIterators(DbParts* parts, ReadPath* reads) : parts_(*parts), reads_(*reads) {}

  // At `snapshot`; null: as the family is now. Never null; an iterator with an error where the
  // options cannot be served.
  Iterator* New(const ReadOptions& options, const FamilyPtr& family, const Snapshot* snapshot);
  // One iterator for each family, all at the same moment.
  std::vector<Iterator*> NewForAll(const ReadOptions& options,
                                   const std::vector<ColumnFamilyHandle*>& families);

  // Not OK: iterators do not take these options.
  [[nodiscard]] static Status CheckTier(const ReadOptions& options);

 private:
  class Sources;

  DbIter::Sources MakeSources(const ReadOptions& options, const FamilyPtr& family,
                              const Snapshot* snapshot);

  DbParts& parts_;
  ReadPath& reads_;
};

}  // namespace ROCKSDB_NAMESPACE
