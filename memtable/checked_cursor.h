// CheckedCursor: a skip list cursor that opens and checks every entry before it shows it, for
// memtables whose options ask for checks. MemTable and its iterators use it. Damage puts it at the
// end, and status() returns the damage until the next seek. It never follows a length that
// EntryInspector has not checked.
//
//   ... | a | c | [place of b] | d | ...       Seek(b) ends between c and d
//           ^ opened             ^ opened, then shown
#pragma once

#include "memtable/entry_inspector.h"
#include "memtable/skip_list.h"

namespace ROCKSDB_NAMESPACE {

// The moves of SkipList::Cursor, with entry() in place of raw bytes. One thread uses it; others may
// add entries meanwhile.
class CheckedCursor {
 public:
  // REQUIRES: all three outlive this.
  CheckedCursor(const SkipList* list, const EntryInspector* inspector,
                const InternalKeyOrder* order)
      : cursor_(list), inspector_(*inspector), order_(*order) {}

  bool Valid() const { return valid_; }
  const Status& status() const { return status_; }
  // REQUIRES for these: Valid().
  const memtable_entry::View& entry() const { return view_; }
  // Nothing that was not checked is read, so nothing is fetched.
  void FetchAhead() const {}
  void Next();
  void Prev();

  void Seek(const Slice& internal_key);
  void SeekForPrev(const Slice& internal_key);
  void SeekToFirst();
  void SeekToLast();

 private:
  static bool Inspect(void* self, const char* entry) {
    return static_cast<CheckedCursor*>(self)->inspector_.MayCompare(entry);
  }
  void Restart() {
    valid_ = false;
    status_ = Status::OK();
  }
  // Opens the entry beside the one to be shown.
  bool OpenNeighbour(const char* entry);
  // False with status_ set.
  bool SeekBefore(const Slice& internal_key, bool* target_follows);
  // Shows the entry under the cursor if it is undamaged.
  void Show();
  void Fail(const Status& s) {
    if (status_.ok()) status_ = s;
    valid_ = false;
  }
  // With paranoid checks: `before` must sort before `after`.
  void CheckOrder(const Slice& before, const Slice& after);

  SkipList::Cursor cursor_;
  const EntryInspector& inspector_;
  const InternalKeyOrder& order_;
  // The entry shown; undefined while !valid_.
  memtable_entry::View view_;
  bool valid_ = false;
  Status status_;
};

}  // namespace ROCKSDB_NAMESPACE
