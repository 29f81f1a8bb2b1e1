// sst_dump: prints and checks table files. If something fails, sst_dump prints the Status and exits
// with 1.
#include <algorithm>
#include <fstream>
#include <iostream>

#include "db/tool_access.h"
#include "tools/support/arguments.h"

namespace ROCKSDB_NAMESPACE::tools {
namespace {

constexpr char kHelp[] = R"(sst_dump - print and check table files

usage: sst_dump --file=FILE_OR_DIRECTORY [options]

  --command=check      read every entry, print only errors (default)
  --command=scan       print every entry
  --command=verify     check every block against its checksum
  --command=raw        write footer, properties, index and entries to NAME_dump.txt
  --command=identify   print whether the file is a table, or list the tables of a directory
  --show_properties    print the table's properties as well
  --output_hex         print keys and values in hex
  --input_key_hex      --from and --to are 0x... text
  --from=KEY --to=KEY  range of user keys; --to is not included
  --read_num=N         at most N entries
  --verify_checksum    check blocks against their checksums while reading
)";

const std::set<std::string> kFlags = {
    "file", "command", "show_properties", "output_hex",      "input_key_hex",
    "from", "to",      "read_num",        "verify_checksum", "help"};
const std::set<std::string> kCommands = {"check", "scan", "verify", "raw", "identify"};

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
    std::vector<std::string> files;
    bool directory = false;
    if (s.ok()) s = FindFiles(&files, &directory);
    if (!s.ok()) {
      std::cerr << s.ToString() << std::endl;
      return 1;
    }
    int valid = 0;
    for (const std::string& file : files) valid += Take(file) ? 1 : 0;
    if (directory && command_ == "identify") ListValid();
    if (valid == 0 && files.size() == 1) std::cerr << files[0] << " is not a valid SST file\n";
    std::cout.flush();
    return failures_ == 0 && (valid > 0 || directory) ? 0 : 1;
  }

 private:
  Status ReadRange() {
    int64_t limit = -1;
    Status s = arguments_.Number("read_num", -1, &limit);
    if (s.ok() && limit >= 0) scan_.limit = static_cast<uint64_t>(limit);
    scan_.has_from = arguments_.Has("from");
    scan_.has_to = arguments_.Has("to");
    scan_.verify = arguments_.On("verify_checksum", true);
    if (s.ok() && scan_.has_from) s = ReadKey("from", &scan_.from);
    if (s.ok() && scan_.has_to) s = ReadKey("to", &scan_.to);
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
    Env* env = Env::Default();
    Status s = env->FileExists(path);
    if (!s.ok()) return Status::NotFound("no such file or directory", path);
    s = env->IsDirectory(path, directory);
    if (!s.ok() || !*directory) {
      files->push_back(path);
      return Status::OK();
    }
    std::vector<std::string> names;
    s = env->GetChildren(path, &names);
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) {
      if (Slice(name).ends_with(".sst")) files->push_back(path + "/" + name);
    }
    return s;
  }

  // True if the file is a table, even a damaged one.
  bool Take(const std::string& file) {
    std::unique_ptr<SstView> view;
    Status s = SstView::Open(Env::Default(), file, &view);
    if (!s.ok()) {
      std::cerr << file << ": " << s.ToString() << std::endl;
      ++failures_;
      return false;
    }
    valid_.push_back(file);
    std::cout << "Process " << file << "\nSst file format: block-based\n";
    s = Work(file, view.get());
    if (!s.ok()) {
      std::cerr << file << ": " << s.ToString() << std::endl;
      ++failures_;
    }
    if (arguments_.On("show_properties")) ShowProperties(view->properties());
    return true;
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
    std::cout << "from [" << Slice(scan_.from).ToString(true) << "] to ["
              << Slice(scan_.to).ToString(true) << "]\n";
    const bool print = command_ == "scan";
    return view->Scan(scan_, [&](const SstEntry& e) {
      if (!print) return;
      std::cout << "'" << e.user_key.ToString(hex_) << "' seq:" << e.sequence << ", type:" << e.type
                << " => " << e.value.ToString(hex_) << "\n";
    });
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

  const Arguments& arguments_;
  const std::string command_;
  const bool hex_;
  SstScan scan_;
  std::vector<std::string> valid_;
  int failures_ = 0;
};

int Run(int argc, const char* const* argv) {
  const Arguments arguments(argc, argv);
  const std::string unknown = arguments.FirstUnknown(kFlags);
  const bool odd_command = kCommands.count(arguments.Text("command", "check")) == 0;
  if (arguments.Has("help")) {
    std::cout << kHelp;
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
  return SstDump(arguments).Run();
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE::tools

int main(int argc, char** argv) { return ROCKSDB_NAMESPACE::tools::Run(argc, argv); }
