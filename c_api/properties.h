// Properties of any kind of database handle.
#pragma once

#include "rocksdb/db.h"

namespace c_api {

// malloc'ed text, or NULL for an unknown property.
char* PropertyValue(ROCKSDB_NAMESPACE::DB* db, ROCKSDB_NAMESPACE::ColumnFamilyHandle* family,
                    const char* name);

// 0, or -1 for a property that is not a number.
int PropertyInt(ROCKSDB_NAMESPACE::DB* db, ROCKSDB_NAMESPACE::ColumnFamilyHandle* family,
                const char* name, uint64_t* value);

}  // namespace c_api
