// ldb's commands on what files hold. They use the engine through db/tool_access.h.
#include <algorithm>
#include <iostream>
#include <memory>

#include "db/tool_access.h"
#include "rocksdb/env.h"
#include "rocksdb/file_checksum.h"
#include "rocksdb/metadata.h"
#include "tools/ldb/commands.h"
#include "tools/ldb/file_dump.h"

namespace ROCKSDB_NAMESPACE::tools {

namespace {

Status DumpLog(Session& session) {
  const Arguments& arguments = session.arguments();
  if (!arguments.Has("walfile")) return Status::InvalidArgument("--walfile=PATH must be given");
  WalDumpOptions how;
  how.header = arguments.On("header");
  how.values = arguments.On("print_value");
  if (Status s = session.ChooseEnv(); !s.ok()) return s;
  return DumpWal(session.env(), arguments.Text("walfile"), how, session.out());
}

// The MANIFEST that --path names, or else CURRENT.
Status ManifestPath(Session& session, std::string* path) {
  if (Status s = session.ChooseEnv(); !s.ok()) return s;
  *path = session.arguments().Text("path");
  if (!path->empty()) return Status::OK();
  if (session.path().empty()) return Status::InvalidArgument("--db=PATH or --path=FILE is needed");
  std::string current;
  Status s = ReadFileToString(session.env(), session.path() + "/CURRENT", &current);
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
  const bool verbose = session.arguments().On("verbose");
  how.every_edit = verbose || session.arguments().On("json");
  how.hex = session.key_hex();
  if (verbose) session.out() << "Processing Manifest file " << path << "\n";
  s = DumpManifest(session.env(), path, how, session.out());
  if (s.ok() && verbose) session.out() << "Processing Manifest file " << path << " done\n";
  return s;
}

// ---- the files of a database

constexpr char kLine[] = "==============================\n";

Status DumpFamilyTables(Session& session, ColumnFamilyHandle* family) {
  session.out() << "\nColumn family name: " << family->GetName() << "\n"
                << kLine << "\nSST Files\n"
                << kLine;
  ColumnFamilyMetaData tree;
  session.db()->GetColumnFamilyMetaData(family, &tree);
  Status s;
  for (const LevelMetaData& level : tree.levels) {
    for (const SstFileMetaData& file : level.files) {
      const std::string path = file.db_path + file.name;
      session.out() << path << " level:" << level.level << "\n------------------------------\n";
      if (s.ok()) s = DumpTable(session, session.env(), path);
      session.out() << "\n";
    }
  }
  session.out() << "\nBlob Files\n" << kLine;
  return s;
}

// All logs of the directory, the oldest first.
Status DumpLogs(Session& session) {
  const std::string& wal_dir = session.options().wal_dir;
  const std::string directory = wal_dir.empty() ? session.path() : wal_dir;
  std::vector<std::string> names;
  Status s = session.env()->GetChildren(directory, &names);
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    if (!s.ok() || !Slice(name).ends_with(".log")) continue;
    session.out() << directory << "/" << name << "\n";
    s = DumpWholeLog(session, session.env(), directory + "/" + name);
  }
  return s;
}

Status DumpLiveFiles(Session& session) {
  Status s = session.Open(Session::Access::kRead);
  std::vector<std::string> files;
  uint64_t manifest_size = 0;
  if (s.ok()) s = session.db()->GetLiveFiles(files, &manifest_size, /*flush_memtable=*/false);
  for (const std::string& file : files) {
    if (!s.ok() || !Slice(file).starts_with("/MANIFEST-")) continue;
    session.out() << "Manifest File\n" << kLine << session.path() << file << "\n";
    ManifestDumpOptions how;
    how.hex = session.key_hex();
    s = DumpManifest(session.env(), session.path() + file, how, session.out());
  }
  for (size_t i = 0; s.ok() && i < session.families().size(); ++i) {
    s = DumpFamilyTables(session, session.families()[i]);
  }
  if (!s.ok()) return s;
  session.out() << "\nWrite Ahead Log Files\n" << kLine;
  return DumpLogs(session);
}

Status ListRangeDeletions(Session& session) {
  int64_t limit = -1;
  Status s = session.arguments().Number("max_keys", -1, &limit);
  if (s.ok()) s = session.Open(Session::Access::kRead);
  if (!s.ok()) return s;
  ColumnFamilyMetaData tree;
  session.db()->GetColumnFamilyMetaData(session.family(), &tree);
  int64_t shown = 0;
  for (const LevelMetaData& level : tree.levels) {
    for (const SstFileMetaData& file : level.files) {
      if (!s.ok() || (limit >= 0 && shown >= limit)) continue;
      const std::string path = file.db_path + file.name;
      std::unique_ptr<SstView> view;
      s = SstView::Open(session.env(), path, &view);
      if (!s.ok()) continue;
      session.out() << "=== file : " << path << " ===\n";
      view->ScanRangeDeletions([&](const SstRangeDeletion& range) {
        if (limit >= 0 && shown >= limit) return;
        session.out() << "start: " << range.begin.ToString(true)
                      << " end: " << range.end.ToString(true) << " seq: " << range.sequence << "\n";
        ++shown;
      });
    }
  }
  if (limit > 0 && shown >= limit) session.out() << "(results may not be complete)\n";
  session.out() << "\n";
  return s;
}

Status DumpChecksums(Session& session) {
  Status s = session.Open(Session::Access::kRead);
  if (!s.ok()) return s;
  const std::unique_ptr<FileChecksumList> list(NewFileChecksumList());
  s = session.db()->GetLiveFilesChecksumInfo(list.get());
  std::vector<uint64_t> numbers;
  std::vector<std::string> checksums, functions;
  if (s.ok()) s = list->GetAllFileChecksums(&numbers, &checksums, &functions);
  if (!s.ok()) return s;
  for (size_t i = 0; i < numbers.size(); ++i) {
    session.out() << numbers[i] << ", " << functions[i] << ", "
                  << Slice(checksums[i]).ToString(true) << "\n";
  }
  session.out() << "Print SST file checksum information finished \n";
  return s;
}

}  // namespace

const std::vector<Command>& FileCommands() {
  static const std::vector<Command> commands = {
      {"dump_wal",
       "--walfile=PATH [--header] [--print_value] [--write_committed=BOOL]",
       "print the records of a write-ahead log",
       {"walfile", "header", "print_value", "write_committed"},
       DumpLog},
      {"manifest_dump",
       "[--path=FILE] [--verbose] [--json]",
       "print the tree that a MANIFEST describes; with --verbose or --json, every edit",
       {"path", "verbose", "json"},
       DumpTheManifest},
      {"dump_live_files",
       "",
       "print what MANIFEST, tables and logs of the database hold",
       {},
       DumpLiveFiles},
      {"list_file_range_deletes",
       "[--max_keys=N]",
       "print the range tombstones of the family's tables",
       {"max_keys"},
       ListRangeDeletions},
      {"file_checksum_dump", "", "print the checksums of whole table files", {}, DumpChecksums},
  };
  return commands;
}

}  // namespace ROCKSDB_NAMESPACE::tools
