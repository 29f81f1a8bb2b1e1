// The moves of CheckedCursor. A search ends between two entries and opens both, because a damaged
// key that misleads the search is one of them.
#include "memtable/checked_cursor.h"

namespace ROCKSDB_NAMESPACE {

void CheckedCursor::Show() {
  valid_ = false;
  if (!status_.ok() || !cursor_.Valid()) return;
  if (!inspector_.Open(cursor_.entry(), &view_)) {
    Fail(inspector_.Damage(cursor_.entry()));
    return;
  }
  valid_ = true;
}

bool CheckedCursor::OpenNeighbour(const char* entry) {
  memtable_entry::View view;
  if (entry == nullptr || inspector_.Open(entry, &view)) return true;
  Fail(inspector_.Damage(entry));
  return false;
}

void CheckedCursor::CheckOrder(const Slice& before, const Slice& after) {
  if (!inspector_.paranoid() || order_.Compare(before, after) < 0) return;
  Fail(Status::Corruption("Corrupted memtable",
                          "entries are out of order at key " + UserKeyOf(after).ToString(true)));
}

void CheckedCursor::Seek(const Slice& internal_key) {
  Restart();
  const char* before = nullptr;
  if (!cursor_.SeekInspecting(internal_key, &Inspect, this, &before)) {
    Fail(inspector_.Damage(before));
    return;
  }
  if (OpenNeighbour(before)) Show();
}

// Moves to the last entry before internal_key. *target_follows: the next entry is internal_key
// itself.
bool CheckedCursor::SeekBefore(const Slice& internal_key, bool* target_follows) {
  const char* after = nullptr;
  if (!cursor_.SeekBeforeInspecting(internal_key, &Inspect, this, &after)) {
    Fail(inspector_.Damage(after));
    return false;
  }
  if (!OpenNeighbour(after)) return false;
  *target_follows =
      after != nullptr && order_.Compare(memtable_entry::View(after).key, internal_key) == 0;
  return true;
}

void CheckedCursor::SeekForPrev(const Slice& internal_key) {
  Restart();
  bool exact = false;
  if (!SeekBefore(internal_key, &exact)) return;
  exact ? Seek(internal_key) : Show();
}

void CheckedCursor::Next() {
  const Slice before = view_.key;
  cursor_.Next();
  Show();
  // Show has overwritten view_; `before` refers to the memtable's bytes and stays valid.
  if (valid_) CheckOrder(before, view_.key);
}

// The list has no backward links, so a search for the shown entry finds the one before it; the
// shown entry must then follow directly.
void CheckedCursor::Prev() {
  const Slice after = view_.key;
  bool follows = false;
  if (!SeekBefore(after, &follows)) return;
  if (!follows) {
    return Fail(Status::Corruption("Corrupted memtable", "an entry changed while it was shown"));
  }
  Show();
  if (valid_) CheckOrder(view_.key, after);
}

void CheckedCursor::SeekToFirst() {
  Restart();
  cursor_.SeekToFirst();
  Show();
}

void CheckedCursor::SeekToLast() {
  Restart();
  cursor_.SeekToLast();
  Show();
}

}  // namespace ROCKSDB_NAMESPACE
