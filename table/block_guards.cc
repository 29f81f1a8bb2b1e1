// Collecting the checksums of a block's entries; see the header.
#include "table/block_guards.h"

#include "rocksdb/comparator.h"
#include "table/block_cursor.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Blocks whose entries carry the lengths of their values.
class PlainWalk : public BlockWalker {
 public:
  void Begin() { First(); }
  void Next() { Advance(); }
};

class IndexWalk : public IndexCursor {
 public:
  // Walks in order never compare.
  explicit IndexWalk(const IndexFormat& format)
      : IndexCursor(InternalKeyOrder(BytewiseComparator()), format) {}
  void Begin() { SeekToFirst(); }
};

}  // namespace

template <class Cursor>
bool BlockGuards::Collect(const Block& block, Cursor* cursor) {
  const uint32_t restarts = block.num_restarts();
  first_of_restart_.reserve(restarts);
  uint32_t ordinal = 0;
  // Matches restart offsets with entry offsets while both ascend. An offset that is no entry's is
  // never passed, and the count at the end tells.
  const auto pass_restarts = [&](size_t offset) {
    while (first_of_restart_.size() < restarts &&
           block.restart_offset(static_cast<uint32_t>(first_of_restart_.size())) == offset) {
      first_of_restart_.push_back(ordinal);
    }
  };
  cursor->Attach(block);
  for (cursor->Begin(); cursor->valid(); cursor->Next(), ++ordinal) {
    pass_restarts(cursor->offset());
    char sum[entry_guard::kMostBytes];
    entry_guard::Store(entry_guard::OfPair(cursor->key(), cursor->value_bytes()), sum, bytes_);
    sums_.append(sum, bytes_);
  }
  pass_restarts(block.entries_size());  // of a block without entries
  sums_.shrink_to_fit();
  return !cursor->corrupt() && first_of_restart_.size() == restarts;
}

std::unique_ptr<const BlockGuards> BlockGuards::Of(const Block& block, BlockKind kind, size_t bytes,
                                                   const IndexFormat& format) {
  std::unique_ptr<BlockGuards> guards(new BlockGuards(bytes));
  bool collected;
  if (kind == BlockKind::kIndex || kind == BlockKind::kFilterIndex) {
    IndexFormat as_written = format;
    // A filter's index shares the key format of the file's index, but never has first keys.
    if (kind == BlockKind::kFilterIndex) as_written.first_keys = false;
    IndexWalk walk(as_written);
    collected = guards->Collect(block, &walk);
  } else {
    PlainWalk walk;
    collected = guards->Collect(block, &walk);
  }
  if (!collected) guards.reset();
  return guards;
}

}  // namespace ROCKSDB_NAMESPACE
