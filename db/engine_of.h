// The engine under an application's database.
#pragma once

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

class DB;
class DBImpl;

// The engine that `db` is, or that it stands on. Null if the database is of another implementation.
DBImpl* EngineOf(DB* db);

}  // namespace ROCKSDB_NAMESPACE
