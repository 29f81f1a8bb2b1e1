// FIFO style: see fifo_policy.h.
#include "compaction/fifo_policy.h"

#include <algorithm>

#include "bucket/l0_picker.h"
#include "compaction/pick_completion.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// A file's birth is that of its newest key. Where the table does not tell it, a file that rule 3
// merged is as old as its oldest input, otherwise each merge would start the ttl again.
uint64_t BirthOf(const FileMeta& f) {
  if (f.newest_key_time != 0) return f.newest_key_time;
  return f.oldest_ancestor_time != 0 ? f.oldest_ancestor_time : f.creation_time;
}

bool Expired(const PickContext& ctx, const FileMeta& f) {
  return ctx.Older(BirthOf(f), ctx.options().ttl);
}

std::optional<CompactionPick> Drop(const PickContext& ctx, int level, FileList files,
                                   CompactionReason reason) {
  if (files.empty()) return std::nullopt;
  CompactionPick pick;
  pick.tree = ctx.tree;
  pick.reason = reason;
  pick.deletion_only = true;
  pick.output_level = level;
  pick.inputs.push_back(CompactionPick::Inputs{level, std::move(files)});
  return pick;
}

// The newest-first list's tail from `first` on.
std::optional<CompactionPick> DropOldest(const PickContext& ctx, size_t first,
                                         CompactionReason reason) {
  const FileList& files = ctx.tree->files(0);
  return Drop(ctx, 0, FileList(files.begin() + static_cast<ptrdiff_t>(first), files.end()), reason);
}

std::optional<CompactionPick> ByTtl(const PickContext& ctx) {
  const FileList& files = ctx.tree->files(0);
  size_t first = files.size();
  // Stops at the first young one: only a tail may go.
  while (first > 0 && Expired(ctx, *files[first - 1])) --first;
  return DropOldest(ctx, first, CompactionReason::kFIFOTtl);
}

// What another style left below Level 0 is older than all of Level 0. Which of it is the oldest
// nobody knows: the smallest keys go first.
std::optional<CompactionPick> DeepBySize(const PickContext& ctx, int level, uint64_t limit) {
  uint64_t bytes = ctx.tree->total_bytes();
  FileList gone;
  for (const FilePtr& f : ctx.tree->files(level)) {
    if (bytes <= limit) break;
    bytes -= f->file_size;
    gone.push_back(f);
  }
  return Drop(ctx, level, std::move(gone), CompactionReason::kFIFOMaxSize);
}

std::optional<CompactionPick> BySize(const PickContext& ctx) {
  const uint64_t limit = ctx.options().compaction_options_fifo.max_table_files_size;
  if (const int deepest = ctx.tree->deepest_level(); deepest > 0)
    return DeepBySize(ctx, deepest, limit);
  const FileList& files = ctx.tree->files(0);
  uint64_t bytes = ctx.tree->total_bytes();
  size_t first = files.size();
  while (first > 0 && bytes > limit) bytes -= files[--first]->file_size;
  return DropOldest(ctx, first, CompactionReason::kFIFOMaxSize);
}

std::optional<CompactionPick> ByCount(const PickContext& ctx) {
  const int trigger = ctx.options().level0_file_num_compaction_trigger;
  if (!ctx.options().compaction_options_fifo.allow_compaction || trigger < 2) return std::nullopt;
  L0PickInput in = MakeL0Input(*ctx.tree, *ctx.config, nullptr, *ctx.jobs, ctx.targets);
  in.trigger = std::max(1, trigger - 2);  // PickIntraL0 waits for two more than the trigger
  // MakeL0Input leaves it open without a map.
  in.max_job_bytes = ctx.options().max_compaction_bytes;
  // What was merged is not merged again: its oldest data would wait for the ttl of the newest.
  in.max_bytes_saving_a_file = ctx.options().write_buffer_size / 10 * 11;
  auto small = PickIntraL0(L0View(in));
  if (!small) return std::nullopt;
  CompactionPick pick;
  pick.tree = ctx.tree;
  pick.reason = CompactionReason::kFIFOReduceNumFiles;
  pick.inputs.push_back(CompactionPick::Inputs{0, std::move(small->l0)});
  CompletePick(ctx, &pick);
  return pick;
}

// The largest of: bytes over the limit, file count over the trigger, 1 when a file is past its ttl.
double Score(const PickContext& ctx) {
  const auto& fifo = ctx.options().compaction_options_fifo;
  // At least one byte: a limit of 0 must not divide (hazard 14).
  const double limit = static_cast<double>(std::max<uint64_t>(1, fifo.max_table_files_size));
  double score = static_cast<double>(ctx.tree->total_bytes()) / limit;
  const int trigger = ctx.options().level0_file_num_compaction_trigger;
  if (fifo.allow_compaction && trigger > 0) {
    score = std::max(score, static_cast<double>(ctx.tree->files(0).size()) / trigger);
  }
  const FileList& files = ctx.tree->files(0);
  if (!files.empty() && Expired(ctx, *files.back())) score = std::max(score, 1.0);
  return score;
}

class Fifo final : public CompactionPolicy {
 public:
  // The first rule that applies; empty while a job runs. Picks of rules 1 and 2 are deletion_only:
  // their inputs vanish and nothing is written.
  std::optional<CompactionPick> Pick(const PickContext& ctx) const override {
    if (!ctx.jobs->empty()) return std::nullopt;
    if (auto pick = ByTtl(ctx)) return pick;
    if (auto pick = BySize(ctx)) return pick;
    return ByCount(ctx);
  }

  bool Needs(const PickContext& ctx) const override { return Score(ctx) >= 1; }

  TreeShape Shape(const CfConfig&, int) const override { return TreeShape{0, true}; }
};

}  // namespace

const CompactionPolicy& FifoPolicy() {
  static const Fifo policy;
  return policy;
}

}  // namespace ROCKSDB_NAMESPACE
