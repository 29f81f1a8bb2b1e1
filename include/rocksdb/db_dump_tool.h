// All keys and values of a database into one file, and back. The format is RocksDB's.
#pragma once

#include <string>

#include "rocksdb/db.h"

namespace ROCKSDB_NAMESPACE {

struct DumpOptions {
  std::string db_path;
  // The file to write.
  std::string dump_location;
  // Leaves time and host name out of the file.
  bool anonymous = false;
};

class DbDumpTool {
 public:
  // Writes the default column family. False when something failed, with a message on stderr.
  bool Run(const DumpOptions& dump_options, Options options = Options());
};

struct UndumpOptions {
  std::string db_path;
  // The file to read.
  std::string dump_location;
  // Compacts the database at the end.
  bool compact_db = false;
};

class DbUndumpTool {
 public:
  // Makes the database if there is none, and puts the file's entries into it.
  bool Run(const UndumpOptions& undump_options, Options options = Options());
};

}  // namespace ROCKSDB_NAMESPACE
