// OPTIONS files: the options of a database and its column families as text beside its data. The
// database writes one after every change; LoadLatestOptions() and tools read them, here and in
// stock RocksDB:
//
//   [Version]            rocksdb_version, options_file_version
//   [DBOptions]
//   [CFOptions "name"]   one per column family, "default" first
//   [TableOptions/BlockBasedTable "name"]
//
// Options unknown to stock RocksDB must not appear as keys there, because its loader would refuse
// the file. They are written as comments "#bucketlsm.NAME=VALUE" at the end of the CFOptions
// section; stock skips them, and this reader reads them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "rocksdb/convenience.h"
#include "rocksdb/db.h"
#include "rocksdb/options.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class FileSystem;

using OptionMap = std::unordered_map<std::string, std::string>;

// One section "[TITLE "ARGUMENT"]" of an OPTIONS file.
struct OptionsSection {
  // "DBOptions", "CFOptions"; of a table section the part behind "TableOptions/".
  std::string title;
  // The column family's name, unescaped; empty in sections of the database.
  std::string argument;
  OptionMap values;
};

// The sections of a file, before they are parsed as options. Unknown names are kept; parsing the
// sections decides whether they are an error.
struct OptionsFile {
  OptionMap version;
  OptionMap db;
  std::vector<OptionsSection> families;  // default first
  std::vector<OptionsSection> tables;    // title: name of the table factory
  // Null when the family has none.
  const OptionsSection* TableOf(const std::string& family) const;
};

// The text of an OPTIONS file. Equal options give equal text.
std::string FormatOptionsFile(const DBOptions& db,
                              const std::vector<ColumnFamilyDescriptor>& families);

// InvalidArgument or Corruption, with the line number, if the text is not an OPTIONS file.
[[nodiscard]] Status ParseOptionsFile(const std::string& text, OptionsFile* file);

// Turns the file into options. With `cache`, block-based tables use *cache. Options without a text
// form have their default values. Replaces *db and *families; a failure leaves them half filled.
[[nodiscard]] Status OptionsFromFile(const ConfigOptions& config, const OptionsFile& file,
                                     std::shared_ptr<Cache>* cache, DBOptions* db,
                                     std::vector<ColumnFamilyDescriptor>* families);

// InvalidArgument, naming the first option that differs more than config.sanity_level allows.
// Options that the file does not name agree.
[[nodiscard]] Status CompareWithOptionsFile(const ConfigOptions& config, const OptionsFile& file,
                                            const DBOptions& db,
                                            const std::vector<ColumnFamilyDescriptor>& families);

// Writes these options to OPTIONS-number in dbname: writes a temporary file, syncs it, renames it.
// So a crash leaves the whole file or none of that name; which, the caller's sync of the directory
// decides. After it the caller deletes older files.
[[nodiscard]] Status PersistOptions(FileSystem* fs, const std::string& dbname, uint64_t number,
                                    const DBOptions& db,
                                    const std::vector<ColumnFamilyDescriptor>& families);

}  // namespace ROCKSDB_NAMESPACE
