// Executes compactions; see the header.
//
//   Run()   GatherTombstones   of all inputs, cut to their files, fragmented, reduced to those
//                              worth keeping: every part needs them, so once, before the parts
//           MakeParts          split keys from samples of the inputs, ranges [lower, upper)
//           RunPart            one thread each, the caller's own for the first
//           SumUp, CheckCounts records read = records that the inputs say they hold
//           CheckOneFile       an output in level 0 is one file
//           SyncDirectory      now the outputs' names are safe
//
//   any failure: Abandon() removes the outputs of all parts, finished files included
#include "compaction/compaction_job.h"

#include <algorithm>
#include <system_error>
#include <thread>

#include "compaction/file_list_iterator.h"
#include "compaction/part_split.h"
#include "compaction/pick_completion.h"
#include "compaction/tombstone_reduce.h"
#include "table/merging_iterator.h"
#include "util/io_activity.h"
#include "util/perf_context_imp.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Whether older data of a key can exist below the output level, for ascending keys, without a
// search for each.
class BelowProbe {
 public:
  BelowProbe(const CompactionPick& pick)
      : pick_(pick), at_(static_cast<size_t>(pick.tree->num_levels()), 0) {}

  bool Nothing(const Slice& user_key) {
    if (pick_.bottommost) return true;
    // Files may still be ingested below everything.
    if (pick_.older_may_come) return false;
    const TreeVersion& tree = *pick_.tree;
    for (int level = pick_.output_level + 1; level <= tree.deepest_level(); ++level) {
      const FileList& files = tree.files(level);
      size_t& at = at_[static_cast<size_t>(level)];
      // Keys ascend, so files that end before this key never matter again: a part walks each level
      // once.
      while (at < files.size() &&
             tree.order().CompareUserKeys(files[at]->largest_user_key(), user_key) < 0)
        ++at;
      if (at < files.size() &&
          tree.order().CompareUserKeys(files[at]->smallest_user_key(), user_key) <= 0)
        return false;
    }
    return true;
  }

 private:
  const CompactionPick& pick_;
  std::vector<size_t> at_;
};

std::string PrefixForStats(const Slice& user_key) {
  return std::string(user_key.data(),
                     std::min(user_key.size(), CompactionJobStats::kMaxPrefixLength));
}

// Measures what one part costs its thread, from construction to Finish().
class PartMeter {
 public:
  explicit PartMeter(bool io)
      : level_(GetPerfLevel()),
        io_(io),
        start_(ReadClockNanos(CLOCK_MONOTONIC)),
        cpu_(ReadClockNanos(CLOCK_THREAD_CPUTIME_ID)),
        before_(iostats_context) {
    if (io_) SetPerfLevel(kEnableTimeExceptForMutex);
  }
  void Finish(CompactionJobStats* stats) const {
    if (io_) SetPerfLevel(level_);
    stats->elapsed_micros = (ReadClockNanos(CLOCK_MONOTONIC) - start_) / 1000;
    stats->cpu_micros = (ReadClockNanos(CLOCK_THREAD_CPUTIME_ID) - cpu_) / 1000;
    const IOStatsContext& now = iostats_context;
    if (!io_) return;
    stats->file_write_nanos = now.write_nanos - before_.write_nanos;
    stats->file_range_sync_nanos = now.range_sync_nanos - before_.range_sync_nanos;
    stats->file_fsync_nanos = now.fsync_nanos - before_.fsync_nanos;
    stats->file_prepare_write_nanos = now.prepare_write_nanos - before_.prepare_write_nanos;
  }

 private:
  const PerfLevel level_;
  const bool io_;
  const uint64_t start_;
  const uint64_t cpu_;
  const IOStatsContext before_;
};

}  // namespace

// One range of the job, run by one thread.
struct CompactionJob::Part {
  size_t index = 0;
  CompactionJobStats stats;
  std::string lower, upper;
  bool has_lower = false, has_upper = false;
  std::unique_ptr<TableOutputs> outputs;
  CompactionIterator::Counters counters;
  Status status;
};

CompactionJob::CompactionJob(const CompactionPick& pick, std::shared_ptr<const CfConfig> config,
                             Services services)
    : pick_(pick), config_(std::move(config)), services_(std::move(services)) {}

CompactionJob::~CompactionJob() = default;

Status CompactionJob::GatherTombstones() {
  std::vector<RangeTombstone> all;
  for (const auto& input : pick_.inputs) {
    for (const FilePtr& file : input.files) {
      std::shared_ptr<const FragmentedRangeTombstones> list;
      Status s = services_.tombstones(file, input.level, &list);
      if (!s.ok()) return s;
      if (list == nullptr || list->empty()) continue;
      // A tombstone counts only inside its file's bounds.
      const Slice lo = file->smallest_user_key(), hi = file->largest_user_key();
      std::vector<RangeTombstone> clipped =
          file->ends_exclusive() ? list->Cut(&lo, &hi) : list->Cut(&lo, nullptr);
      all.insert(all.end(), clipped.begin(), clipped.end());
      tombstone_sources_.push_back(std::move(list));
    }
  }
  if (all.empty()) return Status::OK();
  const size_t read = all.size();
  tombstones_ = std::make_unique<FragmentedRangeTombstones>(config_->order.user_comparator(),
                                                            std::move(all), true);
  std::function<bool(const Slice&, const Slice&)> obsolete;
  if (MayDropDeletions() && !pick_.older_may_come) {
    obsolete = [this](const Slice& start, const Slice& end) {
      return pick_.bottommost ||
             pick_.tree->NothingBelow(pick_.output_level, UserRange{start, end, true});
    };
  }
  kept_tombstones_ = ReduceTombstones(*tombstones_, services_.snapshots, obsolete);
  result_.tombstones_dropped = read - std::min(read, kept_tombstones_.size());
  return Status::OK();
}

// User keys that cut the inputs into parts of similar size.
std::vector<std::string> CompactionJob::SampleSplitKeys() {
  const uint64_t parts = PartsWorthwhile(pick_.InputBytes(), pick_.max_subcompactions);
  if (parts < 2 || !services_.sample) return {};
  std::vector<KeyAnchor> anchors;
  for (const auto& input : pick_.inputs) {
    for (const FilePtr& file : input.files) {
      Status s = services_.sample(file, input.level, 64, &anchors);
      if (!s.ok()) return {};  // splitting is only a help; the real read will report the error
    }
  }
  return SplitKeys(config_->order, std::move(anchors), parts);
}

void CompactionJob::MakeParts() {
  const std::vector<std::string> keys = SampleSplitKeys();
  for (size_t i = 0; i <= keys.size(); ++i) {
    auto part = std::make_unique<Part>();
    part->index = i;
    if (i > 0) part->lower = keys[i - 1], part->has_lower = true;
    if (i < keys.size()) part->upper = keys[i], part->has_upper = true;
    parts_.push_back(std::move(part));
  }
}

uint64_t CompactionJob::OldestAncestorTime() const {
  uint64_t oldest = UINT64_MAX;
  for (const auto& input : pick_.inputs) {
    for (const FilePtr& file : input.files) {
      if (file->oldest_ancestor_time != 0) oldest = std::min(oldest, file->oldest_ancestor_time);
    }
  }
  return oldest == UINT64_MAX ? services_.outputs.clock->NowMicros() / 1000000 : oldest;
}

uint64_t CompactionJob::NewestKeyTime() const {
  // Keys came before the table that holds them.
  const auto newest_of = [](const FileMeta& file) {
    return file.newest_key_time != 0 ? file.newest_key_time
                                     : std::max(file.creation_time, file.oldest_ancestor_time);
  };
  uint64_t newest = 0;
  for (const auto& input : pick_.inputs) {
    for (const FilePtr& file : input.files) newest = std::max(newest, newest_of(*file));
  }
  return newest;
}

// Files of Level 0 are cut by nobody but the buckets.
std::shared_ptr<SstPartitioner> CompactionJob::MakePartitioner() const {
  return pick_.output_level == 0 ? nullptr : PartitionerFor(config_->options, pick_);
}

TableOutputs::Settings CompactionJob::OutputSettings(const Part& part) const {
  TableOutputs::Settings s = services_.outputs;
  s.config = config_;
  s.level = pick_.output_level;
  if (!ZeroesSequences()) s.flushed_logs = 0;
  s.path_id = pick_.output_path_id;
  s.bottommost = pick_.bottommost;
  s.reason = TableFileCreationReason::kCompaction;
  s.compression = pick_.compression;
  s.compression_opts = pick_.compression_opts;
  s.SetMergeTimes(OldestAncestorTime(), NewestKeyTime());
  s.target_file_size = pick_.target_file_size == 0 ? UINT64_MAX : pick_.target_file_size;
  s.stretched_file_size = pick_.stretched_file_size;
  s.expected_file_size = pick_.InputBytes();
  s.max_grandparent_overlap = pick_.max_grandparent_overlap_bytes;
  s.grandparents = pick_.grandparents;
  s.partitioner = MakePartitioner();
  // All cuts and tombstones for each part: its outputs take what lies in their own range.
  s.cut_points = pick_.cut_points;
  s.tombstones = kept_tombstones_;
  s.lower = part.has_lower ? &part.lower : nullptr;
  s.upper = part.has_upper ? &part.upper : nullptr;
  return s;
}

// What is held of all inputs together stays bounded where one job merges very many: what the caches
// of a processor do not keep from its read to its copy comes from memory twice.
size_t CompactionJob::HeldOfEach(size_t runs) {
  constexpr size_t kOfAll = 4 << 20, kLeast = 16 << 10, kMost = 256 << 10;
  return std::clamp(kOfAll / std::max<size_t>(runs, 1), kLeast, kMost);
}

// With direct I/O the windows of a dozen files are most of the memory that a job needs. Half of
// them is about as fast then, and the peak of fillrandom-nowal with eight background jobs 186 MB in
// place of 245. Half of them for all jobs made longer runs quiet later.
uint64_t CompactionJob::ReadaheadOfEach(size_t runs) const {
  constexpr size_t kMany = 6;
  return services_.spare_memory && runs >= kMany ? services_.readahead / 2 : services_.readahead;
}

std::unique_ptr<InternalIterator> CompactionJob::OpenInputs() {
  ReadOptions read;
  // The inputs are about to be deleted: their blocks must not displace those that reads need.
  read.fill_cache = false;
  read.verify_checksums = true;
  read.total_order_seek = true;
  read.rate_limiter_priority = services_.outputs.io_priority;
  TableIterOptions how;
  how.for_compaction = true;
  // A deeper level is one sorted run. Disjoint files of level 0 share a child, so that the merge
  // has no more children than it needs.
  std::vector<std::pair<int, FileList>> runs;
  for (const auto& input : pick_.inputs) {
    if (input.level > 0) {
      runs.emplace_back(input.level, input.files);
    } else {
      for (FileList& group : GroupDisjoint(config_->order, input.files))
        runs.emplace_back(0, std::move(group));
    }
  }
  how.readahead = ReadaheadOfEach(runs.size());
  how.held = HeldOfEach(runs.size());
  std::vector<std::unique_ptr<InternalIterator>> children;
  for (auto& [level, files] : runs) {
    if (files.empty()) continue;
    auto open = [this, level = level, read, how](const FilePtr& file) {
      return services_.open(file, level, read, how);
    };
    children.emplace_back(NewFileListIterator(config_->order, std::move(files), open));
  }
  return std::unique_ptr<InternalIterator>(NewMergingIterator(config_->order, std::move(children)));
}

Status CompactionJob::MakeFilter(FilterChoice* choice) const {
  CompactionFilter::Context context;
  context.input_start_level = pick_.start_level();
  context.is_full_compaction = pick_.InputFiles() == pick_.tree->total_files();
  context.is_manual_compaction = pick_.manual;
  context.column_family_id = services_.outputs.family_id;
  context.reason = TableFileCreationReason::kCompaction;
  if (config_->options.compaction_filter_factory != nullptr && services_.input_properties)
    context.input_table_properties = services_.input_properties();
  return ChooseFilter(config_->options, context, choice);
}

Status CompactionJob::RunPartInternal(Part* part) {
  FilterChoice choice;
  Status s = MakeFilter(&choice);
  if (!s.ok()) return s;
  std::unique_ptr<InternalIterator> input = OpenInputs();
  // One for each part, on its thread: it remembers its position.
  BelowProbe below(pick_);
  CompactionIterator::Config config;
  config.order = config_->order;
  config.snapshots = services_.snapshots;
  config.oldest_conflict_snapshot = services_.oldest_conflict_snapshot;
  config.merge_operator = config_->options.merge_operator.get();
  config.filter = choice.filter;
  config.filter_level = pick_.start_level();
  config.tombstones = tombstones_.get();
  if (MayDropDeletions())
    config.nothing_below = [&below](const Slice& key) { return below.Nothing(key); };
  config.zero_sequences = ZeroesSequences();
  config.upper = part->has_upper ? &part->upper : nullptr;
  config.cancel_all = services_.cancel_all;
  config.cancel_this = services_.cancel_this;
  config.logger = services_.outputs.logger;
  config.stats = services_.outputs.stats;
  config.time_filter =
      config.stats != nullptr && config.stats->get_stats_level() > kExceptDetailedTimers;
  CompactionIterator stream(input.get(), std::move(config));
  part->outputs = std::make_unique<TableOutputs>(OutputSettings(*part));
  if (part->has_lower) {
    // The newest version of the key: all its versions belong to this part.
    input->Seek(MakeInternalKey(part->lower, kLargestSequence, kSeekType));
    stream.Start();
  } else {
    stream.SeekToFirst();
  }
  MergeWork work(services_.meter);
  RightOfWayHold way(services_.right_of_way, &work);
  for (; stream.Valid() && s.ok(); stream.Next()) {
    way.GiveWay();
    s = part->outputs->Add(stream.key(), stream.value());
  }
  if (s.ok()) s = stream.status();
  if (s.ok()) s = part->outputs->Finish();
  part->counters = stream.counters();
  work.SetBytes(part->counters.input_raw_key_bytes + part->counters.input_raw_value_bytes);
  return s;
}

void CompactionJob::RunPart(Part* part) {
  const IoActivityScope activity(Env::IOActivity::kCompaction);
  PartReport report;
  report.index = part->index;
  if (services_.on_part) services_.on_part(true, report);
  const PartMeter meter(services_.report_io);
  part->status = RunPartInternal(part);
  CompactionJobStats& s = part->stats;
  const CompactionIterator::Counters& c = part->counters;
  meter.Finish(&s);
  s.num_input_records = c.input_records;
  s.num_input_deletion_records = c.input_deletions;
  s.total_input_raw_key_bytes = c.input_raw_key_bytes;
  s.total_input_raw_value_bytes = c.input_raw_value_bytes;
  s.num_records_replaced = c.dropped_hidden;
  s.num_expired_deletion_records = c.dropped_obsolete;
  s.num_single_del_fallthru = c.single_delete_fallthrough;
  s.num_single_del_mismatch = c.single_delete_mismatches;
  if (part->outputs != nullptr) {
    const TableOutputs& o = *part->outputs;
    s.num_output_records = o.records_written();
    s.num_output_files = o.files().size();
    s.total_output_bytes = o.bytes_written();
    if (!o.files().empty()) {
      s.smallest_output_key_prefix = PrefixForStats(o.files().front()->smallest_user_key());
      s.largest_output_key_prefix = PrefixForStats(o.files().back()->largest_user_key());
    }
  }
  report.status = part->status;
  report.stats = s;
  if (services_.on_part) services_.on_part(false, report);
}

// Every record that went in was counted once, by the part whose range holds it.
Status CompactionJob::CheckCounts() const {
  if (!services_.verify_record_count) return Status::OK();
  uint64_t expected = 0;
  for (const auto& input : pick_.inputs) {
    for (const FilePtr& file : input.files) {
      // Old tables do not record how much they hold; then nothing can be compared.
      if (!file->stats_known) return Status::OK();
      expected += file->num_entries - file->num_range_deletions;
    }
  }
  const uint64_t got = result_.counters.input_records;
  if (got == expected) return Status::OK();
  return Status::Corruption(
      "Compaction number of input keys does not match number of keys processed. Expected " +
      std::to_string(expected) + " but processed " + std::to_string(got));
}

// In level 0 the pieces of one output would share an epoch, and none would be the newer one.
Status CompactionJob::CheckOneFile() const {
  if (pick_.output_level > 0 || result_.stats.num_output_files <= 1) return Status::OK();
  return Status::Corruption("A compaction within level 0 made " +
                            std::to_string(result_.stats.num_output_files) + " files");
}

void CompactionJob::SumUp(Status* s) {
  CompactionIterator::Counters& sum = result_.counters;
  CompactionJobStats& stats = result_.stats;
  for (const auto& part : parts_) {
    if (s->ok()) *s = part->status;
    sum.Add(part->counters);
    stats.Add(part->stats);
    if (part->stats.num_output_files == 0) continue;
    if (stats.smallest_output_key_prefix.empty())
      stats.smallest_output_key_prefix = part->stats.smallest_output_key_prefix;
    stats.largest_output_key_prefix = part->stats.largest_output_key_prefix;
  }
}

Status CompactionJob::Run() {
  Status s = GatherTombstones();
  if (!s.ok()) return s;
  const uint64_t setup_began = ReadClockNanos(CLOCK_MONOTONIC);
  MakeParts();
  result_.setup_micros = (ReadClockNanos(CLOCK_MONOTONIC) - setup_began) / 1000;
  result_.subcompactions = parts_.size();
  std::vector<std::thread> threads;
  for (size_t i = 1; i < parts_.size(); ++i) {
    try {
      threads.emplace_back([this, i] { RunPart(parts_[i].get()); });
    } catch (const std::system_error&) {
      RunPart(parts_[i].get());  // no more threads may be started
    }
  }
  // The calling thread does a share of its own.
  RunPart(parts_[0].get());
  for (std::thread& t : threads) t.join();
  SumUp(&s);
  if (s.ok()) s = CheckCounts();
  if (s.ok()) s = CheckOneFile();
  BUCKETLSM_SYNC_POINT("CompactionJob::Run:BeforeDirSync");
  // Once for all parts: after this a crash cannot lose the names of files that a MANIFEST record
  // names.
  if (s.ok()) s = SyncDirectory(services_.outputs.fs, services_.outputs.directory);
  if (!s.ok()) {
    Abandon(s);
    return s;
  }
  for (const auto& part : parts_) {
    TableOutputs& o = *part->outputs;
    result_.files.insert(result_.files.end(), o.files().begin(), o.files().end());
    result_.paths.insert(result_.paths.end(), o.paths().begin(), o.paths().end());
    result_.properties.insert(result_.properties.end(), o.properties().begin(),
                              o.properties().end());
    result_.bytes_written += o.bytes_written();
    result_.records_written += o.records_written();
  }
  return s;
}

void CompactionJob::Abandon(const Status& why) {
  for (const auto& part : parts_) {
    if (part->outputs != nullptr) part->outputs->Abandon(part->status.ok() ? why : part->status);
  }
}

}  // namespace ROCKSDB_NAMESPACE
