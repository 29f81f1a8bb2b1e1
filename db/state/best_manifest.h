// Finds what best_efforts_recovery opens: of all MANIFESTs that are there, whatever CURRENT says,
// the newest one that describes a database, and how much of it counts, since tables may be missing
// or have another size than it says (version/recovery_points.h decides that). Writes nothing.
#pragma once

#include <string>
#include <vector>

#include "db/state/db_context.h"
#include "rocksdb/db.h"
#include "version/recovery_points.h"

namespace ROCKSDB_NAMESPACE {

struct BestManifest {
  std::string path;
  uint64_t number = 0;
  RecoveryPlan plan;
  // Something of it does not count: tables are missing, or it is damaged.
  bool incomplete = false;

  // Tables of families that are not `wanted` are not looked for. Corruption that says why not, when
  // no MANIFEST can be opened; NotFound when there is none.
  [[nodiscard]] static Status Find(const DbContext& context,
                                   const std::vector<ColumnFamilyDescriptor>& wanted,
                                   BestManifest* found);
};

// The numbers of the MANIFESTs in the database's directory, newest first.
[[nodiscard]] Status ListManifests(const DbContext& context, std::vector<uint64_t>* numbers);

}  // namespace ROCKSDB_NAMESPACE
