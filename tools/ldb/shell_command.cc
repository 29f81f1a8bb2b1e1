// `ldb query`: get, put and delete, a command a line of standard input.
#include <iostream>
#include <sstream>

#include "tools/ldb/commands.h"
#include "tools/support/standard_streams.h"

namespace ROCKSDB_NAMESPACE::tools {

namespace {

constexpr char kWords[] = "get <key>\nput <key> <value>\ndelete <key>\n";

class Shell {
 public:
  explicit Shell(Session& session) : session_(session) {}

  // What is wrong with a line goes to standard error, and the next one is read.
  void Take(const std::vector<std::string>& words) {
    const std::string& name = words[0];
    std::string key, value;
    const size_t arguments = words.size() - 1;
    if (name == "help") {
      session_.out() << kWords;
      return;
    }
    const size_t wanted = name == "put" ? 2 : name == "get" || name == "delete" ? 1 : SIZE_MAX;
    Status s;
    if (arguments != wanted) {
      s = Status::InvalidArgument("unknown command, or another number of words; see help", name);
    }
    if (s.ok()) s = session_.ReadKey(words[1], &key);
    if (s.ok() && arguments == 2) s = session_.ReadValue(words[2], &value);
    if (s.ok()) s = Do(words, key, value);
    if (!s.ok()) session_.err() << "Failed: " << s.ToString() << std::endl;
  }

 private:
  Status Do(const std::vector<std::string>& words, const std::string& key,
            const std::string& value) {
    DB* const db = session_.db();
    if (words[0] == "put") {
      Status s = db->Put(WriteOptions(), session_.family(), key, value);
      if (s.ok()) session_.out() << "Successfully put " << words[1] << " " << words[2] << "\n";
      return s;
    }
    if (words[0] == "delete") {
      Status s = db->Delete(WriteOptions(), session_.family(), key);
      if (s.ok()) session_.out() << "Successfully deleted " << words[1] << "\n";
      return s;
    }
    std::string found;
    Status s = db->Get(ReadOptions(), session_.family(), key, &found);
    if (s.IsNotFound()) {
      session_.out() << "Not found " << words[1] << "\n";
      return Status::OK();
    }
    if (s.ok()) session_.out() << words[1] << " ==> " << session_.ShowValue(found) << "\n";
    return s;
  }

  Session& session_;
};

Status Query(Session& session) {
  Status s = session.Open(Session::Access::kWrite);
  if (!s.ok()) return s;
  Shell shell(session);
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream text(line);
    std::vector<std::string> words;
    for (std::string word; text >> word;) words.push_back(word);
    if (words.empty()) continue;
    shell.Take(words);
    session.out().flush();
  }
  return InputError();
}

}  // namespace

const std::vector<Command>& ShellCommands() {
  static const std::vector<Command> commands = {
      {"query",
       "[--ttl]",
       "read get, put, delete and help, one a line, from standard input",
       {"ttl"},
       Query},
  };
  return commands;
}

}  // namespace ROCKSDB_NAMESPACE::tools
