// The functions that plain and indexed write batches have in common. A file that defines them for
// its kind of batch says what Target(handle) (takes updates) and Bytes(handle) (a WriteBatch) are.
#pragma once

#include <vector>

#include "c_api/handles.h"
#include "c_api/multi_get.h"
#include "c_api/results.h"

namespace c_api {

// Entries of the default family, for the iterate functions without families. As in RocksDB, an
// entry of another family ends the walk, and operands and single deletions pass unseen.
class DefaultFamilyEntries : public ROCKSDB_NAMESPACE::WriteBatch::Handler {
 public:
  using OnPair = void (*)(void*, const char*, size_t, const char*, size_t);
  using OnKey = void (*)(void*, const char*, size_t);

  DefaultFamilyEntries(void* state, OnPair put, OnKey deleted)
      : state_(state), put_(put), deleted_(deleted) {}

  void Put(const Slice& key, const Slice& value) override {
    put_(state_, key.data(), key.size(), value.data(), value.size());
  }
  void Delete(const Slice& key) override { deleted_(state_, key.data(), key.size()); }

 private:
  void* state_;
  OnPair put_;
  OnKey deleted_;
};

// A key or value put together from parts; the slices must outlive the call that takes it.
class Parts {
 public:
  Parts(int count, const char* const* bytes, const size_t* sizes)
      : slices_(Slices(static_cast<size_t>(count), bytes, sizes)) {}
  operator ROCKSDB_NAMESPACE::SliceParts() const {
    return {slices_.data(), static_cast<int>(slices_.size())};
  }

 private:
  std::vector<Slice> slices_;
};

}  // namespace c_api

// Adding an update reports nothing in the C API; what cannot be added is left out.
#define C_API_DO(CALL) Target(batch).CALL.PermitUncheckedError()

#define C_API_BATCH_PAIRS(HANDLE, NAME, METHOD)                                                \
  void NAME(HANDLE* batch, const char* key, size_t key_size, const char* value,                \
            size_t value_size) {                                                               \
    C_API_DO(METHOD(Slice(key, key_size), Slice(value, value_size)));                          \
  }                                                                                            \
  void NAME##_cf(HANDLE* batch, rocksdb_column_family_handle_t* family, const char* key,       \
                 size_t key_size, const char* value, size_t value_size) {                      \
    C_API_DO(METHOD(family->rep, Slice(key, key_size), Slice(value, value_size)));             \
  }                                                                                            \
  void NAME##v(HANDLE* batch, int key_parts, const char* const* keys, const size_t* key_sizes, \
               int value_parts, const char* const* values, const size_t* value_sizes) {        \
    C_API_DO(METHOD(c_api::Parts(key_parts, keys, key_sizes),                                  \
                    c_api::Parts(value_parts, values, value_sizes)));                          \
  }                                                                                            \
  void NAME##v_cf(HANDLE* batch, rocksdb_column_family_handle_t* family, int key_parts,        \
                  const char* const* keys, const size_t* key_sizes, int value_parts,           \
                  const char* const* values, const size_t* value_sizes) {                      \
    C_API_DO(METHOD(family->rep, c_api::Parts(key_parts, keys, key_sizes),                     \
                    c_api::Parts(value_parts, values, value_sizes)));                          \
  }

#define C_API_BATCH_KEYS(HANDLE, NAME, METHOD)                                           \
  void NAME(HANDLE* batch, const char* key, size_t key_size) {                           \
    C_API_DO(METHOD(Slice(key, key_size)));                                              \
  }                                                                                      \
  void NAME##_cf(HANDLE* batch, rocksdb_column_family_handle_t* family, const char* key, \
                 size_t key_size) {                                                      \
    C_API_DO(METHOD(family->rep, Slice(key, key_size)));                                 \
  }

#define C_API_BATCH_RANGES(HANDLE, NAME)                                                           \
  void NAME(HANDLE* batch, const char* start, size_t start_size, const char* limit,                \
            size_t limit_size) {                                                                   \
    C_API_DO(DeleteRange(Slice(start, start_size), Slice(limit, limit_size)));                     \
  }                                                                                                \
  void NAME##_cf(HANDLE* batch, rocksdb_column_family_handle_t* family, const char* start,         \
                 size_t start_size, const char* limit, size_t limit_size) {                        \
    C_API_DO(DeleteRange(family->rep, Slice(start, start_size), Slice(limit, limit_size)));        \
  }                                                                                                \
  void NAME##v(HANDLE* batch, int parts, const char* const* starts, const size_t* start_sizes,     \
               const char* const* limits, const size_t* limit_sizes) {                             \
    C_API_DO(DeleteRange(c_api::Parts(parts, starts, start_sizes),                                 \
                         c_api::Parts(parts, limits, limit_sizes)));                               \
  }                                                                                                \
  void NAME##v_cf(HANDLE* batch, rocksdb_column_family_handle_t* family, int parts,                \
                  const char* const* starts, const size_t* start_sizes, const char* const* limits, \
                  const size_t* limit_sizes) {                                                     \
    C_API_DO(DeleteRange(family->rep, c_api::Parts(parts, starts, start_sizes),                    \
                         c_api::Parts(parts, limits, limit_sizes)));                               \
  }

#define C_API_BATCH_UPDATES(HANDLE, PREFIX)                                                      \
  C_API_BATCH_PAIRS(HANDLE, PREFIX##_put, Put)                                                   \
  C_API_BATCH_PAIRS(HANDLE, PREFIX##_merge, Merge)                                               \
  C_API_BATCH_KEYS(HANDLE, PREFIX##_delete, Delete)                                              \
  C_API_BATCH_KEYS(HANDLE, PREFIX##_singledelete, SingleDelete)                                  \
  C_API_BATCH_RANGES(HANDLE, PREFIX##_delete_range)                                              \
  void PREFIX##_deletev(HANDLE* batch, int key_parts, const char* const* keys,                   \
                        const size_t* key_sizes) {                                               \
    C_API_DO(Delete(c_api::Parts(key_parts, keys, key_sizes)));                                  \
  }                                                                                              \
  void PREFIX##_deletev_cf(HANDLE* batch, rocksdb_column_family_handle_t* family, int key_parts, \
                           const char* const* keys, const size_t* key_sizes) {                   \
    C_API_DO(Delete(family->rep, c_api::Parts(key_parts, keys, key_sizes)));                     \
  }                                                                                              \
  void PREFIX##_put_log_data(HANDLE* batch, const char* blob, size_t blob_size) {                \
    C_API_DO(PutLogData(Slice(blob, blob_size)));                                                \
  }                                                                                              \
  void PREFIX##_clear(HANDLE* batch) { Target(batch).Clear(); }                                  \
  int PREFIX##_count(HANDLE* batch) { return static_cast<int>(Bytes(batch).Count()); }           \
  const char* PREFIX##_data(HANDLE* batch, size_t* size) {                                       \
    *size = Bytes(batch).GetDataSize();                                                          \
    return Bytes(batch).Data().data();                                                           \
  }                                                                                              \
  void PREFIX##_set_save_point(HANDLE* batch) { Target(batch).SetSavePoint(); }                  \
  void PREFIX##_rollback_to_save_point(HANDLE* batch, char** error) {                            \
    c_api::Report(Target(batch).RollbackToSavePoint(), error);                                   \
  }                                                                                              \
  void PREFIX##_iterate(HANDLE* batch, void* state,                                              \
                        void (*put)(void*, const char*, size_t, const char*, size_t),            \
                        void (*deleted)(void*, const char*, size_t)) {                           \
    c_api::DefaultFamilyEntries entries(state, put, deleted);                                    \
    Bytes(batch).Iterate(&entries).PermitUncheckedError();                                       \
  }                                                                                              \
  void PREFIX##_update_timestamps(HANDLE* batch, const char* timestamp, size_t timestamp_size,   \
                                  void* state, size_t (*get_timestamp_size)(void*, uint32_t),    \
                                  char** error) {                                                \
    const auto size_of = [=](uint32_t family) { return get_timestamp_size(state, family); };     \
    c_api::Report(Bytes(batch).UpdateTimestamps(Slice(timestamp, timestamp_size), size_of),      \
                  error);                                                                        \
  }
