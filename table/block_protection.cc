// Walks a block's entries and collects their checksums; see the header.
#include "table/block_protection.h"

#include <memory>

#include "rocksdb/comparator.h"
#include "table/block_cursor.h"
#include "table/block_guards.h"

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

// False when an entry cannot be decoded or a restart point lies within one.
template <class Walk>
bool Collect(const Block& block, Walk* walk, BlockGuards* guards) {
  const uint32_t restarts = block.num_restarts();
  uint32_t ordinal = 0;
  // Matches restart offsets with entry offsets while both ascend. An offset at which no entry
  // begins is never passed, so the count at the end tells.
  const auto pass_restarts = [&](size_t offset) {
    while (guards->num_restarts() < restarts &&
           block.restart_offset(static_cast<uint32_t>(guards->num_restarts())) == offset) {
      guards->AddRestart(ordinal);
    }
  };
  walk->Attach(block);
  for (walk->Begin(); walk->valid(); walk->Next(), ++ordinal) {
    pass_restarts(walk->offset());
    guards->Add(walk->key(), walk->value_bytes());
  }
  // The restart point of a block without entries.
  pass_restarts(block.entries_size());
  guards->Trim();
  return !walk->corrupt() && guards->num_restarts() == restarts;
}

bool CollectByKind(const Block& block, BlockKind kind, const IndexFormat& format,
                   BlockGuards* guards) {
  if (kind == BlockKind::kIndex || kind == BlockKind::kFilterIndex) {
    IndexFormat as_written = format;
    // A filter's index shares the key format of the file's index, but never has first keys.
    if (kind == BlockKind::kFilterIndex) as_written.first_keys = false;
    IndexWalk walk(as_written);
    return Collect(block, &walk, guards);
  }
  PlainWalk walk;
  return Collect(block, &walk, guards);
}

}  // namespace

Status ProtectBlock(BlockKind kind, size_t bytes, const IndexFormat& format, Block* block) {
  // Properties are read once, on opening, right after their checksum was verified: no cursor would
  // ever look at guards for them.
  if (bytes == 0 || !HasEntries(kind) || kind == BlockKind::kProperties) return Status::OK();
  auto guards = std::make_unique<BlockGuards>(bytes, block->num_restarts());
  if (!CollectByKind(*block, kind, format, guards.get())) {
    return Status::Corruption("bad entry in block");
  }
  block->SetGuards(std::move(guards));
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
