// Four bytes of each separator of an index block, a cache line of them a group. A search over them
// reads the last ones of the groups, which lie together, one group, and no separator; only
// separators with the digest of the key are compared.
//
//   separators   user0017  user0042  user0042x  user0191         common   "user0"
//   digests         "017"     "042"      "042x"     "191"        the four bytes behind it
//   places        0, 4090   4095, 4088 ...                        the block of each
//
// Where the digest of a key is none of these, the key has one place, and a lookup goes there
// without a look at the index block.
//
// Invariants
// 1. Digests ascend, and a separator with a smaller digest than a key's comes before the key.
// 2. tops_[g] is the last digest of group g. The rest of the last group is filled with the largest
//    number.
// 3. one_each(): restart point i is entry i.
// 4. places_ is empty, or places_[i] is where the block of separator i lies.
// Immutable once made. Only for user keys that order bytewise.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/slice.h"
#include "table/extent.h"

namespace ROCKSDB_NAMESPACE {

class SeparatorDigests {
 public:
  // `keys` are the user keys of a block's restart points, `extents` what each points at, or
  // nothing. Null when they are too few to gain by it or out of order: searches then compare
  // separators. REQUIRES: user keys order bytewise; extents are given only with one_each.
  static std::unique_ptr<const SeparatorDigests> Make(const std::vector<Slice>& keys, bool one_each,
                                                      const std::vector<Extent>& extents);

  // Restart points before .first have a separator before the key, those from .second on have one
  // at or after it; between the two the digests are equal.
  std::pair<uint32_t, uint32_t> Narrow(const Slice& user_key) const;
  // The separators' blocks are known: has_places(). Then one_each() holds.
  bool has_places() const { return !places_.empty(); }
  uint32_t count() const { return count_; }
  // REQUIRES: has_places(), i < count().
  Extent PlaceAt(uint32_t i) const { return {places_[i].offset, places_[i].size}; }
  // True: separator *i is the first one behind user_key, or there is none and *i is count(). False:
  // ask the separators.
  bool FindAlone(const Slice& user_key, uint32_t* i) const {
    const auto [low, high] = Narrow(user_key);
    *i = low;
    return low == high;
  }
  // True: separator i is behind user_key. False: ask the separators.
  bool TellsBehind(uint32_t i, const Slice& user_key) const;
  bool one_each() const { return one_each_; }
  size_t MemoryUsage() const {
    return sizeof(*this) + common_.capacity() + groups_.capacity() * sizeof(Group) +
           tops_.capacity() * sizeof(uint32_t) + places_.capacity() * sizeof(Place);
  }

 private:
  SeparatorDigests() = default;
  static constexpr uint32_t kGroup = 16;
  struct alignas(64) Group {
    uint32_t digests[kGroup];
  };
  // An extent in half of its size.
  struct Place {
    uint64_t offset : 40;
    uint64_t size : 24;
  };
  // Empty when one of them is null or does not fit.
  static std::vector<Place> Pack(const std::vector<Extent>& extents);

  uint32_t DigestOf(const Slice& user_key) const;
  uint32_t DigestAt(uint32_t i) const { return groups_[i / kGroup].digests[i % kGroup]; }
  // The first restart point whose digest is at or above `digest`.
  uint32_t LowerBound(uint64_t digest) const;

  std::string common_;  // what all separators begin with
  std::vector<Group> groups_;
  std::vector<uint32_t> tops_;
  std::vector<Place> places_;
  uint32_t count_ = 0;
  bool one_each_ = true;
};

}  // namespace ROCKSDB_NAMESPACE
