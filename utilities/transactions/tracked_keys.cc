#include "utilities/transactions/tracked_keys.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

const TrackedKey* TrackedKeys::Find(uint32_t cf, const Slice& key) const {
  const auto family = families_.find(cf);
  if (family == families_.end()) return nullptr;
  const auto found = family->second.find(key.ToStringView());
  return found == family->second.end() ? nullptr : &found->second;
}

void TrackedKeys::Add(uint32_t cf, const Slice& key, SequenceNumber since, bool read,
                      bool exclusive) {
  Keys& keys = families_[cf];
  auto place = keys.find(key.ToStringView());
  if (place == keys.end()) {
    place = keys.emplace(key.ToStringView(), TrackedKey{since, 0, 0, exclusive}).first;
  }
  TrackedKey* const tracked = &place->second;
  ++(read ? tracked->reads : tracked->writes);
  tracked->since = std::min(tracked->since, since);
  tracked->exclusive = tracked->exclusive || exclusive;
  if (!save_points_.empty()) log_.push_back({cf, read, &*place});
}

bool TrackedKeys::RemoveRead(uint32_t cf, const Slice& key) {
  const auto family = families_.find(cf);
  if (family == families_.end()) return false;
  const auto place = family->second.find(key.ToStringView());
  if (place == family->second.end() || place->second.reads == 0) return false;
  if (!save_points_.empty()) {
    const auto latest = log_.begin() + static_cast<std::ptrdiff_t>(save_points_.back());
    const auto read = std::find_if(latest, log_.end(), [&](const Access& access) {
      return access.read && access.place == &*place;
    });
    if (read == log_.end()) return false;
    log_.erase(read);
  }
  if (!Uncount(&place->second, true)) return false;
  family->second.erase(place);
  return true;
}

void TrackedKeys::PopSavePoint() {
  save_points_.pop_back();
  if (save_points_.empty()) log_.clear();
}

uint64_t TrackedKeys::count() const {
  uint64_t total = 0;
  for (const auto& [cf, keys] : families_) total += keys.size();
  return total;
}

namespace {

// Tables of more buckets do not stay for the next transaction: chosen, not measured.
constexpr size_t kMostBuckets = 64;

}  // namespace

// A transaction of a few keys finds its tables where the last one has left them.
void TrackedKeys::Clear() {
  std::erase_if(families_,
                [](const auto& entry) { return entry.second.bucket_count() > kMostBuckets; });
  for (auto& entry : families_) entry.second.clear();
  log_.clear();
  save_points_.clear();
}

}  // namespace ROCKSDB_NAMESPACE
