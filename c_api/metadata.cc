// The files of a database: its live tables, and each family by level.
#include "rocksdb/metadata.h"

#include <memory>

#include "c_api/handles.h"
#include "c_api/results.h"

using c_api::Expose;
using ROCKSDB_NAMESPACE::ColumnFamilyMetaData;
using ROCKSDB_NAMESPACE::LevelMetaData;
using ROCKSDB_NAMESPACE::LiveFileMetaData;
using ROCKSDB_NAMESPACE::SstFileMetaData;

// ---- Live tables ----

const rocksdb_livefiles_t* rocksdb_livefiles(rocksdb_t* db) {
  auto* files = new rocksdb_livefiles_t;
  db->rep->GetLiveFilesMetaData(&files->rep);
  return files;
}

void rocksdb_livefiles_destroy(const rocksdb_livefiles_t* files) { delete files; }

int rocksdb_livefiles_count(const rocksdb_livefiles_t* files) {
  return static_cast<int>(files->rep.size());
}

static const LiveFileMetaData& At(const rocksdb_livefiles_t* files, int index) {
  return files->rep[static_cast<size_t>(index)];
}

const char* rocksdb_livefiles_column_family_name(const rocksdb_livefiles_t* files, int index) {
  return At(files, index).column_family_name.c_str();
}

const char* rocksdb_livefiles_name(const rocksdb_livefiles_t* files, int index) {
  return At(files, index).name.c_str();
}

int rocksdb_livefiles_level(const rocksdb_livefiles_t* files, int index) {
  return At(files, index).level;
}

size_t rocksdb_livefiles_size(const rocksdb_livefiles_t* files, int index) {
  return At(files, index).size;
}

uint64_t rocksdb_livefiles_entries(const rocksdb_livefiles_t* files, int index) {
  return At(files, index).num_entries;
}

uint64_t rocksdb_livefiles_deletions(const rocksdb_livefiles_t* files, int index) {
  return At(files, index).num_deletions;
}

const char* rocksdb_livefiles_smallestkey(const rocksdb_livefiles_t* files, int index,
                                          size_t* size) {
  return Expose(At(files, index).smallestkey, size);
}

const char* rocksdb_livefiles_largestkey(const rocksdb_livefiles_t* files, int index,
                                         size_t* size) {
  return Expose(At(files, index).largestkey, size);
}

// ---- A family ----

static rocksdb_column_family_metadata_t* Describe(rocksdb_t* db,
                                                  ROCKSDB_NAMESPACE::ColumnFamilyHandle* family) {
  auto metadata = std::make_shared<ColumnFamilyMetaData>();
  db->rep->GetColumnFamilyMetaData(family, metadata.get());
  return new rocksdb_column_family_metadata_t{std::move(metadata)};
}

rocksdb_column_family_metadata_t* rocksdb_get_column_family_metadata(rocksdb_t* db) {
  return Describe(db, db->rep->DefaultColumnFamily());
}

rocksdb_column_family_metadata_t* rocksdb_get_column_family_metadata_cf(
    rocksdb_t* db, rocksdb_column_family_handle_t* family) {
  return Describe(db, family->rep);
}

void rocksdb_column_family_metadata_destroy(rocksdb_column_family_metadata_t* metadata) {
  delete metadata;
}

uint64_t rocksdb_column_family_metadata_get_size(rocksdb_column_family_metadata_t* metadata) {
  return metadata->rep->size;
}

size_t rocksdb_column_family_metadata_get_file_count(rocksdb_column_family_metadata_t* metadata) {
  return metadata->rep->file_count;
}

size_t rocksdb_column_family_metadata_get_level_count(rocksdb_column_family_metadata_t* metadata) {
  return metadata->rep->levels.size();
}

char* rocksdb_column_family_metadata_get_name(rocksdb_column_family_metadata_t* metadata) {
  return c_api::CopyText(metadata->rep->name);
}

rocksdb_level_metadata_t* rocksdb_column_family_metadata_get_level_metadata(
    rocksdb_column_family_metadata_t* metadata, size_t index) {
  if (index >= metadata->rep->levels.size()) {
    return nullptr;
  }
  return new rocksdb_level_metadata_t{
      std::shared_ptr<const LevelMetaData>(metadata->rep, &metadata->rep->levels[index])};
}

// ---- A level ----

void rocksdb_level_metadata_destroy(rocksdb_level_metadata_t* level) { delete level; }

int rocksdb_level_metadata_get_level(rocksdb_level_metadata_t* level) { return level->rep->level; }

uint64_t rocksdb_level_metadata_get_size(rocksdb_level_metadata_t* level) {
  return level->rep->size;
}

size_t rocksdb_level_metadata_get_file_count(rocksdb_level_metadata_t* level) {
  return level->rep->files.size();
}

rocksdb_sst_file_metadata_t* rocksdb_level_metadata_get_sst_file_metadata(
    rocksdb_level_metadata_t* level, size_t index) {
  if (index >= level->rep->files.size()) {
    return nullptr;
  }
  return new rocksdb_sst_file_metadata_t{
      std::shared_ptr<const SstFileMetaData>(level->rep, &level->rep->files[index])};
}

// ---- A table ----

void rocksdb_sst_file_metadata_destroy(rocksdb_sst_file_metadata_t* file) { delete file; }

char* rocksdb_sst_file_metadata_get_relative_filename(rocksdb_sst_file_metadata_t* file) {
  return c_api::CopyText(file->rep->relative_filename);
}

char* rocksdb_sst_file_metadata_get_directory(rocksdb_sst_file_metadata_t* file) {
  return c_api::CopyText(file->rep->directory);
}

uint64_t rocksdb_sst_file_metadata_get_size(rocksdb_sst_file_metadata_t* file) {
  return file->rep->size;
}

char* rocksdb_sst_file_metadata_get_smallestkey(rocksdb_sst_file_metadata_t* file, size_t* size) {
  return c_api::CopyBytes(file->rep->smallestkey, size);
}

char* rocksdb_sst_file_metadata_get_largestkey(rocksdb_sst_file_metadata_t* file, size_t* size) {
  return c_api::CopyBytes(file->rep->largestkey, size);
}
