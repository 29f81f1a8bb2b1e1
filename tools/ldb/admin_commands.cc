// ldb's commands on the database as a whole: column families, compaction, properties, lists of
// files.
#include <algorithm>
#include <iostream>
#include <map>

#include "rocksdb/metadata.h"
#include "rocksdb/utilities/prometheus.h"
#include "rocksdb/utilities/tree_check.h"
#include "tools/ldb/commands.h"
#include "tools/support/progress_line.h"
#include "tools/support/stream_logger.h"
#include "tools/support/work_estimate.h"

namespace ROCKSDB_NAMESPACE::tools {

namespace {

using Access = Session::Access;

Status OneWord(Session& session, const std::string& what) {
  return session.words().size() == 1 ? Status::OK()
                                     : Status::InvalidArgument(what + " must be given");
}

// ---- column families

Status ListFamilies(Session& session) {
  if (session.path().empty()) return Status::InvalidArgument("--db=PATH is needed");
  std::vector<std::string> names;
  Status s = session.ChooseEnv();
  if (s.ok()) s = DB::ListColumnFamilies(session.options(), session.path(), &names);
  if (!s.ok()) return s;
  session.out() << "Column families in " << session.path() << ": \n{";
  for (size_t i = 0; i < names.size(); ++i) session.out() << (i == 0 ? "" : ", ") << names[i];
  session.out() << "}\n";
  return s;
}

Status CreateFamily(Session& session) {
  Status s = OneWord(session, "the new column family's name");
  if (s.ok()) s = session.Open(Access::kWrite);
  if (!s.ok()) return s;
  ColumnFamilyHandle* handle = nullptr;
  s = session.db()->CreateColumnFamily(session.options(), session.words()[0], &handle);
  if (s.ok()) s = session.db()->DestroyColumnFamilyHandle(handle);
  return session.SayOk(s);
}

Status DropFamily(Session& session) {
  Status s = OneWord(session, "the column family's name");
  if (s.ok()) s = session.Open(Access::kWrite);
  if (!s.ok()) return s;
  const std::string& name = session.words()[0];
  for (ColumnFamilyHandle* handle : session.families()) {
    if (handle->GetName() == name) return session.SayOk(session.db()->DropColumnFamily(handle));
  }
  return Status::InvalidArgument("Column family: " + name + " doesn't exist in db.");
}

// ---- the tree

Status Compact(Session& session) {
  const Arguments& arguments = session.arguments();
  std::string from, to;
  Status s;
  if (arguments.Has("from")) s = session.ReadKey(arguments.Text("from"), &from);
  if (s.ok() && arguments.Has("to")) s = session.ReadKey(arguments.Text("to"), &to);
  session.MeterReads();
  if (s.ok()) s = session.Open(Access::kWrite);
  if (!s.ok()) return s;
  CompactRangeOptions how;
  // A compaction by hand rewrites everything, the bottommost level included.
  how.bottommost_level_compaction = BottommostLevelCompaction::kForce;
  const Slice begin(from), end(to);
  ColumnFamilyMetaData tree;
  session.db()->GetColumnFamilyMetaData(session.family(), &tree);
  // How much of the work falls into a part of the family is unknown.
  const bool whole = !arguments.Has("from") && !arguments.Has("to");
  const uint64_t opened = session.bytes_read();
  const ProgressLine line(session.err(), "compaction", whole ? CompactionWork(tree) : 0,
                          [&] { return session.bytes_read() - opened; });
  return session.db()->CompactRange(how, session.family(), arguments.Has("from") ? &begin : nullptr,
                                    arguments.Has("to") ? &end : nullptr);
}

// The open checks sizes and metadata of the files. Then this reads every entry and checks its place
// in the tree, and checks the checksum of every other block.
Status CheckConsistency(Session& session) {
  Status s = session.Open(Access::kRead);
  if (!s.ok()) return s;
  for (ColumnFamilyHandle* family : session.families()) {
    TreeCheckReport report;
    const Status checked = CheckTree(session.db(), family, TreeCheckOptions(), &report);
    for (const TreeFault& fault : report.faults) {
      session.out() << "column family '" << family->GetName() << "': " << fault.ToString() << "\n";
    }
    if (s.ok()) s = checked;
  }
  if (s.ok()) s = session.db()->VerifyChecksum(ReadOptions());
  return session.SayOk(s);
}

// Families that the OPTIONS file describes keep their options; the others get those of the command
// line.
Status Repair(Session& session) {
  if (session.path().empty()) return Status::InvalidArgument("--db=PATH is needed");
  session.MeterReads();
  Status s = session.LoadOptions();
  if (!s.ok()) return s;
  Options options = session.options();
  const auto level =
      session.arguments().On("verbose") ? InfoLogLevel::INFO_LEVEL : InfoLogLevel::WARN_LEVEL;
  options.info_log = std::make_shared<StreamLogger>(session.err(), level);
  {
    const ProgressLine line(session.err(), "repair", BytesIn(session.path()),
                            [&] { return session.bytes_read(); });
    s = RepairDB(session.path(), options, session.described(), options);
  }
  return session.SayOk(s);
}

Status GetProperty(Session& session) {
  Status s = OneWord(session, "the property's name");
  if (s.ok()) s = session.Open(Access::kRead);
  if (!s.ok()) return s;
  const std::string& name = session.words()[0];
  std::map<std::string, std::string> map;
  std::string value;
  if (session.db()->GetMapProperty(session.family(), name, &map) && !map.empty()) {
    for (const auto& [key, entry] : map)
      session.out() << name << "." << key << ": " << entry << "\n";
  } else if (session.db()->GetProperty(session.family(), name, &value)) {
    session.out() << name << ": " << value << "\n";
  } else {
    return Status::InvalidArgument("no such property", name);
  }
  return s;
}

Status Prometheus(Session& session) {
  Status s = session.Open(Access::kRead);
  if (!s.ok()) return s;
  std::string text;
  s = PrometheusText(session.db(), session.families(), &text);
  if (s.ok()) session.out() << text;
  return s;
}

// ---- lists of files

void ListByFileName(Session& session, std::vector<LiveFileMetaData> files) {
  std::sort(files.begin(), files.end(),
            [](const LiveFileMetaData& a, const LiveFileMetaData& b) { return a.name < b.name; });
  session.out() << "Live SST and Blob Files:\n";
  for (const LiveFileMetaData& file : files) {
    session.out() << file.db_path << file.name << " : level " << file.level << ", column family '"
                  << file.column_family_name << "'\n";
  }
}

void ListByLevel(Session& session, ColumnFamilyHandle* handle) {
  ColumnFamilyMetaData meta;
  session.db()->GetColumnFamilyMetaData(handle, &meta);
  session.out() << "===== Column Family: " << handle->GetName() << " =====\nLive SST Files:\n";
  for (const LevelMetaData& level : meta.levels) {
    session.out() << "---------- level " << level.level << " ----------\n";
    for (const SstFileMetaData& file : level.files)
      session.out() << file.db_path << file.name << "\n";
  }
  session.out() << "Live Blob Files:\n";
}

Status ListLiveFiles(Session& session) {
  Status s = session.Open(Access::kRead);
  if (!s.ok()) return s;
  if (session.arguments().On("sort_by_filename")) {
    std::vector<LiveFileMetaData> files;
    session.db()->GetLiveFilesMetaData(&files);
    ListByFileName(session, std::move(files));
  } else {
    for (ColumnFamilyHandle* handle : session.families()) ListByLevel(session, handle);
  }
  session.out() << "------------------------------\n";
  return s;
}

}  // namespace

const std::vector<Command>& AdminCommands() {
  static const std::vector<Command> commands = {
      {"list_column_families", "", "print the names of all column families", {}, ListFamilies},
      {"create_column_family", "<name>", "add an empty column family", {}, CreateFamily},
      {"drop_column_family", "<name>", "remove a column family and its keys", {}, DropFamily},
      {"compact", "[--from=K] [--to=K]", "compact a range, or everything", {"from", "to"}, Compact},
      {"checkconsistency",
       "",
       "check the place of every entry in the tree, and every checksum",
       {},
       CheckConsistency},
      {"repair",
       "[--verbose]",
       "rebuild the MANIFEST from the readable tables and logs; other files go to lost/",
       {"verbose"},
       Repair},
      {"get_property", "<name>", "print a property of the column family", {}, GetProperty},
      {"prometheus",
       "",
       "print the properties of all column families for Prometheus; also --prometheus",
       {"prometheus"},
       Prometheus},
      {"list_live_files_metadata",
       "[--sort_by_filename]",
       "print the table files in use",
       {"sort_by_filename"},
       ListLiveFiles},
  };
  return commands;
}

}  // namespace ROCKSDB_NAMESPACE::tools
