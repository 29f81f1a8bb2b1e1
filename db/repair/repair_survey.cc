// Damage and outcomes of transactions: see repair_survey.h.
#include "db/repair/repair_survey.h"

#include "db/log/log_reader.h"
#include "env/filename.h"

namespace ROCKSDB_NAMESPACE {

namespace {

class Complaints : public log::Reader::Reporter {
 public:
  void Corruption(size_t, const Status&) override { any = true; }
  bool any = false;
};

}  // namespace

bool IsCommit(ValueType type) {
  return type == kTypeCommitXID || type == kTypeCommitXIDAndTimestamp;
}

std::string TransactionOf(const BatchReader& mark) {
  return (mark.type == kTypeCommitXIDAndTimestamp ? mark.value : mark.key).ToString();
}

// A commit whose section is not in the logs took numbers that nobody can count.
SequenceNumber RepairSurvey::NumbersOf(const std::string& transaction) const {
  const auto section = prepared_.find(transaction);
  return section == prepared_.end() ? kLargestSequence : section->second;
}

void RepairSurvey::TakeBatch(Place place, const Slice& batch) {
  BatchReader reader(batch);
  CheckBegin(reader.sequence());
  next_ = reader.sequence();
  // Updates of a section that get their numbers at the commit.
  uint64_t waiting = 0;
  bool in_section = false;
  while (reader.Next()) {
    if (reader.is_update) {
      ++(in_section ? waiting : next_);
    } else if (reader.type == kTypeBeginPrepareXID) {
      waiting = 0;
      in_section = true;
    } else if (reader.type == kTypeEndPrepareXID && in_section) {
      prepared_[TransactionOf(reader)] = waiting;
      in_section = false;
    } else if (IsCommit(reader.type)) {
      next_ += NumbersOf(TransactionOf(reader));
      outcomes_[TransactionOf(reader)][place] = true;
    } else if (reader.type == kTypeRollbackXID) {
      outcomes_[TransactionOf(reader)][place] = false;
    }
  }
}

bool RepairSurvey::CommittedAfter(Place place, const std::string& transaction) const {
  const auto known = outcomes_.find(transaction);
  if (known == outcomes_.end()) return false;
  const auto next = known->second.lower_bound(place);
  return next != known->second.end() && next->second;
}

// The first batch behind an end in doubt settles it.
void RepairSurvey::CheckBegin(SequenceNumber first) {
  damaged_ |= end_in_doubt_ && first > next_;
  end_in_doubt_ = false;
}

void RepairSurvey::ReadLog(uint64_t log) {
  std::unique_ptr<SequentialFileReader> file;
  Status s = SequentialFileReader::Open(
      context_.fs.get(), WalFileName(context_.config->wal_dir, log), FileOptions(), &file);
  damaged_ |= !s.ok();
  if (!s.ok()) return;
  Complaints complaints;
  log::Reader reader(std::move(file), &complaints, true, log);
  Slice record;
  std::string scratch;
  for (uint64_t i = 0;
       reader.ReadRecord(&record, &scratch, WALRecoveryMode::kSkipAnyCorruptedRecords); ++i) {
    // What was complained of lies before a record: no end.
    damaged_ |= complaints.any;
    complaints.any = record.size() < kBatchHeaderBytes;
    if (!complaints.any) TakeBatch({log, i}, record);
  }
  damaged_ |= !reader.io_status().ok() || (complaints.any && !reader.recycled());
  end_in_doubt_ |= complaints.any;
}

void RepairSurvey::Read(const std::vector<uint64_t>& logs) {
  for (const uint64_t log : logs) ReadLog(log);
}

}  // namespace ROCKSDB_NAMESPACE
