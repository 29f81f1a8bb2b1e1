// Cutting flushes: see flush_splitter.h.
#include "bucket/flush_splitter.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace ROCKSDB_NAMESPACE {

namespace {

// Of the sampler that finds a piece's median: an error of about 3 % of its volume. Chosen, not
// measured.
constexpr size_t kMedianResolution = 32;

// Without overflow: total times part goes beyond 64 bits for large trees.
uint64_t Share(uint64_t total, uint64_t part, uint64_t whole) {
  return static_cast<uint64_t>(static_cast<unsigned __int128>(total) * part / whole);
}

bool BySampleKey(const InternalKeyOrder& order, const VolumeSample& a, const VolumeSample& b) {
  return ComparePlaces(order, a.user_key, b.user_key) < 0;
}

}  // namespace

std::vector<uint64_t> ExpectBySamples(const BucketMap& map,
                                      const std::vector<VolumeSample>& samples, uint64_t total) {
  std::vector<uint64_t> expected(map.size(), 0);
  for (size_t i = 0; i < samples.size(); ++i) {
    // A sample stands for everything up to the next, also where a boundary lies between them.
    const uint64_t end = i + 1 < samples.size() ? samples[i + 1].bytes_before : total;
    expected[map.BucketOf(samples[i].user_key)] += end - samples[i].bytes_before;
  }
  return expected;
}

FlushPlan PlanCuts(const BucketMap& map, const std::vector<uint64_t>& expected,
                   uint64_t smallest_piece) {
  assert(expected.size() == map.size());
  uint64_t left = std::accumulate(expected.begin(), expected.end(), uint64_t{0});
  const uint64_t smallest = std::max<uint64_t>(1, smallest_piece);
  FlushPlan plan;
  uint64_t piece = 0;
  for (size_t i = 0; i < map.size(); ++i) {
    piece += expected[i];
    left -= expected[i];
    // Both sides: a cut that leaves enough behind it but too little before the end makes a tiny
    // last file.
    if (map.End(i) != nullptr && piece >= smallest && left >= smallest) {
      plan.cuts.push_back(*map.End(i));
      plan.expected.push_back(piece);
      piece = 0;
    }
  }
  plan.expected.push_back(piece);
  return plan;
}

FlushPlan PlanTombstoneFlush(const BucketMap& map) {
  return FlushPlan{map.boundaries(), std::vector<uint64_t>(map.size(), 0)};
}

std::vector<std::string> ChooseInitialBoundaries(const InternalKeyOrder& order,
                                                 const std::vector<VolumeSample>& samples,
                                                 uint64_t total, size_t buckets) {
  std::vector<std::string> keys;
  size_t at = 1;  // a boundary at the very first key would leave an empty bucket below it
  for (size_t i = 1; i < buckets; ++i) {
    const uint64_t goal = Share(total, i, buckets);
    while (at < samples.size() && samples[at].bytes_before < goal) ++at;
    if (at >= samples.size()) break;
    const std::string key = BoundaryKey(order, samples[at].user_key);
    // Several goals may fall on one heavy key; it makes one boundary.
    if (!keys.empty() && ComparePlaces(order, keys.back(), key) >= 0) continue;
    if (ComparePlaces(order, samples[0].user_key, key) >= 0) continue;
    keys.push_back(key);
  }
  return keys;
}

std::vector<std::string> DeriveBoundaries(const TreeVersion& tree, size_t buckets) {
  int base = 1;
  // With dynamic levels the first one with data may lie deep (hazard 12).
  while (base < tree.num_levels() && tree.files(base).empty()) ++base;
  std::vector<VolumeSample> samples;
  const auto collect = [&](int level) {
    for (const FilePtr& f : tree.files(level)) {
      samples.push_back(VolumeSample{f->smallest_user_key().ToString(), f->file_size});
    }
  };
  collect(0);
  if (base < tree.num_levels()) collect(base);
  std::sort(samples.begin(), samples.end(), [&](const VolumeSample& a, const VolumeSample& b) {
    return BySampleKey(tree.order(), a, b);
  });
  uint64_t total = 0;
  // Turns sizes into the bytes before each sample, in place.
  for (VolumeSample& s : samples) total += std::exchange(s.bytes_before, total);
  return ChooseInitialBoundaries(tree.order(), samples, total, buckets);
}

FlushTally::FlushTally(const BucketMap& map) : map_(map), sampler_(kMedianResolution) {
  next_boundary_ = map.End(0);
  if (next_boundary_ != nullptr) next_prefix_ = BytewisePrefix(*next_boundary_);
}

bool FlushTally::PastBoundary(const Slice& user_key) const {
  if (map_.order().bytewise()) {
    const uint64_t prefix = BytewisePrefix(user_key);
    // Eight bytes decide for nearly every key; this runs once an entry of the memtable.
    if (prefix != next_prefix_) return prefix > next_prefix_;
  }
  return ComparePlaces(map_.order(), user_key, *next_boundary_) >= 0;
}

void FlushTally::MoveOn(const Slice& user_key) {
  ClosePiece();
  // Searched, not counted up: the key may lie several buckets further on.
  bucket_ = map_.BucketOf(user_key);
  next_boundary_ = map_.End(bucket_);
  if (next_boundary_ != nullptr) next_prefix_ = BytewisePrefix(*next_boundary_);
}

void FlushTally::ClosePiece() {
  if (sampler_.total() > 0) {
    pieces_.push_back(BucketPiece{bucket_, sampler_.total(), sampler_.Median()});
  }
  sampler_.Clear();
}

std::vector<BucketPiece> FlushTally::Finish() {
  ClosePiece();
  return std::move(pieces_);
}

}  // namespace ROCKSDB_NAMESPACE
