// What lookups of one and of many keys share, in databases, batches and transactions.
#pragma once

#include <string>
#include <vector>

#include "c_api/handles.h"
#include "c_api/results.h"

namespace c_api {

// Runs `get` on a new slice and returns it, or NULL where the key is missing or *error is set.
template <class Lookup>
rocksdb_pinnableslice_t* TakePinned(char** error, const Lookup& get) {
  auto value = std::make_unique<rocksdb_pinnableslice_t>();
  const Status status = get(&value->rep);
  if (status.ok()) {
    return value.release();
  }
  if (!status.IsNotFound()) {
    StoreError(status, error);
  }
  return nullptr;
}

inline std::vector<Slice> Slices(size_t count, const char* const* bytes, const size_t* sizes) {
  std::vector<Slice> slices(count);
  for (size_t i = 0; i < count; ++i) {
    slices[i] = Slice(bytes[i], sizes[i]);
  }
  return slices;
}

inline std::vector<ROCKSDB_NAMESPACE::ColumnFamilyHandle*> Families(
    size_t count, const rocksdb_column_family_handle_t* const* families) {
  std::vector<ROCKSDB_NAMESPACE::ColumnFamilyHandle*> result(count);
  for (size_t i = 0; i < count; ++i) {
    result[i] = families[i]->rep;
  }
  return result;
}

// A missing key is no error.
inline char* ErrorOfLookup(const Status& status) {
  return status.ok() || status.IsNotFound() ? nullptr : CopyText(status.ToString());
}

inline void TakeValues(const std::vector<Status>& statuses, const std::vector<std::string>& found,
                       char** values, size_t* sizes, char** errors) {
  for (size_t i = 0; i < statuses.size(); ++i) {
    const bool ok = statuses[i].ok();
    values[i] = ok ? CopyBytes(found[i]) : nullptr;
    sizes[i] = ok ? found[i].size() : 0;
    errors[i] = ErrorOfLookup(statuses[i]);
  }
}

inline void TakeTimestamps(const std::vector<Status>& statuses,
                           const std::vector<std::string>& stamps, char** timestamps,
                           size_t* sizes) {
  for (size_t i = 0; i < statuses.size(); ++i) {
    const bool ok = statuses[i].ok();
    timestamps[i] = ok ? CopyBytes(stamps[i]) : nullptr;
    sizes[i] = ok ? stamps[i].size() : 0;
  }
}

}  // namespace c_api
