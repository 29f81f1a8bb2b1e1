// ldb's commands on tables made outside of a database: one writes such a table, one takes it in.
#include <iostream>
#include <string>

#include "rocksdb/sst_file_writer.h"
#include "tools/ldb/commands.h"
#include "tools/support/standard_streams.h"

namespace ROCKSDB_NAMESPACE::tools {

namespace {

using Access = Session::Access;

constexpr char kBetween[] = " ==> ";

Status PathOf(const Session& session, std::string* path) {
  if (session.words().size() != 1)
    return Status::InvalidArgument("a table file must be specified, and nothing else");
  *path = session.words()[0];
  return Status::OK();
}

// One line; *bad when it is none that `dump` writes.
Status AddLine(const Session& session, SstFileWriter* writer, const std::string& line, bool* bad) {
  const size_t between = line.find(kBetween);
  std::string key, value;
  *bad = between == std::string::npos || !session.ReadKey(line.substr(0, between), &key).ok() ||
         !session.ReadValue(line.substr(between + sizeof(kBetween) - 1), &value).ok();
  return *bad ? Status::OK() : writer->Put(key, value);
}

Status WriteTable(Session& session) {
  std::string path;
  Status s = PathOf(session, &path);
  if (s.ok()) s = session.Open(Access::kWrite);
  if (!s.ok()) return s;
  // The options of the family, which the table is for.
  SstFileWriter writer(EnvOptions(), session.db()->GetOptions(session.family()), session.family());
  s = writer.Open(path);
  int bad_lines = 0;
  std::string line;
  while (s.ok() && std::getline(std::cin, line)) {
    bool bad = false;
    s = AddLine(session, &writer, line, &bad);
    bad_lines += bad ? 1 : 0;
  }
  if (bad_lines > 0) session.err() << "Warning: " << bad_lines << " bad lines ignored.\n";
  if (s.ok()) s = InputError();
  if (s.ok()) s = writer.Finish();
  if (s.ok()) session.err() << "external SST file written to " << path << "\n";
  return s;
}

Status IngestTable(Session& session) {
  std::string path;
  Status s = PathOf(session, &path);
  if (s.ok()) s = session.Open(Access::kWrite);
  if (!s.ok()) return s;
  IngestExternalFileOptions how;
  const Arguments& given = session.arguments();
  // A flag that is not given leaves the default.
  const auto take = [&given](const char* name, bool* option) {
    if (given.Has(name)) *option = given.On(name);
  };
  take("move_files", &how.move_files);
  take("snapshot_consistency", &how.snapshot_consistency);
  take("allow_global_seqno", &how.allow_global_seqno);
  take("allow_blocking_flush", &how.allow_blocking_flush);
  take("ingest_behind", &how.ingest_behind);
  take("write_global_seqno", &how.write_global_seqno);
  s = session.db()->IngestExternalFile(session.family(), {path}, how);
  if (s.ok()) session.err() << "external SST files ingested\n";
  return s;
}

}  // namespace

const std::vector<Command>& ExternalFileCommands() {
  static const std::vector<Command> commands = {
      {"write_extern_sst",
       "<file> [--create_if_missing]",
       "write the lines `key ==> value` of standard input to a table for the family",
       {},
       WriteTable},
      {"ingest_extern_sst",
       "<file> [--create_if_missing] [--move_files] [--snapshot_consistency] "
       "[--allow_global_seqno] [--allow_blocking_flush] [--ingest_behind] [--write_global_seqno]",
       "take a table into the family",
       {"move_files", "snapshot_consistency", "allow_global_seqno", "allow_blocking_flush",
        "ingest_behind", "write_global_seqno"},
       IngestTable},
  };
  return commands;
}

}  // namespace ROCKSDB_NAMESPACE::tools
