// See the header.
#include "db/jobs/ingest_placement.h"

#include <algorithm>

#include "compaction/picker.h"
#include "db/jobs/memtable_overlap.h"

namespace ROCKSDB_NAMESPACE {

Status HasEntryIn(const IngestSource& source, TableCache* tables, const FilePtr& file, int level,
                  const UserRange& range, bool* has) {
  const InternalKeyOrder& order = source.config->order;
  const UserRange mine = UserRange::Of(*file);
  // A bound in the range is an entry in it, or the end of a range deletion that reaches into it.
  *has = Contains(order, range, mine.smallest) || Contains(order, range, mine.largest);
  if (*has) return Status::OK();
  ReadOptions read;
  read.fill_cache = source.options.fill_cache;
  read.total_order_seek = true;
  const std::unique_ptr<InternalIterator> it(
      tables->NewIterator(read, *source.config, file, level, TableIterOptions()));
  it->Seek(MakeInternalKey(range.smallest, kLargestSequence, kSeekType));
  if (!it->status().ok()) return it->status();
  *has = it->Valid() && Contains(order, range, UserKeyOf(it->key()));
  if (*has) return Status::OK();
  std::shared_ptr<const FragmentedRangeTombstones> tombstones;
  Status s = tables->RangeTombstones(*source.config, *file, level, &tombstones);
  *has = s.ok() && tombstones != nullptr && ReachInto(order, *tombstones, range);
  return s;
}

namespace {

Status DepthOf(const IngestSource& source, TableCache* tables, const TreeVersion& tree,
               const UserRange& range, int* depth) {
  FileList files;
  for (int level = 0; level < tree.num_levels(); ++level) {
    tree.FilesOverlapping(level, range, &files);
    for (const FilePtr& file : files) {
      bool has = false;
      Status s = HasEntryIn(source, tables, file, level, range, &has);
      *depth = level;
      if (!s.ok() || has) return s;
    }
  }
  *depth = tree.num_levels();
  return Status::OK();
}

// Places one file after another: the files placed before count as part of the tree.
class Placer {
 public:
  Placer(const PickContext& ctx, const std::vector<IngestFile>& files)
      : ctx_(ctx),
        files_(files),
        last_level_(ShapeOf(ctx).level0_only ? 0 : ctx.tree->num_levels() - 1) {}

  // The deepest free level above the entries that file i overlaps. *met: there are such entries.
  int LevelFor(size_t i, int first_entry, bool* met) const {
    const UserRange range = files_[i].range();
    int place = 0;
    *met = false;
    for (int level = 0; level <= last_level_; ++level) {
      *met = level == first_entry || (placed_ > 0 && PlacedOverlap(i, level));
      if (*met || JobWritesInto(level, range)) break;
      // With dynamic sizes nothing may lie in the levels above the base level.
      if (level >= std::max(1, ctx_.targets.base_level) && IsFree(i, level)) place = level;
    }
    // Deeper entries count as well: a file above them needs a number all the same.
    *met = *met || first_entry < ctx_.tree->num_levels() || PlacedOverlapAnywhere(i);
    return place;
  }
  bool FitsLast(size_t i) const {
    return !JobWritesInto(last_level_, files_[i].range()) && IsFree(i, last_level_);
  }
  void Placed() { ++placed_; }
  int last_level() const { return last_level_; }
  // Whether file i overlaps one of the files before it.
  bool PlacedOverlapAnywhere(size_t i) const {
    return std::any_of(
        files_.begin(), files_.begin() + static_cast<ptrdiff_t>(placed_),
        [&](const IngestFile& f) { return Overlaps(ctx_.order(), f.range(), files_[i].range()); });
  }

 private:
  bool PlacedOverlap(size_t i, int level) const {
    for (size_t k = 0; k < placed_; ++k) {
      if (files_[k].level == level && Overlaps(ctx_.order(), files_[k].range(), files_[i].range()))
        return true;
    }
    return false;
  }
  bool JobWritesInto(int level, const UserRange& range) const {
    return std::any_of(ctx_.jobs->begin(), ctx_.jobs->end(), [&](const RunningJob& job) {
      return WritesInto(ctx_.order(), job, level, range);
    });
  }
  bool IsFree(size_t i, int level) const {
    const auto [first, end] = ctx_.tree->OverlappingSpan(level, files_[i].range());
    return first == end && !PlacedOverlap(i, level);
  }

  const PickContext& ctx_;
  const std::vector<IngestFile>& files_;
  const int last_level_;
  size_t placed_ = 0;
};

// Whether some entry in the range may have sequence number 0, as those that come from behind will:
// a compaction could not tell them apart. The smallest number of a file of Level 0 may be lower
// than any of its entries (bucket/flush_numbers.h).
bool MeetsZeroAbove(const PickContext& ctx, const UserRange& range) {
  FileList files;
  for (int level = 0; level + 1 < ctx.tree->num_levels(); ++level) {
    ctx.tree->FilesOverlapping(level, range, &files);
    for (const FilePtr& file : files) {
      if ((level == 0 ? file->largest_seqno : file->smallest_seqno) == 0) return true;
    }
  }
  return false;
}

// Older than everything: in the last level, whatever lies above.
Status PlaceBehind(const PickContext& ctx, std::vector<IngestFile>* files) {
  Placer placer(ctx, *files);
  for (size_t i = 0; i < files->size(); ++i) {
    if (placer.PlacedOverlapAnywhere(i)) {
      return Status::NotSupported(
          "Files with overlapping ranges cannot be ingested with ingestion behind mode.");
    }
    if (!placer.FitsLast(i)) {
      return Status::InvalidArgument(
          "Can't ingest_behind file as it doesn't fit at the last level!");
    }
    if (MeetsZeroAbove(ctx, (*files)[i].range())) {
      return Status::InvalidArgument(
          "Can't ingest_behind file as despite allow_ingest_behind=true there are files with 0 "
          "seqno in database at upper levels!");
    }
    (*files)[i].level = placer.last_level();
    placer.Placed();
  }
  return Status::OK();
}

}  // namespace

Status FindEntryDepths(const IngestSource& source, TableCache* tables, TreePtr tree,
                       const std::vector<IngestFile>& files, EntryDepths* depths) {
  depths->tree = std::move(tree);
  depths->first_level.assign(files.size(), 0);
  for (size_t i = 0; i < files.size(); ++i) {
    Status s = DepthOf(source, tables, *depths->tree, files[i].range(), &depths->first_level[i]);
    if (!s.ok()) return s;
  }
  return Status::OK();
}

Status PlaceIngestFiles(const IngestSource& source, const PickContext& ctx,
                        const EntryDepths& depths, std::vector<IngestFile>* files,
                        std::vector<bool>* needs) {
  needs->assign(files->size(), false);
  if (source.options.ingest_behind) return PlaceBehind(ctx, files);
  Placer placer(ctx, *files);
  for (size_t i = 0; i < files->size(); ++i) {
    bool met = false;
    const int level = placer.LevelFor(i, depths.first_level[i], &met);
    // Those that overlap one another are told apart by their numbers.
    if (placer.PlacedOverlapAnywhere(i)) needs->assign(files->size(), true);
    (*needs)[i] = (*needs)[i] || met;
    if (source.options.fail_if_not_bottommost_level && level < placer.last_level()) {
      return Status::TryAgain(
          "Files cannot be ingested to Lmax. Please make sure key range of Lmax and ongoing "
          "compaction's output to Lmax does not overlap with files to ingest. Input files "
          "overlapping with each other can cause some file to be assigned to non Lmax level.");
    }
    (*files)[i].level = level;
    placer.Placed();
  }
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
