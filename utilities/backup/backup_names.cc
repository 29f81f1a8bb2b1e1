// See the header.
#include "utilities/backup/backup_names.h"

#include "env/filename.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE::backup {

namespace {

// 000009.sst with `mark` before its ending.
std::string Marked(const std::string& name, const std::string& mark) {
  const size_t dot = name.rfind('.');
  if (dot == std::string::npos) return name + mark;
  return name.substr(0, dot) + mark + name.substr(dot);
}

std::string SharedChecksumFile(const std::string& name) {
  return std::string(kSharedChecksumDirectory) + "/" + name;
}

bool IsMarked(const std::string& relative) {
  return StartsWith(relative, std::string(kSharedChecksumDirectory) + "/");
}

}  // namespace

std::string MetaFile(BackupID id) { return std::string(kMetaDirectory) + "/" + std::to_string(id); }

std::string TempMetaFile(BackupID id) { return TempOf(MetaFile(id)); }

std::string PrivateDirectory(BackupID id) {
  return std::string(kPrivateDirectory) + "/" + std::to_string(id);
}

std::string PrivateFile(BackupID id, const std::string& name) {
  return PrivateDirectory(id) + "/" + name;
}

std::string SharedFile(const std::string& name) {
  return std::string(kSharedDirectory) + "/" + name;
}

std::string SharedFileOfSession(const std::string& name, const std::string& session,
                                const uint64_t* size) {
  std::string mark = "_s" + session;
  if (size != nullptr) mark += "_" + std::to_string(*size);
  return SharedChecksumFile(Marked(name, mark));
}

std::string SharedFileOfChecksum(const std::string& name, uint32_t crc, uint64_t size) {
  return SharedChecksumFile(Marked(name, "_" + std::to_string(crc) + "_" + std::to_string(size)));
}

std::string TempOf(const std::string& relative) {
  return DirectoryOf(relative) + "/." + BaseNameOf(relative) + ".tmp";
}

std::string DatabaseName(const std::string& relative) {
  const std::string name = BaseNameOf(relative);
  const size_t mark = name.find('_');
  const size_t dot = name.rfind('.');
  if (!IsMarked(relative) || mark == std::string::npos || dot == std::string::npos || dot < mark) {
    return name;
  }
  return name.substr(0, mark) + name.substr(dot);
}

std::string SessionOf(const std::string& relative) {
  const std::string name = BaseNameOf(relative);
  const size_t mark = name.find("_s");
  if (!IsMarked(relative) || mark == std::string::npos) return std::string();
  const size_t begin = mark + 2;
  return name.substr(begin, name.find_first_of("_.", begin) - begin);
}

bool ParseBackupId(const std::string& text, BackupID* id) {
  Slice in(text);
  uint64_t number = 0;
  if (!TakeDecimal(&in, &number) || !in.empty() || number == 0 || number > UINT32_MAX) return false;
  *id = static_cast<BackupID>(number);
  // A name with leading zeros would be another file than the one that the number names.
  return std::to_string(number) == text;
}

}  // namespace ROCKSDB_NAMESPACE::backup
