// ForgetTable() of tool_access.h.
#include "db/db_impl.h"
#include "db/engine_of.h"
#include "db/jobs/file_drop.h"
#include "db/tool_access.h"

namespace ROCKSDB_NAMESPACE::tools {

Status ForgetTable(DB* db, uint64_t number) {
  DBImpl* const engine = EngineOf(db);
  if (engine == nullptr) {
    return Status::NotSupported("ForgetTable: not a database of this library");
  }
  return DropFile(engine->parts(), number);
}

}  // namespace ROCKSDB_NAMESPACE::tools
