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

// The blocks that searches of one table wait for; no block twice.
struct TableBlocks {
  TableReader* table;
  std::vector<AwaitedBlock*> blocks;
};

// REQUIRES: `searches` are in order.
std::vector<TableBlocks> ByTable(const std::vector<KeySearch*>& searches) {
  std::vector<TableBlocks> tables;
  for (size_t i = 0; i < searches.size(); ++i) {
    if (i > 0 && SameBlock(searches[i - 1], searches[i])) continue;
    if (tables.empty() || tables.back().table != searches[i]->table()) {
      tables.push_back({searches[i]->table(), {}});
    }
    tables.back().blocks.push_back(searches[i]->awaited());
  }
  return tables;
}

// All reads of all tables go on at once, as far as their file systems can read without waiting.
void ReadTogether(const ReadOptions& options, const std::vector<TableBlocks>& tables) {
  std::vector<std::unique_ptr<AwaitedRead>> running;
  running.reserve(tables.size());
  for (const TableBlocks& t : tables) {
    running.push_back(t.table->StartAwaited(options, t.blocks.data(), t.blocks.size()));
  }
  for (const auto& read : running) read->Finish();
}

}  // namespace

void ReadAwaited(const ReadOptions& options, std::vector<KeySearch*> searches) {
  std::sort(searches.begin(), searches.end(), &InOrder);
  const std::vector<TableBlocks> tables = ByTable(searches);
  if (options.optimize_multiget_for_io && tables.size() > 1) {
    ReadTogether(options, tables);
  } else {
    for (const TableBlocks& t : tables) {
      t.table->ReadAwaited(options, t.blocks.data(), t.blocks.size());
    }
  }
  ShareBlocks(searches);
}

}  // namespace ROCKSDB_NAMESPACE
