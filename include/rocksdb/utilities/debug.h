// What a database holds under its view of the newest values: every version of every key.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rocksdb/db.h"
#include "rocksdb/types.h"

namespace ROCKSDB_NAMESPACE {

// One entry. `type` has the numbers of the file format.
struct KeyVersion {
  KeyVersion() : sequence(0), type(0) {}
  KeyVersion(const std::string& key, const std::string& bytes, SequenceNumber number, int kind)
      : user_key(key), value(bytes), sequence(number), type(kind) {}

  std::string GetTypeName() const;

  std::string user_key;
  // As it is stored.
  std::string value;
  SequenceNumber sequence;
  int type;
};

// Puts the entries of keys in [begin_key, end_key] into *key_versions, by key and then newest
// first, at most max_num_ikeys of them; a missing end is unbounded. Memtables and all tables are
// read.
Status GetAllKeyVersions(DB* db, OptSlice begin_key, OptSlice end_key, size_t max_num_ikeys,
                         std::vector<KeyVersion>* key_versions);
Status GetAllKeyVersions(DB* db, ColumnFamilyHandle* cfh, OptSlice begin_key, OptSlice end_key,
                         size_t max_num_ikeys, std::vector<KeyVersion>* key_versions);

}  // namespace ROCKSDB_NAMESPACE
