// Bytes of one file entry in a MANIFEST record, in all four generations that existing databases
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
// Takers leave *in behind what they consumed; after a failure both *in and the output are undefined
// and the whole record must be rejected.
struct FileRecord {
  // May lie beyond the database's num_levels: TreeBuilder decides whether that matters.
  int level = 0;
  std::shared_ptr<FileMeta> file;
  // Older databases put this database-wide number into file entries; the caller moves it to the
  // edit.
  std::optional<uint64_t> min_log_to_keep;
};

// Appends a newest-generation entry, without the field number in front.
// REQUIRES: both bounds are internal keys.
void AppendFileRecord(int level, const FileMeta& file, std::string* dst);

// Takes one entry of generation `kind` (kFileV1..kFileV4) off *in. Corruption when it is cut short,
// a bound is no internal key, a path id is beyond what any database can have, or an attribute is
// unknown and mandatory. What the generation does not carry keeps FileMeta's default; a missing
// sequence range is guessed from the bounds.
[[nodiscard]] Status TakeFileRecord(Field kind, Slice* in, FileRecord* out);

// Takes a level number; false when absent or absurd.
bool TakeLevel(Slice* in, int* level);
// Takes a length-prefixed internal key; false when it is too short to be one. CheckTree checks
// types and order of keys.
bool TakeBound(Slice* in, std::string* key);

}  // namespace ROCKSDB_NAMESPACE
