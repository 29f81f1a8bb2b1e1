// Setting and testing bits of the memtable's filter. All bits of a key fall into one cache line.
#include "memtable/memtable_bloom.h"

#include <new>

namespace ROCKSDB_NAMESPACE {

namespace {

// Runs fn(word index, bit) for each probe, until it returns false. Takes 9 bits of the hash at a
// time.
template <typename Fn>
bool ForEachProbe(uint64_t hash, int probes, Fn fn) {
  // Mixed again, because the top bits of the hash have chosen the line.
  uint64_t h = hash * 0x9e3779b97f4a7c15u;
  for (int i = 0; i < probes; ++i) {
    const unsigned bit = static_cast<unsigned>(h >> 55);
    if (!fn(bit / 64, uint64_t{1} << (bit % 64))) return false;
    h = (h << 9) | (h >> 55);
  }
  return true;
}

}  // namespace

MemTableBloom::MemTableBloom(size_t bytes, ConcurrentArena* arena)
    : lines_((bytes + sizeof(Line) - 1) / sizeof(Line)) {
  if (lines_ == 0) return;
  // The arena aligns for the largest plain type only; a line must not lie across two cache lines.
  char* raw = arena->AllocateAligned(lines_ * sizeof(Line) + alignof(Line));
  const size_t misaligned = reinterpret_cast<uintptr_t>(raw) % alignof(Line);
  line_ = reinterpret_cast<Line*>(raw + (misaligned == 0 ? 0 : alignof(Line) - misaligned));
  for (uint64_t i = 0; i < lines_; ++i) new (line_ + i) Line{};
}

MemTableBloom::Line* MemTableBloom::LineOf(uint64_t hash) const {
  return line_ + static_cast<uint64_t>((static_cast<unsigned __int128>(hash) * lines_) >> 64);
}

void MemTableBloom::Add(const Slice& key) {
  const uint64_t hash = Hash64(key);
  Line* line = LineOf(hash);
  ForEachProbe(hash, kProbes, [line](unsigned word, uint64_t bit) {
    // Tested first: most bits of a full filter are set, and a write would invalidate the line in
    // the caches of its readers.
    if ((line->words[word].load(std::memory_order_relaxed) & bit) == 0) {
      line->words[word].fetch_or(bit, std::memory_order_relaxed);
    }
    return true;
  });
}

bool MemTableBloom::MayContain(const Slice& key) const {
  const uint64_t hash = Hash64(key);
  const Line* line = LineOf(hash);
  return ForEachProbe(hash, kProbes, [line](unsigned word, uint64_t bit) {
    return (line->words[word].load(std::memory_order_relaxed) & bit) != 0;
  });
}

}  // namespace ROCKSDB_NAMESPACE
