// Names of the files in a directory of backups, relative to it. Pure text.
//
//   meta/3                              describes backup 3; meta/.3.tmp while it is written
//   private/3/MANIFEST-000005           what only backup 3 has
//   shared/000009.sst                   a table, without share_files_with_checksum
//   shared_checksum/000009_s<session id>_<size>.sst, ..._s<session id>.sst, or
//   shared_checksum/000009_<crc32c>_<size>.sst
//   shared_checksum/.<name>.tmp         a shared table while it is written
#pragma once

#include <cstdint>
#include <string>

#include "rocksdb/utilities/backup_engine.h"

namespace ROCKSDB_NAMESPACE::backup {

inline constexpr char kMetaDirectory[] = "meta";
inline constexpr char kPrivateDirectory[] = "private";
inline constexpr char kSharedDirectory[] = "shared";
inline constexpr char kSharedChecksumDirectory[] = "shared_checksum";

std::string MetaFile(BackupID id);
std::string TempMetaFile(BackupID id);
std::string PrivateDirectory(BackupID id);
std::string PrivateFile(BackupID id, const std::string& name);
std::string SharedFile(const std::string& name);
// The size is left out when it is null.
std::string SharedFileOfSession(const std::string& name, const std::string& session,
                                const uint64_t* size);
std::string SharedFileOfChecksum(const std::string& name, uint32_t crc, uint64_t size);
// The name under which a shared file is written before it is complete.
std::string TempOf(const std::string& relative);

// The name that the file has in a database: 000009.sst.
std::string DatabaseName(const std::string& relative);
// The session id in the name of a shared table; empty when it has none.
std::string SessionOf(const std::string& relative);
// True when the text is the number of a backup, and nothing else.
bool ParseBackupId(const std::string& text, BackupID* id);

}  // namespace ROCKSDB_NAMESPACE::backup
