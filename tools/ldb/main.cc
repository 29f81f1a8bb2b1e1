// ldb: reads and changes a database from the command line. If a command fails, ldb prints the
// Status and exits with 1.
#include <iostream>
#include <map>

#include "rocksdb/version.h"
#include "tools/ldb/commands.h"
#include "tools/support/standard_streams.h"

namespace ROCKSDB_NAMESPACE::tools {

const std::set<std::string>& CommonFlags() {
  static const std::set<std::string> flags = {"db",
                                              "env_uri",
                                              "fs_uri",
                                              "column_family",
                                              "secondary_path",
                                              "hex",
                                              "key_hex",
                                              "value_hex",
                                              "create_if_missing",
                                              "try_load_options",
                                              "ignore_unknown_options",
                                              "disable_consistency_checks",
                                              "bloom_bits",
                                              "block_size",
                                              "compression_type",
                                              "compression_max_dict_bytes",
                                              "auto_compaction",
                                              "db_write_buffer_size",
                                              "write_buffer_size",
                                              "file_size",
                                              "fix_prefix_len",
                                              "buckets"};
  return flags;
}

namespace {

constexpr char kIntroduction[] = R"(ldb - read and change a database

usage: ldb --db=PATH [options] COMMAND [words]

Options, before or after the command:
  --env_uri=URI, --fs_uri=URI     the environment or file system of the database
  --column_family=NAME      the column family to work on (default: default)
  --secondary_path=DIR      read as a secondary instance beside a running primary; DIR gets its LOG
  --hex, --key_hex, --value_hex   keys, values or both are 0x... text, read and printed
  --create_if_missing       create the database if it is missing
  --try_load_options=false  do not read the database's OPTIONS file
  --ignore_unknown_options  ignore unknown options of the OPTIONS file
  --disable_consistency_checks    open without the checks of the tree
  --ttl                     with put, get, multi_get, batchput, scan, dump and query: values carry
                            the time when they were written (DBWithTTL)
  --bloom_bits=N --block_size=N --compression_max_dict_bytes=N
  --compression_type=no|snappy|zlib|bzip2|lz4|lz4hc|zstd
  --auto_compaction=BOOL --write_buffer_size=N --db_write_buffer_size=N --file_size=N
  --fix_prefix_len=N --buckets=N (0: off)
  --version                 print the version, and do nothing else

Commands:
)";

std::vector<const std::vector<Command>*> AllTables() {
  return {&DataCommands(),         &DumpCommands(),  &ShellCommands(), &AdminCommands(),
          &CopyCommands(),         &TreeCommands(),  &FileCommands(),  &L0Commands(),
          &ExternalFileCommands(), &EntityCommands()};
}

void PrintHelp(std::ostream& out) {
  out << kIntroduction;
  for (const auto* table : AllTables()) {
    for (const Command& command : *table) {
      out << "  " << command.name << " " << command.words << "\n      " << command.help << "\n";
    }
  }
}

const Command* Find(const std::string& name) {
  for (const auto* table : AllTables()) {
    for (const Command& command : *table) {
      if (command.name == name) return &command;
    }
  }
  return nullptr;
}

// Flags of RocksDB's ldb whose feature is not there, and the feature.
Status RefuseFlags(const Arguments& arguments) {
  static const std::map<std::string, std::string> features = {
      {"leader_path", "follower instances"},
      {"read_timestamp", "user-defined timestamps"},
      {"get_write_unix_time", "times of writing"},
      {"decode_blob_index", "blob files"},
      {"dump_uncompressed_blobs", "blob files"},
      {"enable_blob_files", "blob files"},
      {"min_blob_size", "blob files"},
      {"blob_file_size", "blob files"},
      {"blob_compression_type", "blob files"},
      {"enable_blob_garbage_collection", "blob files"},
      {"blob_garbage_collection_age_cutoff", "blob files"},
      {"blob_garbage_collection_force_threshold", "blob files"},
      {"blob_compaction_readahead_size", "blob files"},
      {"blob_file_starting_level", "blob files"},
      {"prepopulate_blob_cache", "blob files"},
  };
  for (const auto& [flag, feature] : features) {
    if (arguments.Has(flag)) return Status::NotSupported(feature, "--" + flag);
  }
  return Status::OK();
}

// Tells of a failure of the command, or else of its output. Returns the exit code.
int Finish(Status s) {
  const Status printed = FinishOutput();
  if (s.ok()) s = printed;
  if (!s.ok()) std::cerr << "Failed: " << s.ToString() << std::endl;
  return s.ok() ? 0 : 1;
}

int Run(int argc, const char* const* argv) {
  const Arguments arguments(argc, argv);
  if (arguments.Has("version")) {
    std::cout << GetRocksBuildInfoAsString("ldb") << "\n";
    return Finish(Status::OK());
  }
  // A flag too, for scrapers that are configured with one.
  const bool metrics = arguments.words().empty() && arguments.Has("prometheus");
  if ((arguments.words().empty() && !metrics) || arguments.Has("help")) {
    PrintHelp(arguments.Has("help") ? std::cout : std::cerr);
    return arguments.Has("help") ? Finish(Status::OK()) : 1;
  }
  const Command* command = Find(metrics ? "prometheus" : arguments.words()[0]);
  if (command == nullptr) {
    std::cerr << "Unknown command " << arguments.words()[0] << "; see ldb --help\n";
    return 1;
  }
  const Status refused = RefuseFlags(arguments);
  if (!refused.ok()) return Finish(refused);
  std::set<std::string> known = CommonFlags();
  known.insert(command->flags.begin(), command->flags.end());
  const std::string unknown = arguments.FirstUnknown(known);
  if (!unknown.empty()) {
    std::cerr << "Invalid command-line option " << unknown << "\n";
    return 1;
  }
  Session session(arguments, std::cout, std::cerr);
  Status s = command->run(session);
  // A failed close fails the command: it may lose buffered writes.
  const Status closed = session.Close();
  return Finish(s.ok() ? closed : s);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE::tools

int main(int argc, char** argv) { return ROCKSDB_NAMESPACE::tools::Run(argc, argv); }
