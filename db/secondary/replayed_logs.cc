// See the header.
#include "db/secondary/replayed_logs.h"

#include <algorithm>
#include <cinttypes>

#include "db/state/wal_archive.h"
#include "db/write/batch_apply.h"
#include "env/filename.h"
#include "env/plain_io.h"
#include "util/coding.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

Status ReplayedLogs::Find(uint64_t oldest) {
  const DbContext& context = parts_.context;
  const std::string& directory = parts_.wals->directory();
  std::vector<uint64_t> numbers;
  Status s = ListLogNumbers(context, directory, &numbers);
  if (!s.ok()) return s;
  BUCKETLSM_SYNC_POINT("ReplayedLogs::Find:Listed");
  for (auto it = logs_.begin(); it != logs_.end();) {
    const bool gone =
        it->first < oldest || !std::binary_search(numbers.begin(), numbers.end(), it->first);
    it = gone ? logs_.erase(it) : std::next(it);
  }
  sections_.ForgetBefore(parts_.versions->min_log_to_keep());
  for (const uint64_t number : numbers) {
    // Those before filling_ are done.
    if (number < std::max(oldest, filling_) || logs_.count(number) != 0) continue;
    std::unique_ptr<log::Follower> follower;
    s = log::Follower::Open(context.fs.get(), WalFileName(directory, number), context.file_options,
                            number, true, &follower);
    if (IsMissing(s)) return Status::TryAgain("Log " + std::to_string(number) + " has gone");
    if (!s.ok()) return s;
    logs_[number].follower = std::move(follower);
  }
  return s;
}

bool ReplayedLogs::AnyChecked() const {
  StateLock lock(&parts_.context.mutex);
  for (const auto& one : families_) {
    if (one->family()->mem()->checked()) return true;
  }
  return false;
}

Status ReplayedLogs::Apply(uint64_t number, const Slice& record) {
  if (record.size() < kBatchHeaderBytes)
    return Status::Corruption(WalFileName(number), "log record too small");
  const SequenceNumber first = LoadFixed64(record.data());
  if (first > kLargestSequence - LoadFixed32(record.data() + 8)) {
    return Status::Corruption(WalFileName(number),
                              "log record whose sequence numbers are too large");
  }
  if (number != filling_) {
    for (const auto& one : families_) one->RenewFilled(filling_);
    filling_ = number;
  }
  if (first <= parts_.versions->last_sequence()) {
    for (const auto& one : families_) one->RenewShown(number);
  }
  ApplyOptions options;
  options.recovering_log = number;
  options.sections = &sections_;
  options.ignore_missing_families = true;
  if (AnyChecked() && CollectGuards(record, &guards_).ok()) options.guards = &guards_;
  ApplyResult result;
  Status s = ApplyBatch(record, first, parts_.families, options, &result);
  if (!s.ok()) return s;
  // A batch without updates may stand at 0.
  if (result.next_sequence != 0)
    last_sequence_ = std::max(last_sequence_, result.next_sequence - 1);
  return s;
}

Status ReplayedLogs::Drain(uint64_t number, Log* log, Status* damage) {
  Status s;
  if (log->holds) s = Apply(number, log->held);
  if (s.ok()) log->holds = false;
  Slice record;
  while (s.ok() && log->follower->Next(&record)) s = Apply(number, record);
  if (!s.ok()) return s;
  *damage = log->follower->status();
  // A read that failed says nothing about what is there.
  return damage->IsCorruption() ? Status::OK() : *damage;
}

const ReplayedLogs::Log* ReplayedLogs::NextWithRecord() {
  for (auto it = std::next(logs_.begin()); it != logs_.end(); ++it) {
    Log& log = it->second;
    Slice record;
    if (!log.holds && log.follower->Next(&record)) {
      log.held = record.ToString();
      log.holds = true;
    }
    if (log.holds) return &log;
  }
  return nullptr;
}

// Invariant 1. Damage at the end is what a crash of the primary left, if the next log goes on
// without a gap. Else it is where a recovery of the primary in this mode would end too.
Status ReplayedLogs::CheckComplete(uint64_t number, const Status& damage, const Log& next,
                                   bool* stop) const {
  const std::string path = WalFileName(parts_.wals->directory(), number);
  IOStatus s = parts_.context.fs->FileExists(path, IOOptions(), nullptr);
  if (IsMissing(s)) return Status::TryAgain(path, "has gone");
  if (!s.ok() || damage.ok()) return s;
  const bool goes_on =
      next.held.size() >= kBatchHeaderBytes && LoadFixed64(next.held.data()) == last_sequence_ + 1;
  const WALRecoveryMode mode = parts_.context.config()->options.wal_recovery_mode;
  if (goes_on || mode == WALRecoveryMode::kSkipAnyCorruptedRecords) return Status::OK();
  if (mode != WALRecoveryMode::kPointInTimeRecovery)
    return Status::Corruption(path, damage.ToString());
  LogWarn(parts_.context.info_log.get(), "Log %" PRIu64 " is damaged, nothing behind is read: %s",
          number, damage.ToString().c_str());
  *stop = true;
  return Status::OK();
}

Status ReplayedLogs::Replay() {
  Status s;
  bool stop = false;
  while (s.ok() && !stop && !logs_.empty()) {
    const uint64_t number = logs_.begin()->first;
    Log& log = logs_.begin()->second;
    Status damage;
    s = Drain(number, &log, &damage);
    const Log* next = s.ok() ? NextWithRecord() : nullptr;
    if (next == nullptr) break;
    BUCKETLSM_SYNC_POINT("ReplayedLogs::Replay:NextSeen");
    s = Drain(number, &log, &damage);
    if (s.ok()) s = CheckComplete(number, damage, *next, &stop);
    if (s.ok() && !stop) logs_.erase(logs_.begin());
  }
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
