// Transactions of either kind of database.
#include <cstdlib>
#include <string>
#include <vector>

#include "c_api/multi_get.h"
#include "c_api/option_macros.h"
#include "c_api/results.h"
#include "c_api/transaction_handles.h"
#include "rocksdb/utilities/write_batch_with_index.h"

using c_api::Report;
using c_api::Slice;
using c_api::TakePinned;
using c_api::TakeValue;
using ROCKSDB_NAMESPACE::PinnableSlice;
using ROCKSDB_NAMESPACE::Transaction;

// ---- Options ----

C_API_LIFE(rocksdb_transaction_options_t, rocksdb_transaction_options)

#define ROW(NAME, TYPE) \
  C_API_SETTER(rocksdb_transaction_options_t, rocksdb_transaction_options, NAME, TYPE, NAME)
ROW(set_snapshot, unsigned char)
ROW(deadlock_detect, unsigned char)
ROW(lock_timeout, int64_t)
ROW(expiration, int64_t)
ROW(deadlock_detect_depth, int64_t)
ROW(max_write_batch_size, size_t)
ROW(skip_prepare, unsigned char)
#undef ROW

// ---- Beginning and ending ----

rocksdb_transaction_t* rocksdb_transaction_begin(rocksdb_transactiondb_t* txn_db,
                                                 const rocksdb_writeoptions_t* write_options,
                                                 const rocksdb_transaction_options_t* txn_options,
                                                 rocksdb_transaction_t* old_txn) {
  rocksdb_transaction_t* txn = old_txn != nullptr ? old_txn : new rocksdb_transaction_t{nullptr};
  txn->rep = txn_db->rep->BeginTransaction(write_options->rep, txn_options->rep, txn->rep);
  return txn;
}

void rocksdb_transaction_destroy(rocksdb_transaction_t* txn) {
  delete txn->rep;
  delete txn;
}

void rocksdb_transaction_commit(rocksdb_transaction_t* txn, char** error) {
  Report(txn->rep->Commit(), error);
}

void rocksdb_transaction_rollback(rocksdb_transaction_t* txn, char** error) {
  Report(txn->rep->Rollback(), error);
}

void rocksdb_transaction_set_savepoint(rocksdb_transaction_t* txn) { txn->rep->SetSavePoint(); }

void rocksdb_transaction_rollback_to_savepoint(rocksdb_transaction_t* txn, char** error) {
  Report(txn->rep->RollbackToSavePoint(), error);
}

// ---- Two-phase commit ----

void rocksdb_transaction_set_name(rocksdb_transaction_t* txn, const char* name, size_t name_size,
                                  char** error) {
  Report(txn->rep->SetName(std::string(name, name_size)), error);
}

char* rocksdb_transaction_get_name(rocksdb_transaction_t* txn, size_t* size) {
  return c_api::CopyBytes(txn->rep->GetName(), size);
}

void rocksdb_transaction_prepare(rocksdb_transaction_t* txn, char** error) {
  Report(txn->rep->Prepare(), error);
}

rocksdb_transaction_t** rocksdb_transactiondb_get_prepared_transactions(
    rocksdb_transactiondb_t* txn_db, size_t* count) {
  std::vector<Transaction*> prepared;
  txn_db->rep->GetAllPreparedTransactions(&prepared);
  *count = prepared.size();
  if (prepared.empty()) {
    return nullptr;
  }
  auto** result =
      static_cast<rocksdb_transaction_t**>(std::malloc(prepared.size() * sizeof(void*)));
  for (size_t i = 0; i < prepared.size(); ++i) {
    result[i] = new rocksdb_transaction_t{prepared[i]};
  }
  return result;
}

void rocksdb_transaction_set_commit_timestamp(rocksdb_transaction_t* txn, uint64_t value) {
  txn->rep->SetCommitTimestamp(value).PermitUncheckedError();
}

void rocksdb_transaction_set_read_timestamp_for_validation(rocksdb_transaction_t* txn,
                                                           uint64_t value) {
  txn->rep->SetReadTimestampForValidation(value).PermitUncheckedError();
}

// ---- Parts of a transaction: malloc'ed handles, so that rocksdb_free() ends them ----

template <class Handle, class Rep>
static Handle* Borrow(Rep* rep) {
  auto* handle = static_cast<Handle*>(std::malloc(sizeof(Handle)));
  handle->rep = rep;
  return handle;
}

const rocksdb_snapshot_t* rocksdb_transaction_get_snapshot(rocksdb_transaction_t* txn) {
  return Borrow<rocksdb_snapshot_t>(txn->rep->GetSnapshot());
}

rocksdb_writebatch_wi_t* rocksdb_transaction_get_writebatch_wi(rocksdb_transaction_t* txn) {
  return Borrow<rocksdb_writebatch_wi_t>(txn->rep->GetWriteBatch());
}

void rocksdb_transaction_rebuild_from_writebatch(rocksdb_transaction_t* txn,
                                                 rocksdb_writebatch_t* batch, char** error) {
  Report(txn->rep->RebuildFromWriteBatch(&batch->rep), error);
}

void rocksdb_transaction_rebuild_from_writebatch_wi(rocksdb_transaction_t* txn,
                                                    rocksdb_writebatch_wi_t* batch, char** error) {
  Report(txn->rep->RebuildFromWriteBatch(batch->rep->GetWriteBatch()), error);
}

// ---- Writes ----

void rocksdb_transaction_put(rocksdb_transaction_t* txn, const char* key, size_t key_size,
                             const char* value, size_t value_size, char** error) {
  Report(txn->rep->Put(Slice(key, key_size), Slice(value, value_size)), error);
}

void rocksdb_transaction_put_cf(rocksdb_transaction_t* txn, rocksdb_column_family_handle_t* family,
                                const char* key, size_t key_size, const char* value,
                                size_t value_size, char** error) {
  Report(txn->rep->Put(family->rep, Slice(key, key_size), Slice(value, value_size)), error);
}

void rocksdb_transaction_merge(rocksdb_transaction_t* txn, const char* key, size_t key_size,
                               const char* value, size_t value_size, char** error) {
  Report(txn->rep->Merge(Slice(key, key_size), Slice(value, value_size)), error);
}

void rocksdb_transaction_merge_cf(rocksdb_transaction_t* txn,
                                  rocksdb_column_family_handle_t* family, const char* key,
                                  size_t key_size, const char* value, size_t value_size,
                                  char** error) {
  Report(txn->rep->Merge(family->rep, Slice(key, key_size), Slice(value, value_size)), error);
}

void rocksdb_transaction_delete(rocksdb_transaction_t* txn, const char* key, size_t key_size,
                                char** error) {
  Report(txn->rep->Delete(Slice(key, key_size)), error);
}

void rocksdb_transaction_delete_cf(rocksdb_transaction_t* txn,
                                   rocksdb_column_family_handle_t* family, const char* key,
                                   size_t key_size, char** error) {
  Report(txn->rep->Delete(family->rep, Slice(key, key_size)), error);
}

// ---- Reads, plain and for update ----

char* rocksdb_transaction_get(rocksdb_transaction_t* txn, const rocksdb_readoptions_t* read_options,
                              const char* key, size_t key_size, size_t* value_size, char** error) {
  PinnableSlice value;
  const auto status = txn->rep->Get(read_options->rep, Slice(key, key_size), &value);
  return TakeValue(status, value, value_size, error);
}

char* rocksdb_transaction_get_cf(rocksdb_transaction_t* txn,
                                 const rocksdb_readoptions_t* read_options,
                                 rocksdb_column_family_handle_t* family, const char* key,
                                 size_t key_size, size_t* value_size, char** error) {
  PinnableSlice value;
  const auto status = txn->rep->Get(read_options->rep, family->rep, Slice(key, key_size), &value);
  return TakeValue(status, value, value_size, error);
}

rocksdb_pinnableslice_t* rocksdb_transaction_get_pinned(rocksdb_transaction_t* txn,
                                                        const rocksdb_readoptions_t* read_options,
                                                        const char* key, size_t key_size,
                                                        char** error) {
  return TakePinned(error, [&](PinnableSlice* value) {
    return txn->rep->Get(read_options->rep, Slice(key, key_size), value);
  });
}

rocksdb_pinnableslice_t* rocksdb_transaction_get_pinned_cf(
    rocksdb_transaction_t* txn, const rocksdb_readoptions_t* read_options,
    rocksdb_column_family_handle_t* family, const char* key, size_t key_size, char** error) {
  return TakePinned(error, [&](PinnableSlice* value) {
    return txn->rep->Get(read_options->rep, family->rep, Slice(key, key_size), value);
  });
}

char* rocksdb_transaction_get_for_update(rocksdb_transaction_t* txn,
                                         const rocksdb_readoptions_t* read_options, const char* key,
                                         size_t key_size, size_t* value_size,
                                         unsigned char exclusive, char** error) {
  PinnableSlice value;
  const auto status =
      txn->rep->GetForUpdate(read_options->rep, Slice(key, key_size), &value, exclusive != 0);
  return TakeValue(status, value, value_size, error);
}

char* rocksdb_transaction_get_for_update_cf(rocksdb_transaction_t* txn,
                                            const rocksdb_readoptions_t* read_options,
                                            rocksdb_column_family_handle_t* family, const char* key,
                                            size_t key_size, size_t* value_size,
                                            unsigned char exclusive, char** error) {
  PinnableSlice value;
  const auto status = txn->rep->GetForUpdate(read_options->rep, family->rep, Slice(key, key_size),
                                             &value, exclusive != 0);
  return TakeValue(status, value, value_size, error);
}

rocksdb_pinnableslice_t* rocksdb_transaction_get_pinned_for_update(
    rocksdb_transaction_t* txn, const rocksdb_readoptions_t* read_options, const char* key,
    size_t key_size, unsigned char exclusive, char** error) {
  return TakePinned(error, [&](PinnableSlice* value) {
    return txn->rep->GetForUpdate(read_options->rep, Slice(key, key_size), value, exclusive != 0);
  });
}

rocksdb_pinnableslice_t* rocksdb_transaction_get_pinned_for_update_cf(
    rocksdb_transaction_t* txn, const rocksdb_readoptions_t* read_options,
    rocksdb_column_family_handle_t* family, const char* key, size_t key_size,
    unsigned char exclusive, char** error) {
  return TakePinned(error, [&](PinnableSlice* value) {
    return txn->rep->GetForUpdate(read_options->rep, family->rep, Slice(key, key_size), value,
                                  exclusive != 0);
  });
}

// Many keys: METHOD is MultiGet or MultiGetForUpdate.
#define C_API_MANY(NAME, METHOD)                                                                  \
  void NAME(rocksdb_transaction_t* txn, const rocksdb_readoptions_t* read_options, size_t count,  \
            const char* const* keys, const size_t* key_sizes, char** values, size_t* value_sizes, \
            char** errors) {                                                                      \
    std::vector<std::string> found;                                                               \
    const auto statuses =                                                                         \
        txn->rep->METHOD(read_options->rep, c_api::Slices(count, keys, key_sizes), &found);       \
    c_api::TakeValues(statuses, found, values, value_sizes, errors);                              \
  }                                                                                               \
  void NAME##_cf(rocksdb_transaction_t* txn, const rocksdb_readoptions_t* read_options,           \
                 const rocksdb_column_family_handle_t* const* families, size_t count,             \
                 const char* const* keys, const size_t* key_sizes, char** values,                 \
                 size_t* value_sizes, char** errors) {                                            \
    std::vector<std::string> found;                                                               \
    const auto statuses = txn->rep->METHOD(read_options->rep, c_api::Families(count, families),   \
                                           c_api::Slices(count, keys, key_sizes), &found);        \
    c_api::TakeValues(statuses, found, values, value_sizes, errors);                              \
  }
C_API_MANY(rocksdb_transaction_multi_get, MultiGet)
C_API_MANY(rocksdb_transaction_multi_get_for_update, MultiGetForUpdate)
#undef C_API_MANY

rocksdb_iterator_t* rocksdb_transaction_create_iterator(rocksdb_transaction_t* txn,
                                                        const rocksdb_readoptions_t* read_options) {
  return new rocksdb_iterator_t{txn->rep->GetIterator(read_options->rep)};
}

rocksdb_iterator_t* rocksdb_transaction_create_iterator_cf(
    rocksdb_transaction_t* txn, const rocksdb_readoptions_t* read_options,
    rocksdb_column_family_handle_t* family) {
  return new rocksdb_iterator_t{txn->rep->GetIterator(read_options->rep, family->rep)};
}
