// GetFileChecksumsFromCurrentManifest of rocksdb/experimental.h: the checksums that the MANIFEST of
// a database names, which need not be open. Reads nothing but CURRENT and the MANIFEST.
#include <map>

#include "db/state/manifest_recovery.h"
#include "env/current_file.h"
#include "rocksdb/experimental.h"
#include "rocksdb/file_checksum.h"

namespace ROCKSDB_NAMESPACE::experimental {
namespace {

// The live tables of each family, by number.
using LiveTables = std::map<uint32_t, std::map<uint64_t, FilePtr>>;

void Apply(const VersionEdit& edit, LiveTables* live) {
  if (edit.drops_column_family) {
    live->erase(edit.column_family);
    return;
  }
  auto& tables = (*live)[edit.column_family];
  for (const auto& [level, number] : edit.deleted_files) tables.erase(number);
  for (const auto& [level, file] : edit.new_files) tables[file->number] = file;
}

}  // namespace

Status GetFileChecksumsFromCurrentManifest(FileSystem* fs, const std::string& abs_db_path,
                                           FileChecksumList* checksum_list) {
  if (checksum_list == nullptr) return Status::InvalidArgument("checksum_list is nullptr");
  checksum_list->reset();
  std::string path;
  uint64_t number = 0;
  std::unique_ptr<ManifestReader> reader;
  Status s = GetCurrentManifest(fs, abs_db_path, &path, &number);
  if (s.ok()) s = ManifestReader::Open(fs, path, &reader);
  if (!s.ok()) return s;
  LiveTables live;
  VersionEdit edit;
  while (reader->Next(&edit)) Apply(edit, &live);
  s = reader->status();
  for (const auto& [family, tables] : live) {
    for (const auto& [table, file] : tables) {
      if (!s.ok()) return s;
      s = checksum_list->InsertOneFileChecksum(table, file->checksum, ChecksumName(*file));
    }
  }
  return s;
}

}  // namespace ROCKSDB_NAMESPACE::experimental
