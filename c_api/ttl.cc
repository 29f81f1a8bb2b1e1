// Databases whose entries end after a time.
#include "c_api/families.h"
#include "c_api/results.h"
#include "rocksdb/utilities/db_ttl.h"

using ROCKSDB_NAMESPACE::DBWithTTL;

rocksdb_t* rocksdb_open_with_ttl(const rocksdb_options_t* options, const char* path, int ttl,
                                 char** error) {
  DBWithTTL* db = nullptr;
  const auto status = DBWithTTL::Open(options->rep, path, &db, ttl);
  return c_api::Failed(status, error) ? nullptr : new rocksdb_t{db};
}

rocksdb_t* rocksdb_open_column_families_with_ttl(const rocksdb_options_t* options, const char* path,
                                                 int count, const char* const* family_names,
                                                 const rocksdb_options_t* const* family_options,
                                                 rocksdb_column_family_handle_t** handles,
                                                 const int* ttls, char** error) {
  c_api::FamilyList families(count, family_names, family_options);
  DBWithTTL* db = nullptr;
  const auto status =
      DBWithTTL::Open(ROCKSDB_NAMESPACE::DBOptions(options->rep), path, families.descriptors,
                      &families.handles, &db, std::vector<int32_t>(ttls, ttls + count));
  if (c_api::Failed(status, error)) {
    return nullptr;
  }
  families.HandOver(handles);
  return new rocksdb_t{db};
}

rocksdb_column_family_handle_t* rocksdb_create_column_family_with_ttl(
    rocksdb_t* db, const rocksdb_options_t* options, const char* name, int ttl, char** error) {
  // REQUIRES: the database was opened with a time to live, as in RocksDB.
  auto* with_ttl = static_cast<DBWithTTL*>(db->rep);
  ROCKSDB_NAMESPACE::ColumnFamilyHandle* family = nullptr;
  const auto status = with_ttl->CreateColumnFamilyWithTtl(
      ROCKSDB_NAMESPACE::ColumnFamilyOptions(options->rep), name, &family, ttl);
  return c_api::Failed(status, error) ? nullptr : new rocksdb_column_family_handle_t{family, false};
}
