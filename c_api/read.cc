// Lookups and snapshots. Iterators are in iterator.cc.
#include <vector>

#include "c_api/handles.h"
#include "c_api/multi_get.h"
#include "c_api/results.h"

using c_api::CopyBytes;
using c_api::TakePinned;
using c_api::TakeValue;
using ROCKSDB_NAMESPACE::ColumnFamilyHandle;
using ROCKSDB_NAMESPACE::PinnableSlice;
using ROCKSDB_NAMESPACE::Slice;
using ROCKSDB_NAMESPACE::Status;

static char* Get(rocksdb_t* db, const rocksdb_readoptions_t* read_options,
                 ColumnFamilyHandle* family, const Slice& key, size_t* value_size, char** error) {
  PinnableSlice value;
  const Status status = db->rep->Get(read_options->rep, family, key, &value);
  return TakeValue(status, value, value_size, error);
}

char* rocksdb_get(rocksdb_t* db, const rocksdb_readoptions_t* read_options, const char* key,
                  size_t key_size, size_t* value_size, char** error) {
  return Get(db, read_options, db->rep->DefaultColumnFamily(), Slice(key, key_size), value_size,
             error);
}

char* rocksdb_get_cf(rocksdb_t* db, const rocksdb_readoptions_t* read_options,
                     rocksdb_column_family_handle_t* family, const char* key, size_t key_size,
                     size_t* value_size, char** error) {
  return Get(db, read_options, family->rep, Slice(key, key_size), value_size, error);
}

static char* GetStamped(rocksdb_t* db, const rocksdb_readoptions_t* read_options,
                        ColumnFamilyHandle* family, const Slice& key, size_t* value_size,
                        char** timestamp, size_t* timestamp_size, char** error) {
  PinnableSlice value;
  std::string stamp;
  const Status status = db->rep->Get(read_options->rep, family, key, &value, &stamp);
  *timestamp_size = 0;
  if (status.ok()) {
    *timestamp = CopyBytes(stamp, timestamp_size);
  }
  return TakeValue(status, value, value_size, error);
}

char* rocksdb_get_with_ts(rocksdb_t* db, const rocksdb_readoptions_t* read_options, const char* key,
                          size_t key_size, size_t* value_size, char** timestamp,
                          size_t* timestamp_size, char** error) {
  return GetStamped(db, read_options, db->rep->DefaultColumnFamily(), Slice(key, key_size),
                    value_size, timestamp, timestamp_size, error);
}

char* rocksdb_get_cf_with_ts(rocksdb_t* db, const rocksdb_readoptions_t* read_options,
                             rocksdb_column_family_handle_t* family, const char* key,
                             size_t key_size, size_t* value_size, char** timestamp,
                             size_t* timestamp_size, char** error) {
  return GetStamped(db, read_options, family->rep, Slice(key, key_size), value_size, timestamp,
                    timestamp_size, error);
}

// ---- Without a copy ----

rocksdb_pinnableslice_t* rocksdb_get_pinned(rocksdb_t* db,
                                            const rocksdb_readoptions_t* read_options,
                                            const char* key, size_t key_size, char** error) {
  return TakePinned(error, [&](PinnableSlice* value) {
    return db->rep->Get(read_options->rep, db->rep->DefaultColumnFamily(), Slice(key, key_size),
                        value);
  });
}

rocksdb_pinnableslice_t* rocksdb_get_pinned_cf(rocksdb_t* db,
                                               const rocksdb_readoptions_t* read_options,
                                               rocksdb_column_family_handle_t* family,
                                               const char* key, size_t key_size, char** error) {
  return TakePinned(error, [&](PinnableSlice* value) {
    return db->rep->Get(read_options->rep, family->rep, Slice(key, key_size), value);
  });
}

const char* rocksdb_pinnableslice_value(const rocksdb_pinnableslice_t* slice, size_t* value_size) {
  *value_size = slice != nullptr ? slice->rep.size() : 0;
  return slice != nullptr ? slice->rep.data() : nullptr;
}

void rocksdb_pinnableslice_destroy(rocksdb_pinnableslice_t* slice) { delete slice; }

// ---- Many keys ----

void rocksdb_multi_get(rocksdb_t* db, const rocksdb_readoptions_t* read_options, size_t count,
                       const char* const* keys, const size_t* key_sizes, char** values,
                       size_t* value_sizes, char** errors) {
  std::vector<std::string> found;
  const auto statuses =
      db->rep->MultiGet(read_options->rep, c_api::Slices(count, keys, key_sizes), &found);
  c_api::TakeValues(statuses, found, values, value_sizes, errors);
}

void rocksdb_multi_get_cf(rocksdb_t* db, const rocksdb_readoptions_t* read_options,
                          const rocksdb_column_family_handle_t* const* families, size_t count,
                          const char* const* keys, const size_t* key_sizes, char** values,
                          size_t* value_sizes, char** errors) {
  std::vector<std::string> found;
  const auto statuses = db->rep->MultiGet(read_options->rep, c_api::Families(count, families),
                                          c_api::Slices(count, keys, key_sizes), &found);
  c_api::TakeValues(statuses, found, values, value_sizes, errors);
}

void rocksdb_multi_get_with_ts(rocksdb_t* db, const rocksdb_readoptions_t* read_options,
                               size_t count, const char* const* keys, const size_t* key_sizes,
                               char** values, size_t* value_sizes, char** timestamps,
                               size_t* timestamp_sizes, char** errors) {
  std::vector<std::string> found;
  std::vector<std::string> stamps;
  const auto statuses =
      db->rep->MultiGet(read_options->rep, c_api::Slices(count, keys, key_sizes), &found, &stamps);
  c_api::TakeValues(statuses, found, values, value_sizes, errors);
  c_api::TakeTimestamps(statuses, stamps, timestamps, timestamp_sizes);
}

void rocksdb_multi_get_cf_with_ts(rocksdb_t* db, const rocksdb_readoptions_t* read_options,
                                  const rocksdb_column_family_handle_t* const* families,
                                  size_t count, const char* const* keys, const size_t* key_sizes,
                                  char** values, size_t* value_sizes, char** timestamps,
                                  size_t* timestamp_sizes, char** errors) {
  std::vector<std::string> found;
  std::vector<std::string> stamps;
  const auto statuses = db->rep->MultiGet(read_options->rep, c_api::Families(count, families),
                                          c_api::Slices(count, keys, key_sizes), &found, &stamps);
  c_api::TakeValues(statuses, found, values, value_sizes, errors);
  c_api::TakeTimestamps(statuses, stamps, timestamps, timestamp_sizes);
}

void rocksdb_batched_multi_get_cf(rocksdb_t* db, const rocksdb_readoptions_t* read_options,
                                  rocksdb_column_family_handle_t* family, size_t count,
                                  const char* const* keys, const size_t* key_sizes,
                                  rocksdb_pinnableslice_t** values, char** errors,
                                  const bool sorted) {
  const std::vector<Slice> slices = c_api::Slices(count, keys, key_sizes);
  std::vector<PinnableSlice> found(count);
  std::vector<Status> statuses(count);
  db->rep->MultiGet(read_options->rep, family->rep, count, slices.data(), found.data(),
                    statuses.data(), sorted);
  for (size_t i = 0; i < count; ++i) {
    values[i] = statuses[i].ok() ? new rocksdb_pinnableslice_t{std::move(found[i])} : nullptr;
    errors[i] = c_api::ErrorOfLookup(statuses[i]);
  }
}

// ---- Cheap answers ----

static unsigned char MayExist(rocksdb_t* db, const rocksdb_readoptions_t* read_options,
                              ColumnFamilyHandle* family, const Slice& key, char** value,
                              size_t* value_size, const char* timestamp, size_t timestamp_size,
                              unsigned char* found) {
  std::string copy;
  std::string stamp;
  if (timestamp != nullptr) {
    stamp.assign(timestamp, timestamp_size);
  }
  bool has_value = false;
  const bool may = db->rep->KeyMayExist(read_options->rep, family, key, &copy,
                                        timestamp != nullptr ? &stamp : nullptr,
                                        found != nullptr ? &has_value : nullptr);
  if (found != nullptr) {
    *found = has_value;
  }
  if (has_value && value_size != nullptr) {
    *value_size = copy.size();
  }
  if (has_value && value != nullptr) {
    *value = CopyBytes(copy);
  }
  return may;
}

unsigned char rocksdb_key_may_exist(rocksdb_t* db, const rocksdb_readoptions_t* read_options,
                                    const char* key, size_t key_size, char** value,
                                    size_t* value_size, const char* timestamp,
                                    size_t timestamp_size, unsigned char* found) {
  return MayExist(db, read_options, db->rep->DefaultColumnFamily(), Slice(key, key_size), value,
                  value_size, timestamp, timestamp_size, found);
}

unsigned char rocksdb_key_may_exist_cf(rocksdb_t* db, const rocksdb_readoptions_t* read_options,
                                       rocksdb_column_family_handle_t* family, const char* key,
                                       size_t key_size, char** value, size_t* value_size,
                                       const char* timestamp, size_t timestamp_size,
                                       unsigned char* found) {
  return MayExist(db, read_options, family->rep, Slice(key, key_size), value, value_size, timestamp,
                  timestamp_size, found);
}

// ---- Snapshots and sequence numbers ----

const rocksdb_snapshot_t* rocksdb_create_snapshot(rocksdb_t* db) {
  return new rocksdb_snapshot_t{db->rep->GetSnapshot()};
}

void rocksdb_release_snapshot(rocksdb_t* db, const rocksdb_snapshot_t* snapshot) {
  db->rep->ReleaseSnapshot(snapshot->rep);
  delete snapshot;
}

uint64_t rocksdb_snapshot_get_sequence_number(const rocksdb_snapshot_t* snapshot) {
  return snapshot->rep->GetSequenceNumber();
}

uint64_t rocksdb_get_latest_sequence_number(rocksdb_t* db) {
  return db->rep->GetLatestSequenceNumber();
}
