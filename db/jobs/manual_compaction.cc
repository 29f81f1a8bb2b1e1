// See the header.
#include "db/jobs/manual_compaction.h"

#include <algorithm>

#include "compaction/pick_ranges.h"
#include "compaction/picker.h"
#include "db/jobs/memtable_overlap.h"
#include "env/filename.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// FIFO's picker, ttl and size rules look at Level 0 only.
bool KeepsToLevel0(const CfConfig& config) {
  const CompactionPolicy& policy = PolicyFor(config.options.compaction_style);
  return policy.Shape(config, config.options.num_levels).level0_only;
}

// The files of `level` that overlap [begin, end]. Null: unbounded.
FileList FilesIn(const TreeVersion& tree, int level, const Slice* begin, const Slice* end) {
  FileList overlapping;
  if (tree.files(level).empty()) return overlapping;
  const InternalKeyOrder& order = tree.order();
  UserRange range = RangeOf(order, tree.files(level));
  if (begin != nullptr && order.CompareUserKeys(*begin, range.smallest) > 0)
    range.smallest = *begin;
  if (end != nullptr && order.CompareUserKeys(*end, range.largest) < 0) {
    range.largest = *end;
    range.exclusive_end = false;
  }
  if (order.CompareUserKeys(range.smallest, range.largest) <= 0)
    tree.FilesOverlapping(level, range, &overlapping);
  return overlapping;
}

// The deepest level down to `last` with files that overlap [begin, end]; -1: none has.
int DeepestIn(const TreeVersion& tree, int last, const Slice* begin, const Slice* end) {
  int level = std::min(last, tree.deepest_level());
  while (level >= 0 && FilesIn(tree, level, begin, end).empty()) --level;
  return level;
}

// A file and its level.
using PlacedFile = std::pair<int, FilePtr>;

// The files of [begin, end] without a mark that have something below to be merged with.
std::vector<PlacedFile> FilesToMark(const TreeVersion& tree, const Slice* begin, const Slice* end) {
  std::vector<PlacedFile> unmarked;
  for (int level = 0; level < tree.deepest_level(); ++level) {
    for (const FilePtr& file : FilesIn(tree, level, begin, end)) {
      if (!file->marked_for_compaction) unmarked.emplace_back(level, file);
    }
  }
  return unmarked;
}

bool ForcesBottom(const CompactRangeOptions& options) {
  return options.bottommost_level_compaction == BottommostLevelCompaction::kForce ||
         options.bottommost_level_compaction == BottommostLevelCompaction::kForceOptimized;
}

bool RewritesBottom(const CompactRangeOptions& options, const CfConfig& config) {
  const bool filters = config.options.compaction_filter != nullptr ||
                       config.options.compaction_filter_factory != nullptr;
  return ForcesBottom(options) ||
         (filters && options.bottommost_level_compaction ==
                         BottommostLevelCompaction::kIfHaveCompactionFilter);
}

// The lowest of the levels above `level` that has room for what is in it, over empty ones only.
int LowestFittingLevel(const PickContext& ctx, int level) {
  int lowest = level;
  for (int above = level - 1; above > 0; --above) {
    if (!ctx.tree->files(above).empty()) break;
    if (ctx.targets.bytes[above] < ctx.tree->level_bytes(level)) break;
    lowest = above;
  }
  return lowest;
}

Status NumbersOf(const std::vector<std::string>& names, std::vector<uint64_t>* numbers) {
  for (const std::string& name : names) {
    uint64_t number;
    FileType type;
    if (!ParseFileName(BaseNameOf(name), &number, &type) || type != kTableFile) {
      return Status::InvalidArgument("Not the name of a table file: " + name);
    }
    numbers->push_back(number);
  }
  return Status::OK();
}

}  // namespace

Status ManualCompaction::MayGoOn(CancelFlag canceled) const {
  if (disabled_.load() > 0 || (canceled != nullptr && canceled->load()))
    return Status::Incomplete(Status::SubCode::kManualCompactionPaused);
  if (parts_.context.shutting_down.load(std::memory_order_acquire))
    return Status::ShutdownInProgress();
  return parts_.errors->Stopping();
}

Status ManualCompaction::AwaitTurn(CancelFlag canceled, const FamilyPtr& family) {
  while (true) {
    Status s = MayGoOn(canceled);
    if (!s.ok()) return s;
    if (family->dropped)
      return Status::ColumnFamilyDropped("Column family " + family->name + " is dropped");
    if (!parts_.background->paused()) return s;
    BUCKETLSM_SYNC_POINT("ManualCompaction::AwaitTurn:Paused");
    parts_.background->WaitForChange();
  }
}

// No automatic job of the family begins meanwhile (FamilyState::MayCompact). Every job that ends
// signals a change.
void ManualCompaction::WaitForJobs(const FamilyPtr& family) {
  ++family->state().manual.waiting;
  BUCKETLSM_SYNC_POINT("ManualCompaction::WaitForJobs");
  parts_.background->WaitForChange();
  --family->state().manual.waiting;
  // Calls that are queued now pick once the lock is free: when this job runs or waits again.
  parts_.background->MaybeSchedule();
}

// Does all of the request, pick by pick.
Status ManualCompaction::RunRequest(const FamilyPtr& family, const CompactRangeOptions& options,
                                    ManualRequest request) {
  request.exclusive = options.exclusive_manual_compaction;
  request.max_subcompactions = options.max_subcompactions;
  const Slice* const begin = request.begin;
  std::optional<std::string> resume_at;
  Background::Aftermath aftermath;  // of the last stretch, beside the next one
  StateLock lock(&parts_.context.mutex);
  while (true) {
    Status s = AwaitTurn(options.canceled, family);
    if (!s.ok()) return s;
    // One stretch of the range at a time. Every turn works everything out anew, since the lock was
    // released: the family may be dropped, the tree another one.
    const Slice resume = resume_at ? Slice(*resume_at) : Slice();
    request.begin = resume_at ? &resume : begin;
    CompactionPick pick;
    std::optional<std::string> next;
    const ManualAnswer answer =
        PickManual(parts_.background->PickContextOf(*family), request, &pick, &next);
    if (answer == ManualAnswer::kNothing) return s;
    if (answer == ManualAnswer::kBusy) {
      WaitForJobs(family);
      continue;
    }
    s = parts_.background->RunPick(family, std::move(pick), nullptr, options.canceled,
                                   next ? &aftermath : nullptr);
    if (!s.ok() || !next) return s;
    resume_at = std::move(next);
    if (request.level == 0) request.forbid_trivial_move = true;
  }
}

ManualCompaction::Levels ManualCompaction::LevelsOf(const FamilyPtr& family,
                                                    const CompactRangeOptions& options,
                                                    const Slice* begin, const Slice* end) {
  StateLock lock(&parts_.context.mutex);
  const PickContext ctx = parts_.background->PickContextOf(*family);
  Levels levels;
  levels.all_at_once =
      family->state().config()->options.compaction_style == kCompactionStyleUniversal &&
      ctx.tree->num_levels() > 1;
  levels.base = ctx.targets.base_level;
  levels.last = ShapeOf(ctx).last_level;
  levels.rewrite_bottom = RewritesBottom(options, *family->state().config());
  // What this call writes has met the filter. kForce rewrites it nevertheless, as in stock.
  if (options.bottommost_level_compaction != BottommostLevelCompaction::kForce)
    levels.written_since = parts_.versions->next_file_number();
  // The data must arrive at the deepest level that has any in the range; below it nothing moves.
  levels.deepest = DeepestIn(*ctx.tree, levels.last, begin, end);
  return levels;
}

int ManualCompaction::DeepestNow(const FamilyPtr& family, int last, const Slice* begin,
                                 const Slice* end) {
  StateLock lock(&parts_.context.mutex);
  return DeepestIn(*family->state().tree(), last, begin, end);
}

//   L0 -> base -> base + 1 -> ... -> deepest level with data in the range [-> itself, if forced]
// Level by level, so that what comes down takes along what it meets. Universal style: all runs at
// once into the last level. Which level is the deepest is asked again at each: a job that ran when
// the call began may bring the first data to a deep level, and by that move the base above it.
Status ManualCompaction::CompactLevels(const FamilyPtr& family, const CompactRangeOptions& options,
                                       const Slice* begin, const Slice* end) {
  const Levels levels = LevelsOf(family, options, begin, end);
  ManualRequest request;
  request.begin = begin;
  request.end = end;
  request.all_levels = levels.all_at_once;
  if (request.all_levels) return RunRequest(family, options, request);
  if (levels.deepest < 0) return Status::OK();
  // With dynamic level sizes the levels between 0 and the base are empty, so the loop passes over
  // them.
  request.level = 0;
  request.output_level = std::min(levels.base, levels.last);
  // What has no level below to be rewritten in is rewritten here.
  request.forbid_trivial_move = levels.deepest == 0 && ForcesBottom(options);
  Status s = RunRequest(family, options, request);
  request.forbid_trivial_move = false;
  int level = 1;
  for (; s.ok() && level < DeepestNow(family, levels.last, begin, end); ++level) {
    request.level = level;
    request.output_level = level + 1;
    s = RunRequest(family, options, request);
  }
  // Into itself: filters, and deletions that nothing hides any more, take effect.
  if (s.ok() && levels.deepest > 0 && levels.rewrite_bottom) {
    request.level = request.output_level = level;
    request.written_since = levels.written_since;
    s = RunRequest(family, options, request);
  }
  return s;
}

Status ManualCompaction::MoveLevel(const FamilyPtr& family, int from, int to) {
  CompactionPick pick;
  pick.tree = family->state().tree();
  pick.inputs.push_back({from, family->state().tree()->files(from)});
  pick.output_level = to;
  pick.reason = CompactionReason::kRefitLevel;
  pick.trivial_move = true;
  pick.manual = true;
  // Levels between the two have been found empty, and must stay so until the files have arrived.
  pick.exclusive = true;
  return parts_.background->RunPick(family, std::move(pick), nullptr);
}

Status ManualCompaction::RefitLevel(const FamilyPtr& family, const CompactRangeOptions& options) {
  // A job under way may be about to add files to levels that look empty.
  Status s = AwaitTurn(options.canceled, family);
  while (s.ok() && !family->state().running().empty()) {
    WaitForJobs(family);
    s = AwaitTurn(options.canceled, family);
  }
  if (!s.ok()) return s;
  const TreeVersion& tree = *family->state().tree();
  const int from = tree.deepest_level();
  if (from < 0) return Status::OK();
  int target = options.target_level;
  if (target < 0) target = LowestFittingLevel(parts_.background->PickContextOf(*family), from);
  if (from == target) return Status::OK();
  if (target >= tree.num_levels())
    return Status::InvalidArgument("Target level exceeds number of levels");
  for (int level = std::min(from, target); level <= std::max(from, target); ++level) {
    if (level != from && !tree.files(level).empty()) {
      return Status::NotSupported("Levels between source and target are not empty for a move.");
    }
  }
  // Deeper levels are sorted and free of overlap; files of Level 0 are so only when no key has two.
  if (from == 0 && tree.l0().MaxDepth() > 1)
    return Status::Aborted("Level 0 files overlap and cannot be moved");
  return MoveLevel(family, from, target);
}

Status ManualCompaction::PromoteL0(const FamilyPtr& family, int target_level) {
  if (parts_.context.read_only) return parts_.context.ChangeRefused();
  StateLock lock(&parts_.context.mutex);
  if (Status s = AwaitTurn(nullptr, family); !s.ok()) return s;
  const TreeVersion& tree = *family->state().tree();
  if (target_level < 1 || target_level >= tree.num_levels())
    return Status::InvalidArgument("PromoteL0: there is no such target level");
  if (tree.l0().MaxDepth() > 1)
    return Status::InvalidArgument("PromoteL0: files of level 0 overlap");
  for (int level = 1; level <= target_level; ++level) {
    if (!tree.files(level).empty())
      return Status::InvalidArgument("PromoteL0: levels up to the target are not empty");
  }
  if (!family->state().running().empty())
    return Status::InvalidArgument("PromoteL0: compactions are running");
  if (tree.files(0).empty()) return Status::OK();
  return MoveLevel(family, 0, target_level);
}

// Refused before any work is done, not after the compaction.
Status ManualCompaction::CheckRequest(const CompactRangeOptions& options, const FamilyPtr& family) {
  if (parts_.context.read_only) return parts_.context.ChangeRefused();
  if (family->dropped)
    return Status::ColumnFamilyDropped("Column family " + family->name + " is dropped");
  std::shared_ptr<const CfConfig> config;
  {
    StateLock lock(&parts_.context.mutex);
    config = family->state().config();
  }
  if (options.target_path_id > 0 && options.target_path_id >= config->paths.size()) {
    return Status::InvalidArgument("Invalid target path ID");
  }
  if (options.change_level && options.target_level >= config->options.num_levels) {
    return Status::InvalidArgument("Target level exceeds number of levels");
  }
  if (options.change_level && options.target_level > 0 && KeepsToLevel0(*config)) {
    return Status::NotSupported("FIFO compaction keeps all files in level 0");
  }
  if (options.full_history_ts_low != nullptr) {
    return Status::NotSupported("user-defined timestamps: full_history_ts_low");
  }
  return MayGoOn(options.canceled);
}

// As in stock, a range without both ends takes all memtables along.
bool ManualCompaction::MemtablesMeet(const FamilyPtr& family, const Slice* begin,
                                     const Slice* end) {
  if (begin == nullptr || end == nullptr) return true;
  if (family->order.CompareUserKeys(*begin, *end) > 0) return false;
  SuperVersionHold sv(&family->super_versions);
  const UserRange range{*begin, *end};
  return HoldsAnyOf(*sv->mem, range) ||
         std::any_of(sv->imm.begin(), sv->imm.end(),
                     [&range](const MemTablePtr& mem) { return HoldsAnyOf(*mem, range); });
}

// A marked file is the same object, deleted and added again: its new record has the mark, and the
// new tree's summary shows it. Marks are set under the state lock and the MANIFEST lock, so that
// either is enough to read one.
Status ManualCompaction::Suggest(const FamilyPtr& family, const Slice* begin, const Slice* end) {
  // Nothing compacts a read-only database: a suggestion to it changes nothing, as in stock.
  if (parts_.context.read_only) return Status::OK();
  if (Status stop = parts_.errors->Stopping(); !stop.ok()) return stop;
  StateLock lock(&parts_.context.mutex);
  if (FilesToMark(*family->state().tree(), begin, end).empty()) return Status::OK();
  std::vector<VersionSet::FamilyEdit> edits(1);
  edits[0].family = family;
  edits[0].complete = [this, begin, end](const TreeVersion& base, VersionEdit* edit) {
    StateLock marking(&parts_.context.mutex);
    for (const auto& [level, file] : FilesToMark(base, begin, end)) {
      const auto live = std::const_pointer_cast<FileMeta>(file);
      live->marked_for_compaction = true;
      edit->DeleteFile(level, file->number);
      edit->AddFile(level, live);
    }
  };
  Status s = parts_.versions->Apply(std::move(edits), [this, &family] {
    parts_.context.mutex.AssertHeld();
    family->InstallSuperVersion();
  });
  parts_.background->UpdateStall(family);
  parts_.background->MaybeSchedule();
  parts_.background->SignalChange();
  return s;
}

Status ManualCompaction::CompactRange(const CompactRangeOptions& options, const FamilyPtr& family,
                                      const Slice* begin, const Slice* end) {
  Status s = CheckRequest(options, family);
  if (s.ok() && MemtablesMeet(family, begin, end))
    s = flushes_.Run(FlushOptions(), {family}, FlushReason::kManualCompaction);
  if (s.ok()) s = CompactLevels(family, options, begin, end);
  if (s.ok() && options.change_level) {
    StateLock lock(&parts_.context.mutex);
    s = RefitLevel(family, options);
  }
  return s;
}

Status ManualCompaction::CompactFiles(const CompactionOptions& options, const FamilyPtr& family,
                                      const FileRequest& request,
                                      std::vector<std::string>* output_names,
                                      CompactionJobInfo* info) {
  if (parts_.context.read_only) return parts_.context.ChangeRefused();
  std::vector<uint64_t> numbers;
  Status s = NumbersOf(request.names, &numbers);
  if (!s.ok()) return s;
  StateLock lock(&parts_.context.mutex);
  CompactionPick pick;
  s = AwaitTurn(options.canceled, family);
  if (s.ok())
    s = PickCompactFiles(parts_.background->PickContextOf(*family), numbers, request.output_level,
                         request.output_path_id, options, &pick);
  if (!s.ok()) return s;
  CompactionJobInfo about;
  const bool asked = info != nullptr || output_names != nullptr;
  s = parts_.background->RunPick(family, std::move(pick), asked ? &about : nullptr,
                                 options.canceled);
  about.status = s;
  if (s.ok() && output_names != nullptr)
    output_names->insert(output_names->end(), about.output_files.begin(), about.output_files.end());
  if (info != nullptr) *info = std::move(about);
  return s;
}

void ManualCompaction::Disable() {
  StateLock lock(&parts_.context.mutex);
  // Below zero after more enabling calls than disabling ones: those count for later, as in stock.
  if (disabled_.fetch_add(1) < 0) return;
  // Those who wait for their turn look at the counter when they wake.
  parts_.background->StopManual(true);
}

void ManualCompaction::Enable() {
  StateLock lock(&parts_.context.mutex);
  if (disabled_.fetch_sub(1) == 1) parts_.background->StopManual(false);
}

// Due work may not be running yet, and a job that ends may make more of it due: every turn looks
// for both.
Status ManualCompaction::WaitForWork(const WaitForCompactOptions& options) {
  const auto timeout = static_cast<uint64_t>(options.timeout.count());
  const uint64_t deadline = timeout == 0 ? UINT64_MAX : CondVar::NowMicros() + timeout;
  if (options.flush) {
    Status s = flushes_.RunForAll(FlushReason::kManualFlush);
    if (!s.ok()) return s;
  }
  // Work may be due, and nobody will do it.
  if (parts_.context.read_only) return Status::OK();
  StateLock lock(&parts_.context.mutex);
  while (true) {
    if (parts_.context.shutting_down.load(std::memory_order_acquire))
      return Status::ShutdownInProgress();
    if (Status stop = parts_.errors->Stopping(); !stop.ok()) return stop;
    if (parts_.background->paused() && options.abort_on_pause) return Status::Aborted();
    if (!parts_.background->HasWork()) break;
    parts_.background->MaybeSchedule();
    if (deadline == UINT64_MAX) {
      parts_.background->WaitForChange();
    } else if (parts_.background->WaitForChangeUntil(deadline)) {
      return Status::TimedOut();
    }
  }
  // Jobs have deleted what they could; a reader may have held a file longer than its job.
  StateUnlock unlock(&parts_.context.mutex);
  parts_.obsolete->Purge();
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
