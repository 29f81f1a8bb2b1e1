// ldb's commands that keep house: column families, compaction, properties, lists of files.
#include <algorithm>
#include <iostream>
#include <map>

#include "rocksdb/metadata.h"
#include "tools/ldb/commands.h"

namespace ROCKSDB_NAMESPACE::tools {

namespace {

using Access = Session::Access;

Status SayOk(Session& session, Status s) {
  if (s.ok()) session.out() << "OK\n";
  return s;
}

Status OneWord(Session& session, const std::string& what) {
  return session.words().size() == 1 ? Status::OK()
                                     : Status::InvalidArgument(what + " must be given");
}

// ---- column families

Status ListFamilies(Session& session) {
  if (session.path().empty()) return Status::InvalidArgument("--db=PATH is needed");
  std::vector<std::string> names;
  Status s = DB::ListColumnFamilies(DBOptions(), session.path(), &names);
  if (!s.ok()) return s;
  session.out() << "Column families in " << session.path() << ": \n{";
  for (size_t i = 0; i < names.size(); i++) session.out() << (i == 0 ? "" : ", ") << names[i];
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
  return SayOk(session, s);
}

Status DropFamily(Session& session) {
  Status s = OneWord(session, "the column family's name");
  if (s.ok()) s = session.Open(Access::kWrite);
  if (!s.ok()) return s;
  const std::string& name = session.words()[0];
  for (ColumnFamilyHandle* handle : session.families()) {
    if (handle->GetName() == name) return SayOk(session, session.db()->DropColumnFamily(handle));
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
  if (s.ok()) s = session.Open(Access::kWrite);
  if (!s.ok()) return s;
  CompactRangeOptions how;
  how.bottommost_level_compaction = BottommostLevelCompaction::kForce;
  const Slice begin(from), end(to);
  return session.db()->CompactRange(how, session.family(), arguments.Has("from") ? &begin : nullptr,
                                    arguments.Has("to") ? &end : nullptr);
}

// Opening checks order and sizes of the files; then every block is read against its checksum.
Status CheckConsistency(Session& session) {
  Status s = session.Open(Access::kRead);
  if (s.ok()) s = session.db()->VerifyChecksum(ReadOptions());
  return SayOk(session, s);
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
       "check the tree, every file and every checksum",
       {},
       CheckConsistency},
      {"get_property", "<name>", "print a property of the column family", {}, GetProperty},
      {"list_live_files_metadata",
       "[--sort_by_filename]",
       "print the table files in use",
       {"sort_by_filename"},
       ListLiveFiles},
  };
  return commands;
}

}  // namespace ROCKSDB_NAMESPACE::tools
