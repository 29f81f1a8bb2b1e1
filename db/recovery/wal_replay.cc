// Replay of write-ahead logs.
#include "db/recovery/wal_replay.h"

#include <algorithm>

#include "db/batch/batch_reader.h"
#include "db/jobs/background.h"
#include "db/log/log_reader.h"
#include "db/recovery/kept_logs.h"
#include "db/state/log_need.h"
#include "db/state/wal_archive.h"
#include "db/write/batch_apply.h"
#include "env/filename.h"
#include "env/plain_io.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

class WalReplay::Reporter : public log::Reader::Reporter {
 public:
  Reporter(Logger* logger, uint64_t number) : logger_(logger), number_(number) {}
  void Corruption(size_t bytes, const Status& status) override {
    LogWarn(logger_, "Log %06lu: dropping %zu bytes; %s", number_, bytes,
            status.ToString().c_str());
    if (first.ok()) first = status;
  }
  Status first;

 private:
  Logger* const logger_;
  const uint64_t number_;
};

Status WalReplay::FindLogs() {
  std::vector<uint64_t> numbers;
  Status s = ListLogNumbers(parts_.context, parts_.wals->directory(), &numbers);
  if (!s.ok()) return s;
  uint64_t oldest = UINT64_MAX;
  {
    StateLock lock(&parts_.context.mutex);
    for (const auto& [id, family] : parts_.families.all())
      oldest = std::min(oldest, family->log_number());
  }
  // Where the MANIFEST says it, it knows more: of prepared sections in older logs, and of families
  // without data, which need none of the logs that their records name.
  if (parts_.versions->min_log_to_keep() != 0) oldest = parts_.versions->min_log_to_keep();
  oldest_needed_ = oldest;
  for (const uint64_t number : numbers) {
    if (parts_.context.refuses_logs) {
      return Status::Corruption(WalFileName(parts_.wals->directory(), number),
                                "exists: opened read-only with error_if_wal_file_exists");
    }
    // Also logs that no family needs: a new log must not take the name of one that is still there.
    parts_.versions->MarkFileNumberUsed(number);
    if (number >= oldest) logs_.push_back(number);
  }
  return CheckTrackedLogs(oldest);
}

// Older ones are needed no more: they may have gone before a record could say so.
Status WalReplay::CheckTrackedLogs(uint64_t oldest) const {
  const DBOptions& options = parts_.context.config()->options;
  if (!options.track_and_verify_wals_in_manifest || options.best_efforts_recovery)
    return Status::OK();
  const auto& tracked = parts_.versions->tracked_logs();
  for (auto it = tracked.lower_bound(oldest); it != tracked.end(); ++it) {
    const std::string path = WalFileName(parts_.wals->directory(), it->first);
    const std::string synced =
        "the MANIFEST says that " + std::to_string(it->second) + " bytes of it were synced";
    uint64_t size = 0;
    IOStatus s = parts_.context.fs->GetFileSize(path, IOOptions(), &size, nullptr);
    if (IsMissing(s)) return Status::Corruption(path, "is missing; " + synced);
    if (!s.ok()) return s;
    if (size < it->second) {
      return Status::Corruption(path, "has " + std::to_string(size) + " bytes; " + synced);
    }
  }
  return Status::OK();
}

bool WalReplay::WantsGuards() const {
  StateLock lock(&parts_.context.mutex);
  for (const auto& [id, family] : parts_.families.all()) {
    if (family->mem()->checked()) return true;
  }
  return false;
}

Status WalReplay::TakeRecord(uint64_t number, const Slice& record, bool* stop) {
  if (record.size() < kBatchHeaderBytes) return Status::Corruption("log record too small");
  const SequenceNumber first = LoadFixed64(record.data());
  if (first > kLargestSequence - LoadFixed32(record.data() + 8))
    return Status::Corruption("log record whose sequence numbers are too large");
  // A crash that tears the MANIFEST's last record leaves the logs that the record would have
  // released. If they are gone, the record was whole once and has been damaged since. Without the
  // log's name the numbers tell, which writes without a log take, too.
  if (!any_record_ && parts_.versions->manifest_torn() && logs_.front() != oldest_needed_ &&
      first > parts_.versions->last_sequence() + 1) {
    return Status::IOError("The MANIFEST is damaged at its end: it stops at sequence " +
                           std::to_string(parts_.versions->last_sequence()) +
                           ", the first log begins at " + std::to_string(first));
  }
  any_record_ = true;
  if (damaged_log_ != 0) {
    // After damage a later log counts only if nothing is missing between.
    if (first != after_last_record_ && !(end_is_unknown_ && first > after_last_record_)) {
      ends_[number] = 0;
      *stop = true;
      return Status::OK();
    }
    damaged_log_ = 0;
  }
  if (!filter_.active()) return Replay(number, record);
  return ReplayFiltered(number, record, stop);
}

Status WalReplay::ReplayFiltered(uint64_t number, Slice record, bool* stop) {
  const SequenceNumber first = LoadFixed64(record.data());
  const uint32_t count = LoadFixed32(record.data() + 8);
  RecordFilter::Verdict verdict;
  Status s = filter_.Ask(number, &record, &verdict);
  if (!s.ok()) return s;
  if (verdict == RecordFilter::Verdict::kStop) {
    LogInfo(parts_.context.info_log.get(), "wal_filter stopped replay in log #%lu seq #%lu", number,
            first);
    *stop = stopped_by_filter_ = true;
    return s;
  }
  if (verdict == RecordFilter::Verdict::kTake) s = Replay(number, record);
  if (!s.ok()) return s;
  // The numbers of what was left out are not given out again: the record may stay in its log.
  after_last_record_ = std::max(after_last_record_, first);
  end_is_unknown_ = true;
  PassNumbers(first + count);
  return s;
}

void WalReplay::PassNumbers(SequenceNumber next) {
  next_sequence_ = std::max(next_sequence_, next);
  if (next_sequence_ - 1 > parts_.versions->last_sequence()) {
    parts_.versions->set_last_sequence(next_sequence_ - 1);
  }
}

ApplyOptions WalReplay::OptionsFor(uint64_t number) {
  ApplyOptions options;
  options.recovering_log = number;
  options.sections = &sections_;
  // The families of such records were dropped since.
  options.ignore_missing_families = true;
  return options;
}

Status WalReplay::Replay(uint64_t number, const Slice& record) {
  SequenceNumber next = after_last_record_;
  if (!chunk_.Take(record, &next)) {
    const Status s = ReplayChunked(number);
    return s.ok() ? ReplayAlone(number, record) : s;
  }
  after_last_record_ = next;
  end_is_unknown_ = false;
  PassNumbers(next);
  return chunk_.full() ? ReplayChunked(number) : Status::OK();
}

Status WalReplay::ReplayChunked(uint64_t number) {
  if (chunk_.empty()) return Status::OK();
  ApplyResult result;
  Status s = chunk_.Apply(OptionsFor(number), &result);
  if (s.ok() && result.memtable_full && !parts_.context.read_only) s = FlushFull();
  // What the recovery mode would forgive is told as the records are looked at.
  return s.IsCorruption() ? Status::Aborted("replay of a log", s.ToString()) : s;
}

Status WalReplay::ReplayAlone(uint64_t number, const Slice& record) {
  ApplyOptions options = OptionsFor(number);
  // From here to the memtables nothing else would notice a changed bit. What cannot be read is the
  // log's own damage.
  if (guarded_ && CollectGuards(record, &guards_).ok()) options.guards = &guards_;
  BUCKETLSM_SYNC_POINT_ARG("WalReplay::TakeRecord:Guarded", const_cast<char*>(record.data()));
  ApplyResult result;
  WriteQueue::AssertLeading();
  Status s = ApplyBatch(record, LoadFixed64(record.data()), parts_.families, options, &result);
  damaged_in_memory_ = result.damaged;
  if (!s.ok()) return s;
  after_last_record_ = result.next_sequence;
  end_is_unknown_ = result.lacks_section;
  PassNumbers(result.next_sequence);
  if (result.memtable_full && !parts_.context.read_only) return FlushFull();
  return s;
}

Status WalReplay::ReplayLog(uint64_t number) {
  const std::string path = WalFileName(parts_.wals->directory(), number);
  const WALRecoveryMode mode = parts_.context.config()->options.wal_recovery_mode;
  Logger* logger = parts_.context.info_log.get();
  LogInfo(logger, "Recovering log #%lu mode %d", number, static_cast<int>(mode));
  std::unique_ptr<SequentialFileReader> file;
  Status s = SequentialFileReader::Open(parts_.context.fs.get(), path, FileOptions(), &file);
  if (!s.ok()) return s;
  Reporter reporter(logger, number);
  log::Reader reader(std::move(file), &reporter, true, number);
  Slice record;
  std::string scratch;
  bool stop = false;
  uint64_t end = 0;  // of what is taken
  while (!stop && reader.ReadRecord(&record, &scratch, mode)) {
    // Reported before this record was found: nothing behind damage is taken.
    if (!reporter.first.ok() && mode != WALRecoveryMode::kSkipAnyCorruptedRecords) break;
    s = TakeRecord(number, record, &stop);
    // Only what is wrong with the log itself is a matter of the recovery mode.
    if (!s.ok() && (!s.IsCorruption() || damaged_in_memory_)) return s;
    if (!s.ok()) {
      reporter.Corruption(record.size(), s);
      if (mode != WALRecoveryMode::kSkipAnyCorruptedRecords) break;
    }
    if (s.ok()) end = reader.LastRecordEnd();
  }
  s = ReplayChunked(number);
  if (!s.ok()) return s;
  // A read that fails is no damage: tried again it may work, so nothing must be given up for it.
  if (!reader.io_status().ok()) return reader.io_status();
  if (reporter.first.ok() || mode == WALRecoveryMode::kSkipAnyCorruptedRecords) return Status::OK();
  if (mode == WALRecoveryMode::kPointInTimeRecovery) {
    damaged_log_ = number;
    ends_[number] = end;
    damage_is_old_bytes_ = reader.recycled();
    LogWarn(logger, "Point in time recovered to log #%lu seq #%lu", number, next_sequence_);
    return Status::OK();
  }
  return Status::Corruption(path, reporter.first.ToString());
}

Status WalReplay::FlushFull() {
  StateLock lock(&parts_.context.mutex);
  for (const auto& [id, family] : parts_.families.all()) {
    if (!family->mem()->FlushClaimed() || family->mem()->IsEmpty()) continue;
    Status s = flushes_.Write(family);
    if (!s.ok()) return s;
  }
  return Status::OK();
}

// The MANIFEST's last sequence says less than the tables: it counts what was in memory only. Two
// kinds of table made since do not show how new their records were: those that have sequence
// numbers set to zero, and those of compactions, which may have dropped what was newest. Only
// where a recycled log just ends the latter are taken at their word.
bool WalReplay::MayHoldMoreThanReplayed(const TreeVersion& tree) const {
  for (int level = 0; level < tree.num_levels(); ++level) {
    for (const FilePtr& file : tree.files(level)) {
      if (file->largest_seqno >= after_last_record_) return true;
      const bool silent = file->smallest_seqno == 0 || (level > 0 && !damage_is_old_bytes_);
      if (silent && file->number > damaged_log_) return true;
    }
  }
  return false;
}

// A family that was flushed after the damaged log may have data newer than what the others can get
// back. Two families, a and b, that each batch writes to:
//
//   log 7   [ a1 b1 ][ a2 b2 ~~ damaged ~~ ][ a3 b3 ]
//   tables  a: a1 a2 a3        b: none
//
// Replay ends after b1. With a3 in a table and b3 lost, half of a batch would stay: refused.
Status WalReplay::CheckFamiliesAfterGap() const {
  if (damaged_log_ == 0 || tables_end_ <= after_last_record_) return Status::OK();
  StateLock lock(&parts_.context.mutex);
  // One that stays for a prepared section only: no family can be behind.
  const auto& families = parts_.families.all();
  if (std::none_of(families.begin(), families.end(),
                   [this](const auto& one) { return one.second->log_number() <= damaged_log_; })) {
    return Status::OK();
  }
  for (const auto& [id, family] : parts_.families.all()) {
    if (family->log_number() > damaged_log_ && MayHoldMoreThanReplayed(*family->state().tree())) {
      return Status::Corruption(
          "Column family inconsistency: SST file contains data beyond the point of corruption.",
          family->name);
    }
  }
  return Status::OK();
}

Status WalReplay::FlushAll() {
  // Once tables were written the logs must go: their records would be in both. So they must when
  // they hold what a filter has kept from being replayed, under numbers that are given out again.
  const bool avoid = parts_.context.config()->options.avoid_flush_during_recovery &&
                     flushes_.empty() && !stopped_by_filter_;
  StateLock lock(&parts_.context.mutex);
  for (const auto& [id, family] : parts_.families.all()) {
    if (family->mem()->IsEmpty()) continue;
    kept_in_memory_ |= avoid;
    if (avoid) continue;
    Status s = flushes_.Write(family);
    if (!s.ok()) return s;
  }
  if (!flushes_.empty()) {
    // What was prepared before the tables' records must outlive a power cut as they do.
    Status s = SyncLogs(parts_, LogsToKeep());
    return s.ok() ? flushes_.Commit(last_log() + 1) : s;
  }
  if (kept_in_memory_) return Status::OK();
  // Nothing was in the logs: the MANIFEST that writing starts with says that they are not needed.
  for (const auto& [id, family] : parts_.families.all()) family->NoteRecordedLog(last_log() + 1);
  return Status::OK();
}

void WalReplay::NoteSections() {
  const size_t count = sections_.size();
  if (count > 0) {
    LogInfo(parts_.context.info_log.get(), "Recovered %zu prepared transactions", count);
    parts_.prepared.SetRecovered(sections_.TakeAll());
  }
  // Also without allow_2pc: a later opening may know what to do with them.
  if (count > 0 || parts_.context.config()->options.allow_2pc) parts_.versions->RecordMinLog();
}

std::vector<uint64_t> WalReplay::LogsToKeep() const {
  if (kept_in_memory_) return logs_;
  const uint64_t oldest = parts_.prepared.oldest();
  return {std::lower_bound(logs_.begin(), logs_.end(), oldest), logs_.end()};
}

Status WalReplay::Run() {
  Status s = FindLogs();
  guarded_ = WantsGuards();
  // Guarded records are checked one by one, and a filter sees one after the other.
  if (!guarded_ && !filter_.active()) chunk_.Configure();
  if (s.ok() && filter_.active()) filter_.TellFamilies();
  tables_end_ = next_sequence_ = parts_.versions->last_sequence() + 1;
  const bool best_efforts = parts_.context.config()->options.best_efforts_recovery;
  // In order, also past damage: see TakeRecord.
  for (size_t i = 0; s.ok() && !best_efforts && i < logs_.size() && !stopped_by_filter_; ++i)
    s = ReplayLog(logs_[i]);
  if (s.ok()) s = CheckFamiliesAfterGap();
  if (!s.ok() || parts_.context.read_only) return s;
  NoteSections();
  const bool told = parts_.versions->min_log_to_keep() != 0;
  s = FlushAll();
  // The logs of what stays in memory may name sections of logs that no family needs.
  if (told && kept_in_memory_) parts_.versions->RecordMinLog();
  StateLock lock(&parts_.context.mutex);
  // What the MANIFEST says that is about to be started.
  const bool record = s.ok() && parts_.versions->records_min_log();
  parts_.versions->SetMinLogToKeep(record ? OldestLogNeeded(parts_) : 0);
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
