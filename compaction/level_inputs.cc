// Inputs of jobs between levels: see level_inputs.h.
#include "compaction/level_inputs.h"

#include <algorithm>
#include <numeric>

#include "bucket/l0_closure.h"
#include "compaction/pick_completion.h"
#include "compaction/pick_ranges.h"
#include "version/clean_cut.h"

namespace ROCKSDB_NAMESPACE {

namespace {

using Indexes = std::vector<uint32_t>;

// Sorts by a number that each file gets; equal ones stay in key order.
template <typename Key>
void SortBy(const FileList& files, Indexes* order, Key key) {
  std::vector<decltype(key(0))> keys;
  keys.reserve(files.size());
  for (uint32_t i = 0; i < files.size(); ++i) keys.push_back(key(i));
  std::stable_sort(order->begin(), order->end(),
                   [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
}

// Bytes of level + 1 under each file of `level`, both walked once. A lower file under two upper
// ones counts for both.
std::vector<uint64_t> OverlapsBelow(const TreeVersion& tree, int level) {
  const FileList& upper = tree.files(level);
  const FileList& lower = tree.files(level + 1);
  std::vector<uint64_t> bytes(upper.size(), 0);
  size_t first = 0;
  for (size_t i = 0; i < upper.size(); ++i) {
    const UserRange range = UserRange::Of(*upper[i]);
    while (first < lower.size() && EndsBefore(tree.order(), UserRange::Of(*lower[first]), range)) {
      ++first;
    }
    for (size_t j = first; j < lower.size(); ++j) {
      if (EndsBefore(tree.order(), range, UserRange::Of(*lower[j]))) break;
      bytes[i] += lower[j]->file_size;
    }
  }
  return bytes;
}

// Bytes below that must be rewritten per byte moved down.
double RewriteRatio(const FileMeta& f, uint64_t below) {
  return static_cast<double>(below) /
         static_cast<double>(std::max<uint64_t>(1, f.compensated_size));
}

// The files after the cursor first, then those before it.
void OrderAfterCursor(const PickContext& ctx, int level, Indexes* order) {
  const auto at = static_cast<size_t>(level);
  if (ctx.cursors == nullptr || at >= ctx.cursors->size()) return;
  const std::string& cursor = (*ctx.cursors)[at];
  if (cursor.size() < kInternalTailBytes) return;
  const FileList& files = ctx.tree->files(level);
  const auto next = std::partition_point(order->begin(), order->end(), [&](uint32_t i) {
    return ctx.order().Compare(files[i]->smallest, cursor) <= 0;
  });
  std::rotate(order->begin(), next, order->end());
}

struct Sides {
  FileList start;
  FileList output;
};

// Adds to `sides` what taking `start` needs: whole user keys on both levels. True when all of it is
// idle and the range it spans is free for writing. (Growing the output side cannot require more
// files of the start level: their data is newer.)
bool Complete(const PickContext& ctx, int level, int output_level, Sides* sides) {
  UserRange range = RangeOf(ctx.order(), sides->start);
  CleanCut(*ctx.tree, level, &range, &sides->start);
  if (ctx.held().AnyOf(sides->start)) return false;
  CleanCut(*ctx.tree, output_level, &range, &sides->output);
  return !ctx.held().AnyOf(sides->output) && OutputFree(ctx, output_level, range);
}

// More of the start level inside the range that is rewritten anyway.
void GrowStart(const PickContext& ctx, int level, int output_level, Sides* sides) {
  // Nothing is rewritten below, so more files would only make the move larger.
  if (sides->output.empty()) return;
  UserRange whole = RangeOf(ctx.order(), sides->start);
  Extend(ctx.order(), &whole, RangeOf(ctx.order(), sides->output));
  Sides grown;
  ctx.tree->FilesOverlapping(level, whole, &grown.start);
  if (grown.start.size() <= sides->start.size()) return;
  if (!Complete(ctx, level, output_level, &grown)) return;
  // Worth it only while it is free: not a byte more below.
  if (grown.output.size() != sides->output.size()) return;
  if (BytesOf(grown.start) + BytesOf(grown.output) > ctx.options().max_compaction_bytes) return;
  *sides = std::move(grown);
}

CompactionPick MakePick(const PickContext& ctx, int level, Sides sides, int output_level,
                        CompactionReason reason) {
  CompactionPick pick;
  pick.tree = ctx.tree;
  pick.output_level = output_level;
  pick.reason = reason;
  pick.next_cursor = sides.start.back()->largest;
  pick.inputs.push_back(CompactionPick::Inputs{level, std::move(sides.start)});
  if (!sides.output.empty()) {
    pick.inputs.push_back(CompactionPick::Inputs{output_level, std::move(sides.output)});
  }
  CompletePick(ctx, &pick);
  return pick;
}

}  // namespace

std::vector<uint32_t> OrderByPriority(const PickContext& ctx, int level) {
  const FileList& files = ctx.tree->files(level);
  Indexes order(files.size());
  std::iota(order.begin(), order.end(), 0);
  switch (ctx.options().compaction_pri) {
    case kByCompensatedSize:
      SortBy(files, &order, [&](uint32_t i) { return UINT64_MAX - files[i]->compensated_size; });
      break;
    case kOldestLargestSeqFirst:
      SortBy(files, &order, [&](uint32_t i) { return files[i]->largest_seqno; });
      break;
    case kOldestSmallestSeqFirst:
      SortBy(files, &order, [&](uint32_t i) { return files[i]->smallest_seqno; });
      break;
    case kRoundRobin:
      OrderAfterCursor(ctx, level, &order);
      break;
    default: {
      const std::vector<uint64_t> below = OverlapsBelow(*ctx.tree, level);
      SortBy(files, &order, [&](uint32_t i) { return RewriteRatio(*files[i], below[i]); });
      break;
    }
  }
  return order;
}

std::optional<CompactionPick> BuildDownward(const PickContext& ctx, int level, FileList start,
                                            int output_level, CompactionReason reason) {
  Sides sides{std::move(start), {}};
  if (!Complete(ctx, level, output_level, &sides)) return std::nullopt;
  GrowStart(ctx, level, output_level, &sides);
  return MakePick(ctx, level, std::move(sides), output_level, reason);
}

std::optional<CompactionPick> BuildInPlace(const PickContext& ctx, int level, const FilePtr& file,
                                           CompactionReason reason) {
  Sides sides{{file}, {}};
  UserRange range = UserRange::Of(*file);
  CleanCut(*ctx.tree, level, &range, &sides.start);
  // Its own level is the output here, and a job from above may be writing into the gap beside it.
  if (ctx.held().AnyOf(sides.start) || !OutputFree(ctx, level, range)) return std::nullopt;
  return MakePick(ctx, level, std::move(sides), level, reason);
}

std::optional<CompactionPick> BuildFromL0File(const PickContext& ctx, uint32_t index,
                                              CompactionReason reason) {
  L0Closure closure(ctx.l0());
  if (!closure.TryAdd(index)) return std::nullopt;
  return MakePick(ctx, 0, Sides{closure.Files(), closure.base()}, ctx.targets.base_level, reason);
}

}  // namespace ROCKSDB_NAMESPACE
