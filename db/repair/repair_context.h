// What the modules of RepairDB share: where the database is, what is known of its column families,
// the tables saved so far, and the counters of the MANIFEST to be written. Made by Repairer; one
// thread uses it. Nothing here outlives one repair.
//
//   repair_files   what lies in the directories; lost/
//   repair_memory  what is left of old MANIFESTs
//   repair_tables  one table: taken as it is, or its readable blocks written anew
//   repair_survey  which logs are damaged, which transactions committed
//   repair_logs    logs to tables
//   repair_taken   which log records tables have taken in already
//   repair_tree    which table goes where
//   repair         the order of it all, the new MANIFEST
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "compaction/table_outputs.h"
#include "options/db_config.h"
#include "rocksdb/db.h"
#include "table/table_reader.h"
#include "util/logging.h"
#include "version/file_meta.h"

namespace ROCKSDB_NAMESPACE {

// A table that will be part of the repaired database.
struct SavedTable {
  std::shared_ptr<FileMeta> meta;  // bounds and sequence numbers as found by reading it
  uint64_t replaces = 0;           // the damaged table whose blocks these are
  bool from_log = false;
  // Ingested, or imported from another database: nothing of it comes from a log of this one.
  bool from_outside = false;
  // The MANIFEST has it in the tree of its family.
  bool remembered = false;
  // It holds nothing of logs from this number on; 0: not known.
  uint64_t flushed_logs = 0;

  // Files and logs share one sequence of numbers: a log with a larger one was begun later.
  bool IsOlderThanLog(uint64_t log) const {
    return (replaces != 0 ? replaces : meta->number) < log;
  }
};

struct RepairFamily {
  uint32_t id = 0;
  std::string name;
  std::shared_ptr<const CfConfig> config;
  std::vector<SavedTable> tables;
  bool damaged = false;  // a table of this family was lost, in part or whole
  // The tables took in every record of logs below this number; 0: not known.
  uint64_t flushed_logs = 0;

  const InternalKeyOrder& order() const { return config->order; }
};

// Filled in step by step, in the order of repair.h; pointers to families stay good.
struct RepairContext {
  std::string dbname;
  std::shared_ptr<const DbConfig> config;
  std::shared_ptr<FileSystem> fs;
  std::shared_ptr<SystemClock> clock;
  Logger* logger = nullptr;
  std::string db_id;
  std::string db_session_id;

  // The options that the caller gives for families: by name, and for all others.
  std::map<std::string, ColumnFamilyOptions> options_of;
  std::unique_ptr<ColumnFamilyOptions> unknown_options;

  std::map<uint32_t, RepairFamily> families;
  uint64_t next_file = 2;
  SequenceNumber last_sequence = 0;
  // Files for lost/ once the new MANIFEST stands, and tables whose contents were written anew.
  std::set<std::string> to_archive;
  std::set<std::string> to_delete;

  uint64_t NowSeconds() const { return clock->NowMicros() / 1000000; }
  uint64_t NewFileNumber() { return next_file++; }
  void MarkFileNumberUsed(uint64_t number) { next_file = std::max(next_file, number + 1); }

  // The family, made known on first sight. InvalidArgument when nothing says what its options are,
  // or another name has this id.
  [[nodiscard]] Status FindFamily(uint32_t id, const std::string& name, RepairFamily** family);
  // Its own name, or that of LevelDB where only a file of that name is there.
  std::string PathOf(const RepairFamily& family, const FileMeta& file) const;
  // One spelling for each directory: absolute, without doubled and trailing slashes and ".". What
  // symbolic links and ".." lead to stays apart.
  std::string Spelling(const std::string& directory) const;
  // Settings for new tables of the family, which do not tell the times of their keys.
  TableOutputs::Settings OutputsOf(const RepairFamily& family);
  [[nodiscard]] Status OpenTable(const std::string& path, uint64_t size,
                                 const InternalKeyOrder& order, SequenceNumber global,
                                 std::unique_ptr<TableReader>* reader) const;
  [[nodiscard]] Status OpenTable(const RepairFamily& family, const FileMeta& file,
                                 std::unique_ptr<TableReader>* reader) const;
};

}  // namespace ROCKSDB_NAMESPACE
