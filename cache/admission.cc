// The history of misses, and the comparison; see the header.
#include "cache/admission.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>

namespace ROCKSDB_NAMESPACE {
namespace {

// Shards from one to the next of the same way: the most, and the least with which it is worth to
// learn. Chosen, not measured.
constexpr size_t kLongestStride = 32;
constexpr size_t kShortestStride = 8;
// A mark is the part of the hash above that which chooses its place, and below that which chooses a
// shard. 0 marks nothing.
constexpr int kMarkShift = 40;
uint16_t MarkOf(uint64_t hash) { return static_cast<uint16_t>((hash >> kMarkShift) | 1); }

// Choosy shards may miss so much more often, as a share: twice the standard deviation of the
// difference, by chance and by the keys that fall to a shard, where 8 MB cache 500 MB.
constexpr uint32_t kTolerance = 20;

}  // namespace

Admission::Admission(size_t shards)
    : shards_(shards), stride_(shards < kShortestStride ? 0 : std::min(shards, kLongestStride)) {}

Admission::~Admission() = default;

void Admission::SetCapacity(size_t bytes) {
  MutexLock lock(&mu_);
  const uint64_t marks = std::bit_ceil(std::max<uint64_t>(bytes / kBytesPerMark / shards_, 16));
  if (!histories_.empty() && histories_.back()->mask + 1 >= marks) return;
  // Untouched memory costs nothing: a large cache may never be full.
  Marks memory(static_cast<uint16_t*>(std::calloc(marks * shards_, sizeof(uint16_t))), &std::free);
  if (memory == nullptr) return;
  try {
    histories_.push_back(std::make_unique<History>(History{std::move(memory), marks - 1}));
  } catch (const std::bad_alloc&) {
    return;
  }
  history_.store(histories_.back().get(), std::memory_order_release);
}

Admission::Way Admission::WayOf(size_t shard) const {
  if (stride_ == 0) return kAlways;
  const size_t place = shard % stride_;
  if (place == 0) return kAlways;
  return place == stride_ / 2 ? kChoosy : kFollow;
}

bool Admission::SeenOrLucky(uint64_t hash, size_t shard) {
  const History* history = history_.load(std::memory_order_acquire);
  if (history == nullptr) return true;
  const uint64_t number = shard * (history->mask + 1) + (hash & history->mask);
  const std::atomic_ref<uint16_t> place(history->marks.get()[number]);
  const uint16_t mark = MarkOf(hash);
  const uint16_t before = place.load(std::memory_order_relaxed);
  if (before == mark) return true;
  place.store(mark, std::memory_order_relaxed);
  // What lay there before is as good as drawn at random.
  return before != 0 && (before >> 1) % kChance == 0;
}

void Admission::Count(Way way) {
  const uint32_t before = misses_[way].fetch_add(1, std::memory_order_relaxed);
  if (before + 1 != kEpoch) return;
  const uint32_t always = misses_[kAlways].load(std::memory_order_relaxed);
  const uint32_t choosy = misses_[kChoosy].load(std::memory_order_relaxed);
  choosy_.store(choosy <= always + always / kTolerance, std::memory_order_relaxed);
  misses_[kAlways].store(always / 2, std::memory_order_relaxed);
  misses_[kChoosy].store(choosy / 2, std::memory_order_relaxed);
}

bool Admission::Note(uint64_t hash, size_t shard) {
  const Way way = WayOf(shard);
  if (way != kFollow) Count(way);
  const bool choosy = way == kChoosy || (way == kFollow && this->choosy());
  return !choosy || SeenOrLucky(hash, shard);
}

}  // namespace ROCKSDB_NAMESPACE
