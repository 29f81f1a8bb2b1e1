// Estimates over a memtable: size, entries in a range, and keys that cut it into equal pieces.
#include <algorithm>

#include "memtable/memtable.h"
#include "memtable/memtable_entry.h"

namespace ROCKSDB_NAMESPACE {

namespace {
// The size of an empty memtable: the two list heads and the object itself.
constexpr size_t kFixedBytes = 2048;
// Sampled entries for each requested key, so that the pieces are even. Chosen, not measured.
constexpr size_t kSamplesPerKey = 16;
}  // namespace

size_t MemTable::ApproximateMemoryUsage() const {
  return kFixedBytes + static_cast<size_t>(used_bytes_.load(std::memory_order_relaxed));
}

MemTable::RangeStats MemTable::ApproximateStats(const Slice& start, const Slice& end) const {
  RangeStats stats;
  const uint64_t total = num_entries();
  if (total == 0) return stats;
  LinkWaiting();
  stats.count = std::min(total, points_.EstimateCount(start, end));
  // Assumes entries of average size.
  stats.size = stats.count * (data_size() / total);
  return stats;
}

std::vector<Slice> MemTable::SampleUserKeys(size_t target) const {
  std::vector<Slice> keys;
  if (target == 0) return keys;
  LinkWaiting();
  const std::vector<const char*> entries = points_.Sample(target * kSamplesPerKey);
  for (size_t i = 1; i <= target; ++i) {
    // At even distances, the ends left out: `target` keys make target + 1 pieces.
    const size_t at = i * entries.size() / (target + 1);
    if (at >= entries.size()) break;
    memtable_entry::View view;
    if (inspector_.active()) {
      if (!inspector_.Open(entries[at], &view)) continue;  // readers of the entry get Corruption
    } else {
      view = memtable_entry::View(entries[at]);
    }
    const Slice key = UserKeyOf(view.key);
    if (keys.empty() || !order_.SameUserKey(keys.back(), key)) keys.push_back(key);
  }
  return keys;
}

}  // namespace ROCKSDB_NAMESPACE
