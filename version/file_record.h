// Bytes of one file entry in a MANIFEST record, in all four generations that databases out there
// contain. Called by version_edit.cc only; the caller has written or consumed the field number.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "version/file_meta.h"
#include "version/manifest_tags.h"

namespace ROCKSDB_NAMESPACE {

// What a file entry may carry besides the file.
struct FileRecord {
  int level = 0;
  std::shared_ptr<FileMeta> file;
  std::optional<uint64_t> min_log_to_keep;
};

// Appends a newest-generation entry.
// REQUIRES: both bounds are internal keys.
void AppendFileRecord(int level, const FileMeta& file, std::string* dst);

// Takes one entry of generation `kind` (kFileV1..kFileV4) off *in.
[[nodiscard]] Status TakeFileRecord(Field kind, Slice* in, FileRecord* out);

// Takes a level number; false when absent or absurd.
bool TakeLevel(Slice* in, int* level);
// Takes a length-prefixed internal key; false when it is too short to be one.
bool TakeBound(Slice* in, std::string* key);

}  // namespace ROCKSDB_NAMESPACE
