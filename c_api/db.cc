// Opening, closing, destroying and repairing databases.
#include <vector>

#include "c_api/families.h"
#include "c_api/handles.h"
#include "c_api/results.h"

using c_api::Failed;
using c_api::FamilyList;
using ROCKSDB_NAMESPACE::DB;
using ROCKSDB_NAMESPACE::DBOptions;
using ROCKSDB_NAMESPACE::Status;

static rocksdb_t* Opened(const Status& status, DB* db, char** error) {
  return Failed(status, error) ? nullptr : new rocksdb_t{db};
}

rocksdb_t* rocksdb_open(const rocksdb_options_t* options, const char* path, char** error) {
  DB* db = nullptr;
  const Status status = DB::Open(options->rep, path, &db);
  return Opened(status, db, error);
}

rocksdb_t* rocksdb_open_for_read_only(const rocksdb_options_t* options, const char* path,
                                      unsigned char fail_if_wal_exists, char** error) {
  DB* db = nullptr;
  const Status status = DB::OpenForReadOnly(options->rep, path, &db, fail_if_wal_exists != 0);
  return Opened(status, db, error);
}

rocksdb_t* rocksdb_open_as_secondary(const rocksdb_options_t* options, const char* path,
                                     const char* secondary_path, char** error) {
  DB* db = nullptr;
  const Status status = DB::OpenAsSecondary(options->rep, path, secondary_path, &db);
  return Opened(status, db, error);
}

rocksdb_t* rocksdb_open_column_families(const rocksdb_options_t* options, const char* path,
                                        int count, const char* const* family_names,
                                        const rocksdb_options_t* const* family_options,
                                        rocksdb_column_family_handle_t** handles, char** error) {
  FamilyList families(count, family_names, family_options);
  DB* db = nullptr;
  const Status status =
      DB::Open(DBOptions(options->rep), path, families.descriptors, &families.handles, &db);
  if (Failed(status, error)) {
    return nullptr;
  }
  families.HandOver(handles);
  return new rocksdb_t{db};
}

rocksdb_t* rocksdb_open_for_read_only_column_families(
    const rocksdb_options_t* options, const char* path, int count, const char* const* family_names,
    const rocksdb_options_t* const* family_options, rocksdb_column_family_handle_t** handles,
    unsigned char fail_if_wal_exists, char** error) {
  FamilyList families(count, family_names, family_options);
  DB* db = nullptr;
  const Status status = DB::OpenForReadOnly(DBOptions(options->rep), path, families.descriptors,
                                            &families.handles, &db, fail_if_wal_exists != 0);
  if (Failed(status, error)) {
    return nullptr;
  }
  families.HandOver(handles);
  return new rocksdb_t{db};
}

rocksdb_t* rocksdb_open_as_secondary_column_families(const rocksdb_options_t* options,
                                                     const char* path, const char* secondary_path,
                                                     int count, const char* const* family_names,
                                                     const rocksdb_options_t* const* family_options,
                                                     rocksdb_column_family_handle_t** handles,
                                                     char** error) {
  FamilyList families(count, family_names, family_options);
  DB* db = nullptr;
  const Status status = DB::OpenAsSecondary(DBOptions(options->rep), path, secondary_path,
                                            families.descriptors, &families.handles, &db);
  if (Failed(status, error)) {
    return nullptr;
  }
  families.HandOver(handles);
  return new rocksdb_t{db};
}

rocksdb_t* rocksdb_open_and_trim_history(const rocksdb_options_t* options, const char* path,
                                         int count, const char* const* family_names,
                                         const rocksdb_options_t* const* family_options,
                                         rocksdb_column_family_handle_t** handles,
                                         char* trim_timestamp, size_t trim_timestamp_size,
                                         char** error) {
  FamilyList families(count, family_names, family_options);
  DB* db = nullptr;
  const Status status =
      DB::OpenAndTrimHistory(DBOptions(options->rep), path, families.descriptors, &families.handles,
                             &db, std::string(trim_timestamp, trim_timestamp_size));
  if (Failed(status, error)) {
    return nullptr;
  }
  families.HandOver(handles);
  return new rocksdb_t{db};
}

void rocksdb_try_catch_up_with_primary(rocksdb_t* db, char** error) {
  c_api::Report(db->rep->TryCatchUpWithPrimary(), error);
}

void rocksdb_close(rocksdb_t* db) {
  delete db->rep;
  delete db;
}

void rocksdb_destroy_db(const rocksdb_options_t* options, const char* path, char** error) {
  c_api::Report(ROCKSDB_NAMESPACE::DestroyDB(path, options->rep), error);
}

void rocksdb_repair_db(const rocksdb_options_t* options, const char* path, char** error) {
  c_api::Report(ROCKSDB_NAMESPACE::RepairDB(path, options->rep), error);
}

char* rocksdb_get_db_identity(rocksdb_t* db, size_t* size) {
  std::string identity;
  const Status status = db->rep->GetDbIdentity(identity);
  return status.ok() ? c_api::CopyBytes(identity, size) : nullptr;
}
