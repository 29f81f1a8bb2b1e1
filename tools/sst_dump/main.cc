// sst_dump: prints and checks table files. If something fails, sst_dump prints the Status and exits
// with 1.
#include <algorithm>
#include <fstream>
#include <iostream>

#include "db/tool_access.h"
#include "rocksdb/convenience.h"
#include "rocksdb/version.h"
#include "tools/sst_dump/recompress.h"
#include "tools/support/arguments.h"
#include "tools/support/standard_streams.h"

namespace ROCKSDB_NAMESPACE::tools {
namespace {

constexpr char kHelp[] = R"(sst_dump - print and check table files

usage: sst_dump --file=FILE_OR_DIRECTORY [options]

  --command=check      read every entry, print only errors (default)
  --command=scan       print every entry
  --command=verify     check every block against its checksum
  --command=raw        write footer, properties, index and entries to NAME_dump.txt
  --command=identify   print whether the file is a table, or list the tables of a directory
  --command=recompress  print how large the table would be with each compression
  --command=none       read no entry
  --show_properties    print the table's properties as well
  --show_summary       print the sums over all files
  --output_hex         print keys and values in hex
  --input_key_hex      --from and --to are 0x... text
  --from=KEY --to=KEY  range of user keys; --to is not included
  --prefix=KEY         only keys that begin so; not together with --from
  --read_num=N         at most N entries of all files together
  --readahead_size=N   bytes to read at once
  --verify_checksum    check blocks against their checksums while reading
  --env_uri=URI --fs_uri=URI  the environment or file system of the files
  --parse_internal_key=0xKEY  print the parts of an internal key, and read no file
  --version            print the version, and read no file

With --command=recompress:
  --compression_types=kZSTD,...  only these
  --compression_level_from=N --compression_level_to=N  each of these levels, of one type
  --set_block_size=N --compression_max_dict_bytes=N --compression_zstd_max_train_bytes=N
  --compression_max_dict_buffer_bytes=N --compression_use_zstd_finalize_dict
)";

const std::set<std::string>& KnownFlags() {
  static const std::set<std::string> flags = [] {
    std::set<std::string> names = {"file",
                                   "command",
                                   "show_properties",
                                   "show_summary",
                                   "output_hex",
                                   "input_key_hex",
                                   "from",
                                   "to",
                                   "prefix",
                                   "read_num",
                                   "readahead_size",
                                   "verify_checksum",
                                   "env_uri",
                                   "fs_uri",
                                   "parse_internal_key",
                                   "help",
                                   "version"};
    names.insert(RecompressFlags().begin(), RecompressFlags().end());
    return names;
  }();
  return flags;
}
const std::set<std::string> kCommands = {"check",    "scan",       "verify", "raw",
                                         "identify", "recompress", "none"};

// One run on a file or a directory. After a damaged file it goes on with the others; the exit code
// shows the failure.
class SstDump {
 public:
  explicit SstDump(const Arguments& arguments)
      : arguments_(arguments),
        command_(arguments.Text("command", "check")),
        hex_(arguments.On("output_hex")) {}

  // Returns the exit code of the process.
  int Run() {
    Status s = ReadRange();
    if (s.ok() && (arguments_.Has("env_uri") || arguments_.Has("fs_uri"))) {
      s = Env::CreateFromUri(ConfigOptions(), arguments_.Text("env_uri"), arguments_.Text("fs_uri"),
                             &env_, &env_owner_);
    }
    std::vector<std::string> files;
    bool directory = false;
    if (s.ok()) s = FindFiles(&files, &directory);
    if (!s.ok()) {
      std::cerr << s.ToString() << std::endl;
      return 1;
    }
    for (const std::string& file : files) {
      Take(file);
      if (enough_) break;
    }
    if (arguments_.On("show_summary")) summary_.Print();
    if (valid_.empty()) {
      std::cerr << (directory ? "No valid SST files found in " + arguments_.Text("file")
                              : arguments_.Text("file") + " is not a valid SST file")
                << "\n";
    } else if (directory && command_ == "identify") {
      ListValid();
    }
    return failures_ == 0 && !valid_.empty() ? 0 : 1;
  }

 private:
  Status ReadRange() {
    int64_t limit = -1;
    Status s = arguments_.Number("read_num", -1, &limit);
    if (s.ok() && limit >= 0) scan_.limit = static_cast<uint64_t>(limit);
    int64_t readahead = 0;
    if (s.ok()) s = arguments_.Number("readahead_size", 0, &readahead);
    scan_.readahead_bytes = static_cast<size_t>(readahead);
    scan_.has_from = arguments_.Has("from");
    scan_.has_to = arguments_.Has("to");
    scan_.verify = arguments_.On("verify_checksum", true);
    if (scan_.has_from && arguments_.Has("prefix")) {
      return Status::InvalidArgument("--prefix and --from exclude each other");
    }
    if (s.ok() && scan_.has_from) s = ReadKey("from", &scan_.from);
    if (s.ok() && scan_.has_to) s = ReadKey("to", &scan_.to);
    if (s.ok() && arguments_.Has("prefix")) {
      s = ReadKey("prefix", &scan_.from);
      scan_.has_from = scan_.by_prefix = true;
    }
    return s;
  }
  Status ReadKey(const std::string& flag, std::string* key) {
    if (arguments_.On("input_key_hex")) return DecodeHex(arguments_.Text(flag), key);
    *key = arguments_.Text(flag);
    return Status::OK();
  }
  Status FindFiles(std::vector<std::string>* files, bool* directory) {
    const std::string path = arguments_.Text("file");
    if (path.empty()) return Status::InvalidArgument("file or directory must be specified");
    Status s = env_->FileExists(path);
    if (!s.ok()) return Status::NotFound("no such file or directory", path);
    s = env_->IsDirectory(path, directory);
    if (!s.ok() || !*directory) {
      files->push_back(path);
      return Status::OK();
    }
    std::vector<std::string> names;
    s = env_->GetChildren(path, &names);
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) {
      if (Slice(name).ends_with(".sst")) files->push_back(path + "/" + name);
    }
    return s;
  }

  // Notes the file as valid if it is a table, even a damaged one.
  void Take(const std::string& file) {
    std::unique_ptr<SstView> view;
    Status s = SstView::Open(env_, file, &view);
    if (!s.ok()) {
      std::cerr << file << ": " << s.ToString() << std::endl;
      ++failures_;
      return;
    }
    valid_.push_back(file);
    std::cout << "Process " << file << "\nSst file format: block-based\n";
    s = Work(file, view.get());
    if (!s.ok()) {
      std::cerr << file << ": " << s.ToString() << std::endl;
      ++failures_;
    }
    if (arguments_.On("show_properties")) ShowProperties(view->properties());
    summary_.Add(view->properties());
  }
  Status Work(const std::string& file, SstView* view) {
    if (command_ == "verify") {
      Status s = view->Verify();
      if (s.ok()) std::cout << "The file is ok\n";
      return s;
    }
    if (command_ == "identify") {
      std::cout << file << " is a valid SST file\n";
      return Status::OK();
    }
    if (command_ == "raw") return WriteRaw(file, view);
    if (command_ == "recompress") return Recompress(arguments_, view, std::cout);
    if (command_ == "none") return Status::OK();
    std::cout << "from [" << Slice(scan_.from).ToString(true) << "] to ["
              << Slice(scan_.to).ToString(true) << "]\n";
    const bool print = command_ == "scan";
    uint64_t seen = 0;
    Status s = view->Scan(scan_, [&](const SstEntry& e) {
      ++seen;
      if (!print) return;
      std::cout << "'" << e.user_key.ToString(hex_) << "' seq:" << e.sequence << ", type:" << e.type
                << " => " << e.value.ToString(hex_) << "\n";
    });
    // --read_num is for all files together.
    if (scan_.limit != UINT64_MAX) enough_ = (scan_.limit -= seen) == 0;
    return s;
  }
  Status WriteRaw(const std::string& file, SstView* view) {
    const std::string target = file.substr(0, file.rfind('.')) + "_dump.txt";
    std::ofstream out(target, std::ios::trunc);
    Status s = view->Describe(out);
    out.close();
    if (s.ok() && !out) return Status::IOError("could not write", target);
    if (s.ok()) std::cout << "raw dump written to file " << target << "\n";
    return s;
  }
  void ShowProperties(const TableProperties& properties) {
    std::cout << "Table Properties:\n------------------------------\n  "
              << properties.ToString("\n  ", ": ")
              << "Raw user collected properties\n------------------------------\n";
    for (const auto& [name, value] : properties.user_collected_properties) {
      std::cout << "  # " << name << ": 0x" << Slice(value).ToString(true) << "\n";
    }
  }
  void ListValid() {
    const std::string path = arguments_.Text("file");
    std::cout << "------------------------------\nList of valid SST files found in " << path
              << ":\n";
    for (const std::string& file : valid_) std::cout << file << "\n";
    std::cout << "Number of valid SST files: " << valid_.size() << "\n";
  }

  // Sums over all files.
  struct Summary {
    uint64_t files = 0, blocks = 0, data = 0, index = 0, filter = 0;
    void Add(const TableProperties& properties) {
      ++files;
      blocks += properties.num_data_blocks;
      data += properties.data_size;
      index += properties.index_size;
      filter += properties.filter_size;
    }
    void Print() const {
      std::cout << "total number of files: " << files << "\ntotal number of data blocks: " << blocks
                << "\ntotal data block size: " << data << "\ntotal index block size: " << index
                << "\ntotal filter block size: " << filter << "\n";
    }
  };

  const Arguments& arguments_;
  const std::string command_;
  const bool hex_;
  SstScan scan_;
  std::vector<std::string> valid_;
  int failures_ = 0;
  bool enough_ = false;  // --read_num entries were read
  Summary summary_;
  Env* env_ = Env::Default();
  std::shared_ptr<Env> env_owner_;  // null: env_ is the default
};

// "key='6B6579' seq:1, type:1"
int PrintInternalKey(const std::string& text) {
  std::string bytes;
  InternalKeyParts parts;
  Status s = DecodeHex(text, &bytes);
  if (s.ok()) s = ParseKey(bytes, &parts);
  if (!s.ok()) {
    std::cerr << "--parse_internal_key: " << s.ToString() << "\n";
    return 1;
  }
  std::cout << "key='" << parts.user_key.ToString(true) << "' seq:" << parts.sequence
            << ", type:" << parts.type << "\n";
  return 0;
}

int Run(int argc, const char* const* argv) {
  const Arguments arguments(argc, argv);
  const std::string unknown = arguments.FirstUnknown(KnownFlags());
  const bool odd_command = kCommands.count(arguments.Text("command", "check")) == 0;
  if (arguments.Has("help") || arguments.Has("version")) {
    std::cout << (arguments.Has("help") ? kHelp : GetRocksBuildInfoAsString("sst_dump") + "\n");
    return 0;
  }
  if (!unknown.empty() || odd_command || !arguments.words().empty()) {
    std::cerr << "Unrecognized argument '"
              << (!unknown.empty() ? "--" + unknown
                  : odd_command    ? "--command=" + arguments.Text("command")
                                   : arguments.words()[0])
              << "'\n\n"
              << kHelp;
    return 1;
  }
  if (arguments.Has("parse_internal_key")) {
    return PrintInternalKey(arguments.Text("parse_internal_key"));
  }
  return SstDump(arguments).Run();
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE::tools

int main(int argc, char** argv) {
  const int code = ROCKSDB_NAMESPACE::tools::Run(argc, argv);
  const auto printed = ROCKSDB_NAMESPACE::tools::FinishOutput();
  if (!printed.ok()) std::cerr << printed.ToString() << std::endl;
  return printed.ok() ? code : 1;
}
