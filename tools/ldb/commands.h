// The tables of ldb's commands: name, words, flags, a sentence, and a function. main.cc finds
// commands in them and makes its help text from them.
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
  Status (*run)(Session&);      // prints the result, or returns why there is none
};

// put, get, scan, …: commands on keys and values.
const std::vector<Command>& DataCommands();
// dump, idump, load: everything in a range, as text.
const std::vector<Command>& DumpCommands();
// query: one command a line of standard input.
const std::vector<Command>& ShellCommands();
// compact, list_column_families, …: commands on the database as a whole.
const std::vector<Command>& AdminCommands();
// dump_wal, dump_live_files, …: what the files hold.
const std::vector<Command>& FileCommands();
// reduce_levels, unsafe_remove_sst_file, …: commands that change the tree, not the data.
const std::vector<Command>& TreeCommands();
// write_extern_sst, ingest_extern_sst: tables made outside of the database.
const std::vector<Command>& ExternalFileCommands();
// Commands of features that are not there.
const std::vector<Command>& EntityCommands();
// checkpoint, backup, restore: copies of the whole database.
const std::vector<Command>& CopyCommands();
// l0: a drawing of Level 0.
const std::vector<Command>& L0Commands();

// Flags that every command takes.
const std::set<std::string>& CommonFlags();

}  // namespace ROCKSDB_NAMESPACE::tools
