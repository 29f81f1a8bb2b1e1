// Draws Level 0 as text: the place of each file in the key space, the depth of each range, and the
// files that are being compacted. A pure function; `ldb l0` reads the database and prints the
// drawing.
//
//   bucket  |0      |1     |2               |    boundaries: flushes cut here
//   newest  [31===] [30==] [29============]      the files of a line are disjoint
//           [28===] [27####################]     # is being compacted
//   depth    22222   2211   111111111111111      files a key at this place may have to probe
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rocksdb/comparator.h"

namespace ROCKSDB_NAMESPACE::tools {

// One file. The public API does not tell whether an end is exclusive, so files that only meet at a
// cut are drawn as if they shared the key.
struct L0File {
  uint64_t number = 0;
  std::string smallest;  // user keys, both ends included
  std::string largest;
  uint64_t bytes = 0;
  bool busy = false;
};

struct L0Snapshot {
  const Comparator* comparator = BytewiseComparator();
  std::vector<L0File> files;            // newest first
  std::vector<std::string> boundaries;  // between buckets, in order
  int base_level = 0;
  uint64_t base_bytes = 0;
};

// Returns the drawing, which ends with a newline. It is at most `width` columns wide, without the
// labels on the left.
std::string DrawL0(const L0Snapshot& snapshot, size_t width);

// The most files that a lookup of one key may have to probe.
size_t DeepestPoint(const L0Snapshot& snapshot);

}  // namespace ROCKSDB_NAMESPACE::tools
