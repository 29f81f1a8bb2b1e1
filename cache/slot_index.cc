// Changes to the hash table of a cache shard; slot_index.h says what readers may see meanwhile.
#include "cache/slot_index.h"

#include <new>

namespace ROCKSDB_NAMESPACE {

namespace {
// Chosen, not measured.
constexpr uint64_t kFirstLines = 4;
// Fuller lines would send one entry in seven to another line.
constexpr size_t kMostPerLine = 5;
}  // namespace

void SlotIndex::Configure(CacheMemory* memory) {
  memory_ = memory;
  table_.store(NewTable(kFirstLines), std::memory_order_release);
}

SlotIndex::Table* SlotIndex::NewTable(uint64_t lines) {
  Table& table = tables_[tables_made_];
  auto* place = static_cast<Line*>(memory_->Take(lines * sizeof(Line)));
  for (uint64_t i = 0; i < lines; ++i) new (place + i) Line();
  table.lines = place;
  table.mask = lines - 1;
  ++tables_made_;
  return &table;
}

void SlotIndex::AddTo(const Table& table, uint64_t word, uint64_t hash) {
  for (uint64_t i = hash;; ++i) {
    Line& line = table.lines[i & table.mask];
    for (std::atomic<uint64_t>& entry : line.entries) {
      if (entry.load(std::memory_order_relaxed) != 0) continue;
      entry.store(word, std::memory_order_release);
      return;
    }
    // Before the entry is there: a search that sees the entry's slot in use may rely on it.
    line.passed.fetch_add(1, std::memory_order_release);
  }
}

void SlotIndex::Reserve() {
  if (size_ >= (table_.load(std::memory_order_relaxed)->mask + 1) * kMostPerLine) Grow();
}

void SlotIndex::Add(CacheSlot* slot) {
  Reserve();
  ++size_;
  const uint64_t hash = slot->hash.load(std::memory_order_relaxed);
  AddTo(*table_.load(std::memory_order_relaxed), WordOf(slot, hash), hash);
}

void SlotIndex::Remove(CacheSlot* slot) {
  const Table& table = *table_.load(std::memory_order_relaxed);
  const uint64_t hash = slot->hash.load(std::memory_order_relaxed);
  const uint64_t word = WordOf(slot, hash);
  --size_;
  for (uint64_t i = hash;; ++i) {
    Line& line = table.lines[i & table.mask];
    for (std::atomic<uint64_t>& entry : line.entries) {
      if (entry.load(std::memory_order_relaxed) != word) continue;
      entry.store(0, std::memory_order_release);
      // Only now, so that no search stops short of an entry that is still there.
      for (uint64_t j = hash; j != i; ++j) {
        table.lines[j & table.mask].passed.fetch_sub(1, std::memory_order_release);
      }
      return;
    }
  }
}

void SlotIndex::Grow() {
  const Table& from = *table_.load(std::memory_order_relaxed);
  const Table* to = NewTable((from.mask + 1) * 2);
  for (uint64_t i = 0; i <= from.mask; ++i) {
    for (const std::atomic<uint64_t>& entry : from.lines[i].entries) {
      const uint64_t word = entry.load(std::memory_order_relaxed);
      if (word == 0) continue;
      AddTo(*to, word, SlotOf(word)->hash.load(std::memory_order_relaxed));
    }
  }
  table_.store(to, std::memory_order_release);
}

}  // namespace ROCKSDB_NAMESPACE
