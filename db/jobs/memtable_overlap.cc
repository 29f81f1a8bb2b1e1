// See the header.
#include "db/jobs/memtable_overlap.h"

#include <memory>

#include "util/internal_iterator.h"
#include "util/range_tombstone.h"

namespace ROCKSDB_NAMESPACE {

bool HoldsAnyOf(const MemTable& mem, const Slice& begin, const Slice& end) {
  const InternalKeyOrder& order = mem.order();
  const std::unique_ptr<InternalIterator> it(mem.NewIterator());
  it->Seek(MakeInternalKey(begin, kLargestSequence, kSeekType));
  if (!it->status().ok()) return true;
  if (it->Valid() && order.CompareUserKeys(UserKeyOf(it->key()), end) <= 0) return true;
  const auto tombstones = mem.RangeTombstones();
  if (!mem.TombstoneStatus().ok()) return true;
  if (tombstones == nullptr) return false;
  // Fragments end exclusively.
  const size_t first = tombstones->LowerBound(begin);
  return first < tombstones->fragments().size() &&
         order.CompareUserKeys(tombstones->fragments()[first].start, end) <= 0;
}

}  // namespace ROCKSDB_NAMESPACE
