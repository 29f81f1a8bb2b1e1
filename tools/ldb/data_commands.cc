// ldb's commands on keys and values.
#include <iostream>
#include <memory>

#include "rocksdb/write_batch.h"
#include "tools/ldb/commands.h"
#include "tools/ldb/range_walk.h"

namespace ROCKSDB_NAMESPACE::tools {

namespace {

using Access = Session::Access;

Status NeedWords(Session& session, size_t count, const std::string& what) {
  if (session.words().size() == count) return Status::OK();
  return Status::InvalidArgument(what + " must be given, and nothing else");
}

// ---- one key

Status Put(Session& session) {
  std::string key, value;
  Status s = NeedWords(session, 2, "<key> and <value>");
  if (s.ok()) s = session.ReadKey(session.words()[0], &key);
  if (s.ok()) s = session.ReadValue(session.words()[1], &value);
  if (s.ok()) s = session.Open(Access::kWrite);
  if (s.ok()) s = session.db()->Put(WriteOptions(), session.family(), key, value);
  return session.SayOk(s);
}

Status Get(Session& session) {
  std::string key, value;
  Status s = NeedWords(session, 1, "<key>");
  if (s.ok()) s = session.ReadKey(session.words()[0], &key);
  if (s.ok()) s = session.Open(Access::kRead);
  if (s.ok()) s = session.db()->Get(ReadOptions(), session.family(), key, &value);
  if (s.ok()) session.out() << session.ShowValue(value) << "\n";
  return s;
}

Status MultiGet(Session& session) {
  const auto& words = session.words();
  std::vector<std::string> keys;
  Status s = session.ReadKeys(&keys);
  if (s.ok()) s = session.Open(Access::kRead);
  if (!s.ok()) return s;
  const std::vector<Slice> slices(keys.begin(), keys.end());
  std::vector<std::string> values;
  const std::vector<Status> found = session.db()->MultiGet(
      ReadOptions(), std::vector<ColumnFamilyHandle*>(keys.size(), session.family()), slices,
      &values);
  for (size_t i = 0; i < found.size(); ++i) {
    if (found[i].ok()) {
      session.out() << session.ShowValue(values[i]) << "\n";
    } else if (found[i].IsNotFound()) {
      session.out() << "Key not found: " << words[i] << "\n";
    } else {
      return found[i];
    }
  }
  return s;
}

Status Delete(Session& session) {
  std::string key;
  Status s = NeedWords(session, 1, "<key>");
  if (s.ok()) s = session.ReadKey(session.words()[0], &key);
  if (s.ok()) s = session.Open(Access::kWrite);
  if (s.ok()) s = session.db()->Delete(WriteOptions(), session.family(), key);
  return session.SayOk(s);
}

// ---- several keys

Status BatchPut(Session& session) {
  const auto& words = session.words();
  if (words.empty() || words.size() % 2 != 0) {
    return Status::InvalidArgument("pairs of <key> <value> must be given");
  }
  Status s = session.Open(Access::kWrite);
  WriteBatch batch;
  for (size_t i = 0; s.ok() && i < words.size(); i += 2) {
    std::string key, value;
    s = session.ReadKey(words[i], &key);
    if (s.ok()) s = session.ReadValue(words[i + 1], &value);
    if (s.ok()) s = batch.Put(session.family(), key, value);
  }
  if (s.ok()) s = session.db()->Write(WriteOptions(), &batch);
  return session.SayOk(s);
}

Status DeleteRange(Session& session) {
  std::string begin, end;
  Status s = NeedWords(session, 2, "<begin key> and <end key>");
  if (s.ok()) s = session.ReadKey(session.words()[0], &begin);
  if (s.ok()) s = session.ReadKey(session.words()[1], &end);
  if (s.ok()) s = session.Open(Access::kWrite);
  if (s.ok()) s = session.db()->DeleteRange(WriteOptions(), session.family(), begin, end);
  return session.SayOk(s);
}

Status Scan(Session& session) {
  RangeWalk walk(session);
  Status s = walk.ReadFlags();
  if (s.ok()) s = session.Open(Access::kRead);
  if (!s.ok()) return s;
  const bool no_value = session.arguments().On("no_value");
  const bool times = walk.shows_times();
  if (times) {
    session.out() << "Scanning key-values from " << TimeText(walk.start_time()) << " to "
                  << TimeText(walk.end_time()) << "\n";
  }
  return walk.Run([&](const RangeWalk::Entry& entry) {
    if (times) session.out() << TimeText(entry.seconds) << " ";
    session.out() << session.ShowKey(entry.key);
    if (!no_value) session.out() << " : " << session.ShowEntry(entry.value, entry.columns);
    session.out() << "\n";
  });
}

Status ApproxSize(Session& session) {
  const Arguments& arguments = session.arguments();
  if (!arguments.Has("from") || !arguments.Has("to")) {
    return Status::InvalidArgument("--from and --to must be given");
  }
  std::string from, to;
  Status s = session.ReadKey(arguments.Text("from"), &from);
  if (s.ok()) s = session.ReadKey(arguments.Text("to"), &to);
  if (s.ok()) s = session.Open(Access::kRead);
  if (!s.ok()) return s;
  const Range range(from, to);
  uint64_t size = 0;
  s = session.db()->GetApproximateSizes(SizeApproximationOptions(), session.family(), &range, 1,
                                        &size);
  if (s.ok()) session.out() << size << "\n";
  return s;
}

}  // namespace

const std::vector<Command>& DataCommands() {
  static const std::vector<Command> commands = {
      {"put", "<key> <value> [--create_if_missing] [--ttl]", "write one key", {"ttl"}, Put},
      {"get", "<key> [--ttl]", "print one value", {"ttl"}, Get},
      {"multi_get",
       "<key> [<key>] ... [--ttl]",
       "print several values of one moment, a line each",
       {"ttl"},
       MultiGet},
      {"batchput",
       "<key> <value> [<key> <value>] ... [--create_if_missing] [--ttl]",
       "write several keys at once",
       {"ttl"},
       BatchPut},
      {"scan",
       "[--from=K] [--to=K] [--max_keys=N] [--no_value] [--ttl [--timestamp] [--start_time=S] "
       "[--end_time=S]]",
       "print keys and values in order; with --ttl also when they were written, or only those "
       "written in a time",
       RangeWalk::FlagsWith({"no_value"}), Scan},
      {"delete", "<key>", "delete one key", {}, Delete},
      {"deleterange",
       "<begin key> <end key>",
       "delete the keys from begin up to, not including, end",
       {},
       DeleteRange},
      {"approxsize",
       "--from=K --to=K",
       "approximate size of a range in files",
       {"from", "to"},
       ApproxSize},
  };
  return commands;
}

}  // namespace ROCKSDB_NAMESPACE::tools
