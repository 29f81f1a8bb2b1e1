// Writes to a database.
#include "c_api/handles.h"
#include "c_api/results.h"
#include "rocksdb/utilities/write_batch_with_index.h"

using c_api::Report;
using ROCKSDB_NAMESPACE::Slice;

void rocksdb_put(rocksdb_t* db, const rocksdb_writeoptions_t* write_options, const char* key,
                 size_t key_size, const char* value, size_t value_size, char** error) {
  Report(db->rep->Put(write_options->rep, Slice(key, key_size), Slice(value, value_size)), error);
}

void rocksdb_put_cf(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,
                    rocksdb_column_family_handle_t* family, const char* key, size_t key_size,
                    const char* value, size_t value_size, char** error) {
  Report(
      db->rep->Put(write_options->rep, family->rep, Slice(key, key_size), Slice(value, value_size)),
      error);
}

void rocksdb_put_with_ts(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,
                         const char* key, size_t key_size, const char* timestamp,
                         size_t timestamp_size, const char* value, size_t value_size,
                         char** error) {
  Report(db->rep->Put(write_options->rep, Slice(key, key_size), Slice(timestamp, timestamp_size),
                      Slice(value, value_size)),
         error);
}

void rocksdb_put_cf_with_ts(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,
                            rocksdb_column_family_handle_t* family, const char* key,
                            size_t key_size, const char* timestamp, size_t timestamp_size,
                            const char* value, size_t value_size, char** error) {
  Report(db->rep->Put(write_options->rep, family->rep, Slice(key, key_size),
                      Slice(timestamp, timestamp_size), Slice(value, value_size)),
         error);
}

void rocksdb_merge(rocksdb_t* db, const rocksdb_writeoptions_t* write_options, const char* key,
                   size_t key_size, const char* value, size_t value_size, char** error) {
  Report(db->rep->Merge(write_options->rep, Slice(key, key_size), Slice(value, value_size)), error);
}

void rocksdb_merge_cf(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,
                      rocksdb_column_family_handle_t* family, const char* key, size_t key_size,
                      const char* value, size_t value_size, char** error) {
  Report(db->rep->Merge(write_options->rep, family->rep, Slice(key, key_size),
                        Slice(value, value_size)),
         error);
}

// The forms of a deletion: of a key of the default family or another one, with a timestamp or not.
#define C_API_DELETIONS(NAME, METHOD)                                                              \
  void NAME(rocksdb_t* db, const rocksdb_writeoptions_t* write_options, const char* key,           \
            size_t key_size, char** error) {                                                       \
    Report(db->rep->METHOD(write_options->rep, Slice(key, key_size)), error);                      \
  }                                                                                                \
  void NAME##_cf(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,                       \
                 rocksdb_column_family_handle_t* family, const char* key, size_t key_size,         \
                 char** error) {                                                                   \
    Report(db->rep->METHOD(write_options->rep, family->rep, Slice(key, key_size)), error);         \
  }                                                                                                \
  void NAME##_with_ts(rocksdb_t* db, const rocksdb_writeoptions_t* write_options, const char* key, \
                      size_t key_size, const char* timestamp, size_t timestamp_size,               \
                      char** error) {                                                              \
    Report(db->rep->METHOD(write_options->rep, Slice(key, key_size),                               \
                           Slice(timestamp, timestamp_size)),                                      \
           error);                                                                                 \
  }                                                                                                \
  void NAME##_cf_with_ts(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,               \
                         rocksdb_column_family_handle_t* family, const char* key, size_t key_size, \
                         const char* timestamp, size_t timestamp_size, char** error) {             \
    Report(db->rep->METHOD(write_options->rep, family->rep, Slice(key, key_size),                  \
                           Slice(timestamp, timestamp_size)),                                      \
           error);                                                                                 \
  }
C_API_DELETIONS(rocksdb_delete, Delete)
C_API_DELETIONS(rocksdb_singledelete, SingleDelete)
#undef C_API_DELETIONS

void rocksdb_delete_range_cf(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,
                             rocksdb_column_family_handle_t* family, const char* start,
                             size_t start_size, const char* limit, size_t limit_size,
                             char** error) {
  Report(db->rep->DeleteRange(write_options->rep, family->rep, Slice(start, start_size),
                              Slice(limit, limit_size)),
         error);
}

void rocksdb_write(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,
                   rocksdb_writebatch_t* batch, char** error) {
  Report(db->rep->Write(write_options->rep, &batch->rep), error);
}

void rocksdb_write_writebatch_wi(rocksdb_t* db, const rocksdb_writeoptions_t* write_options,
                                 rocksdb_writebatch_wi_t* batch, char** error) {
  Report(db->rep->Write(write_options->rep, batch->rep->GetWriteBatch()), error);
}

void rocksdb_increase_full_history_ts_low(rocksdb_t* db, rocksdb_column_family_handle_t* family,
                                          const char* timestamp, size_t timestamp_size,
                                          char** error) {
  Report(db->rep->IncreaseFullHistoryTsLow(family->rep, std::string(timestamp, timestamp_size)),
         error);
}

char* rocksdb_get_full_history_ts_low(rocksdb_t* db, rocksdb_column_family_handle_t* family,
                                      size_t* size, char** error) {
  std::string timestamp;
  const auto status = db->rep->GetFullHistoryTsLow(family->rep, &timestamp);
  return c_api::TakeValue(status, timestamp, size, error);
}
