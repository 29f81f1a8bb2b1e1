// The command line tool ldb as a function. Here it is a program of its own (tools/ldb); the
// function says so.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/db.h"
#include "rocksdb/options.h"

namespace ROCKSDB_NAMESPACE {

// How keys are shown.
class SliceFormatter {
 public:
  virtual ~SliceFormatter() = default;
  virtual std::string Format(const Slice& s) const = 0;
};

struct LDBOptions {
  LDBOptions();

  // Shows bytes as they are by default.
  std::shared_ptr<SliceFormatter> key_formatter;
  // The first line of the help.
  std::string print_help_header = "ldb - RocksDB Tool";
};

class LDBTool {
 public:
  // Prints to stderr that the program ldb does this.
  void Run(int argc, char** argv, Options db_options = Options(),
           const LDBOptions& ldb_options = LDBOptions(),
           const std::vector<ColumnFamilyDescriptor>* column_families = nullptr);
};

}  // namespace ROCKSDB_NAMESPACE
