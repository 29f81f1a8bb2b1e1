// One source of RecordCheck: a memtable, or files end to end, each opened when the walk reaches it
// and checked against its record on the way. Used by record_check.cc only.
#pragma once

#include "db/check/record_check.h"

namespace ROCKSDB_NAMESPACE {

//   Start -> [ valid: key() -> Next ]* -> not valid: at the end, or enough faults were found
class RecordCheck::Source {
 public:
  // A memtable.
  Source(const InternalKeyOrder& order, size_t index, std::unique_ptr<InternalIterator> entries,
         SequenceNumber newest)
      : order_(order), index_(index), newest_(newest), entries_(std::move(entries)) {}
  // Files.
  Source(const InternalKeyOrder& order, size_t index, int level, FileList files)
      : order_(order), index_(index), level_(level), files_(std::move(files)) {}

  size_t index() const { return index_; }
  int level() const { return level_; }
  const FileList& files() const { return files_; }
  // Of the present entry; 0 in a memtable.
  uint64_t file_number() const { return at_ < files_.size() ? files_[at_]->number : 0; }

  void Start(const Opener& open, FaultList* faults);
  bool valid() const { return valid_; }
  const Slice& key() const { return entries_->key(); }
  void Next();

 private:
  void OpenFile();
  // To the next entry that counts, through ends of files.
  void Settle();
  // Holds the present entry against its file's record.
  bool CheckPresent();
  // Holds what was read of the file against its properties.
  void LeaveFile();
  void Fault(TreeFault::Kind kind, const std::string& what, const Slice& ikey);

  const InternalKeyOrder order_;
  const size_t index_;
  // -1: a memtable.
  const int level_ = -1;
  const SequenceNumber newest_ = kLargestSequence;
  // Empty: a memtable.
  const FileList files_;
  size_t at_ = 0;
  const Opener* open_ = nullptr;
  FaultList* faults_ = nullptr;
  std::unique_ptr<InternalIterator> entries_;
  std::shared_ptr<const TableProperties> properties_;
  uint64_t tombstones_ = 0;
  bool unreadable_ = false;
  bool out_of_bounds_ = false;  // told once a file
  uint64_t read_ = 0;
  uint64_t deletions_ = 0;
  std::string previous_;
  bool valid_ = false;
};

}  // namespace ROCKSDB_NAMESPACE
