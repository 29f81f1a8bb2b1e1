// The description of one backup, and its text in meta/<id>. Pure: text in, text out.
//
//   schema_version 2.1                              only in schema 2
//   1795352243                                      seconds since 1970
//   150                                             last sequence number
//   metadata 68656C6C6F                             only with metadata of the application, in hex
//   5                                               number of files below, but for excluded ones
//   shared_checksum/000009_s..._6825.sst crc32 2093184810
//   private/3/CURRENT crc32 2659179228
//
// In schema 2 a file may lack its checksum, and be followed by more pairs of name and value:
// size, temp (a temperature: kHot), ni::excluded (true). Names that a reader does not know are
// ignored, unless they begin with "ni::": those make the backup unreadable for it. The same
// holds for lines between the sequence number and the number of files, and for lines behind a
// line "// FOOTER" at the end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rocksdb/status.h"
#include "rocksdb/types.h"

namespace ROCKSDB_NAMESPACE::backup {

inline constexpr int kNewestSchema = 2;
// Longer metadata of applications is refused.
inline constexpr size_t kMaxAppMetadata = 1 << 20;

struct BackupFile {
  // Relative to the directory of backups.
  std::string name;
  // Not stored: the size of the file on disk. Known before only from a `size` field.
  uint64_t size = 0;
  bool has_size = false;
  // crc32c of all bytes.
  uint32_t crc = 0;
  bool has_crc = false;
  Temperature temperature = Temperature::kUnknown;
  // The backup needs the file and does not have it.
  bool excluded = false;
};

struct BackupMeta {
  int64_t timestamp = 0;
  uint64_t sequence = 0;
  std::string app_metadata;
  std::vector<BackupFile> files;

  // Without excluded files.
  uint64_t TotalSize() const;
  uint32_t NumberOfFiles() const;
};

// REQUIRES: schema_version is 1 or 2. With 1 every file has a checksum and none is excluded.
std::string EncodeMeta(const BackupMeta& meta, int schema_version);

// Corruption when the text is damaged, NotSupported when it is of a release that this one cannot
// follow. `path` is named in messages.
[[nodiscard]] Status DecodeMeta(const std::string& text, const std::string& path, BackupMeta* meta);

}  // namespace ROCKSDB_NAMESPACE::backup
