// TrackedKeys: the keys that one transaction protects, how often it read and wrote each of them,
// and since when. Save points let it give back exactly what was taken since.
//
//   keys: { 0/a: 1 write, 0/b: 2 reads }      log: [ b read ] [ a write ] | [ b read ]
//                                                               save point ^
//
// Invariants
//  1. A key is here as long as its reads and writes are not both 0.
//  2. The log has every Add() since the oldest save point that was not undone, oldest first;
//     without a save point it is empty.
// Not thread-safe: it belongs to its transaction.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rocksdb/slice.h"
#include "rocksdb/types.h"
#include "utilities/transactions/key_table.h"

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
  using Keys = KeyTable<TrackedKey>;

  // Null when the key is not tracked. Valid until the next change.
  const TrackedKey* Find(const FamilyKey& key) const {
    const Keys::Node* const found = keys_.Find(key);
    return found == nullptr ? nullptr : &found->value;
  }

  // Counts one access. `since` only ever makes a key's number smaller.
  void Add(const FamilyKey& key, SequenceNumber since, bool read, bool exclusive);
  // Undoes one read since the latest save point, or of all without one. True: the key is no longer
  // tracked, and its lock can go.
  bool RemoveRead(const FamilyKey& key);

  void SetSavePoint() { save_points_.push_back(log_.size()); }
  // Both REQUIRE a save point. Going back calls `release(key)` for each key that is no longer
  // tracked.
  template <typename Release>
  void RollbackToSavePoint(Release release) {
    const size_t start = save_points_.back();
    save_points_.pop_back();
    while (log_.size() > start) {
      const Access last = log_.back();
      log_.pop_back();
      if (!Uncount(&last.place->value, last.read)) continue;
      // Before its node is spare.
      release(last.place->id());
      keys_.Erase(last.place);
    }
  }
  void PopSavePoint();

  const Keys& keys() const { return keys_; }
  void Clear();

 private:
  // One Add().
  struct Access {
    bool read;
    Keys::Node* place;
  };

  // True: the key has no access left.
  static bool Uncount(TrackedKey* key, bool read) {
    --(read ? key->reads : key->writes);
    return key->reads == 0 && key->writes == 0;
  }

  Keys keys_;
  std::vector<Access> log_;
  // The length of the log at each.
  std::vector<size_t> save_points_;
};

}  // namespace ROCKSDB_NAMESPACE
