// Flush: memtables to Level 0.
//
//   memtables   m3 [ a   c      h      q   x ]          one merged walk, several if there is much
//               m2 [ a b      g      p   x   ]
//   cuts                   |g|        |p|               bucket boundaries worth a file
//   files       [ a b c ]    [ g  h ]   [ p q x ]       every version of a key in one of them
#include "db/jobs/flush_job.h"

#include <algorithm>
#include <array>

#include "bucket/bucket_manager.h"
#include "bucket/bucket_sizing.h"
#include "bucket/bucket_stall.h"
#include "bucket/flush_numbers.h"
#include "compaction/tombstone_reduce.h"
#include "db/jobs/decision_log.h"
#include "env/filename.h"
#include "rocksdb/write_buffer_manager.h"
#include "table/codec.h"
#include "util/parallel.h"
#include "util/perf_context_imp.h"
#include "util/statistics_impl.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

FlushJob::FlushJob(DbParts* parts, JobServices* services, FamilyPtr family,
                   TableFileCreationReason reason)
    : parts_(*parts),
      services_(*services),
      family_(std::move(family)),
      job_id_(services->NextJobId()),
      creation_reason_(reason) {}

bool FlushJob::Pick() {
  FamilyState& state = family_->state();
  config_ = state.config();
  memtables_ = family_->TakeMemTables();
  if (memtables_.empty()) return false;
  // The newest of them decides: once it is in a table, logs before its successor's are not needed.
  next_log_ = memtables_.back()->next_log_number;
  for (const MemTablePtr& mem : memtables_) data_bytes_ += mem->data_size();
  reason_ = family_->flush_reason();
  tree_at_pick_ = state.tree();
  level0_load_ = L0Load(*tree_at_pick_, state.map() != nullptr);
  // Whether others share the logs, or did: see Sync.
  several_families_ = parts_.families.max_id > 0;
  for (const auto& [id, other] : parts_.families.all())
    closed_logs_hold_data_ |=
        other != family_ && !(other->mem()->IsEmpty() && other->imm().empty());
  const std::array ahead{Ahead()};
  const uint64_t left = OldestLogOfSections(parts_, ahead);
  closed_logs_hold_data_ |= std::min(left, parts_.prepared.NeededWith(next_log_)) < next_log_;
  map_at_pick_ = state.buckets();
  // Reserved here, under the lock, not when the files are written: a compaction or another flush in
  // between must not get in front (hazard 5).
  around_ = services_.SizingInputs(*config_);
  first_epoch_ =
      state.TakeEpochs(EpochsToReserve(*map_at_pick_, config_->options.bucket_options, around_));
  start_micros_ = parts_.context.NowMicros();
  BUCKETLSM_SYNC_POINT("FlushJob::Pick:Done");
  return true;
}

// Where the volume of this flush lies. The largest memtable's sample speaks for all: memtables of
// one family hold the same kind of load.
std::vector<VolumeSample> FlushJob::SampleMemtables() const {
  const auto largest = *std::max_element(
      memtables_.begin(), memtables_.end(),
      [](const auto& a, const auto& b) { return a->data_size() < b->data_size(); });
  // Evenly spaced in that memtable: the i-th key stands for its share of all bytes.
  const std::vector<Slice> keys = largest->SampleUserKeys(SamplesToTake(*map_at_pick_));
  std::vector<VolumeSample> samples;
  for (size_t i = 0; i < keys.size(); ++i)
    samples.push_back(VolumeSample{keys[i].ToString(), data_bytes_ * i / keys.size()});
  return samples;
}

Status FlushJob::CheckEntryCount(uint64_t read) const {
  if (!parts_.context.config()->options.flush_verify_memtable_count) return Status::OK();
  uint64_t expected = 0;
  for (const MemTablePtr& mem : memtables_)
    expected += mem->num_entries() - mem->num_range_deletes();
  if (read == expected) return Status::OK();
  return Status::Corruption("Number of memtable entries read by the flush (" +
                            std::to_string(read) + ") is not the number added (" +
                            std::to_string(expected) + ")");
}

void FlushJob::Plan() {
  FlushInputs in;
  in.config = config_.get();
  in.tree = tree_at_pick_.get();
  in.map = map_at_pick_;
  in.around = around_;
  in.has_points = std::any_of(memtables_.begin(), memtables_.end(), [](const MemTablePtr& mem) {
    return mem->num_entries() > mem->num_range_deletes();
  });
  std::vector<VolumeSample> samples;
  if (config_->bucketized) samples = SampleMemtables();
  plan_ = PlanFlush(in, samples, data_bytes_);
}

std::vector<RangeTombstone> FlushJob::ReduceOwnTombstones() {
  std::vector<RangeTombstone> all;
  for (const MemTablePtr& mem : memtables_) {
    auto list = mem->RangeTombstones();
    if (list == nullptr) continue;
    // Unclipped here; the outputs clip them to each file (hazard 3).
    const std::vector<RangeTombstone> cut = list->Cut(nullptr, nullptr);
    all.insert(all.end(), cut.begin(), cut.end());
    tombstone_sources_.push_back(std::move(list));
  }
  if (all.empty()) return all;
  tombstones_ =
      std::make_unique<FragmentedRangeTombstones>(config_->order.user_comparator(), std::move(all));
  // Of several over one range only those that some snapshot can tell apart are written.
  return ReduceTombstones(*tombstones_, snapshots_, nullptr);
}

Status FlushJob::MakeFilter(FilterChoice* choice) const {
  CompactionFilter::Context context;
  context.input_start_level = CompactionFilter::Context::kUnknownStartLevel;
  context.column_family_id = family_->id;
  context.reason = creation_reason_;
  return ChooseFilter(config_->options, context, choice);
}

uint64_t FlushJob::OldestKeyTime() const {
  uint64_t oldest = UINT64_MAX;
  for (const MemTablePtr& mem : memtables_) oldest = std::min(oldest, mem->oldest_key_time());
  return oldest;
}

Status FlushJob::MakeWalks() {
  const std::vector<RangeTombstone> kept = ReduceOwnTombstones();
  for (const MemTablePtr& mem : memtables_) {
    Status s = mem->TombstoneStatus();
    if (!s.ok()) return s;
  }
  const size_t walks = FlushThreads(config_->options.bucket_options, around_, data_bytes_);
  for (const WalkRange& range : ShareOut(plan_.plan, walks)) {
    FlushWalk::Input in;
    in.memtables = &memtables_;
    in.map = plan_.map.get();
    in.range = range;
    in.stream.order = config_->order;
    in.stream.snapshots = snapshots_;
    in.stream.oldest_conflict_snapshot = oldest_conflict_snapshot_;
    in.stream.merge_operator = config_->options.merge_operator.get();
    // What a newer tombstone of this very flush hides, and no snapshot sees, is not written at all.
    in.stream.tombstones = tombstones_.get();
    in.stream.logger = parts_.context.info_log.get();
    in.stream.stats = parts_.context.stats;
    in.outputs =
        services_.FlushOutputs(*family_, config_, job_id_, creation_reason_, plan_.plan.cuts);
    in.outputs.SetFlushTimes(OldestKeyTime(), start_micros_ / 1000000);
    in.outputs.expected_pieces = plan_.plan.expected;
    // Each walk has them all and clips them to its own range.
    in.outputs.tombstones = kept;
    const Status s = MakeFilter(&in.filter);
    if (!s.ok()) return s;
    walks_.push_back(std::make_unique<FlushWalk>(std::move(in)));
  }
  return Status::OK();
}

void FlushJob::RunWalks() {
  RunInParallel(walks_.size(), walks_.size(), [this](size_t i) {
    const uint64_t before = ReadClockNanos(CLOCK_THREAD_CPUTIME_ID);
    walks_[i]->Run();
    cpu_nanos_.fetch_add(ReadClockNanos(CLOCK_THREAD_CPUTIME_ID) - before,
                         std::memory_order_relaxed);
  });
}

void FlushJob::CollectFiles() {
  for (const auto& walk : walks_) {
    TableOutputs& o = walk->outputs();
    files_.insert(files_.end(), o.files().begin(), o.files().end());
    paths_.insert(paths_.end(), o.paths().begin(), o.paths().end());
    properties_.insert(properties_.end(), o.properties().begin(), o.properties().end());
    pieces_.insert(pieces_.end(), walk->pieces().begin(), walk->pieces().end());
    bytes_written_ += o.bytes_written();
  }
}

void FlushJob::Abandon() {
  for (const auto& walk : walks_) walk->outputs().Abandon(walk->status());
}

Status FlushJob::WriteFiles() {
  Plan();
  Status s = MakeWalks();
  if (!s.ok()) return s;
  RunWalks();
  uint64_t read = 0;
  for (const auto& walk : walks_) {
    if (s.ok()) s = walk->status();
    read += walk->records_read();
  }
  return s.ok() ? CheckEntryCount(read) : s;
}

Status FlushJob::Write() {
  LogStart();
  // While recovery flushes, nobody has been given the database.
  if (creation_reason_ != TableFileCreationReason::kRecovery)
    parts_.events->FlushBegin(InfoOf(nullptr, nullptr, ""));
  // Taken after the memtables were sealed: a snapshot made later sees nothing that this flush could
  // drop, since the newest version of each key always survives.
  snapshots_ = parts_.snapshots.Sequences();
  oldest_conflict_snapshot_ = parts_.snapshots.oldest_for_conflicts();
  BUCKETLSM_SYNC_POINT("FlushJob::Run:Start");
  const Status s = WriteFiles();
  // Else the files a compaction replaces meanwhile would be released after the last purge.
  tree_at_pick_.reset();
  if (!s.ok()) Abandon();
  return s;
}

Status FlushJob::SyncFiles() {
  RunInParallel(walks_.size(), walks_.size(), [this](size_t i) { walks_[i]->Sync(); });
  for (const auto& walk : walks_) {
    if (!walk->status().ok()) return walk->status();
  }
  CollectFiles();
  return Status::OK();
}

Status FlushJob::Sync() {
  Status s = SyncFiles();
  BUCKETLSM_SYNC_POINT("FlushJob::Run:BeforeDirSync");
  // Before the MANIFEST names them (hazard 6).
  if (s.ok() && !files_.empty()) {
    s = SyncDirectory(parts_.context.fs.get(), config_->PathOf(0, parts_.context.dbname));
  }
  if (s.ok() && (several_families_ || closed_logs_hold_data_)) {
    // The MANIFEST may still name a closed log for a family that has nothing in it: were its end
    // torn, replay would stop there, before the logs that hold synced writes. Without a log that
    // can not be synced this goes on only where nobody else has data in it; WalManager keeps that
    // failure, so that writes stop until it is got over.
    const Status synced = parts_.wals->SyncClosed();
    if (closed_logs_hold_data_) s = synced;
  }
  if (!s.ok()) Abandon();
  return s;
}

Status FlushJob::Run() {
  const Status s = Write();
  return s.ok() ? Sync() : s;
}

VersionSet::FamilyEdit FlushJob::Edit() {
  VersionSet::FamilyEdit one;
  one.family = family_;
  for (const auto& file : files_) one.edit.AddFile(0, file);
  one.edit.log_number = next_log_;
  if (plan_.map_changed) {
    std::string boundaries;
    plan_.map->EncodeTo(&boundaries);
    one.edit.bucket_boundaries = std::move(boundaries);
  }
  one.complete = [this](const TreeVersion& base, VersionEdit*) {
    NumberFlushPieces(first_epoch_, base.files(0), files_);
  };
  return one;
}

Status FlushJob::WaitForTurn() {
  Status s;
  while (s.ok() && family_->imm().front() != memtables_.front() && !family_->dropped) {
    services_.WaitForChange();
    s = parts_.errors->Stopping();
  }
  return s;
}

// Called with the new tree already in place: memtables go and files come in one super version, so
// no read misses the entries or meets them twice.
void FlushJob::LeaveFamily() {
  const bool keep = KeepsHistory();
  family_->RemoveFlushed(memtables_, keep);
  // A history with a gap would be of no use.
  trimmed_ = keep ? family_->TrimHistory() : family_->DropHistory();
  const FamilyState& state = family_->state();
  level0_load_ = L0Load(*state.tree(), state.map() != nullptr);
  services_.CountTables(*config_, files_);
  // Background rebalances by these counts afterwards.
  if (config_->bucketized)
    family_->state().CountFlush(plan_, pieces_, config_->options.bucket_options);
  installed_at_ = state.changes();
  installed_map_ = state.buckets();
  family_->InstallSuperVersion();
  UpdateCounters(parts_.context.NowMicros() - start_micros_);
}

bool FlushJob::KeepsHistory() const {
  if (config_->memtable_bytes_kept == 0 || creation_reason_ == TableFileCreationReason::kRecovery)
    return false;
  const auto config = parts_.context.config();
  const WriteBufferManager* buffer = config->options.write_buffer_manager.get();
  return buffer == nullptr || !buffer->enabled() || !buffer->IsStallThresholdExceeded();
}

void FlushJob::ReleaseMemtables() {
  LeaveFamily();
  DropMemtables();
}

// Walks refer to the memtables and to their tombstones, so they go first.
void FlushJob::DropMemtables() {
  walks_.clear();
  memtables_.clear();
  trimmed_.clear();
  tombstone_sources_.clear();
  tombstones_.reset();
}

void FlushJob::Announce(const Status& s) {
  LogEnd(s, parts_.context.NowMicros() - start_micros_);
  if (!s.ok()) return;
  LogInstalled();
  if (creation_reason_ == TableFileCreationReason::kRecovery) return;
  for (size_t i = 0; i < files_.size(); ++i) {
    parts_.events->FlushCompleted(InfoOf(files_[i].get(), &properties_[i], paths_[i]));
  }
}

void FlushJob::UpdateCounters(uint64_t micros) {
  LevelCounters counters;
  counters.micros = micros;
  counters.cpu_micros = cpu_nanos_.load(std::memory_order_relaxed) / 1000;
  counters.bytes_written = bytes_written_;
  counters.CountOutputs(properties_);
  counters.output_files = files_.size();
  counters.jobs = 1;
  family_->stats().AddAt(0, counters);
  family_->stats().flush.Add(counters);
  RecordTick(parts_.context.stats, FLUSH_WRITE_BYTES, counters.bytes_written);
  Statistics* stats = parts_.context.stats;
  if (stats == nullptr) return;
  RecordTimeInHistogram(stats, FLUSH_TIME, micros);
  RecordTick(stats, BUCKET_FLUSH_FILES, counters.output_files);
  RecordInHistogram(stats, BUCKET_L0_DEPTH, family_->state().tree()->l0().MaxDepth());
  uint64_t kept = 0;
  // What of the memtables' bytes did not reach a table was overwritten in memory.
  for (const TableProperties& p : properties_) kept += p.raw_key_size + p.raw_value_size;
  RecordTick(stats, MEMTABLE_PAYLOAD_BYTES_AT_FLUSH, data_bytes_);
  RecordTick(stats, MEMTABLE_GARBAGE_BYTES_AT_FLUSH, data_bytes_ - std::min(data_bytes_, kept));
}

FlushJobInfo FlushJob::InfoOf(const FileMeta* file, const TableProperties* properties,
                              const std::string& path) const {
  FlushJobInfo info;
  info.cf_id = family_->id;
  info.cf_name = family_->name;
  info.thread_id = parts_.context.env->GetThreadID();
  info.job_id = job_id_;
  info.flush_reason = reason_;
  info.file_path = path;
  const ColumnFamilyOptions& options = config_->options;
  const auto load = static_cast<int64_t>(level0_load_);
  info.triggered_writes_slowdown = load >= options.level0_slowdown_writes_trigger;
  info.triggered_writes_stop = load >= options.level0_stop_writes_trigger;
  // Before there is a file the numbers are an empty range, as in stock.
  info.smallest_seqno = kLargestSequence;
  if (file != nullptr) {
    info.file_number = file->number;
    info.smallest_seqno = file->smallest_seqno;
    info.largest_seqno = file->largest_seqno;
  }
  if (properties != nullptr) info.table_properties = *properties;
  return info;
}

void FlushJob::LogStart() const {
  uint64_t entries = 0, deletes = 0, range_deletes = 0, memory = 0;
  for (const MemTablePtr& mem : memtables_) {
    entries += mem->num_entries();
    deletes += mem->num_deletes();
    range_deletes += mem->num_range_deletes();
    memory += mem->ApproximateMemoryUsage();
  }
  parts_.events->Write(parts_.events->Begin()
                           .Int("job", static_cast<uint64_t>(job_id_))
                           .Text("event", "flush_started")
                           .Int("num_memtables", memtables_.size())
                           .Int("total_num_input_entries", entries)
                           .Int("num_deletes", deletes)
                           .Int("total_data_size", data_bytes_)
                           .Int("memory_usage", memory)
                           .Int("num_range_deletes", range_deletes)
                           .Text("flush_reason", GetFlushReasonString(reason_)));
}

void FlushJob::LogInstalled() const {
  DecisionLog(parts_.events.get())
      .Installed({family_->name, job_id_, installed_at_}, 0, files_,
                 plan_.map_changed ? installed_map_.get() : nullptr);
}

void FlushJob::LogEnd(const Status& s, uint64_t micros) const {
  if (!s.ok()) {
    LogWarn(parts_.context.info_log.get(), "[%s] [JOB %d] Flush failed: %s", family_->name.c_str(),
            job_id_, s.ToString().c_str());
    return;
  }
  std::vector<uint64_t> shape;
  SuperVersionHold sv(&family_->super_versions);
  for (int level = 0; level < sv->tree->num_levels(); ++level)
    shape.push_back(sv->tree->files(level).size());
  parts_.events->Write(parts_.events->Begin()
                           .Int("job", static_cast<uint64_t>(job_id_))
                           .Text("event", "flush_finished")
                           .Text("output_compression", CodecName(config_->FlushCompression()))
                           .Ints("lsm_state", shape)
                           .Int("immutable_memtables", sv->imm.size())
                           .Int("output_files", files_.size())
                           .Int("flush_micros", micros));
}

}  // namespace ROCKSDB_NAMESPACE
