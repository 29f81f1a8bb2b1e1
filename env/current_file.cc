// See current_file.h.
//
//   000012.dbtmp   written, synced     crash here: the old CURRENT, and a .dbtmp to be deleted
//   rename         -> CURRENT          crash here: the old one or the new one
//   directory      synced              crash here: the new one
#include "env/current_file.h"

#include <random>

#include "env/file_io.h"
#include "env/filename.h"
#include "util/string_util.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Replaces `target` by `content`; after OK a crash cannot bring the old content back.
IOStatus ReplaceFile(FileSystem* fs, const std::string& dbname, const std::string& temp,
                     const std::string& target, const std::string& content,
                     FSDirectory* directory) {
  // Synced before the rename: otherwise a crash could leave the new name without content.
  IOStatus s = WriteStringToFile(fs, content, temp, true);
  if (!s.ok()) {
    return s;
  }
  BUCKETLSM_SYNC_POINT("ReplaceFile:BeforeRename");
  s = fs->RenameFile(temp, target, IOOptions(), nullptr);
  if (!s.ok()) {
    fs->DeleteFile(temp, IOOptions(), nullptr).PermitUncheckedError();
    return s;
  }
  // Only this sync makes the rename durable, so its failure fails the replacement (hazard 6).
  const DirFsyncOptions reason(target);
  return directory != nullptr ? directory->FsyncWithDirOptions(IOOptions(), nullptr, reason)
                              : SyncDirectory(fs, dbname, reason);
}

}  // namespace

IOStatus SetCurrentFile(FileSystem* fs, const std::string& dbname, uint64_t manifest_number,
                        FSDirectory* directory) {
  return ReplaceFile(fs, dbname, TempFileName(dbname, manifest_number), CurrentFileName(dbname),
                     ManifestFileName(manifest_number) + "\n", directory);
}

Status GetCurrentManifest(FileSystem* fs, const std::string& dbname, std::string* manifest_path,
                          uint64_t* manifest_number) {
  std::string name;
  Status s = ReadFileToString(fs, CurrentFileName(dbname), &name);
  if (!s.ok()) {
    return s;
  }
  // The newline is written last, so a file without it was cut short.
  if (name.empty() || name.back() != '\n') {
    return Status::Corruption("CURRENT file does not end with newline", dbname);
  }
  name.pop_back();
  FileType type;
  if (!ParseFileName(name, manifest_number, &type) || type != kDescriptorFile) {
    return Status::Corruption("CURRENT file corrupted", "'" + name + "' in " + dbname);
  }
  *manifest_path = JoinPath(dbname, name);
  return Status::OK();
}

IOStatus SetIdentityFile(FileSystem* fs, const std::string& dbname, std::string* db_id) {
  if (db_id->empty()) {
    *db_id = NewUniqueId();
  }
  return ReplaceFile(fs, dbname, TempFileName(dbname, 0), IdentityFileName(dbname), *db_id,
                     nullptr);
}

IOStatus ReadIdentityFile(FileSystem* fs, const std::string& dbname, std::string* db_id) {
  IOStatus s = ReadFileToString(fs, IdentityFileName(dbname), db_id);
  // Some writers add a newline.
  if (s.ok() && !db_id->empty() && db_id->back() == '\n') {
    db_id->pop_back();
  }
  return s;
}

std::string NewUniqueId() {
  std::random_device entropy;
  uint32_t words[4];
  for (uint32_t& word : words) {
    word = entropy();
  }
  // Version 4, variant 1 of RFC 4122.
  return Format("%08X-%04X-%04X-%04X-%04X%08X", words[0], words[1] >> 16,
                (words[1] & 0x0fff) | 0x4000, (words[2] >> 16 & 0x3fff) | 0x8000, words[2] & 0xffff,
                words[3]);
}

}  // namespace ROCKSDB_NAMESPACE
