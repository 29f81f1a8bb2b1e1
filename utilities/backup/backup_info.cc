// See the header.
#include "utilities/backup/backup_info.h"

#include <memory>
#include <string>

#include "env/filename.h"
#include "utilities/backup/backup_names.h"
#include "utilities/backup/backup_view_fs.h"

namespace ROCKSDB_NAMESPACE::backup {

namespace {

// As the database's own checksums are stored: most significant byte first.
std::string ChecksumBytes(uint32_t crc) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>(crc >> shift));
  return bytes;
}

BackupFileInfo DescribeFile(const BackupContext& context, const BackupFile& file) {
  BackupFileInfo info;
  info.relative_filename = file.name;
  info.directory = context.options.backup_dir;
  info.size = file.size;
  info.temperature = file.temperature;
  if (!ParseFileName(DatabaseName(file.name), &info.file_number, &info.file_type)) {
    info.file_number = 0;
    info.file_type = kTempFile;
  }
  if (file.has_crc) {
    info.file_checksum = ChecksumBytes(file.crc);
    info.file_checksum_func_name = kDbFileChecksumFuncName;
  }
  return info;
}

}  // namespace

BackupInfo DescribeBackup(const BackupContext& context, BackupID id, const BackupMeta& meta,
                          bool with_file_details) {
  BackupInfo info(id, meta.timestamp, meta.TotalSize(), meta.NumberOfFiles(), meta.app_metadata);
  for (const BackupFile& file : meta.files) {
    if (file.excluded) info.excluded_files.emplace_back(file.name);
  }
  if (!with_file_details) return info;
  for (const BackupFile& file : meta.files) {
    if (!file.excluded) info.file_details.push_back(DescribeFile(context, file));
  }
  info.name_for_open = context.Path(PrivateDirectory(id));
  if (info.excluded_files.empty()) {
    info.env_for_open = NewCompositeEnv(
        NewBackupView(context.fs, context.options.backup_dir, info.name_for_open, meta));
  }
  return info;
}

}  // namespace ROCKSDB_NAMESPACE::backup
