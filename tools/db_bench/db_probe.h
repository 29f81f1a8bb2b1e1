// The shape of the tree at one moment. It is read through properties alone, so that every engine is
// measured alike. The monitor samples a few times a second.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/db_bench/compat.h"

namespace bench {

// The reasons for which an engine delays or stops writes.
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

// One sample. Counters only grow while a database is open; the other fields describe the moment.
struct TreeSample {
  uint64_t l0_files = 0;
  uint64_t l0_depth = 0;  // most L0 files that one key may have to look at
  uint64_t running_compactions = 0;
  uint64_t running_flushes = 0;
  uint64_t pending_bytes = 0;
  uint64_t disk_bytes = 0;
  uint64_t live_bytes = 0;        // size of the tables in the current version
  uint64_t buckets = 0;           // 0 where the engine has none
  uint64_t stall_micros = 0;      // since the database was opened
  double background_bytes = 0;    // written by flushes and compactions since then
  double compact_read_bytes = 0;  // read by compactions since then
  std::array<double, kStallCauses> stall_events{};
};

// Adds up the column families, and takes the maximum of their depths. Leaves disk_bytes at 0.
TreeSample ProbeTree(DB* db, const std::vector<ColumnFamilyHandle*>& families);

// Bytes of all files directly inside the directories.
uint64_t DirectoryBytes(const std::vector<std::string>& directories);

}  // namespace bench
