// Finding the logs, reading them in order, and judging each record.
#include "db/read/update_iterator.h"

#include <algorithm>

#include "db/batch/batch_reader.h"
#include "db/state/wal_archive.h"
#include "db/state/wal_file_info.h"
#include "env/filename.h"
#include "env/plain_io.h"
#include "util/statistics_impl.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// The first sequence number of a log that may be moved to the archive meanwhile.
Status FirstSequence(const DbContext& context, const std::string& directory, uint64_t number,
                     SequenceNumber* first) {
  Status s = FirstSequenceOfWal(context, directory, number, first);
  if (!IsMissing(s)) return s;
  return FirstSequenceOfWal(context, ArchivedWalDirectory(directory), number, first);
}

// The logs that are a history without gaps, ascending. Logs move from the log directory to the
// archive only, so none is missed. Where logs are deleted, or kept to be written over, those that
// nobody needs go in any order: only the others count.
Status AllLogs(const DbParts& parts, std::vector<uint64_t>* numbers) {
  const DbContext& context = parts.context;
  const std::string& directory = parts.wals->directory();
  const bool all_stay =
      context.read_only || WalArchive(&context).enabled() || !parts.obsolete->deletions_enabled();
  Status s;
  if (all_stay) {
    s = ListLogNumbers(context, directory, numbers);
    const auto end = std::lower_bound(numbers->begin(), numbers->end(), parts.wals->recycled_end());
    numbers->erase(numbers->begin(), end);
  } else {
    numbers->clear();
    for (const WalManager::Info& log : parts.wals->Alive()) numbers->push_back(log.number);
  }
  std::vector<uint64_t> archived;
  if (s.ok()) s = ListLogNumbers(context, ArchivedWalDirectory(directory), &archived);
  numbers->insert(numbers->end(), archived.begin(), archived.end());
  std::sort(numbers->begin(), numbers->end());
  numbers->erase(std::unique(numbers->begin(), numbers->end()), numbers->end());
  return s;
}

}  // namespace

Status UpdateIterator::Open(DbParts* parts, SequenceNumber since, const ReadOptions& options,
                            std::unique_ptr<TransactionLogIterator>* iter) {
  RecordTick(parts->context.stats, GET_UPDATES_SINCE_CALLS);
  iter->reset();
  if (since > parts->versions->last_sequence()) {
    return Status::NotFound("Requested sequence not yet written in the db");
  }
  std::unique_ptr<UpdateIterator> made(new UpdateIterator(parts, since, options.verify_checksums_));
  Status s = made->FindLogs();
  if (!s.ok()) return s;
  made->Next();
  // Nothing of what was asked for is in a log: that is an empty walk, no failure.
  if (made->status_.IsTryAgain()) made->status_ = Status::OK();
  s = made->status_;
  *iter = std::move(made);
  return s;
}

// From the newest to the first that begins at or before the wanted number, so that whoever follows
// the tail does not pay for a long archive.
Status UpdateIterator::FindLogs() {
  const std::string& directory = parts_.wals->directory();
  std::vector<uint64_t> numbers;
  Status s = AllLogs(parts_, &numbers);
  BUCKETLSM_SYNC_POINT("UpdateIterator::FindLogs:Listed");
  for (auto it = numbers.rbegin(); s.ok() && it != numbers.rend(); ++it) {
    SequenceNumber first = 0;
    s = FirstSequence(parts_.context, directory, *it, &first);
    // Deleted meanwhile, and older ones before it.
    if (IsMissing(s)) {
      s = Status::OK();
      break;
    }
    // An empty log is of interest if it is the one to come.
    if (first == 0 && !logs_.empty()) continue;
    logs_.push_back(Log{*it, first});
    if (first != 0 && first <= wanted_) break;
  }
  std::reverse(logs_.begin(), logs_.end());
  return s;
}

IOStatus UpdateIterator::OpenLog() {
  const Log& log = logs_[at_];
  const std::string& directory = parts_.wals->directory();
  const DbContext& context = parts_.context;
  BUCKETLSM_SYNC_POINT("UpdateIterator::OpenLog:Begin");
  IOStatus s = log::Follower::Open(context.fs.get(), WalFileName(directory, log.number),
                                   context.file_options, log.number, true, &follower_);
  if (!IsMissing(s)) return s;
  return log::Follower::Open(context.fs.get(),
                             WalFileName(ArchivedWalDirectory(directory), log.number),
                             context.file_options, log.number, verify_checksums_, &follower_);
}

void UpdateIterator::Measure() {
  next_.taken = 0;
  next_.open_ended = false;
  BatchReader reader(next_.bytes);
  bool in_section = false;
  uint64_t section = 0;
  while (reader.Next()) {
    if (reader.is_update) {
      ++(in_section ? section : next_.taken);
    } else if (reader.type == kTypeBeginPrepareXID) {
      in_section = true;
      section = 0;
    } else if (reader.type == kTypeEndPrepareXID) {
      in_section = false;
      sections_[reader.key.ToString()] = section;
    } else if (reader.type == kTypeRollbackXID || reader.type == kTypeCommitXID) {
      const auto met = sections_.find(reader.key.ToString());
      const bool known = met != sections_.end();
      if (reader.type == kTypeCommitXID) {
        next_.open_ended |= !known;
        if (known) next_.taken += met->second;
      }
      if (known) sections_.erase(met);
    }
  }
  // Whoever gets the batch will find out what is wrong with it.
  if (!reader.status().ok()) next_.taken = reader.count();
}

bool UpdateIterator::Read() {
  while (at_ < logs_.size()) {
    if (follower_ == nullptr) {
      Status s = OpenLog();
      // Gone before anything of it was given: the walk begins with what is left.
      if (IsMissing(s) && !started_) {
        ++at_;
        continue;
      }
      if (!s.ok()) {
        status_ = s;
        return false;
      }
    }
    Slice record;
    if (follower_->Next(&record)) {
      if (record.size() < kBatchHeaderBytes) {
        status_ = Status::Corruption(WalFileName(logs_[at_].number), "log record too small");
        return false;
      }
      next_.bytes.assign(record.data(), record.size());
      Measure();
      return true;
    }
    if (!LeaveLog(follower_->status())) return false;
  }
  status_ = AtTail();
  return false;
}

bool UpdateIterator::LeaveLog(const Status& damage) {
  const bool newest = at_ + 1 == logs_.size();
  // Damage at the end of a log was nothing that counts if the next log goes on without a gap.
  if (!damage.ok() && (newest || !started_ || logs_[at_ + 1].first != wanted_)) {
    status_ = damage;
    return false;
  }
  if (newest) {
    status_ = AtTail();
    return false;
  }
  ++at_;
  follower_.reset();
  return true;
}

// Published batches follow that the newest listed log does not have.
Status UpdateIterator::AtTail() const {
  const bool follows_writer =
      !logs_.empty() && logs_.back().number == parts_.wals->current_number();
  if (!started_ && follows_writer) return Status::OK();
  return Status::TryAgain("Create a new iterator to fetch the new tail.");
}

// Invariant 4.
bool UpdateIterator::BelongsToLaterLog(SequenceNumber sequence, SequenceNumber last,
                                       SequenceNumber published) {
  SequenceNumber& next_first = at_ + 1 < logs_.size() ? logs_[at_ + 1].first : unlisted_first_;
  if (next_first != 0) return sequence >= next_first;
  if (last <= own_until_) return false;
  // If this log was being written when the published number was read, what is published is not in
  // a later one.
  const uint64_t number = logs_[at_].number;
  if (parts_.wals->current_number() != number) {
    std::vector<uint64_t> numbers;
    Status s = AllLogs(parts_, &numbers);
    auto next = std::upper_bound(numbers.begin(), numbers.end(), number);
    for (; s.ok() && next_first == 0 && next != numbers.end(); ++next) {
      s = FirstSequence(parts_.context, parts_.wals->directory(), *next, &next_first);
      if (IsMissing(s)) s = Status::OK();
    }
    // As long as it is not known, the batch is not given; a new iterator finds out.
    if (!s.ok()) return true;
    if (next_first != 0) return sequence >= next_first;
  }
  own_until_ = published;
  return false;
}

UpdateIterator::Verdict UpdateIterator::Judge(SequenceNumber published) {
  const SequenceNumber sequence = next_.sequence();
  const SequenceNumber end = sequence + next_.taken;
  const bool before = started_ ? sequence < wanted_ : end <= wanted_;
  if (before && (started_ || !next_.open_ended)) return Verdict::kPassOver;
  // A batch without updates counts as what comes next, so it shows once that is published.
  if (end > published + 1 || sequence > published) return Verdict::kNotYet;
  const bool takes_some = next_.taken != 0 || next_.open_ended;
  const SequenceNumber last = std::max(sequence, end - 1);
  if (takes_some && BelongsToLaterLog(sequence, last, published)) return Verdict::kLogEnds;
  if (before) return Verdict::kSetAside;
  return started_ && sequence > wanted_ && !gap_is_allowed_ ? Verdict::kGap : Verdict::kGive;
}

void UpdateIterator::Give(Record* record) {
  std::swap(given_, *record);
  valid_ = started_ = true;
  status_ = Status::OK();
  wanted_ = given_.sequence() + given_.taken;
  gap_is_allowed_ = given_.open_ended;
  aside_.bytes.clear();
}

// No batch behind it begins at or before the wanted number, which is published: it is the one that
// holds it.
void UpdateIterator::GiveAside() {
  const bool undamaged = status_.ok() || status_.IsTryAgain();
  if (!aside_.bytes.empty() && undamaged) Give(&aside_);
}

void UpdateIterator::Next() {
  valid_ = false;
  status_ = Status::OK();
  while (true) {
    const SequenceNumber published = parts_.versions->last_sequence();
    BUCKETLSM_SYNC_POINT("UpdateIterator::Next:HavePublished");
    // Nothing has been written since.
    if (started_ && wanted_ > published) return;
    if (!held_) held_ = Read();
    if (!held_) return GiveAside();
    const Verdict verdict = Judge(published);
    if (verdict == Verdict::kNotYet) return GiveAside();
    if (verdict == Verdict::kGive && !aside_.bytes.empty() && next_.sequence() > wanted_)
      return GiveAside();
    held_ = verdict == Verdict::kGap;
    switch (verdict) {
      case Verdict::kGive:
        return Give(&next_);
      case Verdict::kPassOver:
        aside_.bytes.clear();
        break;
      case Verdict::kSetAside:
        std::swap(aside_, next_);
        break;
      case Verdict::kLogEnds:
        if (!LeaveLog(Status::OK())) return GiveAside();
        break;
      default:
        status_ = Status::NotFound("Gap in sequence numbers");
        return;
    }
  }
}

BatchResult UpdateIterator::GetBatch() {
  BatchResult result;
  result.sequence = given_.sequence();
  result.writeBatchPtr = std::make_unique<WriteBatch>(given_.bytes);
  return result;
}

}  // namespace ROCKSDB_NAMESPACE
