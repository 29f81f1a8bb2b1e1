// Reading the tree's state through properties: see db_probe.h.
#include "tools/db_bench/db_probe.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <system_error>

namespace bench {
namespace {

using Map = std::map<std::string, std::string>;

double Number(const Map& map, const char* key) {
  const auto found = map.find(key);
  return found == map.end() ? 0 : std::strtod(found->second.c_str(), nullptr);
}

uint64_t IntProperty(DB* db, ColumnFamilyHandle* family, const char* name) {
  uint64_t value = 0;
  return db->GetIntProperty(family, name, &value) ? value : 0;
}

// The two names under which engines count an event: in the statistics map of the column family and,
// from version 8 on, in the map of write stalls.
struct StallKeys {
  StallCause cause;
  const char* in_cfstats;
  const char* in_stall_stats;
};
constexpr StallKeys kStallKeys[] = {
    {StallCause::kL0Slowdown, "io_stalls.level0_slowdown", "l0-file-count-limit-delays"},
    {StallCause::kL0Stop, "io_stalls.level0_numfiles", "l0-file-count-limit-stops"},
    {StallCause::kMemtableSlowdown, "io_stalls.memtable_slowdown", "memtable-limit-delays"},
    {StallCause::kMemtableStop, "io_stalls.memtable_compaction", "memtable-limit-stops"},
    {StallCause::kPendingSlowdown, "io_stalls.slowdown_for_pending_compaction_bytes",
     "pending-compaction-bytes-delays"},
    {StallCause::kPendingStop, "io_stalls.stop_for_pending_compaction_bytes",
     "pending-compaction-bytes-stops"},
};

void AddFamily(DB* db, ColumnFamilyHandle* family, TreeSample* sample) {
  std::string text;
  uint64_t files = 0;
  if (db->GetProperty(family, "rocksdb.num-files-at-level0", &text)) {
    files = std::strtoull(text.c_str(), nullptr, 10);
  }
  sample->l0_files += files;
  // Without buckets a file may span the key space, so the number of files is the depth.
  uint64_t depth = files;
  Map map;
  if (kHasBuckets && db->GetMapProperty(family, "rocksdb.bucket-stats", &map)) {
    if (map.count("max-depth") > 0) depth = static_cast<uint64_t>(Number(map, "max-depth"));
    sample->buckets += static_cast<uint64_t>(Number(map, "buckets"));
  }
  sample->l0_depth = std::max(sample->l0_depth, depth);
  sample->live_bytes += IntProperty(db, family, "rocksdb.live-sst-files-size");
  sample->pending_bytes += IntProperty(db, family, "rocksdb.estimate-pending-compaction-bytes");
  map.clear();
  Map stalls;
  if (db->GetMapProperty(family, "rocksdb.cfstats", &map)) {
    sample->background_bytes += Number(map, "compaction.Sum.WriteGB") * 1073741824.0;
    sample->compact_read_bytes += Number(map, "compaction.Sum.ReadGB") * 1073741824.0;
  }
  db->GetMapProperty(family, "rocksdb.cf-write-stall-stats", &stalls);
  for (const StallKeys& keys : kStallKeys) {
    sample->stall_events[static_cast<int>(keys.cause)] +=
        // An engine fills one of the two maps, or both with the same counts.
        std::max(Number(map, keys.in_cfstats), Number(stalls, keys.in_stall_stats));
  }
}

}  // namespace

const char* StallCauseName(StallCause cause) {
  static constexpr const char* kNames[kStallCauses] = {"l0_slowdown",       "l0_stop",
                                                       "memtable_slowdown", "memtable_stop",
                                                       "pending_slowdown",  "pending_stop"};
  return kNames[static_cast<int>(cause)];
}

uint64_t DirectoryBytes(const std::vector<std::string>& directories) {
  uint64_t total = 0;
  for (const std::string& directory : directories) {
    std::error_code error;
    std::filesystem::directory_iterator entry(directory, error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
      // Counts allocated blocks, which is what a preallocated or sparse file costs.
      struct stat info;
      if (::stat(entry->path().c_str(), &info) == 0 && S_ISREG(info.st_mode)) {
        total += static_cast<uint64_t>(info.st_blocks) * 512;
      }
    }
  }
  return total;
}

TreeSample ProbeTree(DB* db, const std::vector<ColumnFamilyHandle*>& families) {
  TreeSample sample;
  for (ColumnFamilyHandle* family : families) AddFamily(db, family, &sample);
  if (!families.empty()) {
    sample.running_compactions = IntProperty(db, families[0], "rocksdb.num-running-compactions");
    sample.running_flushes = IntProperty(db, families[0], "rocksdb.num-running-flushes");
    Map map;
    if (db->GetMapProperty(families[0], "rocksdb.dbstats", &map)) {
      sample.stall_micros = static_cast<uint64_t>(Number(map, "db.user_write_stall_micros"));
    }
  }
  return sample;
}

}  // namespace bench
