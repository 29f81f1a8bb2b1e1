// Answers DB::GetProperty and its relatives out of the table of properties.
#pragma once

#include <string>

#include "db/report/property_table.h"

namespace ROCKSDB_NAMESPACE {

// False: there is no such property, or not in this form. *value is then empty.
bool PropertyAsText(DbParts* parts, const FamilyPtr& family, const Slice& name, std::string* value);
bool PropertyAsMap(DbParts* parts, const FamilyPtr& family, const Slice& name, PropertyMap* value);
bool PropertyAsNumber(DbParts* parts, const FamilyPtr& family, const Slice& name, uint64_t* value);
// The sum over all families, read one after another: it is of no single moment.
bool PropertySum(DbParts* parts, const Slice& name, uint64_t* value) EXCLUDES_LOCK(state_lock);

// Jobs and stalls are counted anew. Sizes and trees are facts, not counts, and stay.
void ResetCounts(DbParts* parts) EXCLUDES_LOCK(state_lock);

}  // namespace ROCKSDB_NAMESPACE
