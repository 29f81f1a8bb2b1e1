// What the tree looks like from outside at one moment, read through properties alone so that every
// engine is seen through the same window. Called by the monitor a few times a second.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/db_bench/compat.h"

namespace bench {

// Why an engine holds writes back.
enum class StallCause {
  kL0Slowdown,
  kL0Stop,
  kMemtableSlowdown,
  kMemtableStop,
  kPendingSlowdown,
  kPendingStop,
};
inline constexpr int kStallCauses = 6;
const char* StallCauseName(StallCause cause);  // "l0_slowdown" ...

// One look. Counters only grow while a database is open; the rest is the moment's.
struct TreeSample {
  uint64_t l0_files = 0;
  uint64_t l0_depth = 0;  // most L0 files that one key may have to look at
  uint64_t running_compactions = 0;
  uint64_t running_flushes = 0;
  uint64_t pending_bytes = 0;
  uint64_t disk_bytes = 0;
  uint64_t live_bytes = 0;        // of the tables that make up the present tree
  uint64_t buckets = 0;           // 0 where the engine has none
  uint64_t stall_micros = 0;      // since the database was opened
  double background_bytes = 0;    // written by flush and compaction since then
  double compact_read_bytes = 0;  // read by compaction since then
  std::array<double, kStallCauses> stall_events{};
};

// Sums over column families; depths are maxima. Leaves disk_bytes at 0.
TreeSample ProbeTree(DB* db, const std::vector<ColumnFamilyHandle*>& families);

// Bytes of all files directly inside the directories.
uint64_t DirectoryBytes(const std::vector<std::string>& directories);

}  // namespace bench
