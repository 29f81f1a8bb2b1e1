// Flush: memtables to Level 0.
#include "db/flush_job.h"

#include <algorithm>

#include "bucket/bucket_manager.h"
#include "bucket/bucket_sizing.h"
#include "bucket/flush_numbers.h"
#include "compaction/record_stream.h"
#include "compaction/tombstone_reduce.h"
#include "db/background.h"
#include "env/filename.h"
#include "table/merging_iterator.h"
#include "util/statistics_impl.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Keys sampled from the memtables to choose and to plan cuts: error of a quantile below half a
// percent.
constexpr size_t kSamples = 256;

}  // namespace

FlushJob::FlushJob(DbParts* parts, FamilyPtr family, int job_id)
    : parts_(*parts), family_(std::move(family)), job_id_(job_id), stats_copy_(1, 1) {}

bool FlushJob::BucketsOn() const {
  return config_->options.bucket_options.enabled &&
         config_->options.compaction_style == kCompactionStyleLevel;
}

BucketSurroundings FlushJob::Surroundings() const {
  BucketSurroundings around;
  around.write_buffer_size = config_->options.write_buffer_size;
  around.compaction_threads =
      static_cast<uint32_t>(std::max(1, parts_.context.config()->background.compactions));
  return around;
}

bool FlushJob::Pick() {
  config_ = family_->config;
  for (const MemTablePtr& mem : family_->imm) {
    if (mem->flush_in_progress) {
      // Only a run of untaken memtables at the young end may be taken.
      memtables_.clear();
      continue;
    }
    memtables_.push_back(mem);
  }
  if (memtables_.empty()) return false;
  for (const MemTablePtr& mem : memtables_) {
    mem->flush_in_progress = true;
    data_bytes_ += mem->data_size();
  }
  reason_ = family_->flush_reason;
  family_->flush_requested = false;
  tree_at_pick_ = family_->tree;
  several_families_ = parts_.families.all().size() > 1;
  map_ = family_->buckets;
  stats_copy_ = family_->bucket_stats;
  const size_t most =
      std::max(map_->size(), InitialBuckets(config_->options.bucket_options, Surroundings()));
  first_epoch_ = family_->TakeEpochs(most + 1);
  start_micros_ = parts_.context.NowMicros();
  BUCKETLSM_SYNC_POINT("FlushJob::Pick:Done");
  return true;
}

// The first flush of a family chooses boundaries that halve, quarter ... its own keys.
void FlushJob::ChooseBuckets() {
  const size_t wanted = InitialBuckets(config_->options.bucket_options, Surroundings());
  if (map_->size() > 1 || wanted <= 1) return;
  std::vector<std::string> boundaries;
  // A bigger memtable's sample speaks for all: memtables of one family hold the same kind of load.
  const auto largest = *std::max_element(
      memtables_.begin(), memtables_.end(),
      [](const auto& a, const auto& b) { return a->data_size() < b->data_size(); });
  const std::vector<Slice> keys = largest->SampleUserKeys(kSamples);
  std::vector<VolumeSample> samples;
  for (size_t i = 0; i < keys.size(); ++i) {
    samples.push_back(VolumeSample{keys[i].ToString(),
                                   largest->data_size() * i / std::max<size_t>(keys.size(), 1)});
  }
  boundaries = ChooseInitialBoundaries(config_->order, samples, largest->data_size(), wanted);
  if (boundaries.empty()) boundaries = DeriveBoundaries(*tree_at_pick_, wanted);
  if (boundaries.empty()) return;
  map_ = std::make_shared<BucketMap>(config_->order, std::move(boundaries));
  stats_copy_ = BucketStats(map_->size(), config_->options.bucket_options.window_flushes);
  map_changed_ = true;
}

TableOutputs::Settings FlushJob::OutputSettings(std::vector<std::string> cuts) {
  TableOutputs::Settings s =
      parts_.background->OutputSettings(*family_, config_, job_id_, Env::IO_HIGH);
  s.level = 0;
  s.reason = TableFileCreationReason::kFlush;
  s.compression = config_->FlushCompression();
  s.compression_opts = config_->options.compression_opts;
  s.creation_time = parts_.context.NowSeconds();
  s.cut_points = std::move(cuts);
  return s;
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

Status FlushJob::WriteFiles() {
  std::vector<std::unique_ptr<InternalIterator>> children;
  std::vector<RangeTombstone> tombstones;
  uint64_t points = 0;
  for (auto it = memtables_.rbegin(); it != memtables_.rend(); ++it) {
    children.emplace_back((*it)->NewIterator());
    points += (*it)->num_entries() - (*it)->num_range_deletes();
    if (auto list = (*it)->RangeTombstones()) {
      const std::vector<RangeTombstone> cut = list->Cut(nullptr, nullptr);
      tombstones.insert(tombstones.end(), cut.begin(), cut.end());
      tombstone_sources_.push_back(std::move(list));
    }
  }
  FlushPlan plan;
  if (BucketsOn()) {
    ChooseBuckets();
    const uint64_t smallest = SmallestPiece(config_->options.bucket_options, Surroundings());
    plan = points == 0
               ? PlanTombstoneFlush(*map_)
               : PlanFlush(*map_, ExpectByHistory(*map_, stats_copy_, data_bytes_), smallest);
  }
  TableOutputs::Settings settings = OutputSettings(plan.cuts);
  if (!tombstones.empty()) {
    tombstones_ = std::make_unique<FragmentedRangeTombstones>(config_->order.user_comparator(),
                                                              std::move(tombstones));
    settings.tombstones = ReduceTombstones(*tombstones_, snapshots_, nullptr);
  }
  std::unique_ptr<InternalIterator> input(NewMergingIterator(config_->order, std::move(children)));
  RecordStream::Config config;
  config.order = config_->order;
  config.snapshots = snapshots_;
  config.merge_operator = config_->options.merge_operator.get();
  config.tombstones = tombstones_.get();
  config.logger = parts_.context.info_log.get();
  config.stats = parts_.context.stats;
  RecordStream stream(input.get(), std::move(config));
  outputs_ = std::make_unique<TableOutputs>(std::move(settings));
  FlushTally tally(*map_);
  Status s;
  for (stream.SeekToFirst(); stream.Valid() && s.ok(); stream.Next()) {
    tally.Add(stream.user_key(), stream.key().size() + stream.value().size());
    s = outputs_->Add(stream.key(), stream.value());
  }
  if (s.ok()) s = stream.status();
  if (s.ok()) s = outputs_->Finish();
  if (s.ok()) s = CheckEntryCount(stream.counters().input_records);
  if (s.ok()) pieces_ = tally.Finish();
  return s;
}

Status FlushJob::Run() {
  LogStart();
  parts_.events->FlushBegin(InfoOf(nullptr, nullptr, ""));
  // Taken after the memtables were sealed: a snapshot made later sees nothing that this flush could
  // drop, since the newest version of each key always survives.
  snapshots_ = parts_.snapshots.Sequences();
  BUCKETLSM_SYNC_POINT("FlushJob::Run:Start");
  Status s = WriteFiles();
  BUCKETLSM_SYNC_POINT("FlushJob::Run:BeforeDirSync");
  if (s.ok() && !outputs_->files().empty()) {
    s = SyncDirectory(parts_.context.fs.get(), family_->config->PathOf(0, parts_.context.dbname));
  }
  if (s.ok() && several_families_) s = parts_.wals->SyncClosed();
  if (!s.ok() && outputs_ != nullptr) outputs_->Abandon();
  return s;
}

void FlushJob::FillEdit(VersionEdit* edit) {
  for (const auto& file : outputs_->files()) edit->AddFile(0, file);
  edit->log_number = memtables_.back()->next_log_number;
  if (map_changed_) {
    std::string boundaries;
    map_->EncodeTo(&boundaries);
    edit->bucket_boundaries = std::move(boundaries);
  }
}

// Counts this flush in the family's windows and rebalances; the family's map may have changed since
// Pick.
void FlushJob::RecordBuckets() {
  if (!BucketsOn()) return;
  if (map_changed_ && family_->buckets->size() == 1) {
    family_->buckets = map_;
    family_->bucket_stats = stats_copy_;
  }
  if (*family_->buckets == *map_) {
    family_->bucket_stats.RecordFlush(pieces_);
    NoteTemperatures(config_->options.bucket_options, &family_->bucket_stats);
  }
}

Status FlushJob::Install(const Status& run) {
  Status s = run;
  // Invariant 1: wait until our memtables are the oldest.
  while (s.ok() && family_->imm.front() != memtables_.front() && !family_->dropped) {
    parts_.background->WaitForChange();
    if (parts_.errors->writes_stopped()) s = parts_.errors->error();
  }
  if (s.ok()) {
    std::vector<VersionSet::FamilyEdit> edits(1);
    edits[0].family = family_;
    FillEdit(&edits[0].edit);
    edits[0].complete = [this](const TreeVersion& base, VersionEdit*) {
      NumberFlushPieces(first_epoch_, base.files(0), outputs_->files());
    };
    s = parts_.versions->Apply(std::move(edits), [this] {
      family_->imm.erase(family_->imm.begin(),
                         family_->imm.begin() + static_cast<ptrdiff_t>(memtables_.size()));
      for (const MemTablePtr& mem : memtables_) mem->MarkFlushed();
      RecordBuckets();
      family_->InstallSuperVersion();
      UpdateCounters(parts_.context.NowMicros() - start_micros_);
    });
  }
  if (!s.ok()) {
    for (const MemTablePtr& mem : memtables_) mem->flush_in_progress = false;
  }
  MutexUnlock unlock(&parts_.context.mutex);
  LogEnd(s, parts_.context.NowMicros() - start_micros_);
  if (s.ok()) {
    for (size_t i = 0; i < outputs_->files().size(); ++i) {
      parts_.events->FlushCompleted(
          InfoOf(outputs_->files()[i].get(), &outputs_->properties()[i], outputs_->paths()[i]));
    }
  }
  return s;
}

void FlushJob::UpdateCounters(uint64_t micros) {
  LevelCounters counters;
  counters.micros = micros;
  counters.bytes_written = outputs_->bytes_written();
  counters.output_files = outputs_->files().size();
  counters.jobs = 1;
  family_->stats.AddAt(0, counters);
  family_->stats.flush.Add(counters);
  RecordTick(parts_.context.stats, FLUSH_WRITE_BYTES, counters.bytes_written);
  RecordInHistogram(parts_.context.stats, FLUSH_TIME, micros);
  RecordTick(parts_.context.stats, BUCKET_FLUSH_FILES, counters.output_files);
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
  info.triggered_writes_slowdown = parts_.controller->state() == WriteController::kDelayed;
  info.triggered_writes_stop = parts_.controller->state() == WriteController::kStopped;
  if (file != nullptr) {
    info.file_number = file->number;
    info.smallest_seqno = file->smallest_seqno;
    info.largest_seqno = file->largest_seqno;
  }
  if (properties != nullptr) info.table_properties = *properties;
  return info;
}

void FlushJob::LogStart() const {
  uint64_t entries = 0, deletes = 0, memory = 0;
  for (const MemTablePtr& mem : memtables_) {
    entries += mem->num_entries();
    deletes += mem->num_deletes();
    memory += mem->ApproximateMemoryUsage();
  }
  parts_.events->Write(parts_.events->Begin()
                           .Int("job", static_cast<uint64_t>(job_id_))
                           .Text("event", "flush_started")
                           .Int("num_memtables", memtables_.size())
                           .Int("num_entries", entries)
                           .Int("num_deletes", deletes)
                           .Int("total_data_size", data_bytes_)
                           .Int("memory_usage", memory)
                           .Text("flush_reason", GetFlushReasonString(reason_)));
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
                           .Int("output_files", outputs_->files().size())
                           .Int("flush_micros", micros)
                           .Ints("lsm_state", shape)
                           .Int("immutable_memtables", sv->imm.size()));
}

}  // namespace ROCKSDB_NAMESPACE
