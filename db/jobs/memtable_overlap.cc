// See the header.
#include "db/jobs/memtable_overlap.h"

#include <memory>

#include "util/internal_iterator.h"
#include "util/range_tombstone.h"

namespace ROCKSDB_NAMESPACE {

bool HoldsAnyOf(const MemTable& mem, const UserRange& range) {
  const InternalKeyOrder& order = mem.order();
  const std::unique_ptr<InternalIterator> it(mem.NewIterator());
  it->Seek(MakeInternalKey(range.smallest, kLargestSequence, kSeekType));
  if (!it->status().ok()) return true;
  if (it->Valid() && Contains(order, range, UserKeyOf(it->key()))) return true;
  const auto tombstones = mem.RangeTombstones();
  if (!mem.TombstoneStatus().ok()) return true;
  if (tombstones == nullptr) return false;
  // Fragments end exclusively.
  const size_t first = tombstones->LowerBound(range.smallest);
  if (first >= tombstones->fragments().size()) return false;
  const auto& fragment = tombstones->fragments()[first];
  return Overlaps(order, UserRange{fragment.start, fragment.end, true}, range);
}

}  // namespace ROCKSDB_NAMESPACE
