// Collects what the tables of a family say about themselves, under their full names.
#pragma once

#include <memory>
#include <vector>

#include "db/state/db_parts.h"

namespace ROCKSDB_NAMESPACE {

[[nodiscard]] Status PropertiesByLevel(
    DbParts* parts, const FamilyPtr& family,
    std::vector<std::unique_ptr<TablePropertiesCollection>>* props_by_level);
[[nodiscard]] Status PropertiesOfAllTables(DbParts* parts, const FamilyPtr& family,
                                           TablePropertiesCollection* props);
// The same for the tables that overlap any of n ranges.
[[nodiscard]] Status PropertiesInRanges(DbParts* parts, const FamilyPtr& family,
                                        const Range* ranges, size_t n,
                                        TablePropertiesCollection* props);

}  // namespace ROCKSDB_NAMESPACE
