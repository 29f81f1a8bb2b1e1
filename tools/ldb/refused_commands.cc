// ldb's commands of features that are not there. Each says which one.
#include "tools/ldb/commands.h"

namespace ROCKSDB_NAMESPACE::tools {

namespace {

constexpr char kHelp[] = "refused";

}  // namespace

const std::vector<Command>& RefusedCommands() {
  static const std::vector<Command> commands = {
      {"put_entity",
       "<key> <column>:<value> ...",
       kHelp,
       {"ttl"},
       [](Session&) { return Status::NotSupported("wide columns: put_entity"); }},
      {"get_entity",
       "<key>",
       kHelp,
       {"ttl"},
       [](Session&) { return Status::NotSupported("wide columns: get_entity"); }},
      {"multi_get_entity",
       "<key> ...",
       kHelp,
       {"ttl"},
       [](Session&) { return Status::NotSupported("wide columns: multi_get_entity"); }},
  };
  return commands;
}

}  // namespace ROCKSDB_NAMESPACE::tools
