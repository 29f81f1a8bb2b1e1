// Files and memtables as sources of the record check: see record_source.h.
#include "db/check/record_source.h"

namespace ROCKSDB_NAMESPACE {

namespace {

bool IsDeletion(ValueType type) {
  return type == kTypeDeletion || type == kTypeSingleDeletion || type == kTypeDeletionWithTimestamp;
}

}  // namespace

void RecordSource::Start(const Opener& open, FaultList* faults) {
  open_ = &open;
  faults_ = faults;
  if (entries_ == nullptr) {
    if (files_.empty()) return;
    OpenFile();
  } else {
    entries_->SeekToFirst();
  }
  Settle();
}

void RecordSource::Next() {
  entries_->Next();
  Settle();
}

void RecordSource::OpenFile() {
  OpenedFile opened;
  Status s = (*open_)(files_[at_], level_, &opened);
  // Reported when the walk leaves the file, like a failure in its middle.
  if (!s.ok()) opened.entries.reset(NewEmptyInternalIterator(s));
  entries_ = std::move(opened.entries);
  properties_ = std::move(opened.properties);
  tombstones_ = opened.tombstones == nullptr ? 0 : opened.tombstones->num_tombstones();
  unreadable_ = out_of_bounds_ = false;
  read_ = deletions_ = 0;
  previous_.clear();
  entries_->SeekToFirst();
}

// Goes on to the next entry there is to see, through as many files as that takes.
void RecordSource::Settle() {
  valid_ = false;
  while (!faults_->full()) {
    if (entries_->Valid()) {
      if (CheckPresent()) {
        valid_ = true;
        return;
      }
      entries_->Next();
      continue;
    }
    LeaveFile();
    if (at_ + 1 >= files_.size()) return;
    ++at_;
    OpenFile();
  }
}

// False: an entry to pass over.
bool RecordSource::CheckPresent() {
  const Slice key = entries_->key();
  ParsedInternalKey parsed;
  Status s = ParseInternalKey(key, &parsed);
  if (!s.ok() || !IsPointType(parsed.type)) {
    Fault(TreeFault::kEntryOrder, "an entry has no proper internal key", Slice());
    return false;
  }
  // An entry written after the check began may lie in no order with the files of the view.
  if (files_.empty()) return parsed.sequence <= newest_;
  const FileMeta& file = *files_[at_];
  ++read_;
  deletions_ += IsDeletion(parsed.type);
  if (!previous_.empty() && order_.Compare(previous_, key) >= 0) {
    Fault(TreeFault::kEntryOrder, "entries of a file are not in order", key);
  }
  previous_.assign(key.data(), key.size());
  // One fault a file: those after it have the same cause.
  if (out_of_bounds_) return true;
  if (order_.Compare(key, file.smallest) < 0 || order_.Compare(key, file.largest) > 0) {
    out_of_bounds_ = true;
    Fault(TreeFault::kFileBounds, "an entry lies outside its file's bounds", key);
  }
  // The recorded smallest number only orders files and may lie on either side of the true one: see
  // bucket/flush_numbers.h.
  if (parsed.sequence > file.largest_seqno) {
    out_of_bounds_ = true;
    Fault(TreeFault::kSequenceBounds, "an entry is newer than its file's record says", key);
  }
  return true;
}

void RecordSource::LeaveFile() {
  Status s = entries_->status();
  if (!s.ok() && !unreadable_) {
    unreadable_ = true;
    Fault(TreeFault::kUnreadable, s.ToString(), Slice());
  }
  // Counts of a file that was not read to its end mean nothing.
  if (!s.ok() || properties_ == nullptr || files_.empty()) return;
  const TableProperties& p = *properties_;
  const auto compare = [&](const char* of, uint64_t told, uint64_t found) {
    if (told == found) return;
    Fault(TreeFault::kCounts,
          std::string("the file tells of ") + std::to_string(told) + " " + of + " and holds " +
              std::to_string(found),
          Slice());
  };
  compare("entries", p.num_entries, read_ + tombstones_);
  compare("deletions", p.num_deletions, deletions_ + tombstones_);
  compare("range deletions", p.num_range_deletions, tombstones_);
}

void RecordSource::Fault(TreeFault::Kind kind, const std::string& what, const Slice& ikey) {
  TreeFault fault;
  fault.kind = kind;
  fault.what = what;
  fault.level = level_;
  fault.file = file_number();
  if (ikey.size() >= kInternalTailBytes) {
    fault.key = UserKeyOf(ikey).ToString();
    fault.sequence = SequenceOf(ikey);
  }
  if (kind == TreeFault::kSequenceBounds) fault.other_sequence = files_[at_]->largest_seqno;
  faults_->Add(std::move(fault));
}

}  // namespace ROCKSDB_NAMESPACE
