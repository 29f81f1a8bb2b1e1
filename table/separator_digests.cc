// Making digests, and the search over them; see the header.
#include "table/separator_digests.h"

#include <algorithm>
#include <cstring>

namespace ROCKSDB_NAMESPACE {

namespace {

// Below, the separators themselves lie in a few cache lines. Chosen, not measured.
constexpr uint32_t kFewestEntries = 16;

}  // namespace

std::vector<SeparatorDigests::Place> SeparatorDigests::Pack(const std::vector<Extent>& extents) {
  std::vector<Place> places;
  places.reserve(extents.size());
  for (const Extent& extent : extents) {
    Place place;
    place.offset = extent.offset;
    place.size = extent.size;
    // A damaged index: a search will complain.
    if (extent.null()) return {};
    if (place.offset != extent.offset || place.size != extent.size) return {};
    places.push_back(place);
  }
  return places;
}

std::unique_ptr<const SeparatorDigests> SeparatorDigests::Make(const std::vector<Slice>& keys,
                                                               bool one_each,
                                                               const std::vector<Extent>& extents) {
  const auto before = [](const Slice& a, const Slice& b) { return a.compare(b) < 0; };
  if (keys.size() < kFewestEntries || !std::is_sorted(keys.begin(), keys.end(), before)) {
    return nullptr;
  }
  std::unique_ptr<SeparatorDigests> made(new SeparatorDigests);
  made->one_each_ = one_each;
  made->common_.assign(keys.front().data(), keys.front().difference_offset(keys.back()));
  made->count_ = static_cast<uint32_t>(keys.size());
  made->places_ = Pack(extents);
  made->groups_.resize((keys.size() + kGroup - 1) / kGroup);
  made->tops_.reserve(made->groups_.size());
  for (size_t i = 0; i < made->groups_.size() * kGroup; ++i) {
    const uint32_t digest = i < keys.size() ? made->DigestOf(keys[i]) : UINT32_MAX;
    made->groups_[i / kGroup].digests[i % kGroup] = digest;
    if (i % kGroup == kGroup - 1) made->tops_.push_back(digest);
  }
  return made;
}

// A key that ends within the four bytes comes before those that go on, or is compared with them.
uint32_t SeparatorDigests::DigestOf(const Slice& user_key) const {
  uint32_t bytes = 0;
  const size_t n = std::min(user_key.size() - common_.size(), sizeof(bytes));
  std::memcpy(&bytes, user_key.data() + common_.size(), n);
  return __builtin_bswap32(bytes);
}

uint32_t SeparatorDigests::LowerBound(uint64_t digest) const {
  if (tops_.back() < digest) return count_;
  // Halving without a branch, because nobody can foresee it: the first top at or above `digest` is
  // one of the `left` from `top` on.
  const uint32_t* top = tops_.data();
  for (size_t left = tops_.size(); left > 1;) {
    const size_t half = left / 2;
    top += top[half - 1] < digest ? half : 0;
    left -= half;
  }
  const auto g = static_cast<uint32_t>(top - tops_.data());
  // A lookup goes on to a place in one of these lines. The second may lie behind the last place:
  // a fetch reads nothing.
  if (has_places()) {
    __builtin_prefetch(places_.data() + g * kGroup);
    __builtin_prefetch(places_.data() + g * kGroup + kGroup / 2);
  }
  uint32_t before = 0;
  for (const uint32_t other : groups_[g].digests) before += other < digest ? 1 : 0;
  return std::min(g * kGroup + before, count_);
}

std::pair<uint32_t, uint32_t> SeparatorDigests::Narrow(const Slice& user_key) const {
  const size_t shared = std::min(user_key.size(), common_.size());
  const int order = shared == 0 ? 0 : std::memcmp(user_key.data(), common_.data(), shared);
  // What only begins like all separators comes before them.
  if (order < 0 || (order == 0 && shared < common_.size())) return {0, 0};
  if (order > 0) return {count_, count_};
  const uint32_t digest = DigestOf(user_key);
  const uint32_t low = LowerBound(digest);
  if (low == count_ || DigestAt(low) != digest) return {low, low};
  // Mostly it is alone.
  if (low + 1 == count_ || DigestAt(low + 1) != digest) return {low, low + 1};
  return {low, LowerBound(uint64_t{digest} + 1)};
}

bool SeparatorDigests::TellsBehind(uint32_t i, const Slice& user_key) const {
  return user_key.starts_with(common_) && DigestOf(user_key) < DigestAt(i);
}

}  // namespace ROCKSDB_NAMESPACE
