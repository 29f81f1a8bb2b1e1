// Column families: listing, making, dropping, and their handles.
#include "c_api/families.h"

#include "c_api/results.h"

using c_api::Failed;
using ROCKSDB_NAMESPACE::ColumnFamilyHandle;
using ROCKSDB_NAMESPACE::ColumnFamilyOptions;

char** rocksdb_list_column_families(const rocksdb_options_t* options, const char* path,
                                    size_t* count, char** error) {
  std::vector<std::string> names;
  const auto status = ROCKSDB_NAMESPACE::DB::ListColumnFamilies(
      ROCKSDB_NAMESPACE::DBOptions(options->rep), path, &names);
  if (Failed(status, error)) {
    *count = 0;
    return nullptr;
  }
  *count = names.size();
  char** result = static_cast<char**>(std::malloc(sizeof(char*) * names.size()));
  for (size_t i = 0; i < names.size(); ++i) {
    result[i] = c_api::CopyText(names[i]);
  }
  return result;
}

void rocksdb_list_column_families_destroy(char** names, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    std::free(names[i]);
  }
  std::free(names);
}

rocksdb_column_family_handle_t* rocksdb_create_column_family(rocksdb_t* db,
                                                             const rocksdb_options_t* options,
                                                             const char* name, char** error) {
  ColumnFamilyHandle* family = nullptr;
  const auto status = db->rep->CreateColumnFamily(ColumnFamilyOptions(options->rep), name, &family);
  return Failed(status, error) ? nullptr : new rocksdb_column_family_handle_t{family, false};
}

rocksdb_column_family_handle_t** rocksdb_create_column_families(rocksdb_t* db,
                                                                const rocksdb_options_t* options,
                                                                int count, const char* const* names,
                                                                size_t* created, char** error) {
  std::vector<ColumnFamilyHandle*> families;
  const std::vector<std::string> wanted(names, names + count);
  const auto status =
      db->rep->CreateColumnFamilies(ColumnFamilyOptions(options->rep), wanted, &families);
  c_api::Report(status, error);
  *created = families.size();
  auto** result = static_cast<rocksdb_column_family_handle_t**>(
      std::malloc(sizeof(void*) * (families.empty() ? 1 : families.size())));
  for (size_t i = 0; i < families.size(); ++i) {
    result[i] = new rocksdb_column_family_handle_t{families[i], false};
  }
  return result;
}

void rocksdb_create_column_families_destroy(rocksdb_column_family_handle_t** handles) {
  std::free(handles);
}

void rocksdb_drop_column_family(rocksdb_t* db, rocksdb_column_family_handle_t* family,
                                char** error) {
  c_api::Report(db->rep->DropColumnFamily(family->rep), error);
}

rocksdb_column_family_handle_t* rocksdb_get_default_column_family_handle(rocksdb_t* db) {
  return new rocksdb_column_family_handle_t{db->rep->DefaultColumnFamily(), true};
}

uint32_t rocksdb_column_family_handle_get_id(rocksdb_column_family_handle_t* family) {
  return family->rep->GetID();
}

char* rocksdb_column_family_handle_get_name(rocksdb_column_family_handle_t* family, size_t* size) {
  return c_api::CopyBytes(family->rep->GetName(), size);
}

void rocksdb_column_family_handle_destroy(rocksdb_column_family_handle_t* family) {
  if (!family->borrowed) {
    delete family->rep;
  }
  delete family;
}
