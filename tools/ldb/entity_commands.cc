// ldb's commands on entities: values made of columns.
#include <iomanip>

#include "rocksdb/wide_columns.h"
#include "tools/ldb/commands.h"

namespace ROCKSDB_NAMESPACE::tools {

namespace {

using Access = Session::Access;

// "name:value", where the name may be empty and the value may hold further colons.
Status ReadColumn(const Session& session, const std::string& word,
                  std::pair<std::string, std::string>* column) {
  const size_t colon = word.find(':');
  if (colon == std::string::npos)
    return Status::InvalidArgument("a column must be <name>:<value>", word);
  Status s = session.ReadValue(word.substr(0, colon), &column->first);
  if (s.ok()) s = session.ReadValue(word.substr(colon + 1), &column->second);
  return s;
}

Status PutEntity(Session& session) {
  const auto& words = session.words();
  if (words.size() < 2) {
    return Status::InvalidArgument("<key> and at least one <column>:<value> must be given");
  }
  std::string key;
  std::vector<std::pair<std::string, std::string>> given(words.size() - 1);
  Status s = session.ReadKey(words[0], &key);
  for (size_t i = 0; s.ok() && i < given.size(); ++i)
    s = ReadColumn(session, words[i + 1], &given[i]);
  if (s.ok()) s = session.Open(Access::kWrite);
  WideColumns columns;
  for (const auto& [name, value] : given) columns.emplace_back(name, value);
  if (s.ok()) s = session.db()->PutEntity(WriteOptions(), session.family(), key, columns);
  return session.SayOk(s);
}

void Show(Session& session, const WideColumns& columns) {
  std::ostream& out = session.out();
  const auto flags = out.flags();
  if (session.value_hex()) out << std::hex;
  const char* between = "";
  for (const WideColumn& column : columns) {
    out << between << column;
    between = " ";
  }
  out << "\n";
  out.flags(flags);
}

Status GetEntity(Session& session) {
  if (session.words().size() != 1)
    return Status::InvalidArgument("<key> must be given, and nothing else");
  std::string key;
  PinnableWideColumns columns;
  Status s = session.ReadKey(session.words()[0], &key);
  if (s.ok()) s = session.Open(Access::kRead);
  if (s.ok()) s = session.db()->GetEntity(ReadOptions(), session.family(), key, &columns);
  if (s.ok()) Show(session, columns.columns());
  return s;
}

Status MultiGetEntity(Session& session) {
  const auto& words = session.words();
  std::vector<std::string> keys;
  Status s = session.ReadKeys(&keys);
  if (s.ok()) s = session.Open(Access::kRead);
  if (!s.ok()) return s;
  const std::vector<Slice> slices(keys.begin(), keys.end());
  std::vector<PinnableWideColumns> columns(keys.size());
  std::vector<Status> found(keys.size());
  session.db()->MultiGetEntity(ReadOptions(), session.family(), keys.size(), slices.data(),
                               columns.data(), found.data());
  for (size_t i = 0; i < found.size(); ++i) {
    if (found[i].ok()) {
      Show(session, columns[i].columns());
    } else if (found[i].IsNotFound()) {
      session.out() << "Key not found: " << words[i] << "\n";
    } else {
      session.out() << "Status for key " << words[i] << ": " << found[i].ToString() << "\n";
    }
  }
  return s;
}

}  // namespace

const std::vector<Command>& EntityCommands() {
  static const std::vector<Command> commands = {
      {"put_entity",
       "<key> <column>:<value> [<column>:<value>] ... [--create_if_missing]",
       "write a value made of columns",
       {"ttl"},
       PutEntity},
      {"get_entity", "<key>", "print the columns of a key", {"ttl"}, GetEntity},
      {"multi_get_entity",
       "<key> [<key>] ...",
       "print the columns of several keys of one moment, a line each",
       {"ttl"},
       MultiGetEntity},
  };
  return commands;
}

}  // namespace ROCKSDB_NAMESPACE::tools
