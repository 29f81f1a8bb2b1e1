// TrackedKeys: the keys that one transaction protects, how often it read and wrote each of them,
// and since when. Save points let it give back exactly what was taken since.
//
//   families: 0 -> { a: 1 write, b: 2 reads }      log: [ b read ] [ a write ] | [ b read ]
//                                                                    save point ^
//
// Invariants
//  1. A key is here as long as its reads and writes are not both 0. A family without keys may be
//  here.
//  2. The log has every Add() since the oldest save point that was not undone, oldest first;
//     without a save point it is empty.
// Not thread-safe: it belongs to its transaction.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "rocksdb/slice.h"
#include "rocksdb/types.h"
#include "util/hash.h"

namespace ROCKSDB_NAMESPACE {

struct TrackedKey {
  // Nobody else has changed the key since this number, as far as the transaction has looked.
  SequenceNumber since = 0;
  uint32_t reads = 0;
  uint32_t writes = 0;
  bool exclusive = false;
};

class TrackedKeys {
 public:
  struct KeyHash {
    using is_transparent = void;
    size_t operator()(std::string_view key) const { return Hash64(key.data(), key.size()); }
  };
  using Keys = std::unordered_map<std::string, TrackedKey, KeyHash, std::equal_to<>>;
  using Families = std::unordered_map<uint32_t, Keys>;

  // Null when the key is not tracked. Valid until the next change.
  const TrackedKey* Find(uint32_t cf, const Slice& key) const;

  // Counts one access. `since` only ever makes a key's number smaller.
  void Add(uint32_t cf, const Slice& key, SequenceNumber since, bool read, bool exclusive);
  // Undoes one read since the latest save point, or of all without one. True: the key is no longer
  // tracked, and its lock can go.
  bool RemoveRead(uint32_t cf, const Slice& key);

  void SetSavePoint() { save_points_.push_back(log_.size()); }
  // Both REQUIRE a save point. Going back calls `release(cf, key)` for each key that is no longer
  // tracked.
  template <typename Release>
  void RollbackToSavePoint(Release release) {
    const size_t start = save_points_.back();
    save_points_.pop_back();
    while (log_.size() > start) {
      const Access last = log_.back();
      log_.pop_back();
      Keys& keys = families_[last.cf];
      if (Uncount(&last.place->second, last.read)) {
        const std::string key = last.place->first;
        keys.erase(key);
        release(last.cf, Slice(key));
      }
    }
  }
  void PopSavePoint();

  const Families& families() const { return families_; }
  uint64_t count() const;
  void Clear();

 private:
  // One Add(). Nodes of the map stay where they are.
  struct Access {
    uint32_t cf;
    bool read;
    Keys::value_type* place;
  };

  // True: the key has no access left.
  static bool Uncount(TrackedKey* key, bool read) {
    --(read ? key->reads : key->writes);
    return key->reads == 0 && key->writes == 0;
  }

  Families families_;
  std::vector<Access> log_;
  // The length of the log at each.
  std::vector<size_t> save_points_;
};

}  // namespace ROCKSDB_NAMESPACE
