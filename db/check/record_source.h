// One source of RecordCheck: a memtable, or files end to end. Opens each file when the walk reaches
// it and checks it against its record on the way. Used by RecordCheck only.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "rocksdb/table_properties.h"
#include "util/internal_iterator.h"
#include "util/range_tombstone.h"
#include "version/tree_audit.h"

namespace ROCKSDB_NAMESPACE {

//   Start -> [ valid: key() -> Next ]* -> not valid: at the end, or enough faults were found
class RecordSource {
 public:
  // The walk's view of one table. `properties` may be null: counts are then not checked.
  struct OpenedFile {
    std::unique_ptr<InternalIterator> entries;
    // Null: none.
    std::shared_ptr<const FragmentedRangeTombstones> tombstones;
    std::shared_ptr<const TableProperties> properties;
  };
  using Opener = std::function<Status(const FilePtr&, int level, OpenedFile*)>;

  // A memtable.
  RecordSource(const InternalKeyOrder& order, size_t index,
               std::unique_ptr<InternalIterator> entries, SequenceNumber newest)
      : order_(order), index_(index), newest_(newest), entries_(std::move(entries)) {}
  // Files.
  RecordSource(const InternalKeyOrder& order, size_t index, int level, FileList files)
      : order_(order), index_(index), level_(level), files_(std::move(files)) {}

  size_t index() const { return index_; }
  int level() const { return level_; }
  const FileList& files() const { return files_; }
  // The file of the present entry; 0 in a memtable.
  uint64_t file_number() const { return at_ < files_.size() ? files_[at_]->number : 0; }

  void Start(const Opener& open, FaultList* faults);
  bool valid() const { return valid_; }
  const Slice& key() const { return entries_->key(); }
  void Next();

 private:
  void OpenFile();
  // Moves to the next entry that counts, over the ends of files.
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
  // Reported once for each file.
  bool out_of_bounds_ = false;
  uint64_t read_ = 0;
  uint64_t deletions_ = 0;
  std::string previous_;
  bool valid_ = false;
};

}  // namespace ROCKSDB_NAMESPACE
