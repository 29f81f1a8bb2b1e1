// See the header.
#include "db/recovery/record_filter.h"

#include "db/batch/write_batch_internal.h"
#include "env/filename.h"

namespace ROCKSDB_NAMESPACE {

void RecordFilter::TellFamilies() {
  std::map<uint32_t, uint64_t> logs;
  std::map<std::string, uint32_t> ids;
  {
    StateLock lock(&parts_.context.mutex);
    for (const auto& [id, family] : parts_.families.all()) {
      logs[id] = family->log_number();
      ids[family->name] = id;
    }
  }
  filter_->ColumnFamilyLogNumberMap(logs, ids);
}

// The record keeps its number: what follows in the log has numbers of its own.
Status RecordFilter::TakeChanged(Slice* record) {
  if (changed_.Count() > shown_.Count()) {
    return Status::NotSupported(std::string("wal_filter ") + filter_->Name() + " put " +
                                std::to_string(changed_.Count()) + " updates in the place of " +
                                std::to_string(shown_.Count()));
  }
  BatchAccess::SetSequence(&changed_, BatchAccess::Sequence(shown_));
  *record = changed_.Data();
  return Status::OK();
}

Status RecordFilter::Ask(uint64_t number, Slice* record, Verdict* verdict) {
  *verdict = Verdict::kTake;
  Status s = BatchAccess::SetContents(&shown_, *record);
  if (!s.ok()) return s;
  changed_.Clear();
  bool changed = false;
  const WalFilter::WalProcessingOption answer = filter_->LogRecordFound(
      number, WalFileName(parts_.wals->directory(), number), shown_, &changed_, &changed);
  switch (answer) {
    case WalFilter::WalProcessingOption::kContinueProcessing:
      return changed ? TakeChanged(record) : s;
    case WalFilter::WalProcessingOption::kIgnoreCurrentRecord:
      *verdict = Verdict::kLeaveOut;
      return s;
    case WalFilter::WalProcessingOption::kStopReplay:
      *verdict = Verdict::kStop;
      return s;
    case WalFilter::WalProcessingOption::kCorruptedRecord:
      return Status::Corruption("Corruption reported by wal_filter", filter_->Name());
    default:
      return Status::NotSupported("Unknown answer of wal_filter", filter_->Name());
  }
}

}  // namespace ROCKSDB_NAMESPACE
