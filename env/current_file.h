// CURRENT and IDENTITY: small files that are replaced as a whole, by writing a temporary file,
// syncing it, renaming it and syncing the directory. Every step is checked. Called by the owner of
// the MANIFEST, by opening and by repair. A crash at any moment leaves the old content or the new
// one.
#pragma once

#include <cstdint>
#include <string>

#include "rocksdb/file_system.h"

namespace ROCKSDB_NAMESPACE {

// Makes CURRENT name the MANIFEST with this number. `directory` may be null: then the database
// directory is opened for the sync. After an error either MANIFEST may be the one that a restart
// finds, so both have to stay. REQUIRES: that MANIFEST is synced.
IOStatus SetCurrentFile(FileSystem* fs, const std::string& dbname, uint64_t manifest_number,
                        FSDirectory* directory);

// The MANIFEST that CURRENT names (its path) and that one's number. Corruption when CURRENT does
// not hold such a name.
Status GetCurrentManifest(FileSystem* fs, const std::string& dbname, std::string* manifest_path,
                          uint64_t* manifest_number);

// Writes db_id (made up when empty) to IDENTITY; *db_id receives what was written.
IOStatus SetIdentityFile(FileSystem* fs, const std::string& dbname, std::string* db_id);
// The content of IDENTITY without trailing newline.
IOStatus ReadIdentityFile(FileSystem* fs, const std::string& dbname, std::string* db_id);

// 36 characters of upper-case hex and dashes, unique everywhere.
std::string NewUniqueId();

}  // namespace ROCKSDB_NAMESPACE
