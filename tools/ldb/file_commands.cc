// ldb's commands on single files. They use the engine through db/tool_access.h.
#include <algorithm>
#include <iostream>

#include "db/tool_access.h"
#include "rocksdb/env.h"
#include "tools/ldb/commands.h"

namespace ROCKSDB_NAMESPACE::tools {

namespace {

Status DumpLog(Session& session) {
  const Arguments& arguments = session.arguments();
  if (!arguments.Has("walfile")) return Status::InvalidArgument("--walfile=PATH must be given");
  WalDumpOptions how;
  how.header = arguments.On("header");
  how.values = arguments.On("print_value");
  return DumpWal(Env::Default(), arguments.Text("walfile"), how, session.out());
}

// The MANIFEST that --path names, or else CURRENT.
Status ManifestPath(Session& session, std::string* path) {
  *path = session.arguments().Text("path");
  if (!path->empty()) return Status::OK();
  if (session.path().empty()) return Status::InvalidArgument("--db=PATH or --path=FILE is needed");
  std::string current;
  Status s = ReadFileToString(Env::Default(), session.path() + "/CURRENT", &current);
  if (!s.ok()) return s;
  // The line end is written last: without it the file is incomplete.
  if (current.empty() || current.back() != '\n') {
    return Status::Corruption("CURRENT does not end a line", session.path() + "/CURRENT");
  }
  current.pop_back();
  *path = session.path() + "/" + current;
  return s;
}

Status DumpTheManifest(Session& session) {
  std::string path;
  Status s = ManifestPath(session, &path);
  if (!s.ok()) return s;
  ManifestDumpOptions how;
  how.every_edit = session.arguments().On("verbose");
  how.hex = session.key_hex();
  if (how.every_edit) session.out() << "Processing Manifest file " << path << "\n";
  s = DumpManifest(Env::Default(), path, how, session.out());
  if (s.ok() && how.every_edit) session.out() << "Processing Manifest file " << path << " done\n";
  return s;
}

}  // namespace

const std::vector<Command>& FileCommands() {
  static const std::vector<Command> commands = {
      {"dump_wal",
       "--walfile=PATH [--header] [--print_value]",
       "print the records of a write-ahead log",
       {"walfile", "header", "print_value"},
       DumpLog},
      {"manifest_dump",
       "[--path=FILE] [--verbose]",
       "print the tree that a MANIFEST describes; with --verbose, every edit",
       {"path", "verbose"},
       DumpTheManifest},
  };
  return commands;
}

}  // namespace ROCKSDB_NAMESPACE::tools
