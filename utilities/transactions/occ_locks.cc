#include "utilities/transactions/occ_locks.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr size_t kCacheLine = 64;

enum : uint32_t { kFree, kHeld, kAwaited };

}  // namespace

OccLockTable::OccLockTable(size_t locks, bool cache_aligned)
    : count_(std::max<size_t>(locks, 1)),
      stride_(cache_aligned ? kCacheLine / sizeof(Word) : 1),
      words_(new Word[count_ * stride_]()) {}

void OccLockTable::Lock(Word* word) {
  uint32_t seen = kFree;
  if (word->compare_exchange_strong(seen, kHeld, std::memory_order_acquire)) return;
  // Whoever comes out of a wait cannot know whether others still sleep, so it says that they do.
  while (word->exchange(kAwaited, std::memory_order_acquire) != kFree) {
    word->wait(kAwaited, std::memory_order_relaxed);
  }
}

void OccLockTable::Unlock(Word* word) {
  if (word->exchange(kFree, std::memory_order_release) == kAwaited) word->notify_one();
}

OccLockTable::Hold::Hold(OccLockTable* table, const std::vector<size_t>& places)
    : table_(table), places_(places) {
  for (const size_t place : places_) Lock(table_->At(place));
}

OccLockTable::Hold::~Hold() {
  for (const size_t place : places_) Unlock(table_->At(place));
}

std::shared_ptr<OccLockBuckets> MakeSharedOccLockBuckets(size_t bucket_count, bool cache_aligned) {
  return std::make_shared<OccLockTable>(bucket_count, cache_aligned);
}

}  // namespace ROCKSDB_NAMESPACE
