// The filter of an open SST file: one block, or partitions found through an index of their own.
// Tells whether a key or a prefix may be in the file. SstReader and its iterators use it.
// Immutable once opened, so any number of threads may ask. It never fails a read: after any error
// the answer is "may be".
#pragma once

#include "table/block_cursor.h"
#include "table/sst_file.h"
#include "table/sst_index.h"

namespace ROCKSDB_NAMESPACE {

class SstFilter {
 public:
  // `block` is the filter, or with `partitioned` the index over its partitions, written in
  // `format`.
  SstFilter(const SstFile& file, const InternalKeyOrder& order, const Extent& block,
            bool partitioned, const IndexFormat& format)
      : file_(file), order_(order), block_(block), partitioned_(partitioned), format_(format) {}

  // Reads the top block now, unless it lives in the cache only and `prefetch` is false. REQUIRES:
  // called once, before MayMatch().
  [[nodiscard]] Status Open(const ReadOptions& ro, BlockHome home, bool prefetch);

  // `what` is the user key without timestamp, or its prefix; `ikey` finds the partition. True when
  // in doubt, also after an error: the filter only saves work.
  bool MayMatch(const ReadOptions& ro, const Slice& what, const Slice& ikey) const;

  bool partitioned() const { return partitioned_; }
  const Extent& extent() const { return block_; }
  // Calls `visit` for every partition, in order, until it fails. For passes over the whole file,
  // so it reads the top block anew. Without partitions it calls nothing.
  template <class Visit>
  Status ForEachPartition(const ReadOptions& ro, Visit visit) const;
  size_t MemoryUsage() const;

 private:
  BlockKind TopKind() const { return partitioned_ ? BlockKind::kFilterIndex : BlockKind::kFilter; }
  bool MatchPartition(const ReadOptions& ro, const Block& top, const Slice& what, uint64_t hash,
                      const Slice& ikey) const;

  const SstFile& file_;
  const InternalKeyOrder order_;
  const Extent block_;
  const bool partitioned_;
  const IndexFormat format_;
  bool use_cache_ = false;
  // The top block; empty when each use fetches it (BlockHome::kCache).
  BlockRef held_;
};

template <class Visit>
Status SstFilter::ForEachPartition(const ReadOptions& ro, Visit visit) const {
  BlockRequest request;
  request.kind = TopKind();
  request.use_cache = false;
  BlockRef top;
  Status s = file_.Get(ro, block_, request, &top);
  if (!s.ok() || !partitioned_) return s;
  IndexCursor cursor(order_, format_);
  cursor.Attach(*top);
  for (cursor.SeekToFirst(); s.ok() && cursor.valid(); cursor.Next()) s = visit(cursor.extent());
  if (s.ok() && cursor.corrupt())
    return file_.CorruptionAt(cursor.Complaint("filter index"), block_);
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
