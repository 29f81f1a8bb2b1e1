// Range tombstones worth keeping.
#include "compaction/tombstone_reduce.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

std::vector<RangeTombstone> ReduceTombstones(
    const FragmentedRangeTombstones& all, const std::vector<SequenceNumber>& snapshots,
    const std::function<bool(const Slice&, const Slice&)>& obsolete) {
  const SequenceNumber oldest = snapshots.empty() ? kLargestSequence : snapshots.front();
  std::vector<RangeTombstone> kept;
  for (const auto& fragment : all.fragments()) {
    size_t last_stripe = SIZE_MAX;
    for (const SequenceNumber seq : all.SeqsOf(fragment)) {
      const auto stripe = static_cast<size_t>(
          std::lower_bound(snapshots.begin(), snapshots.end(), seq) - snapshots.begin());
      // Newest first, so a second one of the stripe deletes nothing that the first does not.
      if (stripe == last_stripe) continue;
      last_stripe = stripe;
      // A tombstone newer than the oldest snapshot stays: that snapshot must go on not seeing it.
      if (seq <= oldest && obsolete && obsolete(fragment.start, fragment.end)) continue;
      kept.push_back(RangeTombstone{fragment.start, fragment.end, seq});
    }
  }
  return kept;
}

}  // namespace ROCKSDB_NAMESPACE
