// `ldb l0`: reads Level 0 from the database, and prints the drawing and the table of buckets.
#include <algorithm>
#include <iostream>
#include <map>

#include "rocksdb/metadata.h"
#include "tools/ldb/commands.h"
#include "tools/support/l0_drawing.h"

namespace ROCKSDB_NAMESPACE::tools {

namespace {

// The user keys of the entries "boundary.1", "boundary.2", … of the property's map, which are in
// hex.
std::vector<std::string> Boundaries(const std::map<std::string, std::string>& stats) {
  std::vector<std::string> keys;
  for (size_t i = 1;; ++i) {
    const auto it = stats.find("boundary." + std::to_string(i));
    if (it == stats.end()) return keys;
    std::string key;
    if (!Slice(it->second).DecodeHex(&key)) return keys;
    keys.push_back(key);
  }
}

L0File Describe(const SstFileMetaData& file) {
  L0File drawn;
  drawn.number = file.file_number;
  drawn.smallest = file.smallestkey;
  drawn.largest = file.largestkey;
  drawn.bytes = file.size;
  drawn.busy = file.being_compacted;
  return drawn;
}

L0Snapshot Look(DB* db, ColumnFamilyHandle* family) {
  L0Snapshot snapshot;
  snapshot.comparator = family->GetComparator();
  ColumnFamilyMetaData meta;
  db->GetColumnFamilyMetaData(family, &meta);
  for (const LevelMetaData& level : meta.levels) {
    if (level.level == 0) {
      for (const SstFileMetaData& file : level.files) snapshot.files.push_back(Describe(file));
    } else if (snapshot.base_level == 0 && !level.files.empty()) {
      snapshot.base_level = level.level;
      snapshot.base_bytes = level.size;
    }
  }
  std::map<std::string, std::string> stats;
  if (db->GetMapProperty(family, "rocksdb.bucket-stats", &stats))
    snapshot.boundaries = Boundaries(stats);
  return snapshot;
}

void Summarize(std::ostream& out, const std::string& family, const L0Snapshot& snapshot) {
  uint64_t bytes = 0;
  size_t busy = 0;
  for (const L0File& file : snapshot.files) {
    bytes += file.bytes;
    busy += file.busy ? 1 : 0;
  }
  out << "Level 0 of column family '" << family << "': " << snapshot.files.size() << " files, "
      << bytes << " bytes, " << snapshot.boundaries.size() + 1 << " buckets, deepest point "
      << DeepestPoint(snapshot) << ", " << busy << " files being compacted; below it level "
      << snapshot.base_level << " with " << snapshot.base_bytes << " bytes\n";
}

Status DrawLevelZero(Session& session) {
  int64_t width = 100;
  Status s = session.arguments().Number("width", 100, &width);
  if (s.ok()) s = session.Open(Session::Access::kRead);
  if (!s.ok()) return s;
  const L0Snapshot snapshot = Look(session.db(), session.family());
  Summarize(session.out(), session.family()->GetName(), snapshot);
  session.out() << DrawL0(snapshot, static_cast<size_t>(std::clamp<int64_t>(width, 10, 10000)));
  std::string table;
  if (session.db()->GetProperty(session.family(), "rocksdb.bucket-stats", &table)) {
    session.out() << "\n" << table;
  }
  return s;
}

}  // namespace

const std::vector<Command>& L0Commands() {
  static const std::vector<Command> commands = {
      {"l0",
       "[--width=N]",
       "draw Level 0: buckets, files, depth, what is being compacted",
       {"width"},
       DrawLevelZero},
  };
  return commands;
}

}  // namespace ROCKSDB_NAMESPACE::tools
