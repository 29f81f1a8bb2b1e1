#include "utilities/transactions/tracked_keys.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

void TrackedKeys::Add(const FamilyKey& key, SequenceNumber since, bool read, bool exclusive) {
  Keys::Node* place = keys_.Find(key);
  if (place == nullptr) {
    place = keys_.Add(key);
    place->value = TrackedKey{since, 0, 0, exclusive};
  }
  TrackedKey* const tracked = &place->value;
  ++(read ? tracked->reads : tracked->writes);
  tracked->since = std::min(tracked->since, since);
  tracked->exclusive = tracked->exclusive || exclusive;
  if (!save_points_.empty()) log_.push_back({read, place});
}

bool TrackedKeys::RemoveRead(const FamilyKey& key) {
  Keys::Node* const place = keys_.Find(key);
  if (place == nullptr || place->value.reads == 0) return false;
  if (!save_points_.empty()) {
    const auto latest = log_.begin() + static_cast<std::ptrdiff_t>(save_points_.back());
    const auto read = std::find_if(latest, log_.end(), [&](const Access& access) {
      return access.read && access.place == place;
    });
    if (read == log_.end()) return false;
    log_.erase(read);
  }
  if (!Uncount(&place->value, true)) return false;
  keys_.Erase(place);
  return true;
}

void TrackedKeys::PopSavePoint() {
  save_points_.pop_back();
  if (save_points_.empty()) log_.clear();
}

void TrackedKeys::Clear() {
  keys_.Clear();
  log_.clear();
  save_points_.clear();
}

}  // namespace ROCKSDB_NAMESPACE
