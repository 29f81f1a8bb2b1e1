// Log records against tables: see repair_taken.h.
#include "db/repair/repair_taken.h"

#include "version/user_range.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// By number alone: a sequence number belongs to one record.
bool HoldsTombstone(const TableReader& reader, SequenceNumber seq) {
  const auto tombstones = reader.RangeTombstones();
  if (tombstones == nullptr) return false;
  for (const auto& fragment : tombstones->fragments()) {
    for (const SequenceNumber n : tombstones->SeqsOf(fragment)) {
      if (n == seq) return true;
    }
  }
  return false;
}

}  // namespace

RepairTaken::RepairTaken(const RepairContext* context, const RepairFamily* family,
                         const Evidence& evidence)
    : context_(*context), family_(*family), evidence_(evidence) {}

bool RepairTaken::MayHold(const SavedTable& table, uint64_t log) const {
  if (table.from_log || table.from_outside || table.IsOlderThanLog(log)) return false;
  const bool later = evidence_.flushed_before != 0 && log >= evidence_.flushed_before;
  return !(table.remembered && later);
}

const RepairTaken::Suspects& RepairTaken::SuspectsOf(uint64_t log) {
  const auto [found, is_new] = suspects_.try_emplace(log);
  Suspects& suspects = found->second;
  if (!is_new) return suspects;
  for (const SavedTable& table : family_.tables) {
    if (!MayHold(table, log)) continue;
    suspects.newest = std::max(suspects.newest, table.meta->largest_seqno);
    suspects.forgotten |= table.meta->smallest_seqno == 0;
    suspects.tables.push_back(table);
  }
  return suspects;
}

bool RepairTaken::IsToBeTaken(uint64_t log, SequenceNumber seq, const BatchReader& record) {
  const uint64_t flushed = std::max(evidence_.flushed_before, family_.flushed_logs);
  // Rules 1 to 4 of the header, in order; then 5 and 6.
  if (log < flushed && !family_.damaged) return false;
  if (evidence_.manifest_fits && log >= evidence_.flushed_before) return true;
  const Suspects& suspects = SuspectsOf(log);
  if (seq > suspects.newest && !suspects.forgotten) return true;
  if (seq <= suspects.newest && evidence_.logs_are_damaged && !family_.damaged) return false;
  const Answer answer = AskTables(suspects, log, seq, record);
  if (answer != Answer::kForgotten) return answer == Answer::kNo;
  if (record.type == kTypeMerge) return WasBegunAnew(record.key);
  BeginsAnew(record);
  return true;
}

RepairTaken::OpenTable* RepairTaken::Open(const FileMeta& file) {
  // Kept open: the records of a log mostly ask the same few tables.
  OpenTable& table = open_[file.number];
  if (table.reader != nullptr) return &table;
  Status s = context_.OpenTable(family_, file, &table.reader);
  if (!s.ok()) return nullptr;
  table.entries.reset(table.reader->NewIterator(ReadOptions(), TableIterOptions()));
  return &table;
}

RepairTaken::Answer RepairTaken::AskTables(const Suspects& suspects, uint64_t log,
                                           SequenceNumber seq, const BatchReader& record) {
  const InternalKeyOrder& order = family_.order();
  const bool range = record.type == kTypeRangeDeletion;
  const UserRange place{record.key, range ? record.value : record.key, range};
  Answer answer = Answer::kNo;
  for (const SavedTable& table : suspects.tables) {
    if (!Overlaps(order, UserRange::Of(*table.meta), place)) continue;
    const Answer one = AskTable(table, log, seq, record);
    if (one == Answer::kYes) return one;
    if (one == Answer::kForgotten) answer = one;
  }
  return answer;
}

RepairTaken::Answer RepairTaken::AskTable(const SavedTable& saved, uint64_t log, SequenceNumber seq,
                                          const BatchReader& record) {
  OpenTable* table = Open(*saved.meta);
  if (table == nullptr) return Answer::kNo;
  // Entries without number say nothing of logs, unless the table records up to which log it goes.
  const bool may_forget =
      saved.meta->smallest_seqno == 0 && (saved.flushed_logs == 0 || log < saved.flushed_logs);
  const Answer not_found = may_forget ? Answer::kForgotten : Answer::kNo;
  if (record.type == kTypeRangeDeletion) {
    return HoldsTombstone(*table->reader, seq) ? Answer::kYes : not_found;
  }
  InternalIterator* it = table->entries.get();
  const auto seek = [&](SequenceNumber from) {
    it->Seek(MakeInternalKey(record.key, from, kSeekType));
    return it->Valid() && family_.order().SameUserKey(UserKeyOf(it->key()), record.key);
  };
  if (!seek(kLargestSequence)) return Answer::kNo;
  // The newest entry of the key in this table.
  const SequenceNumber found = SequenceOf(it->key());
  if (found == 0) return not_found;
  // A newer entry was merged on top of this operand or made after it: it is in there.
  if (record.type == kTypeMerge) return found >= seq ? Answer::kYes : Answer::kNo;
  return seek(seq) && SequenceOf(it->key()) == seq ? Answer::kYes : Answer::kNo;
}

bool RepairTaken::WasBegunAnew(const Slice& key) const {
  if (anew_.count(key.ToString()) != 0) return true;
  const InternalKeyOrder& order = family_.order();
  return std::any_of(ranges_anew_.begin(), ranges_anew_.end(), [&](const auto& range) {
    return order.CompareUserKeys(key, range.first) >= 0 &&
           order.CompareUserKeys(key, range.second) < 0;
  });
}

void RepairTaken::BeginsAnew(const BatchReader& record) {
  if (record.type == kTypeRangeDeletion) {
    ranges_anew_.emplace_back(record.key.ToString(), record.value.ToString());
  } else {
    anew_.insert(record.key.ToString());
  }
}

}  // namespace ROCKSDB_NAMESPACE
