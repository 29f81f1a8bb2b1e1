// Properties and sizes.
#include "c_api/properties.h"

#include <vector>

#include "c_api/handles.h"
#include "c_api/results.h"

using ROCKSDB_NAMESPACE::ColumnFamilyHandle;
using ROCKSDB_NAMESPACE::DB;

namespace c_api {

char* PropertyValue(DB* db, ColumnFamilyHandle* family, const char* name) {
  std::string value;
  return db->GetProperty(family, name, &value) ? CopyText(value) : nullptr;
}

int PropertyInt(DB* db, ColumnFamilyHandle* family, const char* name, uint64_t* value) {
  return db->GetIntProperty(family, name, value) ? 0 : -1;
}

}  // namespace c_api

char* rocksdb_property_value(rocksdb_t* db, const char* name) {
  return c_api::PropertyValue(db->rep, db->rep->DefaultColumnFamily(), name);
}

char* rocksdb_property_value_cf(rocksdb_t* db, rocksdb_column_family_handle_t* family,
                                const char* name) {
  return c_api::PropertyValue(db->rep, family->rep, name);
}

int rocksdb_property_int(rocksdb_t* db, const char* name, uint64_t* value) {
  return c_api::PropertyInt(db->rep, db->rep->DefaultColumnFamily(), name, value);
}

int rocksdb_property_int_cf(rocksdb_t* db, rocksdb_column_family_handle_t* family, const char* name,
                            uint64_t* value) {
  return c_api::PropertyInt(db->rep, family->rep, name, value);
}

// ---- Sizes of ranges ----

static void Sizes(rocksdb_t* db, ColumnFamilyHandle* family, int count, const char* const* starts,
                  const size_t* start_sizes, const char* const* limits, const size_t* limit_sizes,
                  DB::SizeApproximationFlags flags, uint64_t* sizes, char** error) {
  std::vector<ROCKSDB_NAMESPACE::Range> ranges;
  ranges.reserve(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) {
    ranges.emplace_back(c_api::Slice(starts[i], start_sizes[i]),
                        c_api::Slice(limits[i], limit_sizes[i]));
  }
  c_api::Report(db->rep->GetApproximateSizes(family, ranges.data(), count, sizes, flags), error);
}

void rocksdb_approximate_sizes(rocksdb_t* db, int count, const char* const* starts,
                               const size_t* start_sizes, const char* const* limits,
                               const size_t* limit_sizes, uint64_t* sizes, char** error) {
  Sizes(db, db->rep->DefaultColumnFamily(), count, starts, start_sizes, limits, limit_sizes,
        DB::SizeApproximationFlags::INCLUDE_FILES, sizes, error);
}

void rocksdb_approximate_sizes_cf(rocksdb_t* db, rocksdb_column_family_handle_t* family, int count,
                                  const char* const* starts, const size_t* start_sizes,
                                  const char* const* limits, const size_t* limit_sizes,
                                  uint64_t* sizes, char** error) {
  Sizes(db, family->rep, count, starts, start_sizes, limits, limit_sizes,
        DB::SizeApproximationFlags::INCLUDE_FILES, sizes, error);
}

void rocksdb_approximate_sizes_cf_with_flags(rocksdb_t* db, rocksdb_column_family_handle_t* family,
                                             int count, const char* const* starts,
                                             const size_t* start_sizes, const char* const* limits,
                                             const size_t* limit_sizes, uint8_t flags,
                                             uint64_t* sizes, char** error) {
  Sizes(db, family->rep, count, starts, start_sizes, limits, limit_sizes,
        static_cast<DB::SizeApproximationFlags>(flags), sizes, error);
}
