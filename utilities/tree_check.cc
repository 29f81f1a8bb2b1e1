// CheckTree of rocksdb/utilities/tree_check.h: finds the engine behind a DB and calls
// db/check/family_check, which does the work. No other file of this folder includes the engine.
#include "rocksdb/utilities/tree_check.h"

#include "db/check/family_check.h"
#include "db/db_impl.h"
#include "db/engine_of.h"

namespace ROCKSDB_NAMESPACE {

Status CheckTree(DB* db, ColumnFamilyHandle* cf, const TreeCheckOptions& options,
                 TreeCheckReport* report) {
  TreeCheckReport unwanted;
  if (report == nullptr) report = &unwanted;
  *report = TreeCheckReport();
  // The application may have wrapped the database. One that does not end in our engine is refused.
  auto* engine = EngineOf(db);
  if (engine == nullptr) {
    return Status::NotSupported("CheckTree: not a database of this library");
  }
  if (cf == nullptr) cf = engine->DefaultColumnFamily();
  CheckFamily(engine->parts(), FamilyOf(cf), options, report);
  if (report->faults.empty()) return Status::OK();
  return Status::Corruption("Column family " + cf->GetName(), report->faults[0].ToString());
}

Status CheckTree(DB* db, const std::vector<ColumnFamilyHandle*>& families) {
  for (ColumnFamilyHandle* family : families) {
    Status s = CheckTree(db, family, TreeCheckOptions(), nullptr);
    if (!s.ok()) return s;
  }
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
