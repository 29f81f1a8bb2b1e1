// Identifiers of table files that are unique in the world, made from where and when a file was
// written. They need db_session_id and the original file number, which tables carry since RocksDB
// 6.24; NotSupported for older tables.
#pragma once

#include <string>

#include "rocksdb/table_properties.h"

namespace ROCKSDB_NAMESPACE {

// 16 bytes, or 24 that contain the same 16 first. Any prefix of them is as unique as its length
// allows.
Status GetUniqueIdFromTableProperties(const TableProperties& props, std::string* out_id);
Status GetExtendedUniqueIdFromTableProperties(const TableProperties& props, std::string* out_id);

// Upper-case hex, in groups of 8 bytes with a dash between: for people.
std::string UniqueIdToHumanString(const std::string& id);

}  // namespace ROCKSDB_NAMESPACE
