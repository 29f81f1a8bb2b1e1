// Iterators over a memtable's two lists. A seek or step meets all entries added before it; the
// reader's sequence number hides entries that are too new. One thread each.
#include <algorithm>

#include "memtable/checked_cursor.h"
#include "memtable/memtable.h"
#include "memtable/memtable_entry.h"
#include "util/perf_context_imp.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Tells which seek targets cannot be in the list; may be null.
using Excludes = bool (*)(const MemTable* memtable, const Slice& user_key);

// The cursor of a memtable without checks.
class PlainCursor : public SkipList::Cursor {
 public:
  using SkipList::Cursor::Cursor;
  memtable_entry::View entry() const { return memtable_entry::View(SkipList::Cursor::entry()); }
  Status status() const { return Status::OK(); }
  // Two steps ago Next() fetched the first line of the entry behind this one. Its value, which lies
  // anywhere in memory, is fetched from here while the caller looks at the present entry.
  void FetchAhead() const {
    // What the processor fetches by itself once a copy has begun. Chosen, not measured.
    constexpr size_t kMostBytes = 1024;
    const char* next = PeekNext();
    if (next == nullptr) return;
    const Slice value = memtable_entry::View(next).value;
    const char* const end = value.data() + std::min(value.size(), kMostBytes);
    for (const char* line = value.data(); line < end; line += 64) __builtin_prefetch(line);
  }
};

template <class AnyCursor>
class MemTableIterator final : public InternalIterator {
 public:
  MemTableIterator(const AnyCursor& cursor, const MemTable* memtable, Excludes excludes)
      : cursor_(cursor), memtable_(memtable), own_excludes_(excludes), excludes_(excludes) {}
  ~MemTableIterator() override { Publish(); }

  void SeekToFirst() override {
    memtable_->LinkWaiting();
    cursor_.SeekToFirst();
    Load();
  }
  void SeekToLast() override {
    memtable_->LinkWaiting();
    cursor_.SeekToLast();
    Load();
  }
  void Seek(const Slice& target) override {
    Publish();
    PERF_COUNT(seek_on_memtable_count, 1);
    PERF_TIMER(seek_on_memtable_time);
    if (excludes_ != nullptr && excludes_(memtable_, UserKeyOf(target))) return SetEnd();
    memtable_->LinkWaiting();
    cursor_.Seek(target);
    Load();
  }
  void SeekForPrev(const Slice& target) override {
    if (excludes_ != nullptr && excludes_(memtable_, UserKeyOf(target))) return SetEnd();
    memtable_->LinkWaiting();
    cursor_.SeekForPrev(target);
    Load();
  }
  void Next() override {
    ++nexts_;
    // A tailing iterator meets what was written ahead of it.
    memtable_->LinkWaiting();
    cursor_.Next();
    Load();
    if (valid_) cursor_.FetchAhead();
  }
  void Prev() override {
    ++prevs_;
    memtable_->LinkWaiting();
    cursor_.Prev();
    Load();
  }
  void SetTotalOrder(bool on) override { excludes_ = on ? nullptr : own_excludes_; }
  Status status() const override { return cursor_.status(); }
  // Invariant 1 of memtable.h: entries never move.
  bool KeyPinned() const override { return true; }
  bool ValuePinned() const override { return true; }

 private:
  // Adds the counted steps to the perf context, once for many.
  void Publish() {
    PERF_COUNT(next_on_memtable_count, nexts_);
    PERF_COUNT(prev_on_memtable_count, prevs_);
    nexts_ = prevs_ = 0;
  }

  void Load() {
    valid_ = cursor_.Valid();
    if (!valid_) return;
    const memtable_entry::View entry = cursor_.entry();
    key_ = entry.key;
    value_ = entry.value;
  }

  AnyCursor cursor_;
  const MemTable* const memtable_;
  const Excludes own_excludes_;
  Excludes excludes_;  // null in total order
  uint64_t nexts_ = 0;
  uint64_t prevs_ = 0;
};

template <class AnyCursor>
InternalIterator* Make(const AnyCursor& cursor, const MemTable* memtable, Excludes excludes,
                       Arena* arena) {
  using Iterator = MemTableIterator<AnyCursor>;
  if (arena == nullptr) return new Iterator(cursor, memtable, excludes);
  // The arena never runs destructors: the owner calls this one, and frees nothing.
  return new (arena->AllocateAligned(sizeof(Iterator))) Iterator(cursor, memtable, excludes);
}

}  // namespace

InternalIterator* MemTable::NewIterator(Arena* arena, bool prefix_seek) const {
  Excludes excludes = nullptr;
  if (prefix_seek && filter_.enabled()) {
    excludes = [](const MemTable* memtable, const Slice& user_key) {
      return memtable->PrefixFilterExcludes(user_key);
    };
  }
  if (inspector_.active()) {
    return Make(CheckedCursor(&points_, &inspector_, &order_), this, excludes, arena);
  }
  return Make(PlainCursor(&points_), this, excludes, arena);
}

}  // namespace ROCKSDB_NAMESPACE
