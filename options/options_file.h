// OPTIONS files: the options of a database and its column families as text beside its data.
// Written by the database after every change, read by LoadLatestOptions() and tools, here and in
// stock RocksDB:
//
//   [Version]            rocksdb_version, options_file_version
//   [DBOptions]
//   [CFOptions "name"]   one per column family, "default" first
//   [TableOptions/BlockBasedTable "name"]
//
// Options stock RocksDB does not know must not appear as keys there, since its loader would refuse
// the file. They are written as comments "#bucketlsm.NAME=VALUE" at the end of the CFOptions
// section: stock skips them, this reader does not.
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

// The file as it stands, not yet understood as options. Unknown names are kept: whether they are an
// error is decided when the sections are parsed.
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

// InvalidArgument or Corruption, with the line number, if the text is no OPTIONS file.
[[nodiscard]] Status ParseOptionsFile(const std::string& text, OptionsFile* file);

// Turns the file into options. With `cache`, block-based tables use *cache. What has no text form
// is as a fresh struct has it. *db and *families are replaced, and half filled on failure.
[[nodiscard]] Status OptionsFromFile(const ConfigOptions& config, const OptionsFile& file,
                                     std::shared_ptr<Cache>* cache, DBOptions* db,
                                     std::vector<ColumnFamilyDescriptor>* families);

// InvalidArgument, naming the first option that differs more than config.sanity_level allows.
// Options that the file does not name are taken to agree.
[[nodiscard]] Status CompareWithOptionsFile(const ConfigOptions& config, const OptionsFile& file,
                                            const DBOptions& db,
                                            const std::vector<ColumnFamilyDescriptor>& families);

// Makes OPTIONS-number in dbname hold these options: written aside, synced, renamed, directory
// synced. So a crash leaves the whole file or none of that name. The caller deletes older ones.
[[nodiscard]] Status PersistOptions(FileSystem* fs, const std::string& dbname, uint64_t number,
                                    const DBOptions& db,
                                    const std::vector<ColumnFamilyDescriptor>& families);

}  // namespace ROCKSDB_NAMESPACE
