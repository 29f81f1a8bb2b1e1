// The column families that an open function was given as arrays.
#pragma once

#include <vector>

#include "c_api/handles.h"

namespace c_api {

struct FamilyList {
  FamilyList(int count, const char* const* names, const rocksdb_options_t* const* options) {
    descriptors.reserve(static_cast<size_t>(count));
    for (int i = 0; i < count; ++i) {
      descriptors.emplace_back(names[i], ROCKSDB_NAMESPACE::ColumnFamilyOptions(options[i]->rep));
    }
  }

  // After the open: a handle of ours for each of the database's.
  void HandOver(rocksdb_column_family_handle_t** result) const {
    for (size_t i = 0; i < handles.size(); ++i) {
      result[i] = new rocksdb_column_family_handle_t{handles[i], false};
    }
  }

  std::vector<ROCKSDB_NAMESPACE::ColumnFamilyDescriptor> descriptors;
  std::vector<ROCKSDB_NAMESPACE::ColumnFamilyHandle*> handles;
};

}  // namespace c_api
