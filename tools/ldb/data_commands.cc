// ldb's commands on keys and values.
#include <iostream>
#include <memory>

#include "rocksdb/write_batch.h"
#include "tools/ldb/commands.h"

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

// Iterates over the range from --from to --to (exclusive), up to --max_keys keys.
class RangeWalk {
 public:
  explicit RangeWalk(Session& session) : session_(session) {}

  // Calls fn(key, value) for each key of the range, and counts the keys.
  template <typename Fn>
  Status Run(Fn fn) {
    std::string from, to;
    int64_t limit = -1;
    const Arguments& arguments = session_.arguments();
    Status s = session_.ReadKey(arguments.Text("from", session_.key_hex() ? "0x" : ""), &from);
    if (s.ok()) s = session_.ReadKey(arguments.Text("to", session_.key_hex() ? "0x" : ""), &to);
    if (s.ok()) s = arguments.Number("max_keys", -1, &limit);
    if (!s.ok()) return s;
    ReadOptions read;
    const Slice upper(to);
    if (arguments.Has("to")) read.iterate_upper_bound = &upper;
    std::unique_ptr<Iterator> it(session_.db()->NewIterator(read, session_.family()));
    if (arguments.Has("from")) {
      it->Seek(from);
    } else {
      it->SeekToFirst();
    }
    for (; it->Valid() && (limit < 0 || count_ < limit); it->Next(), ++count_)
      fn(it->key(), it->value());
    return it->status();
  }
  int64_t count() const { return count_; }

 private:
  Session& session_;
  int64_t count_ = 0;
};

Status Scan(Session& session) {
  Status s = session.Open(Access::kRead);
  if (!s.ok()) return s;
  const bool no_value = session.arguments().On("no_value");
  return RangeWalk(session).Run([&](const Slice& key, const Slice& value) {
    session.out() << session.ShowKey(key);
    if (!no_value) session.out() << " : " << session.ShowValue(value);
    session.out() << "\n";
  });
}

// ---- dump and load

constexpr char kArrow[] = " ==> ";

Status Dump(Session& session) {
  Status s = session.Open(Access::kRead);
  if (!s.ok()) return s;
  const bool count_only = session.arguments().On("count_only");
  RangeWalk walk(session);
  s = walk.Run([&](const Slice& key, const Slice& value) {
    if (!count_only)
      session.out() << session.ShowKey(key) << kArrow << session.ShowValue(value) << "\n";
  });
  session.out() << "Keys in range: " << walk.count() << "\n";
  return s;
}

// Skips a line that it cannot parse and sets *bad; an error of the database ends the load.
Status LoadLine(Session& session, const WriteOptions& write, const std::string& line, bool* bad) {
  const size_t arrow = line.find(kArrow);
  *bad = arrow == std::string::npos;
  if (*bad) return Status::OK();
  std::string key, value;
  Status s = session.ReadKey(line.substr(0, arrow), &key);
  if (s.ok()) s = session.ReadValue(line.substr(arrow + sizeof(kArrow) - 1), &value);
  *bad = !s.ok();
  return *bad ? Status::OK() : session.db()->Put(write, session.family(), key, value);
}

Status Load(Session& session) {
  Status s = session.Open(Access::kWrite);
  WriteOptions write;
  write.disableWAL = session.arguments().On("disable_wal");
  int bad_lines = 0;
  std::string line;
  while (s.ok() && std::getline(std::cin, line)) {
    bool bad = false;
    s = LoadLine(session, write, line, &bad);
    bad_lines += bad ? 1 : 0;
  }
  if (bad_lines > 0) session.err() << "Warning: " << bad_lines << " bad lines ignored.\n";
  // Without a WAL only a flush makes the lines durable.
  if (s.ok() && write.disableWAL) s = session.db()->Flush(FlushOptions(), session.family());
  if (s.ok() && session.arguments().On("compact")) {
    s = session.db()->CompactRange(CompactRangeOptions(), session.family(), nullptr, nullptr);
  }
  return s;
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
      {"put", "<key> <value> [--create_if_missing]", "write one key", {}, Put},
      {"get", "<key>", "print one value", {}, Get},
      {"batchput",
       "<key> <value> [<key> <value>] ... [--create_if_missing]",
       "write several keys at once",
       {},
       BatchPut},
      {"scan",
       "[--from=K] [--to=K] [--max_keys=N] [--no_value]",
       "print keys and values in order",
       {"from", "to", "max_keys", "no_value"},
       Scan},
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
      {"dump",
       "[--from=K] [--to=K] [--max_keys=N] [--count_only]",
       "print keys and values as `load` reads them",
       {"from", "to", "max_keys", "count_only"},
       Dump},
      {"load",
       "[--create_if_missing] [--disable_wal] [--compact]",
       "write the lines `key ==> value` of standard input",
       {"disable_wal", "compact"},
       Load},
  };
  return commands;
}

}  // namespace ROCKSDB_NAMESPACE::tools
