// Names of the files in a database directory, and the type and number that a name tells. Pure text:
// no call touches the file system (current_file.h has those that do).
#pragma once

#include <cstdint>
#include <string>

#include "rocksdb/slice.h"
#include "rocksdb/types.h"

namespace ROCKSDB_NAMESPACE {

// Numbers are written with at least six digits and read with any. `dir` carries no trailing slash.
// The names are RocksDB's, because other tools and backups rely on them.
std::string WalFileName(const std::string& dir, uint64_t number);    // dir/000012.log
std::string WalFileName(uint64_t number);                            // 000012.log
std::string ArchivedWalDirectory(const std::string& dir);            // dir/archive
std::string TableFileName(const std::string& dir, uint64_t number);  // dir/000012.sst
std::string TableFileName(uint64_t number);                          // 000012.sst
// What LevelDB calls it, whose databases can be opened: dir/000012.ldb
std::string LevelDbTableFileName(const std::string& dir, uint64_t number);
std::string ManifestFileName(const std::string& dir, uint64_t number);     // dir/MANIFEST-000012
std::string ManifestFileName(uint64_t number);                             // MANIFEST-000012
std::string CurrentFileName(const std::string& dir);                       // dir/CURRENT
std::string LockFileName(const std::string& dir);                          // dir/LOCK
std::string IdentityFileName(const std::string& dir);                      // dir/IDENTITY
std::string TempFileName(const std::string& dir, uint64_t number);         // dir/000012.dbtmp
std::string OptionsFileName(const std::string& dir, uint64_t number);      // dir/OPTIONS-000012
std::string OptionsFileName(uint64_t number);                              // OPTIONS-000012
std::string TempOptionsFileName(const std::string& dir, uint64_t number);  // ... .dbtmp

// The names of a database's info logs: "LOG" inside its own directory; in a directory shared by
// several databases, the database's path with underscores in place of slashes, followed by "_LOG".
struct InfoLogName {
  InfoLogName(const std::string& db_absolute_path, const std::string& db_log_dir);

  std::string dir;      // where the logs are
  std::string current;  // name of the current one, without directory

  std::string CurrentPath() const { return dir + "/" + current; }
  // The name that a log gets when a new one starts at the time `suffix_micros`.
  std::string OldPath(uint64_t suffix_micros) const {
    return dir + "/" + current + ".old." + std::to_string(suffix_micros);
  }
  bool IsOldLog(const std::string& file_name) const;
};

// Parses a name inside a database directory (without path). False for foreign files. *number is 0
// for kinds without one and the time for old info logs. Info logs are recognized by `info_log_name`
// ("LOG" when empty). *archived is true for WALs in the archive ("archive/000012.log").
bool ParseFileName(const std::string& name, uint64_t* number, FileType* type);
bool ParseFileName(const std::string& name, const Slice& info_log_name, uint64_t* number,
                   FileType* type, bool* archived = nullptr);

// dir + "/" + name, without doubling the slash.
std::string JoinPath(const std::string& dir, const std::string& name);
// The directory part, without trailing slash; "." when there is none.
std::string DirectoryOf(const std::string& path);
// The part after the last slash.
std::string BaseNameOf(const std::string& path);

}  // namespace ROCKSDB_NAMESPACE
