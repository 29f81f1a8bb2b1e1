// Level 0 as a picture in text: where each file lies in the key space, how deep each range is, what
// is busy. A pure function of what the caller tells it; `ldb l0` asks the database and prints the
// result.
//
//   bucket  |0      |1     |2               |    boundaries: where flushes cut
//   newest  [31===] [30==] [29============]      one row a sublevel: its files are disjoint
//           [28===] [27####################]     # is being compacted
//   depth    22222   2211   111111111111111      files a key at this place may have to probe
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rocksdb/comparator.h"

namespace ROCKSDB_NAMESPACE::tools {

// One file as the picture needs it. The public API does not say whether an end is exclusive, so
// files that only meet at a cut are drawn as if they shared that key.
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

// The drawing, at most `width` columns wide plus the labels on the left. Ends with a newline.
std::string DrawL0(const L0Snapshot& picture, size_t width);

// Files that a key may have to probe at the deepest place.
size_t DeepestPoint(const L0Snapshot& picture);

}  // namespace ROCKSDB_NAMESPACE::tools
