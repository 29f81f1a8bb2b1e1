// The tables of ldb's commands: name, words, flags, one sentence, function. main.cc looks names up
// here and prints its help from here; a command exists nowhere else.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "rocksdb/status.h"
#include "tools/ldb/session.h"

namespace ROCKSDB_NAMESPACE::tools {

struct Command {
  std::string name;
  std::string words;  // what follows the name, for the help text
  std::string help;
  std::set<std::string> flags;  // beyond CommonFlags()
  Status (*run)(Session&);      // prints its result; the Status says whether there is one
};

// put, get, scan, …: what a database holds.
const std::vector<Command>& DataCommands();
// compact, list_column_families, …: how it is kept.
const std::vector<Command>& AdminCommands();
// dump_wal, manifest_dump: single files, without opening a database.
const std::vector<Command>& FileCommands();
// l0: a drawing of Level 0.
const std::vector<Command>& L0Commands();

// Flags that every command takes.
const std::set<std::string>& CommonFlags();

}  // namespace ROCKSDB_NAMESPACE::tools
