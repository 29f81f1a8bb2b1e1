// The reports rocksdb.cfstats, rocksdb.dbstats, rocksdb.levelstats and their kin, as text in
// stock's lines and as maps. Called by properties and by the periodic dump. The interval of a
// family's report began with the last dump; that of the database's with its last report as text.
#pragma once

#include <map>
#include <string>

#include "db/state/family_view.h"

namespace ROCKSDB_NAMESPACE {

// What a level holds and what jobs did to it, a table row each; then totals, rates and stalls.
// REQUIRES: a deep view.
std::string FamilyReport(const FamilyView& view, bool with_histogram);
// The interval of the family's next reports begins here. REQUIRES: a deep view.
void BeginInterval(const FamilyView& view);
// "compaction.L0.NumFiles" and so on, and the stall counts.
std::map<std::string, std::string> FamilyReportMap(const FamilyView& view);
// Read latency by level: the heading, there being no such histogram here.
std::string FileHistogramReport(const std::string& family_name);

// How much users wrote and how long stalls held them up.
std::string DbReport(DbParts* parts);
std::map<std::string, std::string> DbReportMap(const DbParts& parts);

// Files and megabytes, one line a level.
std::string LevelReport(const TreeVersion& tree);
// All files with their bounds.
std::string FilesReport(const FamilyView& view);

// How often writers were slowed down or stopped because of one family, by cause.
std::map<std::string, uint64_t> FamilyStallCounts(const StallTotals& stalls);
// The same for causes that belong to no family.
std::map<std::string, uint64_t> DbStallCounts(const DbParts& parts);
// "Write Stall (count): name: n, ..."
std::string StallLine(const std::map<std::string, uint64_t>& counts);

}  // namespace ROCKSDB_NAMESPACE
