// Databases whose transactions take no locks.
#include "c_api/checkpoint.h"
#include "c_api/families.h"
#include "c_api/option_macros.h"
#include "c_api/properties.h"
#include "c_api/results.h"
#include "c_api/transaction_handles.h"

using c_api::Failed;
using ROCKSDB_NAMESPACE::OptimisticTransactionDB;

C_API_LIFE(rocksdb_optimistictransaction_options_t, rocksdb_optimistictransaction_options)
C_API_SETTER(rocksdb_optimistictransaction_options_t, rocksdb_optimistictransaction_options,
             set_snapshot, unsigned char, set_snapshot)

rocksdb_optimistictransactiondb_t* rocksdb_optimistictransactiondb_open(
    const rocksdb_options_t* options, const char* path, char** error) {
  OptimisticTransactionDB* db = nullptr;
  const auto status = OptimisticTransactionDB::Open(options->rep, path, &db);
  return Failed(status, error) ? nullptr : new rocksdb_optimistictransactiondb_t{db};
}

rocksdb_optimistictransactiondb_t* rocksdb_optimistictransactiondb_open_column_families(
    const rocksdb_options_t* options, const char* path, int count, const char* const* family_names,
    const rocksdb_options_t* const* family_options, rocksdb_column_family_handle_t** handles,
    char** error) {
  c_api::FamilyList families(count, family_names, family_options);
  OptimisticTransactionDB* db = nullptr;
  const auto status =
      OptimisticTransactionDB::Open(ROCKSDB_NAMESPACE::DBOptions(options->rep), path,
                                    families.descriptors, &families.handles, &db);
  if (Failed(status, error)) {
    return nullptr;
  }
  families.HandOver(handles);
  return new rocksdb_optimistictransactiondb_t{db};
}

void rocksdb_optimistictransactiondb_close(rocksdb_optimistictransactiondb_t* db) {
  delete db->rep;
  delete db;
}

rocksdb_t* rocksdb_optimistictransactiondb_get_base_db(rocksdb_optimistictransactiondb_t* db) {
  return new rocksdb_t{db->rep->GetBaseDB()};
}

void rocksdb_optimistictransactiondb_close_base_db(rocksdb_t* db) { delete db; }

rocksdb_checkpoint_t* rocksdb_optimistictransactiondb_checkpoint_object_create(
    rocksdb_optimistictransactiondb_t* db, char** error) {
  return c_api::NewCheckpoint(db->rep, error);
}

void rocksdb_optimistictransactiondb_write(rocksdb_optimistictransactiondb_t* db,
                                           const rocksdb_writeoptions_t* write_options,
                                           rocksdb_writebatch_t* batch, char** error) {
  c_api::Report(db->rep->Write(write_options->rep, &batch->rep), error);
}

char* rocksdb_optimistictransactiondb_property_value(rocksdb_optimistictransactiondb_t* db,
                                                     const char* name) {
  return c_api::PropertyValue(db->rep, db->rep->DefaultColumnFamily(), name);
}

int rocksdb_optimistictransactiondb_property_int(rocksdb_optimistictransactiondb_t* db,
                                                 const char* name, uint64_t* value) {
  return c_api::PropertyInt(db->rep, db->rep->DefaultColumnFamily(), name, value);
}

// Begins a transaction, in the memory of `old` where there is one.
rocksdb_transaction_t* rocksdb_optimistictransaction_begin(
    rocksdb_optimistictransactiondb_t* db, const rocksdb_writeoptions_t* write_options,
    const rocksdb_optimistictransaction_options_t* txn_options, rocksdb_transaction_t* old_txn) {
  rocksdb_transaction_t* txn = old_txn != nullptr ? old_txn : new rocksdb_transaction_t{nullptr};
  txn->rep = db->rep->BeginTransaction(write_options->rep, txn_options->rep, txn->rep);
  return txn;
}
