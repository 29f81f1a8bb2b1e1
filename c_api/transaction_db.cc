// Databases with locking transactions: opening them, and calls outside of a transaction.
#include <vector>

#include "c_api/checkpoint.h"
#include "c_api/families.h"
#include "c_api/multi_get.h"
#include "c_api/option_macros.h"
#include "c_api/properties.h"
#include "c_api/results.h"
#include "c_api/transaction_handles.h"

using c_api::Failed;
using c_api::Report;
using c_api::Slice;
using c_api::TakePinned;
using c_api::TakeValue;
using ROCKSDB_NAMESPACE::PinnableSlice;
using ROCKSDB_NAMESPACE::TransactionDB;

// ---- Options ----

C_API_LIFE(rocksdb_transactiondb_options_t, rocksdb_transactiondb_options)

#define ROW(NAME, TYPE) \
  C_API_SETTER(rocksdb_transactiondb_options_t, rocksdb_transactiondb_options, NAME, TYPE, NAME)
ROW(max_num_locks, int64_t)
ROW(num_stripes, size_t)
ROW(transaction_lock_timeout, int64_t)
ROW(default_lock_timeout, int64_t)
#undef ROW

// ---- Opening and closing ----

rocksdb_transactiondb_t* rocksdb_transactiondb_open(
    const rocksdb_options_t* options, const rocksdb_transactiondb_options_t* txn_db_options,
    const char* path, char** error) {
  TransactionDB* db = nullptr;
  const auto status = TransactionDB::Open(options->rep, txn_db_options->rep, path, &db);
  return Failed(status, error) ? nullptr : new rocksdb_transactiondb_t{db};
}

rocksdb_transactiondb_t* rocksdb_transactiondb_open_column_families(
    const rocksdb_options_t* options, const rocksdb_transactiondb_options_t* txn_db_options,
    const char* path, int count, const char* const* family_names,
    const rocksdb_options_t* const* family_options, rocksdb_column_family_handle_t** handles,
    char** error) {
  c_api::FamilyList families(count, family_names, family_options);
  TransactionDB* db = nullptr;
  const auto status =
      TransactionDB::Open(ROCKSDB_NAMESPACE::DBOptions(options->rep), txn_db_options->rep, path,
                          families.descriptors, &families.handles, &db);
  if (Failed(status, error)) {
    return nullptr;
  }
  families.HandOver(handles);
  return new rocksdb_transactiondb_t{db};
}

void rocksdb_transactiondb_close(rocksdb_transactiondb_t* db) {
  delete db->rep;
  delete db;
}

rocksdb_column_family_handle_t* rocksdb_transactiondb_create_column_family(
    rocksdb_transactiondb_t* db, const rocksdb_options_t* options, const char* name, char** error) {
  ROCKSDB_NAMESPACE::ColumnFamilyHandle* family = nullptr;
  const auto status = db->rep->CreateColumnFamily(
      ROCKSDB_NAMESPACE::ColumnFamilyOptions(options->rep), name, &family);
  return Failed(status, error) ? nullptr : new rocksdb_column_family_handle_t{family, false};
}

rocksdb_t* rocksdb_transactiondb_get_base_db(rocksdb_transactiondb_t* db) {
  return new rocksdb_t{db->rep->GetBaseDB()};
}

void rocksdb_transactiondb_close_base_db(rocksdb_t* db) { delete db; }

rocksdb_checkpoint_t* rocksdb_transactiondb_checkpoint_object_create(rocksdb_transactiondb_t* db,
                                                                     char** error) {
  return c_api::NewCheckpoint(db->rep, error);
}

// ---- Snapshots and properties ----

const rocksdb_snapshot_t* rocksdb_transactiondb_create_snapshot(rocksdb_transactiondb_t* db) {
  return new rocksdb_snapshot_t{db->rep->GetSnapshot()};
}

void rocksdb_transactiondb_release_snapshot(rocksdb_transactiondb_t* db,
                                            const rocksdb_snapshot_t* snapshot) {
  db->rep->ReleaseSnapshot(snapshot->rep);
  delete snapshot;
}

char* rocksdb_transactiondb_property_value(rocksdb_transactiondb_t* db, const char* name) {
  return c_api::PropertyValue(db->rep, db->rep->DefaultColumnFamily(), name);
}

int rocksdb_transactiondb_property_int(rocksdb_transactiondb_t* db, const char* name,
                                       uint64_t* value) {
  return c_api::PropertyInt(db->rep, db->rep->DefaultColumnFamily(), name, value);
}

// ---- Writes ----

void rocksdb_transactiondb_put(rocksdb_transactiondb_t* db,
                               const rocksdb_writeoptions_t* write_options, const char* key,
                               size_t key_size, const char* value, size_t value_size,
                               char** error) {
  Report(db->rep->Put(write_options->rep, Slice(key, key_size), Slice(value, value_size)), error);
}

void rocksdb_transactiondb_put_cf(rocksdb_transactiondb_t* db,
                                  const rocksdb_writeoptions_t* write_options,
                                  rocksdb_column_family_handle_t* family, const char* key,
                                  size_t key_size, const char* value, size_t value_size,
                                  char** error) {
  Report(
      db->rep->Put(write_options->rep, family->rep, Slice(key, key_size), Slice(value, value_size)),
      error);
}

void rocksdb_transactiondb_merge(rocksdb_transactiondb_t* db,
                                 const rocksdb_writeoptions_t* write_options, const char* key,
                                 size_t key_size, const char* value, size_t value_size,
                                 char** error) {
  Report(db->rep->Merge(write_options->rep, Slice(key, key_size), Slice(value, value_size)), error);
}

void rocksdb_transactiondb_merge_cf(rocksdb_transactiondb_t* db,
                                    const rocksdb_writeoptions_t* write_options,
                                    rocksdb_column_family_handle_t* family, const char* key,
                                    size_t key_size, const char* value, size_t value_size,
                                    char** error) {
  Report(db->rep->Merge(write_options->rep, family->rep, Slice(key, key_size),
                        Slice(value, value_size)),
         error);
}

void rocksdb_transactiondb_delete(rocksdb_transactiondb_t* db,
                                  const rocksdb_writeoptions_t* write_options, const char* key,
                                  size_t key_size, char** error) {
  Report(db->rep->Delete(write_options->rep, Slice(key, key_size)), error);
}

void rocksdb_transactiondb_delete_cf(rocksdb_transactiondb_t* db,
                                     const rocksdb_writeoptions_t* write_options,
                                     rocksdb_column_family_handle_t* family, const char* key,
                                     size_t key_size, char** error) {
  Report(db->rep->Delete(write_options->rep, family->rep, Slice(key, key_size)), error);
}

void rocksdb_transactiondb_write(rocksdb_transactiondb_t* db,
                                 const rocksdb_writeoptions_t* write_options,
                                 rocksdb_writebatch_t* batch, char** error) {
  Report(db->rep->Write(write_options->rep, &batch->rep), error);
}

// ---- Reads ----

static char* Get(rocksdb_transactiondb_t* db, const rocksdb_readoptions_t* read_options,
                 ROCKSDB_NAMESPACE::ColumnFamilyHandle* family, const Slice& key,
                 size_t* value_size, char** error) {
  PinnableSlice value;
  const auto status = db->rep->Get(read_options->rep, family, key, &value);
  return TakeValue(status, value, value_size, error);
}

char* rocksdb_transactiondb_get(rocksdb_transactiondb_t* db,
                                const rocksdb_readoptions_t* read_options, const char* key,
                                size_t key_size, size_t* value_size, char** error) {
  return Get(db, read_options, db->rep->DefaultColumnFamily(), Slice(key, key_size), value_size,
             error);
}

char* rocksdb_transactiondb_get_cf(rocksdb_transactiondb_t* db,
                                   const rocksdb_readoptions_t* read_options,
                                   rocksdb_column_family_handle_t* family, const char* key,
                                   size_t key_size, size_t* value_size, char** error) {
  return Get(db, read_options, family->rep, Slice(key, key_size), value_size, error);
}

rocksdb_pinnableslice_t* rocksdb_transactiondb_get_pinned(rocksdb_transactiondb_t* db,
                                                          const rocksdb_readoptions_t* read_options,
                                                          const char* key, size_t key_size,
                                                          char** error) {
  return TakePinned(error, [&](PinnableSlice* value) {
    return db->rep->Get(read_options->rep, db->rep->DefaultColumnFamily(), Slice(key, key_size),
                        value);
  });
}

rocksdb_pinnableslice_t* rocksdb_transactiondb_get_pinned_cf(
    rocksdb_transactiondb_t* db, const rocksdb_readoptions_t* read_options,
    rocksdb_column_family_handle_t* family, const char* key, size_t key_size, char** error) {
  return TakePinned(error, [&](PinnableSlice* value) {
    return db->rep->Get(read_options->rep, family->rep, Slice(key, key_size), value);
  });
}

void rocksdb_transactiondb_multi_get(rocksdb_transactiondb_t* db,
                                     const rocksdb_readoptions_t* read_options, size_t count,
                                     const char* const* keys, const size_t* key_sizes,
                                     char** values, size_t* value_sizes, char** errors) {
  std::vector<std::string> found;
  const auto statuses =
      db->rep->MultiGet(read_options->rep, c_api::Slices(count, keys, key_sizes), &found);
  c_api::TakeValues(statuses, found, values, value_sizes, errors);
}

void rocksdb_transactiondb_multi_get_cf(rocksdb_transactiondb_t* db,
                                        const rocksdb_readoptions_t* read_options,
                                        const rocksdb_column_family_handle_t* const* families,
                                        size_t count, const char* const* keys,
                                        const size_t* key_sizes, char** values, size_t* value_sizes,
                                        char** errors) {
  std::vector<std::string> found;
  const auto statuses = db->rep->MultiGet(read_options->rep, c_api::Families(count, families),
                                          c_api::Slices(count, keys, key_sizes), &found);
  c_api::TakeValues(statuses, found, values, value_sizes, errors);
}

rocksdb_iterator_t* rocksdb_transactiondb_create_iterator(
    rocksdb_transactiondb_t* db, const rocksdb_readoptions_t* read_options) {
  return new rocksdb_iterator_t{db->rep->NewIterator(read_options->rep)};
}

rocksdb_iterator_t* rocksdb_transactiondb_create_iterator_cf(
    rocksdb_transactiondb_t* db, const rocksdb_readoptions_t* read_options,
    rocksdb_column_family_handle_t* family) {
  return new rocksdb_iterator_t{db->rep->NewIterator(read_options->rep, family->rep)};
}

// ---- Flushes ----

void rocksdb_transactiondb_flush(rocksdb_transactiondb_t* db,
                                 const rocksdb_flushoptions_t* flush_options, char** error) {
  Report(db->rep->Flush(flush_options->rep), error);
}

void rocksdb_transactiondb_flush_cf(rocksdb_transactiondb_t* db,
                                    const rocksdb_flushoptions_t* flush_options,
                                    rocksdb_column_family_handle_t* family, char** error) {
  Report(db->rep->Flush(flush_options->rep, family->rep), error);
}

void rocksdb_transactiondb_flush_cfs(rocksdb_transactiondb_t* db,
                                     const rocksdb_flushoptions_t* flush_options,
                                     rocksdb_column_family_handle_t** families, int count,
                                     char** error) {
  std::vector<ROCKSDB_NAMESPACE::ColumnFamilyHandle*> handles =
      c_api::Families(static_cast<size_t>(count), families);
  Report(db->rep->Flush(flush_options->rep, handles), error);
}

void rocksdb_transactiondb_flush_wal(rocksdb_transactiondb_t* db, unsigned char sync,
                                     char** error) {
  Report(db->rep->FlushWAL(sync != 0), error);
}
