// Walks an index block for its restart points; see the header.
#include "table/digested_block.h"

#include <vector>

#include "table/block_cursor.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// The user keys of all restart points, which lie whole in the block. Empty when an entry cannot be
// read.
std::vector<Slice> KeysAtRestarts(const Block& block, const IndexFormat& format, bool* one_each) {
  std::vector<Slice> keys;
  keys.reserve(block.num_restarts());
  IndexCursor cursor(InternalKeyOrder(BytewiseComparator()), format);
  cursor.Attach(block);
  for (cursor.SeekToFirst(); cursor.valid(); cursor.Next()) {
    const auto next = static_cast<uint32_t>(keys.size());
    if (next == block.num_restarts() || cursor.offset() != block.restart_offset(next)) {
      *one_each = false;
      continue;
    }
    keys.push_back(format.user_keys ? cursor.key() : UserKeyOf(cursor.key()));
  }
  if (cursor.corrupt() || keys.size() != block.num_restarts()) keys.clear();
  return keys;
}

}  // namespace

void AddDigests(const IndexFormat& format, const Block& block) {
  bool one_each = true;
  const std::vector<Slice> keys = KeysAtRestarts(block, format, &one_each);
  block.OfferDigests(SeparatorDigests::Make(keys, one_each));
}

}  // namespace ROCKSDB_NAMESPACE
