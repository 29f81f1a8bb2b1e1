// See awaited_reads.h.
#include "db/read/awaited_reads.h"

#include <algorithm>
#include <functional>

namespace ROCKSDB_NAMESPACE {

namespace {

bool InOrder(KeySearch* a, KeySearch* b) {
  if (a->table() != b->table()) return std::less<>()(a->table(), b->table());
  return a->awaited()->extent.offset < b->awaited()->extent.offset;
}

bool SameBlock(KeySearch* a, KeySearch* b) {
  return a->table() == b->table() && a->awaited()->extent == b->awaited()->extent;
}

// What the first search of a block got is for all of them.
void ShareBlocks(const std::vector<KeySearch*>& sorted) {
  for (size_t i = 1; i < sorted.size(); ++i) {
    if (!SameBlock(sorted[i - 1], sorted[i])) continue;
    const AwaitedBlock& read = *sorted[i - 1]->awaited();
    sorted[i]->awaited()->status = read.status;
    if (read.block) sorted[i]->awaited()->block = read.block.Share();
  }
}

}  // namespace

void ReadAwaited(const ReadOptions& options, std::vector<KeySearch*> searches) {
  std::sort(searches.begin(), searches.end(), &InOrder);
  std::vector<AwaitedBlock*> blocks;
  blocks.reserve(searches.size());
  for (size_t i = 0; i < searches.size(); ++i) {
    if (i == 0 || !SameBlock(searches[i - 1], searches[i]))
      blocks.push_back(searches[i]->awaited());
    const bool last_of_table =
        i + 1 == searches.size() || searches[i + 1]->table() != searches[i]->table();
    if (!last_of_table) continue;
    searches[i]->table()->ReadAwaited(options, blocks.data(), blocks.size());
    blocks.clear();
  }
  ShareBlocks(searches);
}

}  // namespace ROCKSDB_NAMESPACE
