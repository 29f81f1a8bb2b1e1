#include "db/engine_of.h"

#include "db/db_impl.h"
#include "util/rtti.h"

namespace ROCKSDB_NAMESPACE {

DBImpl* EngineOf(DB* db) { return CastIfTyped<DBImpl>(db->GetRootDB()); }

}  // namespace ROCKSDB_NAMESPACE
