// Filter lookups; see the header. After an error of any kind the answer is "may be": the lookup
// then reads the data block, and reports the error if it is still there.
#include "table/sst_filter.h"

#include "util/perf_context_imp.h"

namespace ROCKSDB_NAMESPACE {

Status SstFilter::Open(const ReadOptions& ro, BlockHome home, bool prefetch) {
  use_cache_ = home != BlockHome::kReader;
  if (home == BlockHome::kCache && !prefetch) return Status::OK();
  BlockRequest request;
  request.kind = TopKind();
  request.use_cache = use_cache_;
  request.with_reader = !use_cache_;
  BlockRef block;
  Status s = file_.Get(ro, block_, request, &block);
  if (s.ok() && home != BlockHome::kCache) held_ = std::move(block);
  return s;
}

bool SstFilter::MayMatch(const ReadOptions& ro, const Slice& what, const Slice& ikey) const {
  BlockRef fetched;
  const Block* top = held_.get();
  // The index does not hold the top block: fetches it through the cache and pins it for this
  // lookup.
  if (top == nullptr) {
    PERF_TIMER(read_filter_block_nanos);
    BlockRequest request;
    request.kind = TopKind();
    if (!file_.Get(ro, block_, request, &fetched).ok()) return true;
    top = fetched.get();
  }
  const uint64_t hash = Hash64(what);
  if (partitioned_) return MatchPartition(ro, *top, what, hash, ikey);
  return top->filter()->MayMatch(what, hash);
}

bool SstFilter::MatchPartition(const ReadOptions& ro, const Block& top, const Slice& what,
                               uint64_t hash, const Slice& ikey) const {
  IndexCursor cursor(order_, format_);
  cursor.Attach(top);
  cursor.Seek(ikey);
  // The last partition may hold the prefix of a target beyond all partitions: a seek key sorts
  // after the last key of the file, but its prefix need not.
  if (!cursor.valid() && !cursor.corrupt()) cursor.SeekToLast();
  if (!cursor.valid()) return true;
  PERF_TIMER(read_filter_block_nanos);
  BlockRequest request;
  request.kind = BlockKind::kFilter;
  BlockRef part;
  if (!file_.Get(ro, cursor.extent(), request, &part).ok()) return true;
  return part->filter()->MayMatch(what, hash);
}

size_t SstFilter::MemoryUsage() const {
  return sizeof(*this) + (held_ && !use_cache_ ? held_->MemoryUsage() : 0);
}

}  // namespace ROCKSDB_NAMESPACE
