// Statistics and listener descriptions of compactions. Tickers follow stock's meaning, so that
// dashboards made for it read right.
#include "db/jobs/compaction_report.h"

#include "env/filename.h"
#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// The tickers for jobs that were picked for a special reason; TICKER_ENUM_MAX: none.
struct ReasonTickers {
  uint32_t read = TICKER_ENUM_MAX;
  uint32_t written = TICKER_ENUM_MAX;
  uint32_t jobs = TICKER_ENUM_MAX;
};

ReasonTickers TickersOf(CompactionReason reason) {
  switch (reason) {
    case CompactionReason::kFilesMarkedForCompaction:
      return {COMPACT_READ_BYTES_MARKED, COMPACT_WRITE_BYTES_MARKED, TICKER_ENUM_MAX};
    case CompactionReason::kPeriodicCompaction:
      return {COMPACT_READ_BYTES_PERIODIC, COMPACT_WRITE_BYTES_PERIODIC, TICKER_ENUM_MAX};
    case CompactionReason::kTtl:
      return {COMPACT_READ_BYTES_TTL, COMPACT_WRITE_BYTES_TTL, TICKER_ENUM_MAX};
    case CompactionReason::kFIFOMaxSize:
      return {TICKER_ENUM_MAX, TICKER_ENUM_MAX, FIFO_MAX_SIZE_COMPACTIONS};
    case CompactionReason::kFIFOTtl:
      return {TICKER_ENUM_MAX, TICKER_ENUM_MAX, FIFO_TTL_COMPACTIONS};
    case CompactionReason::kChangeTemperature:
      return {TICKER_ENUM_MAX, TICKER_ENUM_MAX, FIFO_CHANGE_TEMPERATURE_COMPACTIONS};
    default:
      return {};
  }
}

}  // namespace

// Counted at the begin, not at the end: a histogram of what is tried must not leave out what fails.
void CompactionReport::CountBegin(uint64_t parallel) const {
  Statistics* stats = parts_.context.stats;
  if (stats == nullptr) return;
  // As in stock, where it describes what the pickers choose.
  if (!pick_.manual) RecordInHistogram(stats, NUM_FILES_IN_SINGLE_COMPACTION, pick_.InputFiles());
  // The bucket statistics are about jobs out of Level 0, within it included; parallel ones only
  // count where they leave it.
  if (pick_.start_level() != 0) return;
  RecordTick(stats, BUCKET_JOBS);
  RecordInHistogram(stats, BUCKET_JOB_BYTES, pick_.InputBytes());
  if (pick_.output_level > 0 && parallel > 1) RecordTick(stats, BUCKET_PARALLEL_JOBS);
}

void CompactionReport::CountBytes(uint64_t read, uint64_t written) const {
  Statistics* stats = parts_.context.stats;
  RecordTick(stats, COMPACT_READ_BYTES, read);
  RecordTick(stats, COMPACT_WRITE_BYTES, written);
  const ReasonTickers special = TickersOf(pick_.reason);
  if (special.read == TICKER_ENUM_MAX) return;
  RecordTick(stats, special.read, read);
  RecordTick(stats, special.written, written);
}

void CompactionReport::CountEnd(CompactionJob* job, uint64_t micros) const {
  Statistics* stats = parts_.context.stats;
  if (stats == nullptr) return;
  const uint32_t jobs = TickersOf(pick_.reason).jobs;
  if (jobs != TICKER_ENUM_MAX) RecordTick(stats, jobs);
  if (pick_.start_level() == 0) {
    RecordTimeInHistogram(stats, BUCKET_JOB_MICROS, micros);
    if (pick_.trivial_move) RecordTick(stats, BUCKET_MOVED_FILES, pick_.InputFiles());
  }
  if (job == nullptr) return;
  RecordTimeInHistogram(stats, COMPACTION_TIME, micros);
  const CompactionJob::Result& r = job->result();
  CountBytes(pick_.InputBytes(), r.bytes_written);
  RecordTick(stats, COMPACTION_KEY_DROP_NEWER_ENTRY, r.counters.dropped_hidden);
  RecordTick(stats, COMPACTION_KEY_DROP_OBSOLETE, r.counters.dropped_obsolete);
  RecordTick(stats, COMPACTION_KEY_DROP_RANGE_DEL, r.counters.dropped_range_del);
  RecordTick(stats, COMPACTION_KEY_DROP_USER, r.counters.dropped_by_filter);
  RecordTick(stats, COMPACTION_RANGE_DEL_DROP_OBSOLETE, r.tombstones_dropped);
  // Deletions that a job above the last level could drop, since nothing lay below their keys.
  if (!pick_.bottommost) {
    RecordTick(stats, COMPACTION_OPTIMIZED_DEL_DROP_OBSOLETE, r.counters.dropped_obsolete);
  }
  RecordTick(stats, FILTER_OPERATION_TOTAL_TIME, r.counters.filter_nanos);
  RecordTick(stats, COMPACTION_CPU_TOTAL_TIME, r.stats.cpu_micros);
  RecordTimeInHistogram(stats, COMPACTION_CPU_TIME, r.stats.cpu_micros);
  if (pick_.max_subcompactions > 1) {
    RecordInHistogram(stats, NUM_SUBCOMPACTIONS_SCHEDULED, r.subcompactions);
    RecordTimeInHistogram(stats, SUBCOMPACTION_SETUP_TIME, r.setup_micros);
  }
}

CompactionJobStats CompactionReport::Stats(CompactionJob* job, uint64_t micros) const {
  CompactionJobStats s;
  if (job != nullptr) s = job->result().stats;
  s.elapsed_micros = micros;
  // Every record of the inputs is read and counted; there is no estimate.
  s.has_num_input_records = true;
  s.num_input_files = pick_.InputFiles();
  if (pick_.trivial_move) s.num_input_files_trivially_moved = s.num_input_files;
  for (const auto& input : pick_.inputs) {
    if (input.level == pick_.output_level) s.num_input_files_at_output_level += input.files.size();
  }
  s.total_input_bytes = pick_.InputBytes();
  s.is_manual_compaction = pick_.manual;
  s.is_full_compaction = pick_.InputFiles() == pick_.tree->total_files();
  return s;
}

std::string CompactionReport::PathOf(const FileMeta& file) const {
  return TableFileName(config_.PathOf(file.path_id, parts_.context.dbname), file.number);
}

// May open tables: one more reason for the state lock to be free.
TablePropertiesCollection CompactionReport::InputProperties() const {
  TablePropertiesCollection all;
  for (const auto& input : pick_.inputs) {
    for (const FilePtr& file : input.files) {
      std::shared_ptr<const TableProperties> properties;
      if (parts_.tables->Properties(config_, *file, input.level, &properties).ok())
        all.emplace(PathOf(*file), std::move(properties));
    }
  }
  return all;
}

void CompactionReport::AddInputs(CompactionJobInfo* info) const {
  for (const auto& input : pick_.inputs) {
    for (const FilePtr& file : input.files) {
      info->input_files.push_back(PathOf(*file));
      info->input_file_infos.push_back(
          CompactionFileInfo{input.level, file->number, file->oldest_blob_file_number});
    }
  }
  info->table_properties = InputProperties();
}

void CompactionReport::AddOutputs(CompactionJob* job, CompactionJobInfo* info) const {
  const CompactionJob::Result& r = job->result();
  for (size_t i = 0; i < r.files.size(); ++i) {
    info->output_files.push_back(r.paths[i]);
    info->output_file_infos.push_back(CompactionFileInfo{pick_.output_level, r.files[i]->number,
                                                         r.files[i]->oldest_blob_file_number});
    info->table_properties.emplace(r.paths[i],
                                   std::make_shared<const TableProperties>(r.properties[i]));
  }
}

// The same files, a level further.
void CompactionReport::AddMoved(CompactionJobInfo* info) const {
  info->output_files = info->input_files;
  for (const CompactionFileInfo& input : info->input_file_infos) {
    info->output_file_infos.push_back(
        CompactionFileInfo{pick_.output_level, input.file_number, input.oldest_blob_file_number});
  }
}

CompactionJobInfo CompactionReport::InfoOfBegin() const {
  return InfoOfEnd(Status::OK(), nullptr, 0, false);
}

CompactionJobInfo CompactionReport::InfoOfEnd(const Status& s, CompactionJob* job, uint64_t micros,
                                              bool moved) const {
  CompactionJobInfo info;
  info.cf_id = family_.id;
  info.cf_name = family_.name;
  info.status = s;
  info.thread_id = parts_.context.env->GetThreadID();
  info.job_id = job_id_;
  // As it was at the pick; the tree has moved on meanwhile.
  info.num_l0_files = static_cast<int>(pick_.tree->files(0).size());
  info.base_input_level = pick_.start_level();
  info.output_level = pick_.output_level;
  info.compaction_reason = pick_.reason;
  info.compression = pick_.compression;
  info.blob_compression_type = config_.options.blob_compression_type;
  info.aborted = s.IsShutdownInProgress() || s.IsManualCompactionPaused();
  info.stats = Stats(job, micros);
  AddInputs(&info);
  if (job != nullptr) AddOutputs(job, &info);
  if (moved) AddMoved(&info);
  return info;
}

SubcompactionJobInfo CompactionReport::InfoOfPart(const CompactionJob::PartReport& part) const {
  SubcompactionJobInfo info;
  info.cf_id = family_.id;
  info.cf_name = family_.name;
  info.status = part.status;
  info.thread_id = parts_.context.env->GetThreadID();
  info.job_id = job_id_;
  info.subcompaction_job_id = static_cast<int>(part.index);
  info.base_input_level = pick_.start_level();
  info.output_level = pick_.output_level;
  info.compaction_reason = pick_.reason;
  info.compression = pick_.compression;
  info.blob_compression_type = config_.options.blob_compression_type;
  info.stats = part.stats;
  return info;
}

}  // namespace ROCKSDB_NAMESPACE
