// Level 0 for one decision: see l0_view.h.
#include "bucket/l0_view.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

size_t BucketWeight(const BucketLoad& load) { return std::max(load.depth, load.files / kSpread); }

L0View::L0View(const L0PickInput& in) : in_(in), held_(*in.jobs) {
  size_t at_level0 = 0;
  for (const RunningJob& job : *in.jobs) {
    any_exclusive_ |= job.exclusive;
    if (job.start_level != 0) continue;
    ++at_level0;
    within_ += job.output_level == 0 ? 1 : 0;
  }
  const size_t leaving = at_level0 - within_;
  if (in.map == nullptr) {
    may_leave_ = at_level0 > 0 ? 0 : 1;
  } else if (in.most_leaving == 0) {
    may_leave_ = SIZE_MAX;
  } else {
    may_leave_ = in.most_leaving - std::min<size_t>(leaving, in.most_leaving);
  }
  busy_.reserve(files().size());
  for (const FilePtr& f : files()) busy_.push_back(held_.Holds(*f));
  loads_.resize(in.map == nullptr ? 1 : in.map->size());
  for (size_t i = 0; i < loads_.size(); ++i) loads_[i].bucket = i;
  PlaceFiles();
  MeasureFiles();
}

std::vector<std::pair<uint32_t, uint32_t>> L0View::PlaceIntervals() const {
  const auto& intervals = in_.tree->l0().intervals();
  std::vector<std::pair<uint32_t, uint32_t>> places(intervals.size(), {0, 0});
  // Without a map one bucket holds everything.
  if (in_.map == nullptr) return places;
  uint32_t bucket = 0;
  for (size_t k = 0; k < intervals.size(); ++k) {
    const auto& at = intervals[k];
    int c = 1;  // how the begin compares with the last boundary at or below it
    // Bounds and boundaries both ascend: `bucket` only moves forward over the whole walk.
    while (in_.map->End(bucket) != nullptr) {
      const int next = ComparePlaces(order(), at.begin, *in_.map->End(bucket));
      if (next < 0) break;
      c = next;
      ++bucket;
    }
    if (c != 0 && bucket > 0) c = ComparePlaces(order(), at.begin, *in_.map->Begin(bucket));
    places[k].first = bucket;
    // The interval before ends here: below this bucket if it begins exactly at this place.
    if (k > 0)
      places[k - 1].second = bucket - (bucket > 0 && c == 0 && !at.begin_exclusive ? 1 : 0);
    places[k].second = bucket;
  }
  return places;
}

void L0View::PlaceFiles() {
  const auto places = PlaceIntervals();
  const L0Intervals& l0 = in_.tree->l0();
  buckets_of_.reserve(files().size());
  for (uint32_t i = 0; i < files().size(); ++i) {
    const auto [first, last] = l0.SpanOf(i);
    buckets_of_.emplace_back(places[first].first, places[last].second);
  }
  MeasureDepths(places);
}

void L0View::MeasureDepths(const std::vector<std::pair<uint32_t, uint32_t>>& places) {
  const auto& intervals = in_.tree->l0().intervals();
  for (size_t k = 0; k < intervals.size(); ++k) {
    const auto& covering = intervals[k].files;
    const auto held = static_cast<size_t>(
        std::count_if(covering.begin(), covering.end(), [&](uint32_t i) { return busy_[i]; }));
    for (size_t b = places[k].first; b <= places[k].second; ++b) {
      loads_[b].depth = std::max(loads_[b].depth, covering.size() - held);
      loads_[b].depth_all = std::max(loads_[b].depth_all, covering.size());
    }
  }
}

void L0View::MeasureFiles() {
  // A flush takes about one epoch number a bucket.
  const uint64_t newest = files().empty() ? 0 : files().front()->epoch;
  const uint64_t recent = 2 * (loads_.size() + 1);
  const uint64_t patience = kPatience * (loads_.size() + 1);
  for (uint32_t i = 0; i < files().size(); ++i) {
    if (busy_[i]) continue;
    const UserRange range = UserRange::Of(*files()[i]);
    for (size_t b = buckets_of_[i].first; b <= buckets_of_[i].second; ++b) {
      BucketLoad& load = loads_[b];
      if (load.files++ == 0) load.hull = range;
      load.l0_bytes += files()[i]->file_size;
      load.filling |= files()[i]->epoch + recent > newest;
      load.overdue |= files()[i]->epoch + patience <= newest;
      Extend(order(), &load.hull, range);
    }
  }
  // Stock counts files, wherever they lie.
  if (in_.map == nullptr) loads_[0].depth = loads_[0].files;
  // FIFO with a single level has no base.
  if (in_.base_level >= in_.tree->num_levels()) return;
  for (BucketLoad& load : loads_) {
    if (load.files > 0) load.base_bytes = in_.tree->BytesOverlapping(in_.base_level, load.hull);
  }
}

size_t L0View::MaxWeight() const {
  size_t most = 0;
  for (const BucketLoad& load : loads_) most = std::max(most, BucketWeight(load));
  return most;
}

}  // namespace ROCKSDB_NAMESPACE
