// Bucket boundaries: see bucket_map.h.
#include "bucket/bucket_map.h"

#include <algorithm>
#include <cassert>

#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Of the MANIFEST record. A reader that meets another one derives boundaries afresh.
constexpr uint32_t kRecordGeneration = 1;

}  // namespace

std::string BoundaryKey(const InternalKeyOrder& order, const Slice& user_key) {
  std::string key = user_key.ToString();
  const size_t ts = order.user_comparator()->timestamp_size();
  if (ts > 0 && ts <= key.size()) key.replace(key.size() - ts, ts, ts, '\xff');
  return key;
}

BucketMap::BucketMap(const InternalKeyOrder& order, std::vector<std::string> keys)
    : order_(order), boundaries_(std::move(keys)) {
  // Before sorting: two keys that differ in their timestamp only are one boundary.
  for (std::string& key : boundaries_) key = BoundaryKey(order, key);
  std::sort(boundaries_.begin(), boundaries_.end(),
            [&](const auto& a, const auto& b) { return ComparePlaces(order, a, b) < 0; });
  const auto same = [&](const auto& a, const auto& b) { return ComparePlaces(order, a, b) == 0; };
  boundaries_.erase(std::unique(boundaries_.begin(), boundaries_.end(), same), boundaries_.end());
}

size_t BucketMap::BucketOf(const Slice& user_key) const {
  const auto it = std::partition_point(
      boundaries_.begin(), boundaries_.end(),
      [&](const std::string& b) { return ComparePlaces(order_, b, user_key) <= 0; });
  return static_cast<size_t>(it - boundaries_.begin());
}

std::pair<size_t, size_t> BucketMap::BucketsOf(const UserRange& range) const {
  const size_t first = BucketOf(range.smallest);
  size_t last = BucketOf(range.largest);
  // `last > first`: an exclusive range that begins where it ends still has to lie somewhere.
  const bool outside = range.exclusive_end && last > first &&
                       ComparePlaces(order_, range.largest, *Begin(last)) == 0;
  return {first, outside ? last - 1 : last};
}

bool BucketMap::Touches(size_t i, const UserRange& range) const {
  const auto [first, last] = BucketsOf(range);
  return first <= i && i <= last;
}

std::vector<std::string> BucketMap::BoundariesInside(const UserRange& range) const {
  const auto [first, last] = BucketsOf(range);
  return {boundaries_.begin() + static_cast<ptrdiff_t>(first),
          boundaries_.begin() + static_cast<ptrdiff_t>(last)};
}

std::string BucketMap::RangeText(size_t i, bool hex) const {
  const std::string* begin = Begin(i);
  const std::string* end = End(i);
  return (begin ? "[" + Slice(*begin).ToString(hex) : std::string("(-inf")) + ", " +
         (end ? Slice(*end).ToString(hex) : std::string("+inf")) + ")";
}

BucketMapPtr BucketMap::WithSplit(size_t i, const Slice& user_key) const {
  assert(BucketOf(user_key) == i);
  std::vector<std::string> keys = boundaries_;
  // The constructor sorts again; it costs nothing here and keeps invariant 1 whatever the caller
  // does.
  keys.insert(keys.begin() + static_cast<ptrdiff_t>(i), user_key.ToString());
  return std::make_shared<const BucketMap>(order_, std::move(keys));
}

BucketMapPtr BucketMap::WithMerge(size_t i) const {
  assert(i + 1 < size());
  std::vector<std::string> keys = boundaries_;
  keys.erase(keys.begin() + static_cast<ptrdiff_t>(i));
  return std::make_shared<const BucketMap>(order_, std::move(keys));
}

void BucketMap::EncodeTo(std::string* dst) const {
  AppendVarint32(dst, kRecordGeneration);
  AppendVarint32(dst, static_cast<uint32_t>(boundaries_.size()));
  for (const std::string& key : boundaries_) AppendSized(dst, key);
}

Status BucketMap::DecodeFrom(const InternalKeyOrder& order, Slice in, BucketMapPtr* out) {
  uint32_t generation = 0, count = 0;
  if (!TakeVarint32(&in, &generation) || !TakeVarint32(&in, &count)) {
    return Status::Corruption("bucket record", "cut short");
  }
  if (generation != kRecordGeneration) {
    return Status::Corruption("bucket record", "unknown generation " + std::to_string(generation));
  }
  std::vector<std::string> keys;
  for (uint32_t i = 0; i < count; ++i) {
    Slice key;
    if (!TakeSized(&in, &key)) return Status::Corruption("bucket record", "cut short");
    // Before the comparison below, which takes timestamps off.
    if (key.size() < order.user_comparator()->timestamp_size()) {
      return Status::Corruption("bucket record", "boundary without timestamp");
    }
    if (i > 0 && ComparePlaces(order, keys.back(), key) >= 0) {
      return Status::Corruption("bucket record", "boundaries do not ascend");
    }
    keys.push_back(key.ToString());
  }
  *out = std::make_shared<const BucketMap>(order, std::move(keys));
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
