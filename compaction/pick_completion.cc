// From inputs to a complete pick: see pick_completion.h.
#include "compaction/pick_completion.h"

#include <algorithm>

#include "compaction/pick_ranges.h"

namespace ROCKSDB_NAMESPACE {

namespace {

bool SamePath(const FileList& files, uint32_t path_id) {
  return std::all_of(files.begin(), files.end(),
                     [&](const FilePtr& f) { return f->path_id == path_id; });
}

// Sorts, because this runs under the state lock (hazard 15). In order of their begins, files that
// overlap anywhere overlap as neighbours.
bool Disjoint(const InternalKeyOrder& order, const FileList& files) {
  std::vector<UserRange> ranges;
  ranges.reserve(files.size());
  for (const FilePtr& f : files) ranges.push_back(UserRange::Of(*f));
  std::sort(ranges.begin(), ranges.end(), [&](const UserRange& a, const UserRange& b) {
    return ComparePlaces(order, a.smallest, b.smallest) < 0;
  });
  for (size_t i = 1; i < ranges.size(); ++i) {
    if (Overlaps(order, ranges[i - 1], ranges[i])) return false;
  }
  return true;
}

// Moving a file over much data below would only make its next compaction expensive: it is rewritten
// here, and cut where it overlaps too much.
bool GrandparentsAllowMove(const PickContext& ctx, const CompactionPick& pick) {
  const int below = pick.output_level + 1;
  if (below >= ctx.tree->num_levels()) return true;
  return std::all_of(pick.inputs[0].files.begin(), pick.inputs[0].files.end(),
                     [&](const FilePtr& f) {
                       return ctx.tree->BytesOverlapping(below, UserRange::Of(*f)) + f->file_size <=
                              ctx.options().max_compaction_bytes;
                     });
}

// Users often start a manual compaction to run the filter over old data; a move would skip it.
bool FilterWantsRewrite(const PickContext& ctx, const CompactionPick& pick) {
  return pick.manual && (ctx.options().compaction_filter != nullptr ||
                         ctx.options().compaction_filter_factory != nullptr);
}

bool PartitionerAllowsMove(const PickContext& ctx, const CompactionPick& pick) {
  const auto partitioner = PartitionerFor(ctx.options(), pick);
  if (partitioner == nullptr) return true;
  return std::all_of(
      pick.inputs[0].files.begin(), pick.inputs[0].files.end(), [&](const FilePtr& f) {
        return partitioner->CanDoTrivialMove(f->smallest_user_key(), f->largest_user_key());
      });
}

bool OnlyStartLevel(const CompactionPick& pick) {
  return std::all_of(pick.inputs.begin() + 1, pick.inputs.end(),
                     [](const CompactionPick::Inputs& in) { return in.files.empty(); });
}

int NonEmptyLevels(const PickContext& ctx, int output_level) {
  return std::max(ctx.tree->deepest_level(), output_level) + 1;
}

bool SameCompression(const PickContext& ctx, const CompactionPick& pick) {
  const int levels = NonEmptyLevels(ctx, pick.output_level);
  const int base = ctx.targets.base_level;
  return ctx.config->CompressionFor(pick.start_level(), base, levels) == pick.compression;
}

// A move keeps bytes as they are, so everything a rewrite would change must be as wanted already:
// directory, compression, filter, partition. Level-0 files move only when they are disjoint, since
// their new level must be.
bool IsMove(const PickContext& ctx, const CompactionPick& pick) {
  return pick.start_level() != pick.output_level && OnlyStartLevel(pick) &&
         SamePath(pick.inputs[0].files, pick.output_path_id) &&
         (pick.start_level() > 0 || Disjoint(ctx.order(), pick.inputs[0].files)) &&
         SameCompression(ctx, pick) && !FilterWantsRewrite(ctx, pick) &&
         GrandparentsAllowMove(ctx, pick) && PartitionerAllowsMove(ctx, pick);
}

void SetGrandparents(const PickContext& ctx, const UserRange& range, CompactionPick* pick) {
  const int below = pick->output_level + 1;
  if (pick->output_level < 1 || below >= ctx.tree->num_levels()) return;
  ctx.tree->FilesOverlapping(below, range, &pick->grandparents);
  pick->max_grandparent_overlap_bytes = ctx.options().max_compaction_bytes;
  // Universal jobs take whole runs: where files end saves them nothing.
  if (ctx.options().compaction_style == kCompactionStyleLevel) {
    pick->stretched_file_size = std::min(pick->target_file_size, UINT64_MAX / 2) * 2;
  }
}

// Rule 5: outputs of level 0 are cut at bucket boundaries, so that base files stop tying buckets
// together.
void SetCuts(const PickContext& ctx, const UserRange& range, CompactionPick* pick) {
  const bool leaves_l0 = pick->start_level() == 0 && pick->output_level > 0;
  if (ctx.map != nullptr && leaves_l0) pick->cut_points = ctx.map->BoundariesInside(range);
}

// One job may be split over threads where the tree has no second job to offer: out of level 0, or
// on request.
uint32_t Subcompactions(const PickContext& ctx, const CompactionPick& pick) {
  if (pick.manual || pick.start_level() == 0) return std::max(1u, ctx.max_subcompactions);
  return 1;
}

// Where Level 0 is the last level, the oldest data of a range is known by its place in the list.
// Elsewhere jobs of other buckets and levels make that hard to say, and it would gain little.
bool OldestOfLevel0(const PickContext& ctx, const UserRange& range, const CompactionPick& pick) {
  const bool last =
      ctx.tree->num_levels() == 1 || ctx.options().compaction_style == kCompactionStyleFIFO;
  const FileList& taken = pick.inputs.front().files;
  if (!last || pick.output_level > 0 || pick.start_level() != 0 || taken.empty()) return false;
  const FileList& all = ctx.tree->files(0);
  const auto oldest = std::find(all.begin(), all.end(), taken.back());
  return oldest != all.end() && std::none_of(oldest + 1, all.end(), [&](const FilePtr& f) {
           return Overlaps(ctx.order(), range, UserRange::Of(*f));
         });
}

}  // namespace

std::unique_ptr<SstPartitioner> PartitionerFor(const ColumnFamilyOptions& options,
                                               const CompactionPick& pick) {
  if (options.sst_partitioner_factory == nullptr) return nullptr;
  const UserRange range = pick.range();
  SstPartitioner::Context about;
  about.is_full_compaction = false;
  about.is_manual_compaction = pick.manual;
  about.output_level = pick.output_level;
  about.smallest_user_key = range.smallest;
  about.largest_user_key = range.largest;
  return options.sst_partitioner_factory->CreatePartitioner(about);
}

void KeepLevel0Whole(CompactionPick* pick) {
  if (pick->output_level > 0) return;
  pick->target_file_size = UINT64_MAX;
  pick->max_subcompactions = 1;
  pick->cut_points.clear();
}

void CompletePick(const PickContext& ctx, CompactionPick* pick) {
  const UserRange range = pick->range();
  const int out = pick->output_level;
  const int levels = NonEmptyLevels(ctx, out);
  pick->older_may_come = ctx.config->allow_ingest_behind;
  pick->oldest_of_level0 = OldestOfLevel0(ctx, range, *pick);
  pick->pace = ctx.pace;
  pick->most_leaving = ctx.most_leaving;
  pick->flush_first = ctx.flush_first;
  // Level 0 never counts as bottommost: older files may lie beside the output.
  pick->bottommost = out > 0 && !pick->older_may_come && ctx.tree->NothingBelow(out, range);
  pick->target_file_size =
      out == 0 ? UINT64_MAX : ctx.config->MaxFileSizeForLevel(out, ctx.targets.base_level);
  pick->compression = ctx.config->CompressionFor(out, ctx.targets.base_level, levels);
  pick->compression_opts = ctx.config->CompressionOptionsFor(out, levels);
  pick->output_temperature = ctx.config->TemperatureFor(out);
  pick->output_path_id = PathForLevel(*ctx.config, ctx.targets, out);
  pick->max_subcompactions = Subcompactions(ctx, *pick);
  SetGrandparents(ctx, range, pick);
  SetCuts(ctx, range, pick);
  KeepLevel0Whole(pick);
  // Last: it looks at what was filled in above.
  pick->trivial_move = IsMove(ctx, *pick);
}

}  // namespace ROCKSDB_NAMESPACE
