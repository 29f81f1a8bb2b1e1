// See the header.
#include "table/block_batch.h"

#include <algorithm>
#include <cstring>

#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Each shard may lack a block.
bool IsFull(const Cache& cache) {
  const size_t capacity = cache.GetCapacity();
  return cache.GetUsage() > capacity - capacity / 16;
}

}  // namespace

BlockBatch::~BlockBatch() {
  if (stats_ == nullptr) return;
  uint64_t unused = 0;
  for (size_t i = next_; i < held_.size(); ++i) unused += held_[i].bytes.size();
  RecordInHistogram(stats_, PREFETCHED_BYTES_DISCARDED, unused);
}

// The walk passes over blocks that the cache has.
bool BlockBatch::Has(const Extent& extent) {
  for (size_t i = next_; i < held_.size(); ++i) {
    if (held_[i].extent != extent) continue;
    next_ = i;
    return true;
  }
  return false;
}

size_t BlockBatch::Ahead(const Extent& extent, ScanRun::Way way, bool* forward) {
  *forward = way != ScanRun::Way::kBackward;
  if (policy_.initial == 0) return 0;
  if (run_.reads() <= policy_.reads_before) {
    const size_t expected = route_->Expected(extent, forward);
    const bool turned =
        way != ScanRun::Way::kElsewhere && *forward != (way == ScanRun::Way::kForward);
    return turned ? 0 : expected;
  }
  const size_t ahead = window_;
  window_ = std::min(2 * window_, std::max(policy_.largest, policy_.initial));
  return ahead;
}

void BlockBatch::Plan(const Extent& extent) {
  const size_t n = extent.size + kTrailerBytes;
  const ScanRun::Way way = run_.WayTo(extent.offset, n);
  if (run_.Note(extent.offset, n, way)) window_ = policy_.initial;
  planned_.clear();
  bool forward = true;
  const size_t ahead = Ahead(extent, way, &forward);
  if (ahead == 0) return;
  planned_.push_back(extent);
  route_->Continue(extent, forward, ahead, &planned_);
}

Status BlockBatch::Fill(const RandomAccessFileReader& file, const IOOptions& io,
                        const Cache* cache) {
  held_.clear();
  next_ = 0;
  MemoryAllocator* allocator = cache != nullptr ? cache->memory_allocator() : nullptr;
  cache_is_full_ = run_.Long() && cache != nullptr && IsFull(*cache);
  std::vector<FSReadRequest> requests;
  requests.reserve(planned_.size());
  for (const Extent& extent : planned_) {
    const size_t n = extent.size + kTrailerBytes;
    BlockBytes home = BlockBytes::Allocate(n, allocator);
    if (!home.owned()) {
      // Nothing was read into those before it.
      held_.clear();
      return Status::MemoryLimit("no memory for a block");
    }
    FSReadRequest& request = requests.emplace_back();
    request.offset = extent.offset;
    request.len = n;
    request.scratch = home.mutable_data();
    held_.push_back({extent, std::move(home)});
  }
  // The file wants ranges in its own order.
  const bool backward = planned_.size() > 1 && planned_[1].offset < planned_[0].offset;
  if (backward) std::reverse(requests.begin(), requests.end());
  file.MultiRead(io, requests.data(), requests.size());
  if (backward) std::reverse(requests.begin(), requests.end());
  size_t good = 0, bytes = 0;
  for (; good < requests.size() && requests[good].status.ok(); ++good) {
    const Slice& got = requests[good].result;
    bytes += got.size();
    held_[good].bytes.Shrink(got.size());
    if (got.data() != requests[good].scratch && !got.empty()) {
      std::memcpy(requests[good].scratch, got.data(), got.size());
    }
  }
  // What failed is read again when the walk comes to it.
  held_.resize(good);
  stats_ = file.statistics();
  RecordTick(stats_, PREFETCH_BYTES, bytes);
  return good > 0 ? Status::OK() : static_cast<Status>(requests[0].status);
}

bool BlockBatch::Read(const RandomAccessFileReader& file, const IOOptions& io, const Cache* cache,
                      const Extent& extent, BlockBytes* block, Status* status) {
  if (Has(extent)) {
    run_.NoteWithin(extent.offset, extent.size + kTrailerBytes);
    RecordTick(stats_, PREFETCH_HITS);
    RecordTick(stats_, PREFETCH_BYTES_USEFUL, held_[next_].bytes.size());
  } else {
    Plan(extent);
    if (planned_.size() < 2) return false;
    *status = Fill(file, io, cache);
    if (!status->ok()) return true;
  }
  *block = std::move(held_[next_].bytes);
  ++next_;
  return true;
}

}  // namespace ROCKSDB_NAMESPACE
