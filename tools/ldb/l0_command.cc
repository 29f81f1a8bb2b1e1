// `ldb l0`: asks the database for its Level 0 and prints the drawing and the table of buckets.
#include <algorithm>
#include <iostream>
#include <map>

#include "rocksdb/metadata.h"
#include "tools/ldb/commands.h"
#include "tools/ldb/l0_drawing.h"

namespace ROCKSDB_NAMESPACE::tools {

namespace {

// The entries "boundary.1", "boundary.2", … of the property's map: user keys in hex.
std::vector<std::string> Boundaries(const std::map<std::string, std::string>& stats) {
  std::vector<std::string> keys;
  for (size_t i = 1;; i++) {
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
  L0Snapshot picture;
  picture.comparator = family->GetComparator();
  ColumnFamilyMetaData meta;
  db->GetColumnFamilyMetaData(family, &meta);
  for (const LevelMetaData& level : meta.levels) {
    if (level.level == 0) {
      for (const SstFileMetaData& file : level.files) picture.files.push_back(Describe(file));
    } else if (picture.base_level == 0 && !level.files.empty()) {
      picture.base_level = level.level;
      picture.base_bytes = level.size;
    }
  }
  std::map<std::string, std::string> stats;
  if (db->GetMapProperty(family, "rocksdb.bucket-stats", &stats))
    picture.boundaries = Boundaries(stats);
  return picture;
}

void Summarize(std::ostream& out, const std::string& family, const L0Snapshot& picture) {
  uint64_t bytes = 0;
  size_t busy = 0;
  for (const L0File& file : picture.files) {
    bytes += file.bytes;
    busy += file.busy ? 1 : 0;
  }
  out << "Level 0 of column family '" << family << "': " << picture.files.size() << " files, "
      << bytes << " bytes, " << picture.boundaries.size() + 1 << " buckets, deepest point "
      << DeepestPoint(picture) << ", " << busy << " files being compacted; below it level "
      << picture.base_level << " with " << picture.base_bytes << " bytes\n";
}

Status DrawLevelZero(Session& session) {
  int64_t width = 100;
  Status s = session.arguments().Number("width", 100, &width);
  if (s.ok()) s = session.Open(Session::Access::kRead);
  if (!s.ok()) return s;
  const L0Snapshot picture = Look(session.db(), session.family());
  Summarize(session.out(), session.family()->GetName(), picture);
  session.out() << DrawL0(picture, static_cast<size_t>(std::clamp<int64_t>(width, 10, 10000)));
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
