// CURRENT and IDENTITY: small files that are replaced as a whole: write a temporary file, sync it,
// rename it, sync the directory. Every step is checked. The owner of the MANIFEST, recovery and
// repair call these functions. A crash at any moment leaves the old content or the new one.
#pragma once

#include <cstdint>
#include <string>

#include "rocksdb/file_system.h"

namespace ROCKSDB_NAMESPACE {

// Makes CURRENT name the MANIFEST with this number. With a null `directory` the function opens the
// database directory for the sync. After an error a restart may find either MANIFEST, so both must
// stay. REQUIRES: that MANIFEST is synced.
IOStatus SetCurrentFile(FileSystem* fs, const std::string& dbname, uint64_t manifest_number,
                        FSDirectory* directory);

// The path and the number of the MANIFEST that CURRENT names. Corruption when CURRENT does not hold
// such a name.
Status GetCurrentManifest(FileSystem* fs, const std::string& dbname, std::string* manifest_path,
                          uint64_t* manifest_number);

// Writes db_id to IDENTITY. An empty *db_id receives a new id first.
IOStatus SetIdentityFile(FileSystem* fs, const std::string& dbname, std::string* db_id);
// The content of IDENTITY without trailing newline.
IOStatus ReadIdentityFile(FileSystem* fs, const std::string& dbname, std::string* db_id);

// 36 characters of upper-case hex and dashes, unique everywhere.
std::string NewUniqueId();

}  // namespace ROCKSDB_NAMESPACE
