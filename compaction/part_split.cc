// Cutting a compaction into parts: see part_split.h.
#include "compaction/part_split.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

namespace {

// Smallest share of input a part is started for: below it, threads cost more than they bring.
// Chosen, not measured.
constexpr uint64_t kMinPartBytes = 16 << 20;

}  // namespace

uint64_t PartsWorthwhile(uint64_t bytes, uint32_t most) {
  return std::min<uint64_t>(most, bytes / kMinPartBytes);
}

std::vector<std::string> SplitKeys(const InternalKeyOrder& order, std::vector<KeyAnchor> anchors,
                                   uint64_t parts) {
  std::sort(anchors.begin(), anchors.end(), [&](const KeyAnchor& a, const KeyAnchor& b) {
    return order.CompareUserKeys(a.user_key, b.user_key) < 0;
  });
  uint64_t sampled = 0;
  for (const KeyAnchor& a : anchors) sampled += a.bytes;
  std::vector<std::string> keys;
  uint64_t seen = 0;
  for (const KeyAnchor& a : anchors) {
    seen += a.bytes;
    if (keys.size() + 1 >= parts) break;
    // seen / sampled has not reached the next of `parts` equal shares.
    if (seen * parts < sampled * (keys.size() + 1)) continue;
    if (keys.empty() || order.CompareUserKeys(keys.back(), a.user_key) < 0) {
      keys.push_back(a.user_key);
    }
  }
  return keys;
}

}  // namespace ROCKSDB_NAMESPACE
