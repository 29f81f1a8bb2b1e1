// Decisions by the production code, bytes by the model: see engine.h.
#include "tools/lsm_sim/engine.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "bucket/flush_numbers.h"
#include "compaction/part_split.h"
#include "compaction/pick_edit.h"
#include "schedule/delay_rate.h"
#include "schedule/stall_rules.h"
#include "schedule/transitions.h"
#include "version/tree_builder.h"

namespace lsm_sim {
namespace {

using namespace ROCKSDB_NAMESPACE;  // NOLINT: the policy code that runs here

// As CompactionJob samples a file.
constexpr uint64_t kAnchorsPerFile = 64;
// Fewer keys of a cell than this count as none.
constexpr double kNothing = 1e-6;

// The model's own state is wrong: a decision of the policy code contradicts the tree. Nothing can
// follow.
void Require(const Status& s, const char* what) {
  if (s.ok()) return;
  std::fprintf(stderr, "lsm_sim: %s: %s\n", what, s.ToString().c_str());
  std::abort();
}

// Adds a cell behind those of `to`.
void Append(const Contents& from, uint32_t cell, Contents* to) {
  to->keys.resize(cell - to->first, 0.0);
  to->keys.push_back(from.At(cell));
  if (from.newest.empty()) return;
  to->newest.resize(cell - to->first, 0);
  to->oldest.resize(cell - to->first, UINT32_MAX);
  to->newest.push_back(from.newest[cell - from.first]);
  to->oldest.push_back(from.oldest[cell - from.first]);
}

std::vector<const Contents*> InputsOf(const CompactionPick& pick,
                                      const std::unordered_map<uint64_t, Contents>& all) {
  std::vector<const Contents*> found;
  for (const CompactionPick::Inputs& input : pick.inputs) {
    for (const FilePtr& file : input.files) found.push_back(&all.at(file->number));
  }
  return found;
}

}  // namespace

Engine::Engine(const DBOptions& db, const ColumnFamilyOptions& cf, uint32_t processors,
               const KeyCells& cells, double entry_bytes)
    : cells_(cells), entry_bytes_(entry_bytes) {
  CfConfigPtr config;
  Require(MakeCfConfig(db, cf, &config), "options");
  machine_.processors = processors;
  machine_.limits = SplitBackgroundJobs(db);
  machine_.max_subcompactions = db.max_subcompactions;
  sizing_.write_buffer_size = config->options.write_buffer_size;
  sizing_.compaction_threads = static_cast<uint32_t>(machine_.limits.compactions);
  sizing_.processors = processors;
  most_delay_rate_ = db.delayed_write_rate;
  delay_rate_ = most_delay_rate_;
  family_ = std::make_unique<FamilyState>(0, config);
  families_ = {family_.get()};
}

void Engine::Seal(Memtable memtable) {
  counters_.user_bytes += memtable.bytes;
  sealed_.push_back(std::move(memtable));
  ++family_->flushes.unflushed;
  Judge();
}

std::optional<Job> Engine::Start(uint64_t now_seconds) {
  machine_.now_seconds = now_seconds;
  machine_.oldest_snapshot = last_sequence_;
  const Calls wanted = Scheduler::Wanted(families_, machine_, load_);
  if (wanted.flushes > 0) {
    FamilyState* due = scheduler_.NextFlush(families_);
    if (due != nullptr) return StartFlush(due);
  }
  if (wanted.compactions > 0) {
    auto choice = scheduler_.NextCompaction(families_, machine_);
    if (choice) return StartCompaction(std::move(choice->pick));
  }
  return std::nullopt;
}

// ---- flush ----

Job Engine::StartFlush(FamilyState* family) {
  Job job;
  job.kind = Job::kFlush;
  job.id = next_job_++;
  job.memtables = family->flushes.unflushed;
  family->flushes.flushing += family->flushes.unflushed;
  family->flushes.unflushed = 0;
  family->flushes.requested = false;
  ++family->flushes.running;
  ++load_.running_flushes;
  const auto first = sealed_.end() - static_cast<ptrdiff_t>(job.memtables);
  Memtable all = *first;
  for (auto it = first + 1; it != sealed_.end(); ++it) {
    all.bytes += it->bytes;
    for (size_t i = 0; i < all.writes.size(); ++i) all.writes[i] += it->writes[i];
  }
  PlanFlush(all, &job);
  return job;
}

void Engine::PlanFlush(const Memtable& all, Job* job) {
  const CfConfig& config = *family_->config();
  const BucketOptions& options = config.options.bucket_options;
  job->first_epoch = family_->TakeEpochs(EpochsToReserve(*family_->buckets(), options, sizing_));
  FlushInputs in;
  in.config = &config;
  in.tree = family_->tree().get();
  in.map = family_->buckets();
  in.around = sizing_;
  const auto bytes = static_cast<uint64_t>(all.bytes);
  std::vector<VolumeSample> samples;
  if (config.bucketized) {
    const size_t count = SamplesToTake(*in.map);
    double total = 0;
    for (double w : all.writes) total += w;
    double seen = 0;
    size_t next = 0;
    for (uint32_t cell = 0; cell < cells_.count(); ++cell) {
      seen += all.writes[cell];
      for (; next < count && total * static_cast<double>(next) < seen * static_cast<double>(count);
           ++next) {
        samples.push_back(VolumeSample{cells_.Begin(cell), bytes * next / count});
      }
    }
  }
  job->decision = ROCKSDB_NAMESPACE::PlanFlush(in, samples, bytes);
  Contents distinct{0, std::vector<double>(all.writes.size())};
  FlushTally tally(*job->decision.map);
  for (uint32_t cell = 0; cell < cells_.count(); ++cell) {
    distinct.keys[cell] = Distinct(all.writes[cell], cells_.keys_per_cell());
    const auto cell_bytes = static_cast<uint64_t>(distinct.keys[cell] * entry_bytes_);
    if (cell_bytes > 0) tally.Add(cells_.Begin(cell), cell_bytes);
  }
  job->pieces = tally.Finish();
  ++generation_;
  if (tracks_generations_) {
    distinct.newest.assign(distinct.keys.size(), generation_);
    distinct.oldest = distinct.newest;
  }
  const FlushPlan& plan = job->decision.plan;
  WriteFiles(distinct, plan.cuts, {}, {}, job);
  for (const WalkRange& walk : ShareOut(plan, FlushThreads(options, sizing_, bytes))) {
    const uint32_t begin = walk.lower == nullptr ? 0 : cells_.CellOf(*walk.lower);
    const uint32_t end = walk.upper == nullptr ? cells_.count() : cells_.CellOf(*walk.upper);
    double part = 0;
    for (uint32_t cell = begin; cell < end; ++cell) part += distinct.keys[cell] * entry_bytes_;
    job->parts.push_back(part);
  }
  // Interleaved, as those of the pieces of one memtable are.
  const uint64_t low = last_sequence_ + 1;
  last_sequence_ +=
      std::max<uint64_t>(static_cast<uint64_t>(all.bytes / entry_bytes_), 2 * job->outputs.size());
  for (size_t i = 0; i < job->outputs.size(); ++i) {
    job->outputs[i]->smallest_seqno = low + i;
    job->outputs[i]->largest_seqno = last_sequence_ - i;
  }
}

void Engine::InstallFlush(Job* job) {
  NumberFlushPieces(job->first_epoch, family_->tree()->files(0), job->outputs);
  VersionEdit edit;
  for (const auto& file : job->outputs) {
    edit.AddFile(0, file);
    counters_.flushed_bytes += static_cast<double>(file->file_size);
  }
  sealed_.erase(sealed_.begin(), sealed_.begin() + static_cast<ptrdiff_t>(job->memtables));
  Apply(edit);
  family_->flushes.flushing -= job->memtables;
  ++counters_.flushes;
  if (family_->config()->bucketized) {
    family_->CountFlush(job->decision, job->pieces, family_->config()->options.bucket_options);
  }
  RebalanceBuckets();
  --family_->flushes.running;
  --load_.running_flushes;
}

void Engine::RebalanceBuckets() {
  for (const RebalanceStep& step : Rebalance(family_.get(), sizing_)) {
    ++(step.kind == RebalanceStep::kSplit ? counters_.splits : counters_.merges);
  }
}

// ---- compaction ----

Job Engine::StartCompaction(CompactionPick pick) {
  Job job;
  job.id = next_job_++;
  job.pick = std::move(pick);
  family_->StartJob(job.pick, job.id);
  ++load_.running_compactions;
  if (!job.pick.trivial_move && !job.pick.deletion_only) MergeInputs(&job);
  return job;
}

// The cells at which the job's parts end, but for the last one.
std::vector<uint32_t> Engine::PartEnds(const CompactionPick& pick, uint32_t begin,
                                       uint32_t end) const {
  const uint64_t parts = PartsWorthwhile(pick.InputBytes(), pick.max_subcompactions);
  if (parts < 2) return {};
  std::vector<KeyAnchor> anchors;
  for (const Contents* file : InputsOf(pick, contents_)) {
    const double share = file->Total() / kAnchorsPerFile;
    double seen = 0;
    for (uint32_t cell = file->first; cell < file->end(); ++cell) {
      seen += file->At(cell);
      if (seen < share) continue;
      anchors.push_back(KeyAnchor{cells_.Begin(cell), static_cast<uint64_t>(seen * entry_bytes_)});
      seen = 0;
    }
  }
  std::vector<uint32_t> ends;
  for (const std::string& key : SplitKeys(family_->config()->order, std::move(anchors), parts)) {
    const uint32_t cell = cells_.CellOf(key);
    if (cell > (ends.empty() ? begin : ends.back()) && cell < end) ends.push_back(cell);
  }
  return ends;
}

void Engine::MergeInputs(Job* job) {
  const CompactionPick& pick = job->pick;
  const std::vector<const Contents*> inputs = InputsOf(pick, contents_);
  uint32_t begin = cells_.count(), end = 0;
  SequenceNumber low = kLargestSequence, high = 0;
  for (const Contents* input : inputs) {
    begin = std::min(begin, input->first);
    end = std::max(end, input->end());
  }
  Counters::Inputs& sum = pick.output_level == 0
                              ? counters_.within_l0
                              : counters_.inputs[static_cast<size_t>(pick.start_level())];
  ++sum.jobs;
  for (const CompactionPick::Inputs& input : pick.inputs) {
    for (const FilePtr& file : input.files) {
      low = std::min(low, file->smallest_seqno);
      high = std::max(high, file->largest_seqno);
      ++sum.files;
      sum.bytes += static_cast<double>(file->file_size);
    }
  }
  const OutputCutter::Limits limits{pick.target_file_size > 0 ? pick.target_file_size : UINT64_MAX,
                                    pick.stretched_file_size, pick.max_grandparent_overlap_bytes};
  std::vector<uint32_t> ends = PartEnds(pick, begin, end);
  ends.push_back(end);
  for (uint32_t part_end : ends) {
    const Contents merged = Merge(inputs, begin, part_end, cells_.keys_per_cell());
    WriteFiles(merged, pick.cut_points, pick.grandparents, limits, job);
    job->parts.push_back(merged.Total() * entry_bytes_);
    begin = part_end;
  }
  for (const auto& file : job->outputs) {
    file->smallest_seqno = low;
    file->largest_seqno = high;
  }
}

void Engine::WriteFiles(const Contents& merged, const std::vector<std::string>& cuts,
                        const FileList& grandparents, const OutputCutter::Limits& limits,
                        Job* job) {
  OutputCutter cutter(family_->config()->order, cuts, grandparents, limits);
  Contents open;
  double bytes = 0;
  const auto close = [&] {
    if (open.keys.empty()) return;
    job->outputs.push_back(MakeFile(std::move(open)));
    open = Contents();
    bytes = 0;
    cutter.OutputEnded();
  };
  for (uint32_t cell = merged.first; cell < merged.end(); ++cell) {
    const double keys = merged.At(cell);
    if (keys < kNothing) continue;
    const std::string& user_key = cells_.Begin(cell);
    while (cutter.CutUpTo(user_key) != nullptr) close();
    const uint64_t size = static_cast<uint64_t>(bytes);
    if (cutter.EndsBefore(user_key, !open.keys.empty(), size, [size] { return size; })) close();
    if (open.keys.empty()) open.first = cell;
    Append(merged, cell, &open);
    bytes += keys * entry_bytes_;
  }
  close();
}

std::shared_ptr<FileMeta> Engine::MakeFile(Contents contents) {
  auto file = std::make_shared<FileMeta>();
  file->number = next_file_++;
  const double keys = contents.Total();
  file->smallest = MakeInternalKey(cells_.Begin(contents.first), kLargestSequence - 1, kTypeValue);
  file->largest = MakeInternalKey(cells_.Last(contents.end() - 1), 0, kTypeValue);
  file->file_size = file->compensated_size =
      static_cast<uint64_t>(std::max(1.0, keys * entry_bytes_));
  file->num_entries = static_cast<uint64_t>(std::max(1.0, keys));
  file->stats_known = true;
  file->oldest_ancestor_time = file->creation_time = machine_.now_seconds;
  contents_[file->number] = std::move(contents);
  return file;
}

// ---- the tree ----

void Engine::Apply(const VersionEdit& edit) {
  TreePtr tree;
  TreeBuilder builder(family_->config()->order, family_->tree(), family_->tree()->num_levels());
  Require(builder.Apply(edit), "a job's edit");
  Require(builder.Build(&tree), "a job's tree");
  family_->SetTree(std::move(tree));
}

void Engine::Finish(Job* job) {
  if (job->kind == Job::kFlush) {
    InstallFlush(job);
  } else {
    NumberOutputs(job->pick, *family_->tree(), job->outputs);
    Apply(EditFor(job->pick, job->outputs));
    family_->EndJob(job->id);
    --load_.running_compactions;
    ++(job->parts.empty() ? counters_.moves : counters_.compactions);
    for (double bytes : job->parts) counters_.compacted_bytes += bytes;
    if (!job->pick.trivial_move) {
      for (const CompactionPick::Inputs& input : job->pick.inputs) {
        for (const FilePtr& file : input.files) contents_.erase(file->number);
      }
    }
    if (AsksForRebalance(*family_, job->pick.start_level(), job->pick.output_level)) {
      RebalanceBuckets();
    }
  }
  Judge();
}

void Engine::NoteDemand(double wanted, double passed) {
  demand_.Add(static_cast<uint64_t>(wanted * 1e9), static_cast<uint64_t>(passed * 1e9));
  machine_.merge_demand = demand_.percent();
}

void Engine::Judge() {
  const StallStep step = ROCKSDB_NAMESPACE::Judge(family_.get());
  if (step.rate == StallStep::kAdapt) {
    delay_rate_ = AdaptedRate(delay_rate_, most_delay_rate_, family_->pending_bytes,
                              step.previous_backlog, step.near_stop);
  }
  if (step.rate == StallStep::kEnded) delay_rate_ = RateAfterStall(delay_rate_, most_delay_rate_);
}

Contents Engine::Everything() const {
  std::vector<const Contents*> all;
  for (int level = 0; level < family_->tree()->num_levels(); ++level) {
    for (const FilePtr& file : family_->tree()->files(level))
      all.push_back(&contents_.at(file->number));
  }
  return Merge(all, 0, cells_.count(), cells_.keys_per_cell());
}

}  // namespace lsm_sim
