// The whole-tree check of one column family: takes one view of it and runs the audits of the floors
// below over that. The door through which CheckTree (utilities/tree_check.cc) reaches them. Changes
// nothing, takes the state lock only to copy.
#pragma once

#include "db/state/db_parts.h"
#include "rocksdb/utilities/tree_check.h"

namespace ROCKSDB_NAMESPACE {

// Adds what it finds to *report.
void CheckFamily(DbParts* parts, const FamilyPtr& family, const TreeCheckOptions& options,
                 TreeCheckReport* report) EXCLUDES_LOCK(state_lock);

}  // namespace ROCKSDB_NAMESPACE
