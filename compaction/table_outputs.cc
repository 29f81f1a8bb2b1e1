// Writes the files of flushes and compactions; see the header for where it cuts.
//
//   Add(key)  new user key? -> EnterKey:  past cut points       -> EndSpan(cut), one for each
//                                         full, or too much of
//                                         the level below       -> EndSpan(key)
//                                         no file open          -> Open
//             the record goes to the builder
//
//   EndSpan(hi)  AddTombstones(span begin, hi): clipped to the span
//                Seal: finish; sync, close and report it later, with others
//                the next span begins at hi
//
//   End()     EndSpan for the cuts that are left, and for the end of the part
//   Sync()    what is sealed and not yet synced
//
// Where a file ends is decided by OutputCutter.
#include "compaction/table_outputs.h"

#include <algorithm>

#include "compaction/content_check.h"
#include "env/checksum_of_file.h"
#include "env/filename.h"
#include "rocksdb/merge_operator.h"
#include "rocksdb/table.h"
#include "table/table_reader.h"
#include "table/unique_id.h"
#include "util/io_activity.h"
#include "util/logging.h"
#include "util/parallel.h"
#include "util/perf_context_imp.h"
#include "util/statistics_impl.h"
#include "util/sync_point.h"
#include "version/file_counts.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// A table gets its blocks right before its data, in units of this. Where they are chosen when data
// is written back, each page costs more: ext4 takes 0.11 s for 512 MB, and 0.08 this way. More than
// the data needs would have to be given back, which may wait for the device.
constexpr size_t kAllocatedAhead = 256 << 10;

}  // namespace

// In a FIFO family a creation time is that of the flush: stock's ttl went by it.
void TableOutputs::Settings::SetFlushTimes(uint64_t first_key, uint64_t now) {
  oldest_ancestor_time = std::min(first_key, now);
  const bool fifo = config->options.compaction_style == kCompactionStyleFIFO;
  creation_time = fifo ? now : oldest_ancestor_time;
  oldest_key_time = first_key == UINT64_MAX ? 0 : first_key;
  newest_key_time = now;
}

// As in stock, merged tables do not tell their oldest key's time.
void TableOutputs::Settings::SetMergeTimes(uint64_t oldest_ancestor, uint64_t newest_key) {
  oldest_ancestor_time = creation_time = oldest_ancestor;
  oldest_key_time = 0;
  newest_key_time = newest_key;
}

TableOutputs::TableOutputs(Settings settings)
    : settings_(std::move(settings)),
      cutter_(settings_.config->order, settings_.cut_points, settings_.grandparents,
              {settings_.target_file_size, settings_.stretched_file_size,
               settings_.max_grandparent_overlap}) {
  // A part's first span begins where the part does, not at its first record: tombstones before that
  // record belong to it.
  if (settings_.lower != nullptr) {
    span_begin_ = *settings_.lower;
    span_begins_somewhere_ = true;
    const Slice lower = *settings_.lower;
    const auto first = std::partition_point(
        settings_.tombstones.begin(), settings_.tombstones.end(),
        [&](const RangeTombstone& t) { return CompareUser(t.end, lower) <= 0; });
    tombstone_ = static_cast<size_t>(first - settings_.tombstones.begin());
  }
  DropCutsOutside();
}

// A cut at the part's own edge is one already; one outside would end a span that is not this
// part's.
void TableOutputs::DropCutsOutside() {
  std::vector<std::string>& cuts = settings_.cut_points;
  if (settings_.lower != nullptr) {
    piece_ = std::erase_if(
        cuts, [this](const std::string& cut) { return CompareUser(cut, *settings_.lower) <= 0; });
  }
  if (settings_.upper != nullptr) {
    std::erase_if(
        cuts, [this](const std::string& cut) { return CompareUser(cut, *settings_.upper) >= 0; });
  }
}

TableOutputs::~TableOutputs() {
  if (!finished_) Abandon();
}

uint64_t TableOutputs::ExpectedSize() const {
  const std::vector<uint64_t>& pieces = settings_.expected_pieces;
  const uint64_t expected = piece_ < pieces.size() ? pieces[piece_] : settings_.expected_file_size;
  return std::min(settings_.target_file_size, expected);
}

IOStatus TableOutputs::OpenFile() {
  written_over_ = false;
  std::unique_ptr<FSWritableFile> file;
  IOStatus s =
      settings_.spares == nullptr
          ? settings_.fs->NewWritableFile(path_, settings_.file_options, &file, nullptr)
          : settings_.spares->Create(settings_.fs, settings_.directory, path_, ExpectedSize(),
                                     settings_.file_options, &file, &written_over_);
  if (!s.ok()) return s;
  file_ = std::make_unique<WritableFileWriter>(std::move(file), path_, settings_.file_options,
                                               settings_.clock, settings_.stats,
                                               settings_.rate_limiter, settings_.io_priority);
  // Direct writes are as large as the blocks that would be allocated ahead of them.
  if (!written_over_ && !file_->use_direct_io()) file_->AllocateAhead(kAllocatedAhead);
  return s;
}

Status TableOutputs::Open() {
  meta_ = std::make_shared<FileMeta>();
  meta_->number = settings_.new_file_number();
  meta_->path_id = settings_.path_id;
  path_ = TableFileName(settings_.directory, meta_->number);
  if (settings_.on_start) settings_.on_start(path_, meta_->number);
  begun_ = true;
  open_status_ = OpenFile();
  if (!open_status_.ok()) return open_status_;
  file_->MeasureAsTable();
  file_->AllowWriteBehind();
  file_->ComputeChecksum(NewChecksumGenerator(settings_.checksums.get(), path_));
  const ColumnFamilyOptions& options = settings_.config->options;
  TableBuilderOptions t(settings_.config->order);
  t.prefix_extractor = options.prefix_extractor;
  t.compression = settings_.compression;
  t.compression_opts = settings_.compression_opts;
  t.collectors = &options.table_properties_collector_factories;
  t.column_family_id = settings_.family_id;
  t.column_family_name = settings_.family_name;
  if (options.merge_operator != nullptr) t.merge_operator_name = options.merge_operator->Name();
  t.level_at_creation = settings_.level;
  t.num_levels = options.num_levels;
  t.bottommost = settings_.bottommost;
  t.reason = settings_.reason;
  t.creation_time = settings_.creation_time;
  t.oldest_key_time = settings_.oldest_key_time;
  t.newest_key_time = settings_.newest_key_time;
  t.flushed_logs = settings_.flushed_logs;
  t.file_creation_time = settings_.clock->NowMicros() / 1000000;
  t.db_id = settings_.db_id;
  t.db_session_id = settings_.db_session_id;
  t.file_number = meta_->number;
  t.skip_filters = settings_.bottommost && options.optimize_filters_for_hits;
  t.statistics = settings_.stats;
  t.logger = settings_.logger;
  builder_.reset(options.table_factory->NewTableBuilder(t, file_.get()));
  if (options.paranoid_file_checks) builder_ = std::make_unique<NotedBuilder>(std::move(builder_));
  meta_->oldest_ancestor_time = settings_.oldest_ancestor_time;
  meta_->creation_time = t.file_creation_time;
  return Status::OK();
}

Status TableOutputs::Add(const Slice& key, const Slice& value) {
  const Slice user_key = UserKeyOf(key);
  if (!have_last_ || !settings_.config->order.SameUserKey(user_key, last_user_key_.ToSlice())) {
    Status s = EnterKey(user_key);
    if (!s.ok()) return s;
  }
  // Records ascend, so the first and the last are the bounds; tombstones widen them when the file
  // ends.
  if (meta_->smallest.empty()) meta_->smallest.assign(key.data(), key.size());
  last_tail_ = TailOf(key);
  const SequenceNumber seq = TailSequence(last_tail_);
  meta_->smallest_seqno = std::min(meta_->smallest_seqno, seq);
  meta_->largest_seqno = std::max(meta_->largest_seqno, seq);
  added_ += key.size() + value.size();
  ++records_;
  return builder_->Add(key, value) ? Status::OK() : builder_->status();
}

// A new user key: ends the spans that lie before it and makes sure that a file is open.
Status TableOutputs::EnterKey(const Slice& user_key) {
  Status s;
  // One span for each cut: a stretch without records may still hold tombstones.
  while (const std::string* cut = s.ok() ? cutter_.CutUpTo(user_key) : nullptr) s = EndSpanAt(*cut);
  const bool open = builder_ != nullptr;
  const bool full =
      cutter_.EndsBefore(user_key, open, added_, [this] { return builder_->EstimatedFileSize(); });
  const bool may_part = settings_.partitioner != nullptr && builder_ != nullptr;
  if (s.ok() && (full || (may_part && PartitionEnds(user_key)))) s = EndSpan(&user_key);
  if (s.ok() && builder_ == nullptr) s = Open();
  last_user_key_.Assign(user_key);
  have_last_ = true;
  return s;
}

bool TableOutputs::PartitionEnds(const Slice& user_key) const {
  if (!have_last_) return false;
  const Slice last = last_user_key_.ToSlice();
  const PartitionerRequest request(last, user_key, builder_->EstimatedFileSize());
  return settings_.partitioner->ShouldPartition(request) == kRequired;
}

Status TableOutputs::EndSpanAt(const std::string& cut) {
  const Slice hi = cut;
  const Status s = EndSpan(&hi);
  ++piece_;
  return s;
}

// Ends the span that began at span_begin_ before *hi (null: at the end of everything): the open
// file gets its tombstones and is sealed; with none open, a stretch that has tombstones gets a file
// of its own.
Status TableOutputs::EndSpan(const Slice* hi) {
  const Slice begin = span_begin_;
  const Slice* lo = span_begins_somewhere_ ? &begin : nullptr;
  Status s;
  const TombstoneSpan tombstones = TombstonesIn(lo, hi);
  if (builder_ == nullptr && tombstones.first < tombstones.last) s = Open();
  if (s.ok() && builder_ != nullptr) {
    NoteLastRecord();
    s = AddTombstones(tombstones, lo, hi);
    if (s.ok()) s = Seal();
  }
  if (hi != nullptr) {
    span_begin_ = hi->ToString();
    span_begins_somewhere_ = true;
  }
  return s;
}

// Only a record has given the file a smallest key by now.
void TableOutputs::NoteLastRecord() {
  if (!meta_->smallest.empty()) meta_->largest = last_user_key_.WithTail(last_tail_).ToString();
}

// Spans ascend, so that all of them together walk the list once. A tombstone that reaches over the
// span's end is met again by the next one.
TableOutputs::TombstoneSpan TableOutputs::TombstonesIn(const Slice* lo, const Slice* hi) {
  const std::vector<RangeTombstone>& all = settings_.tombstones;
  while (lo != nullptr && tombstone_ < all.size() && CompareUser(all[tombstone_].end, *lo) <= 0) {
    ++tombstone_;
  }
  TombstoneSpan span{tombstone_, tombstone_};
  while (span.last < all.size() && (hi == nullptr || CompareUser(all[span.last].start, *hi) < 0)) {
    ++span.last;
  }
  return span;
}

void TableOutputs::Widen(const Slice& smallest, const Slice& largest) {
  const InternalKeyOrder& order = settings_.config->order;
  if (meta_->smallest.empty() || order.Compare(smallest, meta_->smallest) < 0)
    meta_->smallest = smallest.ToString();
  if (meta_->largest.empty() || order.Compare(largest, meta_->largest) > 0)
    meta_->largest = largest.ToString();
}

// Adds what falls into [*lo, *hi) of each tombstone of `span`.
Status TableOutputs::AddTombstones(const TombstoneSpan& span, const Slice* lo, const Slice* hi) {
  for (size_t i = span.first; i < span.last; ++i) {
    const RangeTombstone& t = settings_.tombstones[i];
    Slice start = t.start, end = t.end;
    if (lo != nullptr && CompareUser(start, *lo) < 0) start = *lo;
    if (hi != nullptr && CompareUser(end, *hi) > 0) end = *hi;
    const std::string key = MakeInternalKey(start, t.seq, kTypeRangeDeletion);
    builder_->Add(key, end);
    // The end is no key of the file: the neighbour that begins there does not overlap (hazard 3).
    Widen(key, MakeExclusiveEnd(end));
    meta_->smallest_seqno = std::min(meta_->smallest_seqno, t.seq);
    meta_->largest_seqno = std::max(meta_->largest_seqno, t.seq);
    ++tombstones_written_;
  }
  return builder_->status();
}

namespace {

// Holds a closed file against what was noted while it was built.
Status CheckContent(const TableOutputs::Settings& settings, std::string path, const FileMeta& meta,
                    const NotedBuilder& noted) {
  BUCKETLSM_SYNC_POINT_ARG("TableOutputs::CheckContent", &path);
  std::unique_ptr<RandomAccessFileReader> file;
  Status s = RandomAccessFileReader::Open(settings.fs, path, settings.file_options, &file,
                                          settings.clock, settings.stats, settings.rate_limiter);
  if (!s.ok()) return s;
  TableReaderOptions how(settings.config->order);
  how.clock = settings.clock;
  how.statistics = settings.stats;
  how.logger = settings.logger;
  how.skip_filters = true;
  how.db_session_id = settings.db_session_id;
  how.file_number = meta.number;
  how.tail_size = meta.tail_size;
  std::unique_ptr<TableReader> reader;
  s = settings.config->options.table_factory->NewTableReader(ReadOptions(), how, std::move(file),
                                                             meta.file_size, &reader, false);
  if (!s.ok()) return s;
  return noted.Compare(settings.config->order.user_comparator(), path, reader.get());
}

}  // namespace

// Gives the open file its last bytes; syncing it may wait for others (invariant 4).
Status TableOutputs::Seal() {
  Status s = builder_->Finish();
  BUCKETLSM_SYNC_POINT("TableOutputs::Seal:BeforeSync");
  if (s.ok() && written_over_) s = file_->CutBehind();
  if (s.ok()) s = file_->StartWriteBack();
  if (!s.ok()) {
    begun_ = false;
    if (settings_.on_finish) settings_.on_finish(path_, *meta_, TableProperties(), s);
    return s;
  }
  file_->TakeChecksum(&meta_->checksum, &meta_->checksum_func_name);
  Written done{std::move(file_), nullptr, meta_, path_, builder_->Properties()};
  FillMeta(done.properties);
  if (settings_.config->options.paranoid_file_checks) done.builder = std::move(builder_);
  builder_.reset();
  written_.push_back(std::move(done));
  begun_ = false;
  cutter_.OutputEnded();
  added_ = 0;
  return written_.size() < kMostUnsynced ? s : SyncWritten();
}

// Sync, close, and only then the report (invariant 3). Every step's failure is one of the file
// (hazard 6). Several files may be made safe at once.
Status TableOutputs::MakeSafe(Written* one) const {
  const bool flush = settings_.reason == TableFileCreationReason::kFlush;
  Status s;
  {
    HistogramTimer timer(settings_.clock, settings_.stats,
                         flush ? TABLE_SYNC_MICROS : COMPACTION_OUTFILE_SYNC_MICROS);
    s = one->file->Sync(settings_.use_fsync);
  }
  if (s.ok()) s = one->file->Close();
  if (s.ok() && one->builder != nullptr) {
    const auto& noted = static_cast<const NotedBuilder&>(*one->builder);
    s = CheckContent(settings_, one->path, *one->meta, noted);
  }
  return s;
}

// The job waits for all of them together, whatever each takes.
std::vector<Status> TableOutputs::MakeAllSafe() {
  std::vector<Status> outcome(written_.size());
  const uint64_t before = iostats_context.fsync_nanos;
  IOSTATS_TIMER(fsync_nanos);
  RunInParallel(written_.size(), kSyncThreads,
                [this, &outcome, activity = io_activity_of_thread](size_t i) {
                  const IoActivityScope scope(activity);
                  outcome[i] = MakeSafe(&written_[i]);
                });
  iostats_context.fsync_nanos = before;
  return outcome;
}

Status TableOutputs::SyncWritten() {
  const std::vector<Status> outcome = MakeAllSafe();
  Status s;
  size_t done = 0;
  for (; s.ok() && done < written_.size(); ++done) {
    Written& one = written_[done];
    s = outcome[done];
    if (settings_.on_finish) {
      settings_.on_finish(one.path, *one.meta, s.ok() ? one.properties : TableProperties(), s);
    }
    paths_.push_back(one.path);  // also of one that failed: Abandon removes it
    if (!s.ok()) continue;
    files_.push_back(one.meta);
    properties_.push_back(std::move(one.properties));
    bytes_written_ += one.meta->file_size;
  }
  written_.erase(written_.begin(), written_.begin() + static_cast<ptrdiff_t>(done));
  return s;
}

void TableOutputs::FillMeta(const TableProperties& p) {
  FileMeta& f = *meta_;
  f.file_size = builder_->FileSize();
  f.tail_size = builder_->TailSize();
  f.marked_for_compaction = builder_->NeedCompact();
  TakeCounts(p, &f);
  f.compensated_size = f.file_size;
  Status s = MakeUniqueId(settings_.db_id, settings_.db_session_id, f.number, &f.unique_id);
  if (!s.ok()) f.unique_id = kNoUniqueId;
}

Status TableOutputs::End() {
  Status s;
  while (const std::string* cut = s.ok() ? cutter_.NextCut() : nullptr) s = EndSpanAt(*cut);
  const Slice upper = settings_.upper != nullptr ? Slice(*settings_.upper) : Slice();
  if (s.ok()) s = EndSpan(settings_.upper != nullptr ? &upper : nullptr);
  return s;
}

Status TableOutputs::Sync() {
  const Status s = SyncWritten();
  // On failure the destructor still has something to remove.
  finished_ = s.ok();
  return s;
}

Status TableOutputs::Finish() {
  const Status s = End();
  return s.ok() ? Sync() : s;
}

// The open file's own failure is more precise than the job's, which may be another part's.
void TableOutputs::ReportGivenUp(const Status& why) {
  const Status job = why.ok() ? Status::Aborted("The table was given up before its end") : why;
  const auto report = [this](const std::string& path, const FileMeta& meta, const Status& s) {
    if (settings_.on_finish) settings_.on_finish(path, meta, TableProperties(), s);
  };
  for (const Written& one : written_) report(one.path, *one.meta, job);
  if (!begun_) return;
  begun_ = false;
  Status s = open_status_;
  if (s.ok() && builder_ != nullptr) s = builder_->status();
  report(path_, *meta_, s.ok() ? job : s);
}

void TableOutputs::CloseForGood(WritableFileWriter* file, const std::string& path) {
  IOStatus closed = file->Close();
  (void)closed;  // the file is being thrown away
  paths_.push_back(path);
}

void TableOutputs::Abandon(const Status& why) {
  finished_ = true;
  ReportGivenUp(why);
  if (builder_ != nullptr) {
    builder_->Abandon();
    builder_.reset();
  }
  for (const Written& one : written_) CloseForGood(one.file.get(), one.path);
  written_.clear();
  if (file_ != nullptr) {
    CloseForGood(file_.get(), path_);
    file_.reset();
  }
  for (const std::string& path : paths_) {
    IOStatus s = settings_.fs->DeleteFile(path, IOOptions(), nullptr);
    if (!s.ok())
      LogWarn(settings_.logger, "Removing unfinished table %s: %s", path.c_str(),
              s.ToString().c_str());
  }
  paths_.clear();
  files_.clear();
}

}  // namespace ROCKSDB_NAMESPACE
