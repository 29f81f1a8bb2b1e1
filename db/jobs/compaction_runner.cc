// Runs and installs one compaction; see the header.
#include "db/jobs/compaction_runner.h"

#include "compaction/pick_edit.h"
#include "db/jobs/decision_log.h"
#include "env/filename.h"
#include "env/sst_file_manager.h"
#include "table/codec.h"
#include "util/statistics_impl.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

CompactionRunner::CompactionRunner(DbParts* parts, JobServices* services, FamilyPtr family,
                                   CompactionPick pick, const std::atomic<bool>* cancel_this)
    : parts_(*parts),
      services_(*services),
      family_(std::move(family)),
      pick_(std::move(pick)),
      job_id_(services->NextJobId()),
      cancel_this_(cancel_this),
      config_(family_->state().config()),
      report_(parts, *family_, *config_, pick_, job_id_) {}

void CompactionRunner::Register() {
  // The inputs are tables by now, so they hold nothing of logs from this number on. Outputs that
  // lose their sequence numbers record it, for RepairDB.
  flushed_logs_ = family_->log_number();
  family_->state().StartJob(pick_, static_cast<uint64_t>(job_id_));
  picked_at_ = family_->state().changes();
  const uint64_t parallel = JobsOutOfL0(family_->state().running());
  family_->stats().max_parallel_l0_jobs = std::max(family_->stats().max_parallel_l0_jobs, parallel);
  start_micros_ = parts_.context.NowMicros();
}

void CompactionRunner::Unregister() { family_->state().EndJob(static_cast<uint64_t>(job_id_)); }

CompactionJob::Services CompactionRunner::Services() {
  CompactionJob::Services s;
  s.outputs =
      services_.CompactionOutputs(*family_, config_, job_id_, pick_.output_path_id, flushed_logs_);
  TableCache* tables = parts_.tables.get();
  const auto config = config_;
  s.open = [tables, config](const FilePtr& file, int level, const ReadOptions& read,
                            const TableIterOptions& how) {
    return tables->NewIterator(read, *config, file, level, how);
  };
  s.tombstones = [tables, config](const FilePtr& file, int level,
                                  std::shared_ptr<const FragmentedRangeTombstones>* out) {
    return tables->RangeTombstones(*config, *file, level, out);
  };
  s.sample = [tables, config](const FilePtr& file, int level, size_t max,
                              std::vector<KeyAnchor>* anchors) {
    TableCache::Handle handle;
    Status found = tables->Find(*config, *file, level, &handle);
    return found.ok() ? handle->SampleKeys(ReadOptions(), max, anchors) : found;
  };
  // Snapshots made from here on are at least as new as every input, so nothing they see is dropped:
  // the newest version of each key stays.
  s.snapshots = parts_.snapshots.Sequences();
  s.oldest_conflict_snapshot = parts_.snapshots.oldest_for_conflicts();
  s.input_properties = [this] { return report_.InputProperties(); };
  s.cancel_all = services_.cancel_flag(pick_.manual);
  s.cancel_this = cancel_this_ != nullptr ? cancel_this_ : s.cancel_all;
  s.right_of_way = &services_.right_of_way();
  s.meter = &services_.merge_meter();
  const auto config_of_db = parts_.context.config();
  const DBOptions& db = config_of_db->options;
  s.readahead = db.compaction_readahead_size;
  s.spare_memory =
      db.use_direct_reads && db.compaction_readahead_size == DBOptions().compaction_readahead_size;
  s.verify_record_count = db.compaction_verify_record_count;
  s.report_io = config_->options.report_bg_io_stats;
  if (!db.listeners.empty()) {
    s.on_part = [this](bool begin, const CompactionJob::PartReport& part) {
      parts_.events->Subcompaction(begin, report_.InfoOfPart(part));
    };
  }
  return s;
}

CompactionRunner::~CompactionRunner() {
  if (claimed_ > 0) parts_.context.file_manager->ReleaseClaim(claimed_);
}

// The outputs are at most as large as the inputs, which stay until the outputs are in the tree.
bool CompactionRunner::ClaimSpace() {
  FileCountingManager* const manager = parts_.context.file_manager;
  if (manager == nullptr || pick_.trivial_move || pick_.deletion_only) return true;
  const uint64_t bytes = pick_.InputBytes();
  if (!manager->ClaimForCompaction(bytes)) {
    RecordTick(parts_.context.stats, COMPACTION_CANCELLED);
    LogWarn(parts_.context.info_log.get(),
            "[%s] [JOB %d] Compaction not begun: its outputs may not fit into the allowed space",
            family_->name.c_str(), job_id_);
    return false;
  }
  claimed_ = bytes;
  return true;
}

Status CompactionRunner::Execute() {
  LogPick();
  LogStart();
  if (IsToldOf()) parts_.events->CompactionBegin(report_.InfoOfBegin());
  BUCKETLSM_SYNC_POINT_ARG("CompactionRunner::Execute:Picked", const_cast<CompactionPick*>(&pick_));
  // Only the tree changes: a move adds the same files one level on, a deletion adds nothing.
  if (pick_.trivial_move || pick_.deletion_only) return Status::OK();
  job_ = std::make_unique<CompactionJob>(pick_, config_, Services());
  if (activity_) activity_->SetStage(ThreadStatus::STAGE_COMPACTION_PROCESS_KV);
  BUCKETLSM_SYNC_POINT_ARG("CompactionRunner::Execute:Start", const_cast<CompactionPick*>(&pick_));
  Status s = job_->Run();
  if (s.IsShutdownInProgress() && !services_.canceled())
    s = Status::Incomplete(Status::SubCode::kManualCompactionPaused);
  if (activity_) {
    activity_->SetProperty(ThreadStatus::COMPACTION_BYTES_READ, pick_.InputBytes());
    activity_->SetProperty(ThreadStatus::COMPACTION_BYTES_WRITTEN, job_->result().bytes_written);
  }
  BUCKETLSM_SYNC_POINT_ARG("CompactionRunner::Execute:Done", const_cast<CompactionPick*>(&pick_));
  return s;
}

Status CompactionRunner::Install() {
  static const std::vector<std::shared_ptr<FileMeta>> kNone;
  std::vector<VersionSet::FamilyEdit> edits(1);
  edits[0].family = family_;
  const auto& outputs = job_ != nullptr ? job_->result().files : kNone;
  edits[0].edit = EditFor(pick_, outputs);
  edits[0].complete = [this, &outputs](const TreeVersion& base, VersionEdit*) {
    NumberOutputs(pick_, base, outputs);
  };
  // Apply puts the tree in place and calls this under one hold of the state lock (invariant 1):
  // gone from `running` before, its inputs would be picked again; long after, work would lie idle.
  return parts_.versions->Apply(std::move(edits), [this] {
    parts_.context.mutex.AssertHeld();
    Unregister();
    installed_at_ = family_->state().changes();
    Count(parts_.context.NowMicros() - start_micros_);
    if (job_ != nullptr) services_.CountTables(*config_, job_->result().files);
    family_->InstallSuperVersion();
  });
}

// For GetThreadList, when the application asked for it.
void CompactionRunner::ShowActivity() {
  if (!parts_.context.config()->options.enable_thread_tracking) return;
  activity_.emplace(ThreadStatus::OP_COMPACTION, parts_.context.dbname, family_->name);
  activity_->SetStage(ThreadStatus::STAGE_COMPACTION_PREPARE);
  activity_->SetProperty(ThreadStatus::COMPACTION_JOB_ID, static_cast<uint64_t>(job_id_));
  activity_->SetProperty(ThreadStatus::COMPACTION_INPUT_OUTPUT_LEVEL,
                         (static_cast<uint64_t>(pick_.start_level()) << 32) +
                             static_cast<uint64_t>(pick_.output_level));
  activity_->SetProperty(ThreadStatus::COMPACTION_PROP_FLAGS, (pick_.manual ? 1u : 0u) |
                                                                  (pick_.deletion_only ? 2u : 0u) |
                                                                  (pick_.trivial_move ? 4u : 0u));
  activity_->SetProperty(ThreadStatus::COMPACTION_TOTAL_INPUT_BYTES, pick_.InputBytes());
}

void CompactionRunner::Report(const Status& s, CompactionJobInfo* info) {
  const uint64_t micros = parts_.context.NowMicros() - start_micros_;
  LogEnd(s, micros);
  if (!IsToldOf() && info == nullptr) return;
  CompactionJobInfo about = report_.InfoOfEnd(s, job_.get(), micros, s.ok() && pick_.trivial_move);
  if (IsToldOf()) parts_.events->CompactionCompleted(about);
  if (info != nullptr) *info = std::move(about);
}

Status CompactionRunner::Run(CompactionJobInfo* info) {
  // What does not fit now may fit later: no error of the database.
  if (!ClaimSpace()) {
    Unregister();
    return Status::CompactionTooLarge(
        "The outputs may not fit into the space that sst_file_manager allows");
  }
  report_.CountBegin(JobsOutOfL0(family_->state().running()));
  Status s;
  ShowActivity();
  {
    StateUnlock unlock(&parts_.context.mutex);
    s = Execute();
  }
  if (activity_) activity_->SetStage(ThreadStatus::STAGE_COMPACTION_INSTALL);
  // Kept apart: whose failure it was decides how severe it is.
  const Status run = s;
  if (s.ok() && family_->dropped)
    s = Status::ColumnFamilyDropped("Column family dropped during compaction");
  if (s.ok()) s = Install();
  // Install has done this if it came to that.
  if (!s.ok()) Unregister();
  StateUnlock unlock(&parts_.context.mutex);
  // A job that failed has deleted its outputs itself. After a failed MANIFEST write they must stay:
  // the record may be on disk. A dropped family's record was never written.
  if (!s.ok() && run.ok() && job_ != nullptr && s.IsColumnFamilyDropped()) job_->Abandon();
  if (s.ok()) LogInstalled();
  Report(s, info);
  if (s.ok()) parts_.errors->CompactionSucceeded();
  if (s.ok() || s.IsShutdownInProgress() || s.IsColumnFamilyDropped()) return s;
  return parts_.errors->Set(
      s, run.ok() ? BackgroundErrorReason::kManifestWrite : BackgroundErrorReason::kCompaction);
}

// Of a move only the bytes count, of a drop nothing: no table is read or written.
void CompactionRunner::Count(uint64_t micros) {
  LevelCounters c;
  if (job_ != nullptr) {
    c = CountersOf(job_->result());
    c.jobs = 1;
    c.micros = micros;
  } else if (pick_.trivial_move) {
    c.bytes_moved = pick_.InputBytes();
  }
  family_->stats().AddAt(pick_.output_level, c);
  report_.CountEnd(job_.get(), micros);
}

LevelCounters CompactionRunner::CountersOf(const CompactionJob::Result& r) const {
  LevelCounters c;
  for (const auto& input : pick_.inputs) {
    // Within Level 0 all inputs count as coming from above, as there is no lower level involved.
    const bool at_output = input.level == pick_.output_level && input.level != 0;
    uint64_t& read = at_output ? c.bytes_read_output_level : c.bytes_read_start_levels;
    for (const FilePtr& file : input.files) read += file->file_size;
    c.input_files += input.files.size();
  }
  c.cpu_micros = r.stats.cpu_micros;
  c.bytes_written = r.bytes_written;
  c.CountOutputs(r.properties);
  c.output_files = r.files.size();
  c.records_in = r.counters.input_records;
  c.records_dropped = r.counters.input_records > r.records_written
                          ? r.counters.input_records - r.records_written
                          : 0;
  return c;
}

void CompactionRunner::LogPick() const {
  DecisionLog(parts_.events.get()).Picked({family_->name, job_id_, picked_at_}, pick_);
}

void CompactionRunner::LogInstalled() const {
  static const std::vector<std::shared_ptr<FileMeta>> kNone;
  DecisionLog(parts_.events.get())
      .Installed({family_->name, job_id_, installed_at_}, pick_.output_level,
                 job_ != nullptr ? job_->result().files : kNone, nullptr);
}

void CompactionRunner::LogStart() const {
  if (pick_.trivial_move) return;  // one line tells all, at the end
  EventLine line = parts_.events->Begin();
  line.Int("job", static_cast<uint64_t>(job_id_)).Text("event", "compaction_started");
  line.Text("cf_name", family_->name)
      .Text("compaction_reason", GetCompactionReasonString(pick_.reason));
  for (const auto& input : pick_.inputs) {
    std::vector<uint64_t> numbers;
    for (const FilePtr& file : input.files) numbers.push_back(file->number);
    line.Ints("files_L" + std::to_string(input.level), numbers);
  }
  line.Real("score", pick_.score)
      .Int("input_data_size", pick_.InputBytes())
      .Signed("oldest_snapshot_seqno", OldestSnapshot());
  if (pick_.start_level() == 0) line.Int("bucket", pick_.bucket);
  parts_.events->Write(line);
}

// -1: none.
int64_t CompactionRunner::OldestSnapshot() const {
  const std::vector<SequenceNumber> snapshots = parts_.snapshots.Sequences();
  return snapshots.empty() ? -1 : static_cast<int64_t>(snapshots.front());
}

void CompactionRunner::LogMove(const std::vector<uint64_t>& shape) const {
  EventLine line = parts_.events->Begin();
  line.Int("job", static_cast<uint64_t>(job_id_)).Text("event", "trivial_move");
  line.Int("destination_level", static_cast<uint64_t>(pick_.output_level));
  line.Int("files", pick_.InputFiles()).Int("total_files_size", pick_.InputBytes());
  parts_.events->Write(line.Ints("lsm_state", shape));
}

void CompactionRunner::LogEnd(const Status& s, uint64_t micros) const {
  if (!s.ok()) {
    LogWarn(parts_.context.info_log.get(), "[%s] [JOB %d] Compaction failed: %s",
            family_->name.c_str(), job_id_, s.ToString().c_str());
    return;
  }
  std::vector<uint64_t> shape;
  SuperVersionHold sv(&family_->super_versions);
  for (int level = 0; level < sv->tree->num_levels(); ++level)
    shape.push_back(sv->tree->files(level).size());
  if (pick_.trivial_move) return LogMove(shape);
  static const CompactionJob::Result kNothing;
  const CompactionJob::Result& r = job_ != nullptr ? job_->result() : kNothing;
  EventLine line = parts_.events->Begin();
  line.Int("job", static_cast<uint64_t>(job_id_)).Text("event", "compaction_finished");
  line.Int("compaction_time_micros", micros)
      .Int("compaction_time_cpu_micros", r.stats.cpu_micros)
      .Int("output_level", static_cast<uint64_t>(pick_.output_level));
  line.Int("num_output_files", r.files.size()).Int("total_output_size", r.bytes_written);
  line.Int("num_input_records", r.counters.input_records)
      .Int("num_output_records", r.records_written);
  line.Int("num_subcompactions", r.subcompactions)
      .Text("output_compression", CodecName(pick_.compression));
  line.Int("num_single_delete_mismatches", r.stats.num_single_del_mismatch)
      .Int("num_single_delete_fallthrough", r.stats.num_single_del_fallthru);
  parts_.events->Write(line.Ints("lsm_state", shape));
}

}  // namespace ROCKSDB_NAMESPACE
