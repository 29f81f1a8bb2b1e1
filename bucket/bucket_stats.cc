// Counters per bucket: see bucket_stats.h. volumes_ is one array with window_ slots for each
// bucket; a flush writes one slot of every bucket and replaces the flush that leaves the window.
// Medians lie in one string a bucket, each with the slot of its flush in front, so that they leave
// with it.
#include "bucket/bucket_stats.h"

#include <algorithm>
#include <cassert>

#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr uint32_t kMaxWindow = 255;  // a slot number fits one byte
constexpr uint16_t kLongestCount = UINT16_MAX;

uint32_t SaturatingAdd(uint32_t a, uint64_t b) {
  return static_cast<uint32_t>(std::min<uint64_t>(a + b, UINT32_MAX));
}

void AppendMedian(std::string* list, uint32_t slot, const Slice& key) {
  list->push_back(static_cast<char>(slot));
  AppendSized(list, key);
}

// Calls fn(slot, key) for each median in the list.
template <typename Fn>
void ForEachMedian(const std::string& list, Fn fn) {
  Slice in(list), key;
  while (!in.empty()) {
    const auto slot = static_cast<unsigned char>(in[0]);
    in.remove_prefix(1);
    if (!TakeSized(&in, &key)) return;
    fn(static_cast<uint32_t>(slot), key);
  }
}

}  // namespace

BucketStats::BucketStats(size_t buckets, uint32_t window)
    : window_(std::clamp<uint32_t>(window, 1, kMaxWindow)),
      volumes_(buckets * window_, 0),
      medians_(buckets),
      hot_for_(buckets, 0) {}

void BucketStats::DropMediansOf(uint32_t slot) {
  for (std::string& list : medians_) {
    std::string kept;
    ForEachMedian(list, [&](uint32_t s, const Slice& key) {
      if (s != slot) AppendMedian(&kept, s, key);
    });
    if (kept.size() != list.size()) list.assign(kept);
  }
}

void BucketStats::RecordFlush(const std::vector<BucketPiece>& pieces) {
  // The slot still holds the flush that leaves the window.
  for (size_t i = 0; i < size(); ++i) Slots(i)[slot_] = 0;
  DropMediansOf(slot_);
  for (const BucketPiece& p : pieces) {
    assert(p.bucket < size());
    Slots(p.bucket)[slot_] =
        SaturatingAdd(Slots(p.bucket)[slot_], (p.bytes + kVolumeUnit - 1) / kVolumeUnit);
    if (!p.median.empty()) AppendMedian(&medians_[p.bucket], slot_, p.median);
  }
  slot_ = (slot_ + 1) % window_;
  flushes_ = std::min(flushes_ + 1, window_);
}

uint64_t BucketStats::Volume(size_t i) const {
  uint64_t sum = 0;
  for (uint32_t s = 0; s < window_; ++s) sum += Slots(i)[s];
  return sum * kVolumeUnit;
}

uint64_t BucketStats::Total() const {
  uint64_t sum = 0;
  for (uint32_t v : volumes_) sum += v;
  return sum * kVolumeUnit;
}

uint64_t BucketStats::Temperature(size_t i) const { return TemperatureOf(i, Total()); }

std::vector<uint64_t> BucketStats::Temperatures() const {
  const uint64_t total = Total();
  std::vector<uint64_t> all(size());
  for (size_t i = 0; i < size(); ++i) all[i] = TemperatureOf(i, total);
  return all;
}

uint64_t BucketStats::TemperatureOf(size_t i, uint64_t total) const {
  if (total == 0) return 1000;
  // 128 bits: volumes of a busy window times N times 1000 go beyond 64.
  const auto share = static_cast<unsigned __int128>(Volume(i)) * size() * 1000;
  return static_cast<uint64_t>(share / total);
}

std::string BucketStats::MiddleKey(const BucketMap& map, size_t i) const {
  std::vector<Slice> keys;
  ForEachMedian(medians_[i], [&](uint32_t, const Slice& key) {
    const std::string* begin = map.Begin(i);
    if (map.BucketOf(key) != i) return;
    // A split at the bucket's own begin would leave an empty half. Medians from before the last
    // split or merge may lie outside; they are passed over, not dropped.
    if (begin != nullptr && ComparePlaces(map.order(), key, *begin) == 0) return;
    keys.push_back(key);
  });
  if (keys.empty()) return std::string();
  const auto middle = keys.begin() + static_cast<ptrdiff_t>(keys.size() / 2);
  std::nth_element(keys.begin(), middle, keys.end(), [&](const Slice& a, const Slice& b) {
    return ComparePlaces(map.order(), a, b) < 0;
  });
  return middle->ToString();
}

void BucketStats::NoteHot(size_t i, bool hot) {
  hot_for_[i] =
      hot ? static_cast<uint16_t>(std::min<uint32_t>(hot_for_[i] + 1u, kLongestCount)) : 0;
}

void BucketStats::Split(const InternalKeyOrder& order, size_t i, const Slice& key) {
  std::vector<uint32_t> upper(Slots(i), Slots(i) + window_);
  for (uint32_t s = 0; s < window_; ++s) {
    // The odd unit stays below, so that the sum is what it was.
    upper[s] /= 2;
    Slots(i)[s] -= upper[s];
  }
  volumes_.insert(volumes_.begin() + static_cast<ptrdiff_t>((i + 1) * window_), upper.begin(),
                  upper.end());
  std::string below, above;
  ForEachMedian(medians_[i], [&](uint32_t slot, const Slice& m) {
    AppendMedian(ComparePlaces(order, m, key) < 0 ? &below : &above, slot, m);
  });
  medians_[i].assign(below);
  // MemoryPerBucket counts what is stored, so the rest must not stay allocated.
  medians_[i].shrink_to_fit();
  medians_.insert(medians_.begin() + static_cast<ptrdiff_t>(i + 1), above);
  hot_for_[i] = 0;
  hot_for_.insert(hot_for_.begin() + static_cast<ptrdiff_t>(i + 1), 0);
}

void BucketStats::Merge(size_t i) {
  assert(i + 1 < size());
  for (uint32_t s = 0; s < window_; ++s) {
    Slots(i)[s] = SaturatingAdd(Slots(i)[s], Slots(i + 1)[s]);
  }
  const auto slots = volumes_.begin() + static_cast<ptrdiff_t>((i + 1) * window_);
  volumes_.erase(slots, slots + window_);
  medians_[i] += medians_[i + 1];
  medians_.erase(medians_.begin() + static_cast<ptrdiff_t>(i + 1));
  hot_for_[i] = 0;
  hot_for_.erase(hot_for_.begin() + static_cast<ptrdiff_t>(i + 1));
}

size_t BucketStats::MemoryPerBucket() const {
  size_t bytes = 0;
  for (const std::string& list : medians_) bytes += sizeof(list) + list.size();
  return window_ * sizeof(uint32_t) + sizeof(uint16_t) + bytes / std::max<size_t>(1, size());
}

}  // namespace ROCKSDB_NAMESPACE
