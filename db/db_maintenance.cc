// Flushes and compactions on demand, waiting for background work, changing options.
#include <algorithm>

#include "compaction/manual_picker.h"
#include "compaction/pick_ranges.h"
#include "compaction/picker.h"
#include "db/db_impl.h"
#include "env/filename.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

// ---- flush ----

Status DBImpl::WaitForFlush(const FamilyPtr& family, uint64_t memtable_id) {
  // By id, not by pointer: flushes take memtables oldest first, so none with a smaller id is left
  // either.
  auto done = [&] {
    return std::none_of(family->imm.begin(), family->imm.end(),
                        [&](const auto& m) { return m->id <= memtable_id; });
  };
  while (!done()) {
    if (family->dropped)
      return Status::ColumnFamilyDropped("Column family " + family->name + " is dropped");
    if (Status stop = parts_.errors->Stopping(); !stop.ok()) return stop;
    if (parts_.context.shutting_down.load(std::memory_order_acquire))
      return Status::ShutdownInProgress();
    background_->WaitForChange();
  }
  return Status::OK();
}

Status DBImpl::FlushFamilies(const FlushOptions& options, const std::vector<FamilyPtr>& families,
                             FlushReason reason) {
  if (parts_.context.read_only)
    return Status::NotSupported("Not supported operation in read only mode.");
  if (Status stop = parts_.errors->Stopping(); !stop.ok()) return stop;
  std::vector<std::pair<FamilyPtr, uint64_t>> waiting;
  std::vector<ManualFlushInfo> scheduled;
  {
    // Leadership for all of them: no write comes between the first memtable sealed and the last.
    // Waiting is done without it, or nobody could write until the flush is over.
    WriteQueue::Exclusive alone(&parts_.queue);
    StateLock lock(&parts_.context.mutex);
    if (parts_.context.shutting_down.load(std::memory_order_acquire))
      return Status::ShutdownInProgress();
    for (const FamilyPtr& family : families) {
      if (family->dropped)
        return Status::ColumnFamilyDropped("Column family " + family->name + " is dropped");
      if (!family->mem->IsEmpty()) {
        Status s = writes_->SwitchMemtable(family, reason);
        if (!s.ok()) return s;
      }
      if (family->imm.empty()) continue;
      // Also when the memtable was empty: earlier ones may be held back to be merged.
      family->flush_requested = true;
      waiting.emplace_back(family, family->imm.back()->id);
      scheduled.push_back(ManualFlushInfo{family->id, family->name, reason});
    }
    background_->MaybeSchedule();
  }
  if (!scheduled.empty()) parts_.events->ManualFlushScheduled(scheduled);
  if (!options.wait) return Status::OK();
  StateLock lock(&parts_.context.mutex);
  for (const auto& [family, id] : waiting) {
    Status s = WaitForFlush(family, id);
    if (!s.ok()) return s;
  }
  return Status::OK();
}

Status DBImpl::Flush(const FlushOptions& options, ColumnFamilyHandle* cf) {
  return FlushFamilies(options, {FamilyOf(cf)}, FlushReason::kManualFlush);
}

Status DBImpl::Flush(const FlushOptions& options, const std::vector<ColumnFamilyHandle*>& handles) {
  std::vector<FamilyPtr> families;
  for (ColumnFamilyHandle* cf : handles) families.push_back(FamilyOf(cf));
  return FlushFamilies(options, families, FlushReason::kManualFlush);
}

// ---- manual compaction ----

Status DBImpl::MayCompactManually(const CompactRangeOptions& options) const {
  if (manual_disabled_.load() > 0)
    return Status::Incomplete(Status::SubCode::kManualCompactionPaused);
  if (options.canceled != nullptr && options.canceled->load()) {
    return Status::Incomplete(Status::SubCode::kManualCompactionPaused);
  }
  if (parts_.context.shutting_down.load(std::memory_order_acquire))
    return Status::ShutdownInProgress();
  return parts_.errors->Stopping();
}

Status DBImpl::AwaitTurn(const CompactRangeOptions& options, const FamilyPtr& family) {
  while (true) {
    Status s = MayCompactManually(options);
    if (!s.ok()) return s;
    if (family->dropped)
      return Status::ColumnFamilyDropped("Column family " + family->name + " is dropped");
    if (!background_->paused()) return s;
    BUCKETLSM_SYNC_POINT("DBImpl::AwaitTurn:Paused");
    background_->WaitForChange();
  }
}

// Moves everything of [begin, end] from `level` to `output_level`, pick by pick.
Status DBImpl::CompactLevel(const FamilyPtr& family, const CompactRangeOptions& options, int level,
                            int output_level, const Slice* begin, const Slice* end) {
  std::optional<std::string> resume_at;
  StateLock lock(&parts_.context.mutex);
  while (true) {
    Status s = AwaitTurn(options, family);
    if (!s.ok()) return s;
    // One stretch of the range at a time. Everything is asked anew each time round, since the lock
    // was let go: the family may be dropped, the tree another one.
    const Slice resume = resume_at ? Slice(*resume_at) : Slice();
    ManualRequest request;
    request.level = level;
    request.output_level = output_level;
    request.begin = resume_at ? &resume : begin;
    request.end = end;
    request.exclusive = options.exclusive_manual_compaction;
    request.max_subcompactions = options.max_subcompactions;
    CompactionPick pick;
    std::optional<std::string> next;
    const ManualAnswer answer =
        PickManual(background_->PickContextOf(*family), request, &pick, &next);
    if (answer == ManualAnswer::kNothing) return s;
    if (answer == ManualAnswer::kBusy) {
      // No automatic job of the family begins meanwhile (MayCompactByItself). Every job that ends
      // signals a change.
      ++family->manual_waiting;
      BUCKETLSM_SYNC_POINT("DBImpl::CompactLevel:Busy");
      background_->WaitForChange();
      --family->manual_waiting;
      // Calls that are queued now pick once the lock is free: when this job runs or waits again.
      background_->MaybeSchedule();
      continue;
    }
    s = background_->RunPick(family, std::move(pick), nullptr, options.canceled);
    if (!s.ok() || !next) return s;
    resume_at = std::move(next);
  }
}

//   L0 -> base -> base + 1 -> ... -> deepest level with data in the range [-> itself, if forced]
// Level by level, so that what comes down takes along what it meets.
Status DBImpl::CompactLevels(const FamilyPtr& family, const CompactRangeOptions& options,
                             const Slice* begin, const Slice* end) {
  int deepest = -1, base = 1, last_level = 0;
  bool rewrite_bottom =
      options.bottommost_level_compaction == BottommostLevelCompaction::kForce ||
      options.bottommost_level_compaction == BottommostLevelCompaction::kForceOptimized;
  {
    StateLock lock(&parts_.context.mutex);
    const PickContext ctx = background_->PickContextOf(*family);
    base = ctx.targets.base_level;
    last_level = ShapeOf(ctx).last_level;
    const CfConfig& config = *family->config;
    const bool filters = config.options.compaction_filter != nullptr ||
                         config.options.compaction_filter_factory != nullptr;
    rewrite_bottom |=
        options.bottommost_level_compaction == BottommostLevelCompaction::kIfHaveCompactionFilter &&
        filters;
    // The deepest level with anything in the range is where the data must arrive; below it nothing
    // moves.
    for (int level = 0; level <= last_level; ++level) {
      FileList overlapping;
      if (ctx.tree->files(level).empty()) continue;
      UserRange range = RangeOf(ctx.order(), ctx.tree->files(level));
      if (begin != nullptr && ctx.order().CompareUserKeys(*begin, range.smallest) > 0)
        range.smallest = *begin;
      if (end != nullptr && ctx.order().CompareUserKeys(*end, range.largest) < 0) {
        range.largest = *end;
        range.exclusive_end = false;
      }
      if (ctx.order().CompareUserKeys(range.smallest, range.largest) > 0) continue;
      ctx.tree->FilesOverlapping(level, range, &overlapping);
      if (!overlapping.empty()) deepest = level;
    }
  }
  if (deepest < 0) return Status::OK();
  // With dynamic level sizes the levels between 0 and the base are empty, so the loop passes over
  // them.
  Status s = CompactLevel(family, options, 0, std::min(base, last_level), begin, end);
  for (int level = 1; s.ok() && level < deepest; ++level)
    s = CompactLevel(family, options, level, level + 1, begin, end);
  // Into itself: filters, and deletions that nothing hides any more, take effect.
  if (s.ok() && deepest > 0 && rewrite_bottom)
    s = CompactLevel(family, options, deepest, deepest, begin, end);
  return s;
}

// Moves the files of the one populated level to `target_level` (CompactRangeOptions::change_level).
Status DBImpl::RefitLevel(const FamilyPtr& family, int target_level) {
  const TreeVersion& tree = *family->tree;
  const int from = tree.deepest_level();
  if (target_level < 0) {
    const PickContext ctx = background_->PickContextOf(*family);
    target_level = ShapeOf(ctx).level0_only ? 0 : ctx.targets.base_level;
  }
  if (from < 0 || from == target_level) return Status::OK();
  if (target_level >= tree.num_levels())
    return Status::InvalidArgument("Target level exceeds number of levels");
  for (int level = std::min(from, target_level); level <= std::max(from, target_level); ++level) {
    if (level != from && !tree.files(level).empty()) {
      return Status::NotSupported("Levels between source and target are not empty for a move.");
    }
  }
  // Deeper levels are sorted and free of overlap; files of Level 0 are so only when no key has two.
  if (from == 0 && tree.l0().MaxDepth() > 1)
    return Status::Aborted("Level 0 files overlap and cannot be moved");
  // A job under way may be about to add files to the levels just found empty.
  if (!family->running.empty()) return Status::Aborted("Compactions are running");
  CompactionPick pick;
  pick.tree = family->tree;
  pick.inputs.push_back({from, tree.files(from)});
  pick.output_level = target_level;
  pick.reason = CompactionReason::kRefitLevel;
  pick.trivial_move = true;
  pick.manual = true;
  return background_->RunPick(family, std::move(pick), nullptr);
}

Status DBImpl::PromoteL0(ColumnFamilyHandle* cf, int target_level) {
  if (parts_.context.read_only)
    return Status::NotSupported("Not supported operation in read only mode.");
  const FamilyPtr family = FamilyOf(cf);
  StateLock lock(&parts_.context.mutex);
  if (Status s = AwaitTurn(CompactRangeOptions(), family); !s.ok()) return s;
  const TreeVersion& tree = *family->tree;
  if (target_level < 1 || target_level >= tree.num_levels())
    return Status::InvalidArgument("PromoteL0: there is no such target level");
  if (tree.l0().MaxDepth() > 1)
    return Status::InvalidArgument("PromoteL0: files of level 0 overlap");
  for (int level = 1; level <= target_level; ++level) {
    if (!tree.files(level).empty())
      return Status::InvalidArgument("PromoteL0: levels up to the target are not empty");
  }
  if (!family->running.empty())
    return Status::InvalidArgument("PromoteL0: compactions are running");
  if (tree.files(0).empty()) return Status::OK();
  CompactionPick pick;
  pick.tree = family->tree;
  pick.inputs.push_back({0, tree.files(0)});
  pick.output_level = target_level;
  pick.reason = CompactionReason::kRefitLevel;
  pick.trivial_move = true;
  pick.manual = true;
  return background_->RunPick(family, std::move(pick), nullptr);
}

Status DBImpl::CompactRange(const CompactRangeOptions& options, ColumnFamilyHandle* cf,
                            const Slice* begin, const Slice* end) {
  if (parts_.context.read_only)
    return Status::NotSupported("Not supported operation in read only mode.");
  const FamilyPtr family = FamilyOf(cf);
  if (family->dropped)
    return Status::ColumnFamilyDropped("Column family " + family->name + " is dropped");
  std::shared_ptr<const CfConfig> config;
  {
    StateLock lock(&parts_.context.mutex);
    config = family->config;
  }
  if (options.target_path_id > 0 && options.target_path_id >= config->paths.size()) {
    return Status::InvalidArgument("Invalid target path ID");
  }
  // Refused before any work is done, not after the compaction.
  if (options.change_level && options.target_level >= config->options.num_levels) {
    return Status::InvalidArgument("Target level exceeds number of levels");
  }
  // Its picker, ttl and size rules look at Level 0 only.
  const CompactionPolicy& policy = PolicyFor(config->options.compaction_style);
  if (options.change_level && options.target_level > 0 &&
      policy.Shape(*config, config->options.num_levels).level0_only) {
    return Status::NotSupported("FIFO compaction keeps all files in level 0");
  }
  if (options.full_history_ts_low != nullptr) {
    return Status::NotSupported("user-defined timestamps: full_history_ts_low");
  }
  Status s = MayCompactManually(options);
  // What is in memory is part of the range as well.
  if (s.ok()) s = FlushFamilies(FlushOptions(), {family}, FlushReason::kManualCompaction);
  if (s.ok()) s = CompactLevels(family, options, begin, end);
  if (s.ok() && options.change_level) {
    StateLock lock(&parts_.context.mutex);
    s = AwaitTurn(options, family);
    if (s.ok()) s = RefitLevel(family, options.target_level);
  }
  return s;
}

Status DBImpl::CompactFiles(const CompactionOptions& options, ColumnFamilyHandle* cf,
                            const std::vector<std::string>& names, const int output_level,
                            const int output_path_id, std::vector<std::string>* const output_names,
                            CompactionJobInfo* info) {
  if (parts_.context.read_only)
    return Status::NotSupported("Not supported operation in read only mode.");
  const FamilyPtr family = FamilyOf(cf);
  std::vector<uint64_t> numbers;
  for (const std::string& name : names) {
    uint64_t number;
    FileType type;
    if (!ParseFileName(BaseNameOf(name), &number, &type) || type != kTableFile) {
      return Status::InvalidArgument("Not the name of a table file: " + name);
    }
    numbers.push_back(number);
  }
  StateLock lock(&parts_.context.mutex);
  CompactionPick pick;
  CompactRangeOptions as_range;
  as_range.canceled = options.canceled;
  Status s = AwaitTurn(as_range, family);
  if (!s.ok()) return s;
  s = PickCompactFiles(background_->PickContextOf(*family), numbers, output_level, options, &pick);
  if (!s.ok()) return s;
  // Negative: the family's own rule decides.
  if (output_path_id >= 0) pick.output_path_id = static_cast<uint32_t>(output_path_id);
  if (info != nullptr) {
    info->cf_id = family->id;
    info->cf_name = family->name;
    info->base_input_level = pick.start_level();
    info->output_level = pick.output_level;
    info->compaction_reason = pick.reason;
    for (const std::string& name : names) info->input_files.push_back(name);
  }
  std::vector<std::shared_ptr<FileMeta>> made;
  s = background_->RunPick(family, std::move(pick), &made, options.canceled);
  for (const auto& file : made) {
    const std::string path =
        TableFileName(family->config->PathOf(file->path_id, parts_.context.dbname), file->number);
    if (output_names != nullptr) output_names->push_back(path);
    if (info != nullptr) info->output_files.push_back(path);
  }
  if (info != nullptr) info->status = s;
  return s;
}

void DBImpl::DisableManualCompaction() {
  StateLock lock(&parts_.context.mutex);
  manual_disabled_.fetch_add(1);
  // Those who wait for their turn look at the counter when they wake.
  background_->StopManual(true);
}

void DBImpl::EnableManualCompaction() {
  StateLock lock(&parts_.context.mutex);
  if (manual_disabled_.fetch_sub(1) == 1) background_->StopManual(false);
}

// ---- waiting ----

Status DBImpl::PauseBackgroundWork() {
  StateLock lock(&parts_.context.mutex);
  background_->Pause();
  return Status::OK();
}

Status DBImpl::ContinueBackgroundWork() {
  StateLock lock(&parts_.context.mutex);
  if (!background_->paused()) return Status::InvalidArgument("Background work is not paused");
  background_->Continue();
  return Status::OK();
}

// Work that is due may not be running yet, and what ends may make more of it due: both are asked
// for each time round.
Status DBImpl::WaitForCompact(const WaitForCompactOptions& options) {
  const auto timeout = static_cast<uint64_t>(options.timeout.count());
  const uint64_t deadline = timeout == 0 ? UINT64_MAX : CondVar::NowMicros() + timeout;
  if (options.flush) {
    std::vector<FamilyPtr> all;
    {
      StateLock lock(&parts_.context.mutex);
      for (const auto& [id, family] : parts_.families.all()) all.push_back(family);
    }
    Status s = FlushFamilies(FlushOptions(), all, FlushReason::kManualFlush);
    if (!s.ok()) return s;
  }
  {
    StateLock lock(&parts_.context.mutex);
    while (true) {
      if (parts_.context.shutting_down.load(std::memory_order_acquire))
        return Status::ShutdownInProgress();
      if (Status stop = parts_.errors->Stopping(); !stop.ok()) return stop;
      if (background_->paused() && options.abort_on_pause) return Status::Aborted();
      if (!background_->HasWork()) break;
      background_->MaybeSchedule();
      if (deadline == UINT64_MAX) {
        background_->WaitForChange();
      } else if (background_->WaitForChangeUntil(deadline)) {
        return Status::TimedOut();
      }
    }
  }
  // Without the lock, which Close takes.
  return options.close_db ? Close() : Status::OK();
}

// ---- options ----

void DBImpl::UpdateWalLimit() {
  uint64_t buffers = 0;
  for (const auto& [id, family] : parts_.families.all()) {
    const ColumnFamilyOptions& o = family->config->options;
    // What all memtables together may hold is what the logs hold when nothing is behind.
    buffers += o.write_buffer_size * static_cast<uint64_t>(o.max_write_buffer_number);
  }
  // With one family its own memtable limit bounds the log already.
  writes_->SetWalLimit(
      parts_.families.all().size() > 1 ? parts_.context.config()->MaxTotalWalSize(buffers) : 0);
}

Status DBImpl::SetOptions(ColumnFamilyHandle* cf,
                          const std::unordered_map<std::string, std::string>& changes) {
  if (parts_.context.read_only)
    return Status::NotSupported("Not supported operation in read only mode.");
  if (changes.empty()) return Status::InvalidArgument("empty input");
  const FamilyPtr family = FamilyOf(cf);
  if (family->dropped)
    return Status::ColumnFamilyDropped("Column family " + family->name + " is dropped");
  {
    StateLock lock(&parts_.context.mutex);
    std::shared_ptr<const CfConfig> next;
    // Checks the whole before anything changes: either all of `changes` hold or none does.
    Status s = ChangeCfConfig(parts_.context.config()->options, *family->config, changes, &next);
    if (!s.ok()) {
      LogWarn(parts_.context.info_log.get(), "[%s] SetOptions() failed: %s", family->name.c_str(),
              s.ToString().c_str());
      return s;
    }
    family->config = std::move(next);
    // The present memtable takes the new size; what else its options say holds from the next one
    // on.
    family->mem->UpdateWriteBufferSize(family->config->options.write_buffer_size);
    family->InstallSuperVersion();
    background_->UpdateStall(family);
    UpdateWalLimit();
    background_->MaybeSchedule();
  }
  // Outside the lock: a logger may block.
  for (const auto& [name, value] : changes) {
    LogInfo(parts_.context.info_log.get(), "[%s] SetOptions: %s=%s", family->name.c_str(),
            name.c_str(), value.c_str());
  }
  Status s = WriteOptionsFile();
  parts_.obsolete->Purge();
  return s;
}

Status DBImpl::SetDBOptions(const std::unordered_map<std::string, std::string>& changes) {
  if (parts_.context.read_only)
    return Status::NotSupported("Not supported operation in read only mode.");
  if (changes.empty()) return Status::InvalidArgument("empty input");
  std::shared_ptr<const DbConfig> next;
  {
    StateLock lock(&parts_.context.mutex);
    Status s = ChangeDbConfig(parts_.context.dbname, *parts_.context.config(), changes, &next);
    if (!s.ok()) return s;
    parts_.context.set_config(next);
    parts_.controller->set_max_rate(next->options.delayed_write_rate);
    UpdateWalLimit();
    background_->MaybeSchedule();
  }
  periodic_stats_->OptionsChanged();
  // Threads are only added: an Env may be shared with other databases that count on them.
  parts_.context.env->IncBackgroundThreadsIfNeeded(next->background.flushes, Env::HIGH);
  parts_.context.env->IncBackgroundThreadsIfNeeded(next->background.compactions, Env::LOW);
  Status s = WriteOptionsFile();
  parts_.obsolete->Purge();
  return s;
}

Status DBImpl::EnableAutoCompaction(const std::vector<ColumnFamilyHandle*>& families) {
  // Goes on after an error: each family is on its own.
  Status result;
  for (ColumnFamilyHandle* cf : families) {
    Status s = SetOptions(cf, {{"disable_auto_compactions", "false"}});
    if (result.ok()) result = s;
  }
  return result;
}

Options DBImpl::GetOptions(ColumnFamilyHandle* cf) const {
  StateLock lock(&parts_.context.mutex);
  return Options(parts_.context.config()->options, FamilyOf(cf)->config->options);
}

DBOptions DBImpl::GetDBOptions() const { return parts_.context.config()->options; }

int DBImpl::NumberLevels(ColumnFamilyHandle* cf) {
  StateLock lock(&parts_.context.mutex);
  return FamilyOf(cf)->config->options.num_levels;
}

int DBImpl::Level0StopWriteTrigger(ColumnFamilyHandle* cf) {
  StateLock lock(&parts_.context.mutex);
  return FamilyOf(cf)->config->options.level0_stop_writes_trigger;
}

}  // namespace ROCKSDB_NAMESPACE
