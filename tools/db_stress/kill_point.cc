// Names of kinds, operations and sides; the catalogue; the kill.
#include "tools/db_stress/kill_point.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace stress {

using rocksdb::Status;

namespace {

constexpr const char* kKinds[] = {"wal", "sst", "manifest", "current", "options", "log", "other"};
constexpr const char* kOps[] = {"open",      "reuse",    "append", "flush",  "sync",
                                "rangesync", "truncate", "close",  "rename", "link",
                                "delete",    "dirsync",  "retire"};
constexpr const char* kSides[] = {"before", "torn", "after"};

bool EndsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

template <typename Enum, size_t N>
bool Find(const char* const (&names)[N], const std::string& name, Enum* found) {
  const auto at = std::find(std::begin(names), std::end(names), name);
  if (at == std::end(names)) return false;
  *found = static_cast<Enum>(at - std::begin(names));
  return true;
}

std::vector<std::string> SplitAtColons(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ':') {
      parts.emplace_back();
    } else {
      parts.back().push_back(c);
    }
  }
  return parts;
}

}  // namespace

const char* NameOf(FileKind kind) { return kKinds[static_cast<int>(kind)]; }
const char* NameOf(FileOp op) { return kOps[static_cast<int>(op)]; }
const char* NameOf(Side side) { return kSides[static_cast<int>(side)]; }

FileKind KindOf(const std::string& path) {
  const std::string name = path.substr(path.find_last_of('/') + 1);
  if (EndsWith(name, ".log")) return FileKind::kWal;
  if (EndsWith(name, ".sst")) return FileKind::kTable;
  if (name.rfind("MANIFEST-", 0) == 0) return FileKind::kManifest;
  if (name.rfind("OPTIONS-", 0) == 0) return FileKind::kOptions;
  if (name == "CURRENT" || EndsWith(name, ".dbtmp")) return FileKind::kCurrent;
  if (name.rfind("LOG", 0) == 0) return FileKind::kInfoLog;
  return FileKind::kOther;
}

std::string KillPoint::Name() const {
  return kind + (activity.empty() ? "" : "@" + activity) + ":" + NameOf(op) + ":" + NameOf(side);
}

Status ParseKillPoint(const std::string& text, KillPoint* point) {
  const std::vector<std::string> parts = SplitAtColons(text);
  if (parts.size() != 4)
    return Status::InvalidArgument("a kill point is KIND[@ACTIVITY]:OP:SIDE:N, not " + text);
  const size_t at = parts[0].find('@');
  point->kind = parts[0].substr(0, at);
  point->activity = at == std::string::npos ? "" : parts[0].substr(at + 1);
  FileKind kind;
  if (point->kind != "any" && !Find(kKinds, point->kind, &kind))
    return Status::InvalidArgument("no such file kind: " + point->kind);
  if (!Find(kOps, parts[1], &point->op))
    return Status::InvalidArgument("no such operation: " + parts[1]);
  if (!Find(kSides, parts[2], &point->side))
    return Status::InvalidArgument("no such side: " + parts[2]);
  if (point->side == Side::kTorn && point->op != FileOp::kAppend)
    return Status::InvalidArgument("only an append can be torn");
  point->nth = std::strtoull(parts[3].c_str(), nullptr, 10);
  return point->nth > 0 ? Status::OK() : Status::InvalidArgument("N must be a number above 0");
}

namespace {

// Spreads and needs are chosen so that runs of some seconds reach each point often; the summary of
// tools/crashtest.sh shows how often.
constexpr CatalogEntry kCatalog[] = {
    {"wal@write:append:before", 3000, "wal=each"},
    {"wal@write:append:torn", 3000, "wal=each"},
    {"wal@write:append:after", 3000, "wal=each"},
    {"wal:sync:before", 10, "wal=sync"},
    {"wal:sync:after", 10, "wal=sync"},
    {"wal:rangesync:after", 10, "bytes_per_sync=1,wal=each"},
    {"wal@write:open:before", 12, ""},
    {"wal@write:open:after", 12, ""},
    {"wal:reuse:before", 4, "recycle=1"},
    {"wal:reuse:after", 4, "recycle=1"},
    {"wal:close:before", 8, ""},
    {"wal:close:after", 8, ""},
    {"wal:delete:before", 4, "recycle=0"},
    {"wal:delete:after", 4, "recycle=0"},
    {"sst@flush:open:before", 12, ""},
    {"sst@flush:open:after", 12, ""},
    {"sst@flush:append:before", 40, ""},
    {"sst@flush:append:torn", 40, ""},
    {"sst@flush:append:after", 40, ""},
    {"sst@flush:sync:before", 12, ""},
    {"sst@flush:sync:after", 12, ""},
    {"sst@flush:close:after", 12, ""},
    {"sst@compaction:open:after", 6, ""},
    {"sst@compaction:append:before", 30, ""},
    {"sst@compaction:append:torn", 30, ""},
    {"sst@compaction:sync:before", 6, ""},
    {"sst@compaction:sync:after", 6, ""},
    {"sst:truncate:before", 6, "direct=1"},
    {"sst:truncate:after", 6, "direct=1"},
    {"sst:delete:before", 10, ""},
    {"sst:delete:after", 10, ""},
    {"sst:sync:before", 20, ""},
    {"sst:sync:after", 20, ""},
    {"sst:append:torn", 60, "subcompactions=4,flush_threads=4"},
    {"sst:retire:before", 4, ""},
    {"sst:retire:after", 4, ""},
    {"sst:reuse:before", 4, ""},
    {"sst:reuse:after", 4, ""},
    {"any:dirsync:before", 12, ""},
    {"any:dirsync:after", 12, ""},
    {"manifest:append:torn", 12, ""},
    {"manifest:sync:after", 12, ""},
    {"any@flush:dirsync:before", 8, ""},
    {"any@flush:dirsync:after", 8, ""},
    {"manifest@flush:append:before", 8, ""},
    {"manifest@flush:append:torn", 8, ""},
    {"manifest@flush:append:after", 8, ""},
    {"manifest@flush:sync:before", 8, ""},
    {"manifest@flush:sync:after", 8, ""},
    {"manifest@split:append:before", 3, "rebalance=1"},
    {"manifest@split:append:torn", 3, "rebalance=1"},
    {"manifest@split:append:after", 3, "rebalance=1"},
    {"manifest@split:sync:after", 3, "rebalance=1"},
    {"manifest@merge:append:before", 1, "rebalance=1"},
    {"manifest@merge:append:torn", 1, "rebalance=1"},
    {"manifest@merge:append:after", 1, "rebalance=1"},
    {"manifest@merge:sync:after", 1, "rebalance=1"},
    {"manifest@compaction:append:before", 5, ""},
    {"manifest@compaction:append:torn", 5, ""},
    {"manifest@compaction:append:after", 5, ""},
    {"manifest@compaction:sync:before", 5, ""},
    {"manifest@compaction:sync:after", 5, ""},
    {"manifest@family:append:before", 2, "families=1"},
    {"manifest@family:append:torn", 2, "families=1"},
    {"manifest@family:append:after", 2, "families=1"},
    {"manifest:open:before", 2, "roll=1"},
    {"manifest:open:after", 2, "roll=1"},
    {"manifest:delete:before", 1, "roll=1"},
    {"manifest@open:append:torn", 2, ""},
    {"manifest@open:sync:before", 1, ""},
    {"current:append:torn", 2, "roll=1"},
    {"current:sync:before", 2, "roll=1"},
    {"current:rename:before", 2, "roll=1"},
    {"current:rename:after", 2, "roll=1"},
    {"options:append:torn", 1, ""},
    {"options:rename:before", 2, ""},
    {"options:rename:after", 2, ""},
    {"sst@open:append:torn", 2, ""},
    {"manifest@open:append:after", 3, ""},
    {"any@open:sync:before", 4, ""},
    {"any@open:rename:before", 2, ""},
    {"any@open:delete:before", 3, ""},
    {"wal@open:open:after", 1, ""},
    {"any@close:close:before", 3, ""},
    {"wal@close:append:before", 1, "wal=manual"},
    {"wal@close:append:torn", 1, "wal=manual"},
    {"wal@prepare:append:before", 40, "form=pessimistic,wal=each,recycle=0"},
    {"wal@prepare:append:torn", 40, "form=pessimistic,wal=each,recycle=0"},
    {"wal@prepare:append:after", 40, "form=pessimistic,wal=each,recycle=0"},
    {"wal@commit:append:before", 20, "form=pessimistic,wal=each,recycle=0"},
    {"wal@commit:append:torn", 20, "form=pessimistic,wal=each,recycle=0"},
    {"wal@commit:append:after", 20, "form=pessimistic,wal=each,recycle=0"},
    {"wal@commit:sync:before", 6, "form=pessimistic,wal=sync,recycle=0"},
    {"wal@rollback:append:before", 12, "form=pessimistic,wal=each,recycle=0"},
    {"wal@rollback:append:torn", 12, "form=pessimistic,wal=each,recycle=0"},
    {"wal@rollback:append:after", 12, "form=pessimistic,wal=each,recycle=0"},
    {"sst@ingest:link:before", 6, "wal=each"},
    {"sst@ingest:link:after", 6, "wal=each"},
    {"sst@ingest:append:torn", 4, "wal=each"},
    {"sst@ingest:sync:after", 6, "wal=each"},
    {"sst@ingest:delete:before", 4, "wal=each"},
    {"any@ingest:dirsync:after", 6, "wal=each"},
    {"manifest@ingest:append:before", 6, "wal=each"},
    {"manifest@ingest:append:torn", 6, "wal=each"},
    {"manifest@ingest:append:after", 6, "wal=each"},
    {"manifest@ingest:sync:after", 6, "wal=each"},
};

}  // namespace

const std::vector<CatalogEntry>& KillCatalog() {
  static const std::vector<CatalogEntry> catalog(std::begin(kCatalog), std::end(kCatalog));
  return catalog;
}

bool Killer::Meet(FileKind kind, const char* activity, FileOp op, Side side) {
  if (!wanted_ || op != point_.op || side != point_.side ||
      !armed_.load(std::memory_order_acquire) ||
      (point_.kind != "any" && point_.kind != NameOf(kind)) ||
      (!point_.activity.empty() && point_.activity != activity))
    return false;
  // All threads count together; one of them is the Nth.
  if (met_.fetch_add(1) + 1 != point_.nth) return false;
  if (side == Side::kTorn) return true;
  Die();
}

void Killer::Die() {
  const std::string text = "KILLED at " + point_.Name() + "\n";
  // From here on the process must do nothing more for its files: no buffers, no destructors.
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) _exit(3);
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

}  // namespace stress
