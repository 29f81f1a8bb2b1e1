// See the header.
#include "db/jobs/ingestion.h"

#include <algorithm>
#include <set>

#include "db/batch/write_batch_internal.h"
#include "db/jobs/memtable_overlap.h"
#include "env/file_io.h"
#include "util/perf_context_imp.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Flushes outside the queue before the writers are made to wait for one. Chosen, not measured.
constexpr int kFlushesOutside = 3;
// Trees looked at again because a job has installed another one. Chosen, not measured.
constexpr int kMostTrees = 100;

Status CheckIngestOptions(const IngestExternalFileOptions& options) {
  if (options.move_files && options.link_files) {
    return Status::InvalidArgument("`move_files` and `link_files` can not both be true.");
  }
  if (options.allow_db_generated_files && options.write_global_seqno) {
    return Status::InvalidArgument(
        "write_global_seqno is not compatible with allow_db_generated_files");
  }
  return Status::OK();
}

}  // namespace

Ingestion::~Ingestion() {
  if (recorded_) return;
  for (const Part& part : ingested_) {
    for (const IngestFile& file : part.files) {
      if (file.path.empty()) continue;
      IOStatus s = parts_.context.fs->DeleteFile(file.path, IOOptions(), nullptr);
      if (!s.ok()) {
        LogWarn(parts_.context.info_log.get(), "Removing %s, which was not ingested: %s",
                file.path.c_str(), s.ToString().c_str());
      }
    }
  }
}

Status Ingestion::CheckArgs(const std::vector<IngestExternalFileArg>& args) const {
  if (parts_.context.read_only) return parts_.context.ChangeRefused();
  if (args.empty()) return Status::InvalidArgument("ingestion arg list is empty");
  std::set<uint32_t> seen;
  for (size_t i = 0; i < args.size(); ++i) {
    const IngestExternalFileArg& arg = args[i];
    if (arg.column_family == nullptr)
      return Status::InvalidArgument("ingestion arg without a column family");
    if (!seen.insert(arg.column_family->GetID()).second)
      return Status::InvalidArgument("ingestion args have duplicate column families");
    if (arg.external_files.empty()) {
      return Status::InvalidArgument("external_files[" + std::to_string(i) + "] is empty");
    }
    Status s = CheckClaims(arg);
    if (s.ok()) s = CheckIngestOptions(arg.options);
    if (!s.ok()) return s;
  }
  return Status::OK();
}

// Without a factory what the caller claims is ignored, as in stock.
Status Ingestion::CheckClaims(const IngestExternalFileArg& arg) const {
  const size_t sums = arg.files_checksums.size(), names = arg.files_checksum_func_names.size();
  if (sums + names == 0 || (sums == names && names == arg.external_files.size()))
    return Status::OK();
  if (parts_.context.config()->options.file_checksum_gen_factory == nullptr) return Status::OK();
  return Status::InvalidArgument("There are " + std::to_string(sums) + " checksums and " +
                                 std::to_string(names) + " names of checksum functions for " +
                                 std::to_string(arg.external_files.size()) + " files");
}

Status Ingestion::Prepare(const std::vector<IngestExternalFileArg>& args) {
  for (const IngestExternalFileArg& arg : args) {
    Part part;
    part.family = FamilyOf(arg.column_family);
    part.source.context = &parts_.context;
    part.source.family = part.family.get();
    part.source.options = arg.options;
    part.source.temperature = arg.file_temperature;
    {
      StateLock lock(&parts_.context.mutex);
      part.source.config = part.family->state().config();
    }
    if (arg.options.ingest_behind && !part.source.config->allow_ingest_behind) {
      return Status::InvalidArgument("Can't ingest_behind file in ColumnFamily " +
                                     part.family->name + " with cf_allow_ingest_behind=false");
    }
    part.files.resize(arg.external_files.size());
    for (size_t i = 0; i < part.files.size(); ++i) {
      IngestFile& file = part.files[i];
      Status s = DescribeIngestFile(part.source, arg.external_files[i], &file);
      if (!s.ok()) return s;
      file.is_claimed = arg.files_checksums.size() == part.files.size() &&
                        arg.files_checksum_func_names.size() == part.files.size();
      if (file.is_claimed)
        file.claimed = {arg.files_checksums[i], arg.files_checksum_func_names[i]};
    }
    Status s = CheckRange(arg, &part);
    if (!s.ok()) return s;
    ingested_.push_back(std::move(part));
  }
  for (Part& part : ingested_) {
    Status s = TakeFiles(&part);
    if (!s.ok()) return s;
  }
  return Status::OK();
}

Status Ingestion::CheckRange(const IngestExternalFileArg& arg, Part* part) {
  Status s = TakeReplacedRange(arg, &part->replaced);
  if (!s.ok() || !part->replaced) return s;
  for (const IngestFile& file : part->files) {
    if (!part->replaced->Holds(part->source.config->order, file.range()))
      return Status::InvalidArgument("atomic_replace_range does not contain", file.external_path);
  }
  return s;
}

Status Ingestion::TakeFiles(Part* part) {
  for (IngestFile& file : part->files) {
    file.number = parts_.versions->NewFileNumber();
    Status s = TakeIngestFile(part->source, &file);
    if (s.ok()) s = ChecksumIngestFile(part->source, &file);
    if (!s.ok()) return s;
  }
  // Before the MANIFEST names them.
  return SyncDirectory(parts_.context.fs.get(),
                       part->source.config->PathOf(0, parts_.context.dbname));
}

bool Ingestion::MemtablesOverlap(const Part& part) const {
  parts_.context.mutex.AssertHeld();
  const auto holds = [&part](const MemTable& mem) {
    if (part.replaced && part.replaced->everything) return !mem.IsEmpty();
    if (part.replaced) return HoldsAnyOf(mem, part.replaced->range());
    return std::any_of(part.files.begin(), part.files.end(),
                       [&mem](const IngestFile& file) { return HoldsAnyOf(mem, file.range()); });
  };
  const auto& imm = part.family->imm();
  return holds(*part.family->mem()) ||
         std::any_of(imm.begin(), imm.end(), [&holds](const MemTablePtr& m) { return holds(*m); });
}

std::vector<FamilyPtr> Ingestion::FamiliesToFlush() {
  std::vector<FamilyPtr> result;
  // The end of a recycled log shows only by the number that the next log begins with: with a number
  // missing between them, replay could not tell it from damage. So no log is needed any more.
  if (parts_.context.config()->options.recycle_log_file_num > 0) {
    for (const auto& [id, family] : parts_.families.all()) {
      if (!family->mem()->IsEmpty() || !family->imm().empty()) result.push_back(family);
    }
    return result;
  }
  for (const Part& part : ingested_) {
    // What comes from behind is older than any memtable.
    if (!part.source.options.ingest_behind && MemtablesOverlap(part)) result.push_back(part.family);
  }
  return result;
}

Status Ingestion::CheckState() const {
  if (Status stop = parts_.errors->Stopping(); !stop.ok()) return stop;
  if (parts_.context.shutting_down.load(std::memory_order_acquire))
    return Status::ShutdownInProgress();
  for (const Part& part : ingested_) {
    if (part.family->dropped)
      return Status::ColumnFamilyDropped("Column family " + part.family->name + " is dropped");
  }
  return Status::OK();
}

Status Ingestion::DecideFor(Part* part, SequenceNumber* next) {
  const IngestSource& source = part->source;
  std::vector<bool> needs;
  PickContext ctx = parts_.background->PickContextOf(*part->family);
  if (part->replaced) {
    Status s = CheckJobs(*part);
    if (!s.ok()) return s;
    ctx = PickContext::Of(part->replacement.rest, *source.config, ctx.map, *ctx.jobs);
  }
  Status s = PlaceIngestFiles(source, ctx, part->depths, &part->files, &needs);
  if (!s.ok()) return s;
  const bool behind = source.options.ingest_behind;
  const bool watched = source.options.snapshot_consistency && !behind && !snapshots_paused_;
  // Files that come from behind have 0: entries above them should have more.
  const bool may_be_undercut =
      source.config->allow_ingest_behind && !behind && source.options.allow_global_seqno;
  for (size_t i = 0; i < part->files.size(); ++i) {
    IngestFile& file = part->files[i];
    file.sequence = 0;
    if (!needs[i] && !watched && !(may_be_undercut && file.takes_number)) continue;
    if (!source.options.allow_global_seqno)
      return Status::InvalidArgument("Global seqno is required, but disabled");
    if (!file.takes_number) {
      return Status::InvalidArgument("Global seqno is required, but the file has no field for it",
                                     file.external_path);
    }
    file.sequence = ++*next;
  }
  return s;
}

void Ingestion::RegisterJob(Part* part, RunningJob job) {
  job.job_id = static_cast<uint64_t>(parts_.background->services()->NextJobId());
  part->jobs.push_back(job.job_id);
  part->family->state().AddJob(std::move(job));
}

void Ingestion::Register(Part* part) {
  part->metas.clear();
  for (RunningJob& job : JobsOfReplacement(part->source.config->order, part->replacement))
    RegisterJob(part, std::move(job));
  for (const IngestFile& file : part->files) {
    part->metas.push_back(MetaOfIngestFile(part->source, file));
    FamilyState& state = part->family->state();
    // Below Level 0 too: a later move back up must find the file in its place among the others.
    part->metas.back()->epoch =
        part->source.options.ingest_behind ? kEpochBehindAll : state.TakeEpochs(1);
    if (file.level == 0) continue;
    RunningJob job;
    job.start_level = job.output_level = file.level;
    const UserRange range = file.range();
    job.smallest_user_key = range.smallest.ToString();
    job.largest_user_key = range.largest.ToString();
    job.exclusive_end = range.exclusive_end;
    RegisterJob(part, std::move(job));
  }
}

void Ingestion::Unregister() {
  for (Part& part : ingested_) {
    for (const uint64_t job : part.jobs) part.family->state().EndJob(job);
    part.jobs.clear();
  }
}

// Invariant 4.
void Ingestion::PauseSnapshots() {
  const bool asked = std::any_of(ingested_.begin(), ingested_.end(), [](const Part& part) {
    return part.source.options.snapshot_consistency && !part.source.options.ingest_behind;
  });
  snapshots_paused_ = asked && parts_.snapshots.PauseIfEmpty();
}

void Ingestion::ResumeSnapshots() {
  if (snapshots_paused_) parts_.snapshots.Resume();
  snapshots_paused_ = false;
}

Status Ingestion::LookAt(Part* part) {
  SuperVersionHold sv(&part->family->super_versions);
  TableCache* const tables = parts_.tables.get();
  part->replacement = Replacement();
  part->replacement.tree = part->replacement.rest = sv->tree;
  if (part->replaced) {
    Status s =
        FindReplacedFiles(part->source, tables, sv->tree, *part->replaced, &part->replacement);
    if (!s.ok()) return s;
  }
  return FindEntryDepths(part->source, tables, part->replacement.rest, part->files, &part->depths);
}

Status Ingestion::CheckJobs(const Part& part) const {
  for (const RunningJob& job : part.family->state().running()) {
    if (part.replaced->Meets(part.source.config->order, job.range()))
      return Status::TryAgain("A compaction works in atomic_replace_range of " + part.family->name);
  }
  return Status::OK();
}

Status Ingestion::Decide() {
  for (int round = 0; round < kMostTrees; ++round) {
    for (Part& part : ingested_) {
      Status s = LookAt(&part);
      if (!s.ok()) return s;
    }
    BUCKETLSM_SYNC_POINT("Ingestion::Decide:Looked");
    StateLock lock(&parts_.context.mutex);
    const bool same = std::all_of(ingested_.begin(), ingested_.end(), [this](const Part& part) {
      parts_.context.mutex.AssertHeld();
      return part.replacement.tree == part.family->state().tree();
    });
    if (!same) continue;
    SequenceNumber next = parts_.versions->last_sequence();
    Status s = CheckState();
    PauseSnapshots();
    for (size_t i = 0; s.ok() && i < ingested_.size(); ++i) s = DecideFor(&ingested_[i], &next);
    if (!s.ok()) return s;
    last_number_ = next > parts_.versions->last_sequence() ? next : 0;
    for (Part& part : ingested_) Register(&part);
    return s;
  }
  return Status::TryAgain("Compactions change the tree too often to ingest files");
}

Status Ingestion::StoreNumbers() {
  for (Part& part : ingested_) {
    for (size_t i = 0; i < part.files.size(); ++i) {
      IngestFile& file = part.files[i];
      bool changed = false;
      Status s = StoreIngestNumber(part.source, file, &changed);
      const bool has_checksum = !file.checksum.function.empty();
      if (s.ok() && changed && has_checksum) s = ChecksumAnew(part.source, &file);
      if (!s.ok()) return s;
      part.metas[i]->checksum = file.checksum.value;
    }
  }
  return Status::OK();
}

// Logs that stay for a prepared section are read across the numbers that the files take. A recycled
// log's end shows only by what follows it: so one empty batch stands where the numbers begin and
// one behind them, both in one log, where nothing has to be contiguous.
Status Ingestion::BridgeLogs() {
  if (last_number_ == 0) return Status::OK();
  IOStatus s = parts_.wals->BridgeGap(parts_.versions->last_sequence() + 1, last_number_ + 1);
  return s.ok() ? Status::OK() : parts_.errors->Set(s, BackgroundErrorReason::kWriteCallback);
}

// At its level each file counts as written, or as moved where nothing was copied.
void Ingestion::Count(const Part& part) {
  FamilyStats& stats = part.family->stats();
  const uint64_t micros = parts_.context.NowMicros() - start_micros_;
  for (size_t i = 0; i < part.files.size(); ++i) {
    const IngestFile& file = part.files[i];
    const uint64_t bytes = part.metas[i]->file_size;
    stats.ingested.bytes += bytes;
    ++stats.ingested.files;
    stats.ingested.level0_files += file.level == 0;
    stats.ingested.entries += part.metas[i]->num_entries;
    LevelCounters counters;
    (file.linked ? counters.bytes_moved : counters.bytes_written) = bytes;
    counters.jobs = counters.output_files = 1;
    counters.micros = micros;
    stats.AddAt(file.level, counters);
    stats.ingest.Add(counters);
  }
}

Status Ingestion::Install() {
  Status s = StoreNumbers();
  if (s.ok()) s = BridgeLogs();
  StateLock lock(&parts_.context.mutex);
  if (s.ok()) {
    std::vector<VersionSet::FamilyEdit> edits;
    for (const Part& part : ingested_) {
      VersionSet::FamilyEdit one;
      one.family = part.family;
      for (const auto& [level, file] : part.replacement.files)
        one.edit.DeleteFile(level, file->number);
      for (size_t i = 0; i < part.files.size(); ++i)
        one.edit.AddFile(part.files[i].level, part.metas[i]);
      if (last_number_ != 0) one.edit.last_sequence = last_number_;
      edits.push_back(std::move(one));
    }
    s = parts_.versions->Apply(std::move(edits), [this] {
      parts_.context.mutex.AssertHeld();
      for (const Part& part : ingested_) {
        parts_.background->services()->CountTables(*part.source.config, part.metas);
        Count(part);
        part.family->InstallSuperVersion();
      }
    });
    recorded_ = !s.IsColumnFamilyDropped();
    // After the trees: whoever reads with the number sees the files. Invariant 3.
    if (recorded_ && last_number_ != 0) parts_.versions->set_last_sequence(last_number_);
  }
  Unregister();
  for (const Part& part : ingested_) parts_.background->UpdateStall(part.family);
  parts_.background->LookAtDeletions();
  parts_.background->SignalChange();
  return s;
}

Status Ingestion::InstallAlone(bool flush_here, std::vector<FamilyPtr>* overlapping) {
  WriteQueue::Exclusive alone(&parts_.queue);
  PERF_TIMER(file_ingestion_blocking_live_writes_nanos);
  {
    StateLock lock(&parts_.context.mutex);
    Status s = CheckState();
    if (!s.ok()) return s;
    for (const Part& part : ingested_) {
      const IngestExternalFileOptions& options = part.source.options;
      if (!options.allow_blocking_flush && !options.ingest_behind && MemtablesOverlap(part))
        return Status::InvalidArgument("External file requires flush");
    }
    *overlapping = FamiliesToFlush();
  }
  if (!overlapping->empty()) {
    if (!flush_here) return Status::OK();
    Status s = flushes_.RunAsLeader(*overlapping, FlushReason::kExternalFileIngestion);
    overlapping->clear();
    if (!s.ok()) return s;
  }
  Status s = Decide();
  if (s.ok()) s = Install();
  ResumeSnapshots();
  return s;
}

Status Ingestion::Run(const std::vector<IngestExternalFileArg>& args) {
  PERF_TIMER(file_ingestion_nanos);
  Status s = CheckArgs(args);
  if (s.ok()) s = Prepare(args);
  // Flushes while writers go on, as long as those do not fill the memtables again; then once while
  // they wait.
  for (int i = 0; s.ok() && !recorded_; ++i) {
    std::vector<FamilyPtr> overlapping;
    s = InstallAlone(i == kFlushesOutside, &overlapping);
    if (s.ok() && !overlapping.empty())
      s = flushes_.RunOnThose(overlapping, FlushReason::kExternalFileIngestion);
  }
  if (s.ok()) Announce();
  parts_.background->AnnounceStalls();
  // Else the files that are replaced would go after the purge.
  for (Part& part : ingested_) {
    part.depths.tree.reset();
    part.replacement = Replacement();
  }
  parts_.obsolete->Purge();
  return s;
}

void Ingestion::AnnounceFile(const Part& part, const IngestFile& file) {
  DbContext& c = parts_.context;
  LogInfo(c.info_log.get(),
          "[%s] External SST file %s was ingested in L%d with path %s (global_seqno=%lu)",
          part.family->name.c_str(), file.external_path.c_str(), file.level, file.path.c_str(),
          file.sequence);
  ExternalFileIngestionInfo info;
  info.cf_name = part.family->name;
  info.external_file_path = file.external_path;
  info.internal_file_path = file.path;
  info.global_seqno = file.sequence;
  info.table_properties = *file.properties;
  parts_.events->ExternalFileIngested(info);
  // Its other name is in the tree. A copy replaces the file as well.
  if (!part.source.options.move_files) return;
  IOStatus s = c.fs->DeleteFile(file.external_path, IOOptions(), nullptr);
  if (!s.ok()) {
    LogWarn(c.info_log.get(), "%s was ingested and cannot be removed: %s",
            file.external_path.c_str(), s.ToString().c_str());
  }
}

void Ingestion::Announce() {
  for (const Part& part : ingested_) {
    std::string files;
    for (const IngestFile& file : part.files) {
      files += std::string(files.empty() ? "[" : ", ") + "\"file\", " + JsonQuote(file.path) +
               ", \"level\", " + std::to_string(file.level);
      AnnounceFile(part, file);
    }
    std::vector<uint64_t> shape;
    SuperVersionHold sv(&part.family->super_versions);
    for (int level = 0; level < sv->tree->num_levels(); ++level)
      shape.push_back(sv->tree->files(level).size());
    parts_.events->Write(parts_.events->Begin()
                             .Text("event", "ingest_finished")
                             .Raw("files_ingested", files + "]")
                             .Ints("lsm_state", shape));
  }
}

}  // namespace ROCKSDB_NAMESPACE
