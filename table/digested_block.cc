// Walks an index block for its restart points; see the header.
#include "table/digested_block.h"

#include <vector>

#include "table/block_cursor.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// What an index block has at its restart points.
struct Restarts {
  // The user keys, which lie whole in the block. Empty when one does not, or an entry cannot be
  // read.
  std::vector<Slice> keys;
  std::vector<Extent> extents;
  // There are no entries between them.
  bool one_each = true;
};

// Not so where a damaged entry at a restart point takes bytes from the entry before it.
bool LiesIn(const Slice& bytes, const Slice& key) {
  const auto begin = reinterpret_cast<uintptr_t>(bytes.data());
  const auto at = reinterpret_cast<uintptr_t>(key.data());
  return at >= begin && at < begin + bytes.size();
}

Restarts WalkRestarts(const Block& block, const IndexFormat& format) {
  Restarts all;
  all.keys.reserve(block.num_restarts());
  all.extents.reserve(block.num_restarts());
  IndexCursor cursor(InternalKeyOrder(BytewiseComparator()), format);
  cursor.Attach(block);
  bool sound = true;
  for (cursor.SeekToFirst(); cursor.valid(); cursor.Next()) {
    const auto next = static_cast<uint32_t>(all.keys.size());
    if (next == block.num_restarts() || cursor.offset() != block.restart_offset(next)) {
      all.one_each = false;
      continue;
    }
    sound &= LiesIn(block.contents(), cursor.key());
    all.keys.push_back(format.user_keys ? cursor.key() : UserKeyOf(cursor.key()));
    all.extents.push_back(cursor.extent());
  }
  sound &= !cursor.corrupt() && all.keys.size() == block.num_restarts();
  if (!sound) all.keys.clear();
  return all;
}

}  // namespace

void AddDigests(const IndexFormat& format, const Block& block) {
  Restarts all = WalkRestarts(block, format);
  // Entries with guards are to be checked at each use, and those with first keys say more than
  // where a block lies.
  if (!all.one_each || block.guards() != nullptr || format.first_keys) all.extents.clear();
  block.OfferDigests(SeparatorDigests::Make(all.keys, all.one_each, all.extents));
}

}  // namespace ROCKSDB_NAMESPACE
