// ldb's commands that print everything in a range, or write what they printed.
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>

#include "rocksdb/comparator.h"
#include "rocksdb/statistics.h"
#include "rocksdb/utilities/debug.h"
#include "tools/ldb/commands.h"
#include "tools/ldb/file_dump.h"
#include "tools/ldb/range_walk.h"
#include "tools/support/standard_streams.h"

namespace ROCKSDB_NAMESPACE::tools {

namespace {

using Access = Session::Access;

constexpr char kArrow[] = " ==> ";

// --count_delim: neighbours whose keys agree up to the delimiter, or a whole key without one,
// become one line.
class PrefixCounts {
 public:
  explicit PrefixCounts(Session& session) : out_(session.out()) {
    if (!session.arguments().Has("count_delim")) return;
    on_ = true;
    const std::string text = session.arguments().Text("count_delim");
    // "true": the flag has no value.
    delimiter_ = text.empty() || text == "true" ? '.' : text[0];
  }

  bool on() const { return on_; }
  void Add(const Slice& key, size_t value_size) {
    if (!on_) return;
    const char* end = std::find(key.data(), key.data() + key.size(), delimiter_);
    const Slice prefix(key.data(), static_cast<size_t>(end - key.data()));
    if (count_ > 0 && prefix != Slice(prefix_)) Print();
    if (count_ == 0) prefix_ = prefix.ToString();
    ++count_;
    bytes_ += key.size() + value_size;
  }
  // The last line.
  void Finish() {
    if (on_) Print();
  }

 private:
  void Print() {
    out_ << prefix_ << " => count:" << count_ << "\tsize:" << bytes_ << "\n";
    count_ = bytes_ = 0;
  }

  std::ostream& out_;
  bool on_ = false;
  char delimiter_ = '.';
  std::string prefix_;
  uint64_t count_ = 0;
  uint64_t bytes_ = 0;
};

// --bucket=SECONDS: how many entries were written in each stretch of time.
class TimeCounts {
 public:
  TimeCounts(const RangeWalk& walk, int64_t stretch)
      : begin_(walk.start_time()), end_(walk.end_time()), stretch_(stretch) {}

  void Add(int64_t seconds) { ++counts_[(seconds - begin_) / stretch_]; }
  // Stretches without entries too.
  void Print(std::ostream& out) const {
    for (int64_t from = begin_, i = 0; from < end_; from += stretch_, ++i) {
      const auto found = counts_.find(i);
      out << "Keys in range " << TimeText(from) << " to "
          << TimeText(std::min(from + stretch_, end_)) << " : "
          << (found == counts_.end() ? 0 : found->second) << "\n";
    }
  }

 private:
  const int64_t begin_;
  const int64_t end_;
  const int64_t stretch_;
  std::map<int64_t, uint64_t> counts_;
};

void PrintStats(Session& session) {
  std::string stats;
  if (session.arguments().On("stats") && session.db()->GetProperty("rocksdb.stats", &stats)) {
    session.out() << stats << "\n";
  }
}

// ---- dump

// REQUIRES: both returned OK: walk.ReadFlags() and session.Open().
Status DumpRange(Session& session, RangeWalk& walk, int64_t stretch) {
  const bool count_only = session.arguments().On("count_only");
  const bool times = walk.shows_times();
  if (times) {
    session.out() << "Dumping key-values from " << TimeText(walk.start_time()) << " to "
                  << TimeText(walk.end_time()) << "\n";
  }
  PrefixCounts prefixes(session);
  TimeCounts stretches(walk, std::max<int64_t>(stretch, 1));
  const std::shared_ptr<Statistics> sizes = CreateDBStatistics();
  Status s = walk.Run([&](const RangeWalk::Entry& entry) {
    if (stretch > 0) stretches.Add(entry.seconds);
    prefixes.Add(entry.key, entry.value.size());
    if (count_only) sizes->recordInHistogram(BYTES_PER_READ, entry.value.size());
    if (count_only || prefixes.on()) return;
    if (times) session.out() << TimeText(entry.seconds) << " ";
    session.out() << session.ShowKey(entry.key) << kArrow
                  << session.ShowEntry(entry.value, entry.columns) << "\n";
  });
  if (stretch > 0) {
    stretches.Print(session.out());
  } else if (prefixes.on()) {
    prefixes.Finish();
  } else {
    session.out() << "Keys in range: " << walk.count() << "\n";
  }
  if (count_only) {
    session.out() << "Value size distribution: \n"
                  << sizes->getHistogramString(BYTES_PER_READ) << "\n";
  }
  return s;
}

Status Dump(Session& session) {
  if (session.arguments().Has("path")) return DumpFile(session, session.arguments().Text("path"));
  RangeWalk walk(session);
  int64_t stretch = 0;
  Status s = walk.ReadFlags();
  if (s.ok()) s = session.arguments().Number("bucket", 0, &stretch);
  if (s.ok() && stretch != 0 && !session.ttl()) {
    s = Status::InvalidArgument("--bucket counts by times of writing, so --ttl must be given");
  }
  if (s.ok()) s = session.Open(Access::kRead);
  if (!s.ok()) return s;
  PrintStats(session);
  return DumpRange(session, walk, stretch);
}

// ---- idump

// Every version of every key of a range.
class VersionWalk {
 public:
  explicit VersionWalk(Session& session) : session_(session) {}

  [[nodiscard]] Status ReadFlags() {
    const Arguments& arguments = session_.arguments();
    Status s = arguments.Number("max_keys", -1, &limit_);
    if (s.ok()) s = ReadBound("from", &from_);
    if (s.ok()) s = ReadBound("to", &to_);
    return s;
  }

  // Calls `see` for each version, by key and then newest first.
  template <typename Fn>
  [[nodiscard]] Status Run(Fn see) {
    std::string next = from_;
    bool bounded = session_.arguments().Has("from");
    // Versions that one call brings; all those of one key must fit.
    size_t batch = kBatch;
    for (;;) {
      std::vector<KeyVersion> versions;
      Status s =
          GetAllKeyVersions(session_.db(), session_.family(), bounded ? OptSlice(next) : OptSlice(),
                            OptSlice(), batch, &versions);
      if (!s.ok()) return s;
      const bool last = versions.size() < batch;
      size_t whole = versions.size();
      // The last key may have more versions: the next call begins with it.
      while (!last && whole > 0 && versions[whole - 1].user_key == versions.back().user_key) {
        --whole;
      }
      for (size_t i = 0; i < whole; ++i) {
        if (!Wanted(versions[i])) return s;
        see(versions[i]);
        ++count_;
      }
      if (last) return s;
      if (whole == 0) {
        batch *= 2;
      } else {
        next = versions.back().user_key;
        bounded = true;
      }
    }
  }
  int64_t count() const { return count_; }

 private:
  // Chosen, not measured.
  static constexpr size_t kBatch = 10000;

  bool Wanted(const KeyVersion& version) const {
    if (limit_ >= 0 && count_ >= limit_) return false;
    return !session_.arguments().Has("to") ||
           session_.family()->GetComparator()->Compare(version.user_key, to_) < 0;
  }
  [[nodiscard]] Status ReadBound(const char* flag, std::string* key) const {
    if (!session_.arguments().Has(flag)) return Status::OK();
    const std::string text = session_.arguments().Text(flag);
    if (session_.arguments().On("input_key_hex")) return DecodeHex(text, key);
    return session_.ReadKey(text, key);
  }

  Session& session_;
  std::string from_;
  std::string to_;
  int64_t limit_ = -1;
  int64_t count_ = 0;
};

Status InternalDump(Session& session) {
  VersionWalk walk(session);
  Status s = walk.ReadFlags();
  if (s.ok()) s = session.Open(Access::kRead);
  if (!s.ok()) return s;
  PrintStats(session);
  const bool count_only = session.arguments().On("count_only");
  PrefixCounts prefixes(session);
  s = walk.Run([&](const KeyVersion& v) {
    prefixes.Add(v.user_key, v.value.size());
    if (count_only || prefixes.on()) return;
    session.out() << "'" << Slice(v.user_key).ToString(session.key_hex()) << "' seq:" << v.sequence
                  << ", type:" << v.type << " => " << Slice(v.value).ToString(session.value_hex())
                  << "\n";
  });
  if (prefixes.on()) {
    prefixes.Finish();
  } else {
    session.out() << "Internal keys in range: " << walk.count() << "\n";
  }
  return s;
}

// ---- load

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
  if (s.ok()) s = InputError();
  // Without a WAL only a flush makes the lines durable.
  if (s.ok() && write.disableWAL) s = session.db()->Flush(FlushOptions(), session.family());
  if (s.ok() && session.arguments().On("compact")) {
    s = session.db()->CompactRange(CompactRangeOptions(), session.family(), nullptr, nullptr);
  }
  return s;
}

}  // namespace

const std::vector<Command>& DumpCommands() {
  static const std::vector<Command> commands = {
      {"dump",
       "[--from=K] [--to=K] [--max_keys=N] [--count_only] [--count_delim=C] [--stats] "
       "[--path=FILE] [--ttl [--timestamp] [--start_time=S] [--end_time=S] [--bucket=S]]",
       "print keys and values as `load` reads them; with --count_only their number and sizes, "
       "with --count_delim those of each prefix; with --path a table, log or MANIFEST",
       RangeWalk::FlagsWith({"count_only", "count_delim", "stats", "path", "bucket"}), Dump},
      {"idump",
       "[--from=K] [--to=K] [--input_key_hex] [--max_keys=N] [--count_only] [--count_delim=C] "
       "[--stats]",
       "print every version of every key, deletions too",
       {"from", "to", "input_key_hex", "max_keys", "count_only", "count_delim", "stats"},
       InternalDump},
      {"load",
       "[--create_if_missing] [--disable_wal] [--bulk_load] [--compact]",
       "write the lines `key ==> value` of standard input",
       {"disable_wal", "bulk_load", "compact"},
       Load},
  };
  return commands;
}

}  // namespace ROCKSDB_NAMESPACE::tools
