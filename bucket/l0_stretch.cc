// See the header.
#include "bucket/l0_stretch.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

L0Stretch FirstStretch(const TreeVersion& tree, std::vector<uint32_t> wanted,
                       uint64_t enough_bytes) {
  const L0Intervals& l0 = tree.l0();
  const FileList& files = tree.files(0);
  std::sort(wanted.begin(), wanted.end(),
            [&l0](uint32_t a, uint32_t b) { return l0.SpanOf(a) < l0.SpanOf(b); });
  uint64_t left = 0;
  for (const uint32_t i : wanted) left += files[i]->file_size;
  L0Stretch stretch;
  uint64_t bytes = 0;
  uint32_t end = 0;  // the last interval that the stretch covers
  for (const uint32_t i : wanted) {
    const auto [first, last] = l0.SpanOf(i);
    if (bytes > 0 && first > end && bytes >= enough_bytes && left >= enough_bytes) {
      stretch.next = i;
      return stretch;
    }
    stretch.files.push_back(i);
    end = std::max(end, last);
    bytes += files[i]->file_size;
    left -= files[i]->file_size;
  }
  return stretch;
}

}  // namespace ROCKSDB_NAMESPACE
