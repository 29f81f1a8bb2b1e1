// Iterators over a memtable's two lists. They see entries added while they are open, in order.
#include "memtable/memtable.h"
#include "memtable/memtable_entry.h"
#include "util/perf_context_imp.h"

namespace ROCKSDB_NAMESPACE {

namespace {

class MemTableIterator final : public InternalIterator {
 public:
  // `excludes` tells which seek targets cannot be in the list; may be null.
  using Excludes = bool (*)(const MemTable* memtable, const Slice& user_key);

  MemTableIterator(const SkipList* list, const MemTable* memtable, Excludes excludes)
      : cursor_(list), memtable_(memtable), excludes_(excludes) {}
  ~MemTableIterator() override { Publish(); }

  void SeekToFirst() override {
    cursor_.SeekToFirst();
    Load();
  }
  void SeekToLast() override {
    cursor_.SeekToLast();
    Load();
  }
  void Seek(const Slice& target) override {
    Publish();
    PERF_COUNT(seek_on_memtable_count, 1);
    PERF_TIMER(seek_on_memtable_time);
    if (excludes_ != nullptr && excludes_(memtable_, UserKeyOf(target))) return SetEnd();
    cursor_.Seek(target);
    Load();
  }
  void SeekForPrev(const Slice& target) override {
    if (excludes_ != nullptr && excludes_(memtable_, UserKeyOf(target))) return SetEnd();
    cursor_.SeekForPrev(target);
    Load();
  }
  void Next() override {
    ++nexts_;
    cursor_.Next();
    Load();
  }
  void Prev() override {
    ++prevs_;
    cursor_.Prev();
    Load();
  }
  Status status() const override { return Status::OK(); }
  bool KeyPinned() const override { return true; }
  bool ValuePinned() const override { return true; }

 private:
  // Steps are counted here and told once for many.
  void Publish() {
    PERF_COUNT(next_on_memtable_count, nexts_);
    PERF_COUNT(prev_on_memtable_count, prevs_);
    nexts_ = prevs_ = 0;
  }

  void Load() {
    valid_ = cursor_.Valid();
    if (!valid_) return;
    const memtable_entry::View entry(cursor_.entry());
    key_ = entry.key;
    value_ = entry.value;
  }

  SkipList::Cursor cursor_;
  const MemTable* const memtable_;
  const Excludes excludes_;
  uint64_t nexts_ = 0;
  uint64_t prevs_ = 0;
};

}  // namespace

InternalIterator* MemTable::NewIterator(Arena* arena, bool prefix_seek) const {
  MemTableIterator::Excludes excludes = nullptr;
  if (prefix_seek && filter_.enabled()) {
    excludes = [](const MemTable* memtable, const Slice& user_key) {
      return memtable->PrefixFilterExcludes(user_key);
    };
  }
  if (arena == nullptr) return new MemTableIterator(&points_, this, excludes);
  char* space = arena->AllocateAligned(sizeof(MemTableIterator));
  return new (space) MemTableIterator(&points_, this, excludes);
}

InternalIterator* MemTable::NewRangeTombstoneEntryIterator() const {
  return new MemTableIterator(&tombstones_, this, nullptr);
}

}  // namespace ROCKSDB_NAMESPACE
