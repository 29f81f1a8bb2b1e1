// See the header.
#include "db/jobs/memtable_overlap.h"

#include <memory>

#include "util/internal_iterator.h"

namespace ROCKSDB_NAMESPACE {

bool HoldsAnyOf(const MemTable& mem, const UserRange& range) {
  const InternalKeyOrder& order = mem.order();
  const std::unique_ptr<InternalIterator> it(mem.NewIterator());
  it->Seek(MakeInternalKey(range.smallest, kLargestSequence, kSeekType));
  if (!it->status().ok()) return true;
  if (it->Valid() && Contains(order, range, UserKeyOf(it->key()))) return true;
  const auto tombstones = mem.RangeTombstones();
  if (!mem.TombstoneStatus().ok()) return true;
  return tombstones != nullptr && ReachInto(order, *tombstones, range);
}

bool ReachInto(const InternalKeyOrder& order, const FragmentedRangeTombstones& tombstones,
               const UserRange& range) {
  const size_t first = tombstones.LowerBound(range.smallest);
  if (first >= tombstones.fragments().size()) return false;
  // It ends behind the range's first key.
  const auto& fragment = tombstones.fragments()[first];
  return !EndsBefore(order, range, UserRange{fragment.start, fragment.end, true});
}

}  // namespace ROCKSDB_NAMESPACE
