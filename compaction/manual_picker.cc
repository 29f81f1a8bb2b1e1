// Manual compactions: see manual_picker.h.
#include "compaction/manual_picker.h"

#include <algorithm>

#include "bucket/l0_closure.h"
#include "bucket/l0_stretch.h"
#include "compaction/level_inputs.h"
#include "compaction/pick_completion.h"
#include "compaction/pick_ranges.h"
#include "compaction/picker.h"
#include "version/clean_cut.h"

namespace ROCKSDB_NAMESPACE {

namespace {

bool Level0Only(const PickContext& ctx) { return ShapeOf(ctx).level0_only; }

bool InRange(const InternalKeyOrder& order, const ManualRequest& r, const FileMeta& f) {
  if (r.begin != nullptr) {
    const int c = ComparePlaces(order, f.largest_user_key(), *r.begin);
    if (c < 0 || (c == 0 && f.ends_exclusive())) return false;
  }
  return r.end == nullptr || ComparePlaces(order, f.smallest_user_key(), *r.end) <= 0;
}

FileList FilesInRange(const PickContext& ctx, const ManualRequest& r) {
  FileList files;
  for (const FilePtr& f : ctx.tree->files(r.level)) {
    if (InRange(ctx.order(), r, *f)) files.push_back(f);
  }
  return files;
}

// Keeps the first stretch of files that lie beside each other and are not new. A job never spans a
// file that it leaves out: its outputs would overlap that one.
void LeaveOutNew(const ManualRequest& r, FileList* files, std::optional<std::string>* next_begin) {
  const auto is_new = [&r](const FilePtr& f) { return f->number >= r.written_since; };
  files->erase(files->begin(), std::find_if_not(files->begin(), files->end(), is_new));
  const auto gap = std::find_if(files->begin(), files->end(), is_new);
  if (gap == files->end()) return;
  *next_begin = (*gap)->smallest_user_key().ToString();
  files->erase(gap, files->end());
}

// Keeps a stretch that is not too large for one job; at least one file.
void Shorten(const PickContext& ctx, FileList* files, std::optional<std::string>* next_begin) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < files->size(); ++i) {
    bytes += (*files)[i]->file_size;
    if (i > 0 && bytes > ctx.options().max_compaction_bytes) {
      *next_begin = (*files)[i]->smallest_user_key().ToString();
      files->resize(i);
      return;
    }
  }
}

// Keeps the first stretch of level-0 files that is worth a job. Files that lie side by side may be
// moved together, which copies nothing. REQUIRES: `files` are of level 0, in its order.
void ShortenLevel0(const PickContext& ctx, const ManualRequest& r, FileList* files,
                   std::optional<std::string>* next_begin) {
  // What lies on a border of the base level is cut there, so little is rewritten twice.
  constexpr uint64_t kFilesOfBase = 4;
  const FileList& all = ctx.tree->files(0);
  if (ctx.map == nullptr || ctx.tree->l0().MaxDepth() < 2) return;
  std::vector<uint32_t> wanted;
  for (uint32_t i = 0; wanted.size() < files->size(); ++i) {
    if (all[i] == (*files)[wanted.size()]) wanted.push_back(i);
  }
  const uint64_t files_enough =
      kFilesOfBase * std::max({1u, r.max_subcompactions, ctx.max_subcompactions});
  const uint64_t file_bytes =
      std::min(ctx.options().target_file_size_base, UINT64_MAX / files_enough);
  const L0Stretch stretch = FirstStretch(*ctx.tree, std::move(wanted), files_enough * file_bytes);
  if (!stretch.next) return;
  files->clear();
  for (const uint32_t i : stretch.files) files->push_back(all[i]);
  *next_begin = all[*stretch.next]->smallest_user_key().ToString();
}

// All level-0 files of the list, and what they bring; false when something is busy.
bool TakeFromL0(const PickContext& ctx, const FileList& wanted, int base_level,
                CompactionPick* pick) {
  L0PickInput in = MakeL0Input(*ctx.tree, *ctx.config, ctx.map, *ctx.jobs, ctx.targets);
  // CompactRange takes all of the range, whatever its size.
  in.max_job_bytes = UINT64_MAX;
  in.base_level = base_level;
  const L0View view(in);
  L0Closure closure(view);
  const FileList& files = ctx.tree->files(0);
  // From the oldest up: a file brings older ones only, so the next file is never a member already.
  for (uint32_t i = static_cast<uint32_t>(files.size()); i-- > 0;) {
    if (std::find(wanted.begin(), wanted.end(), files[i]) == wanted.end()) continue;
    // All or nothing: the caller waits and calls again.
    if (!closure.TryAdd(i)) return false;
  }
  pick->inputs.push_back(CompactionPick::Inputs{0, closure.Files()});
  if (!closure.base().empty()) {
    pick->inputs.push_back(CompactionPick::Inputs{base_level, closure.base()});
  }
  return true;
}

// Rewriting level 0 in place takes all of it: that set is always closed.
bool TakeWholeL0(const PickContext& ctx, CompactionPick* pick) {
  if (ctx.held().AnyOf(ctx.tree->files(0))) return false;
  pick->inputs.push_back(CompactionPick::Inputs{0, ctx.tree->files(0)});
  return true;
}

bool TakeDeep(const PickContext& ctx, const ManualRequest& r, FileList files,
              CompactionPick* pick) {
  if (r.output_level == r.level) {
    UserRange range = RangeOf(ctx.order(), files);
    CleanCut(*ctx.tree, r.level, &range, &files);
    if (ctx.held().AnyOf(files) || !OutputFree(ctx, r.level, range)) return false;
    pick->inputs.push_back(CompactionPick::Inputs{r.level, std::move(files)});
    return true;
  }
  auto built = BuildDownward(ctx, r.level, std::move(files), r.output_level,
                             CompactionReason::kManualCompaction);
  if (!built) return false;
  pick->inputs = std::move(built->inputs);
  return true;
}

void Finish(const PickContext& ctx, const ManualRequest& r, CompactionPick* pick) {
  CompletePick(ctx, pick);
  pick->exclusive = r.exclusive;
  if (r.path_id) pick->output_path_id = *r.path_id;
  if (r.max_subcompactions > 0) pick->max_subcompactions = r.max_subcompactions;
  if (r.forbid_trivial_move) pick->trivial_move = false;
  KeepLevel0Whole(pick);
}

bool MustWaitForAll(const PickContext& ctx, const ManualRequest& r) {
  if (r.exclusive && !ctx.jobs->empty()) return true;
  return std::any_of(ctx.jobs->begin(), ctx.jobs->end(),
                     [](const RunningJob& job) { return job.exclusive; });
}

// By the style's own rules, whatever the range: FIFO drops files of level 0 only, so data that went
// deeper would never be dropped by ttl or size.
ManualAnswer PickByOwnRules(const PickContext& ctx, const ManualRequest& r, CompactionPick* pick) {
  if (r.level > 0) return ManualAnswer::kNothing;
  // The policy gives one job at a time.
  if (!ctx.jobs->empty()) return ManualAnswer::kBusy;
  auto own = PickCompaction(ctx);
  if (!own) return ManualAnswer::kNothing;
  *pick = std::move(*own);
  pick->manual = true;
  pick->exclusive = r.exclusive;
  return ManualAnswer::kPicked;
}

ManualAnswer PickAllLevels(const PickContext& ctx, const ManualRequest& r, CompactionPick* pick) {
  if (!ctx.jobs->empty()) return ManualAnswer::kBusy;
  *pick = CompactionPick();
  pick->tree = ctx.tree;
  pick->output_level = ShapeOf(ctx).last_level;
  pick->reason = CompactionReason::kManualCompaction;
  pick->manual = true;
  // A level that is kept for data to be ingested below everything lies deeper.
  for (int level = 0; level <= pick->output_level; ++level) {
    if (ctx.tree->files(level).empty()) continue;
    pick->inputs.push_back(CompactionPick::Inputs{level, ctx.tree->files(level)});
  }
  if (pick->inputs.empty()) return ManualAnswer::kNothing;
  Finish(ctx, r, pick);
  pick->trivial_move = false;
  return ManualAnswer::kPicked;
}

// -- CompactFiles ---------------------------------------------------------------------------------

Status CheckTarget(const PickContext& ctx, int output_level, int output_path_id,
                   const std::vector<uint64_t>& numbers) {
  // Below lies what is ingested behind everything.
  const int kept_free = ctx.config->allow_ingest_behind ? 1 : 0;
  const int deepest = Level0Only(ctx) ? 0 : ctx.tree->num_levels() - 1 - kept_free;
  if (output_level < 0 || output_level > deepest) {
    return Status::InvalidArgument("Output level must be between 0 and " + std::to_string(deepest));
  }
  const auto paths = static_cast<int>(std::max<size_t>(1, ctx.config->paths.size()));
  if (output_path_id >= paths) {
    return Status::InvalidArgument("output_path_id must be below " + std::to_string(paths) +
                                   ", the number of paths of the column family");
  }
  if (numbers.empty())
    return Status::InvalidArgument("A compaction must contain at least one file");
  return Status::OK();
}

// Grows the chosen files of all levels from the top down.
//
//    named: f7 on L0, f2 on L2, output L3
//
//    L0   f7 and the older files it overlaps          AgeL0
//    L1   all under them                              AddOverlapping(1)
//    L2   f2, and all under what was taken above      AddOverlapping(2)
//    L3   all under everything: will be rewritten     AddOverlapping(3)
//
// No level in between may be skipped: older data that stayed there would hide the newer data that
// went past it.
class FilesOnTheWay {
 public:
  FilesOnTheWay(const PickContext& ctx, int output_level)
      : ctx_(ctx), output_level_(output_level), by_level_(output_level + 1) {}

  Status Name(uint64_t number) {
    int level = 0;
    const FilePtr f = ctx_.tree->FindFile(number, &level);
    if (f == nullptr) {
      return Status::InvalidArgument("Specified compaction input file #" + std::to_string(number) +
                                     " does not exist");
    }
    if (level > output_level_) {
      return Status::InvalidArgument("Cannot compact file #" + std::to_string(number) +
                                     " to a level above its own");
    }
    by_level_[level].push_back(f);
    return Status::OK();
  }

  Status Complete() {
    AgeL0();
    for (int level = 1; level <= output_level_; ++level) AddOverlapping(level);
    for (const FileList& files : by_level_) {
      if (ctx_.held().AnyOf(files))
        return Status::Aborted("A file this compaction needs is being compacted");
    }
    return OutputFree(ctx_, output_level_, Range())
               ? Status::OK()
               : Status::Aborted("A running compaction writes into this range");
  }

  std::vector<CompactionPick::Inputs> Inputs() {
    std::vector<CompactionPick::Inputs> inputs;
    for (int level = 0; level <= output_level_; ++level) {
      if (by_level_[level].empty()) continue;
      inputs.push_back(CompactionPick::Inputs{level, std::move(by_level_[level])});
    }
    return inputs;
  }

 private:
  UserRange Range() const {
    std::optional<UserRange> range;
    for (const FileList& files : by_level_) {
      if (files.empty()) continue;
      if (!range) range = RangeOf(ctx_.order(), files);
      Extend(ctx_.order(), &*range, RangeOf(ctx_.order(), files));
    }
    return *range;
  }

  // Level-0 files in the range of the chosen ones and older than the newest of them; staying in
  // level 0, also not older than the oldest.
  void AgeL0() {
    if (by_level_[0].empty()) return;
    const FileList& all = ctx_.tree->files(0);
    std::vector<bool> in(all.size(), false);
    size_t newest = all.size(), oldest = 0;
    for (size_t i = 0; i < all.size(); ++i) {
      if (std::find(by_level_[0].begin(), by_level_[0].end(), all[i]) == by_level_[0].end())
        continue;
      in[i] = true;
      newest = std::min(newest, i);
      oldest = i;
    }
    // The output takes the place of the oldest chosen file, so what is older than that may stay
    // below it.
    const size_t stop = output_level_ == 0 ? oldest + 1 : all.size();
    UserRange range = RangeOf(ctx_.order(), by_level_[0]);
    for (bool grew = true; grew;) {
      grew = false;
      for (size_t i = newest; i < stop; ++i) {
        if (in[i] || !Overlaps(ctx_.order(), range, UserRange::Of(*all[i]))) continue;
        Extend(ctx_.order(), &range, UserRange::Of(*all[i]));
        in[i] = grew = true;
      }
    }
    by_level_[0].clear();
    for (size_t i = 0; i < all.size(); ++i) {
      if (in[i]) by_level_[0].push_back(all[i]);
    }
  }

  // Everything of `level` under what was chosen above it, or among what was chosen on it.
  void AddOverlapping(int level) {
    const bool nothing_yet = std::all_of(by_level_.begin(), by_level_.begin() + level + 1,
                                         [](const FileList& files) { return files.empty(); });
    if (nothing_yet) return;
    std::optional<UserRange> range;
    for (int l = 0; l <= level; ++l) {
      if (by_level_[l].empty()) continue;
      const UserRange more = RangeOf(ctx_.order(), by_level_[l]);
      if (!range) range = more;
      Extend(ctx_.order(), &*range, more);
    }
    CleanCut(*ctx_.tree, level, &*range, &by_level_[level]);
  }

  const PickContext& ctx_;
  const int output_level_;
  std::vector<FileList> by_level_;
};

}  // namespace

ManualAnswer PickManual(const PickContext& ctx, const ManualRequest& request, CompactionPick* pick,
                        std::optional<std::string>* next_begin) {
  next_begin->reset();
  if (MustWaitForAll(ctx, request)) return ManualAnswer::kBusy;
  if (Level0Only(ctx)) return PickByOwnRules(ctx, request, pick);
  if (request.all_levels) return PickAllLevels(ctx, request, pick);
  FileList files = FilesInRange(ctx, request);
  if (request.output_level == request.level) LeaveOutNew(request, &files, next_begin);
  if (files.empty()) return ManualAnswer::kNothing;
  *pick = CompactionPick();
  pick->tree = ctx.tree;
  // The base level may have moved up while the request waited; going past a level that has data
  // since then would put newer entries below older ones.
  const bool to_base = request.level == 0 && request.output_level != 0;
  pick->output_level =
      to_base ? std::min(ctx.targets.base_level, ShapeOf(ctx).last_level) : request.output_level;
  pick->reason = CompactionReason::kManualCompaction;
  pick->manual = true;
  bool taken = false;
  if (request.level == 0 && request.output_level == 0) {
    taken = TakeWholeL0(ctx, pick);
  } else if (request.level == 0) {
    ShortenLevel0(ctx, request, &files, next_begin);
    taken = TakeFromL0(ctx, files, pick->output_level, pick);
  } else {
    Shorten(ctx, &files, next_begin);
    taken = TakeDeep(ctx, request, std::move(files), pick);
  }
  if (!taken) {
    next_begin->reset();
    return ManualAnswer::kBusy;
  }
  Finish(ctx, request, pick);
  // The stretches together would not be moved.
  if (request.level == 0 && *next_begin) pick->trivial_move = false;
  return ManualAnswer::kPicked;
}

Status PickCompactFiles(const PickContext& ctx, const std::vector<uint64_t>& numbers,
                        int output_level, int output_path_id, const CompactionOptions& options,
                        CompactionPick* pick) {
  Status s = CheckTarget(ctx, output_level, output_path_id, numbers);
  FilesOnTheWay way(ctx, std::max(0, output_level));
  for (size_t i = 0; s.ok() && i < numbers.size(); ++i) s = way.Name(numbers[i]);
  if (s.ok()) s = way.Complete();
  if (!s.ok()) return s;
  *pick = CompactionPick();
  pick->tree = ctx.tree;
  pick->output_level = output_level;
  pick->reason = CompactionReason::kManualCompaction;
  pick->manual = true;
  pick->inputs = way.Inputs();
  CompletePick(ctx, pick);
  const CompressionType compression =
      options.compression != kDisableCompressionOption ? options.compression : pick->compression;
  const uint32_t path =
      output_path_id >= 0 ? static_cast<uint32_t>(output_path_id) : pick->output_path_id;
  // A move changes neither.
  pick->trivial_move = pick->trivial_move && options.allow_trivial_move &&
                       pick->compression == compression && pick->output_path_id == path;
  pick->compression = compression;
  pick->output_path_id = path;
  pick->target_file_size = options.output_file_size_limit;
  pick->stretched_file_size = 0;  // the limit is the caller's
  if (options.max_subcompactions > 0) pick->max_subcompactions = options.max_subcompactions;
  if (options.output_temperature_override != Temperature::kUnknown) {
    pick->output_temperature = options.output_temperature_override;
  }
  KeepLevel0Whole(pick);
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
