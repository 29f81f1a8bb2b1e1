// Adding to and looking up in a memtable. Iterators and estimates are in memtable_iterator.cc and
// memtable_stats.cc.
#include "memtable/memtable.h"

#include <algorithm>

#include "memtable/checked_cursor.h"
#include "memtable/memtable_entry.h"
#include "rocksdb/slice_transform.h"
#include "rocksdb/system_clock.h"
#include "rocksdb/write_buffer_manager.h"
#include "util/perf_context_imp.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// As in stock: an eighth of the buffer, at most 1 MiB.
constexpr size_t kLargestDefaultBlock = 1 << 20;
constexpr size_t kSmallestBlock = 4096;

size_t BlockSize(const MemTableOptions& options) {
  // With a block larger than the buffer, the memtable would not be full before the block is.
  if (options.arena_block_size > 0) {
    return std::clamp(options.arena_block_size, kSmallestBlock,
                      std::max(kSmallestBlock, options.write_buffer_size));
  }
  return std::clamp(options.write_buffer_size / 8, kSmallestBlock, kLargestDefaultBlock);
}

// How much a core's shard takes at a time. Small, so that idle shards hold little memory back;
// chosen, not measured.
constexpr size_t kArenaPiece = 64 << 10;

// Huge pages only for buffers where a partly used last one is a small share.
size_t ArenaChunk(size_t write_buffer_size) {
  // Chosen, not measured.
  constexpr size_t kFewest = 4;
  return write_buffer_size < kFewest * ArenaPool::kChunkSize ? write_buffer_size / 8
                                                             : ArenaPool::kChunkSize;
}

size_t FilterBytes(const MemTableOptions& options) {
  if (options.prefix_bloom_size_ratio <= 0) return 0;
  if (options.prefix_extractor == nullptr && !options.whole_key_filtering) return 0;
  return static_cast<size_t>(static_cast<double>(options.write_buffer_size) *
                             std::min(options.prefix_bloom_size_ratio, 0.25));
}

// For a counter with one writer at a time: no atomic read-modify-write.
void BumpAlone(std::atomic<uint64_t>* counter, uint64_t n) {
  counter->store(counter->load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
}

bool CountsAsDelete(ValueType type) {
  return type == kTypeDeletion || type == kTypeSingleDeletion || type == kTypeDeletionWithTimestamp;
}

}  // namespace

MemTable::MemTable(const InternalKeyOrder& order, const MemTableOptions& options,
                   WriteBufferManager* wbm, SequenceNumber earliest)
    : order_(order),
      options_(options),
      block_size_(BlockSize(options)),
      // A manager without limit and cache only counts, so charging it would be wasted work.
      wbm_(wbm != nullptr && (wbm->enabled() || wbm->cost_to_cache()) ? wbm : nullptr),
      earliest_seq_(earliest),
      arena_(kArenaPiece, ArenaChunk(options.write_buffer_size)),
      inspector_(&arena_, options.protection_bytes_per_key, options.paranoid_checks),
      points_(order_, &arena_),
      tombstones_(order_, &arena_),
      waiting_(&points_),
      filter_(FilterBytes(options), &arena_),
      write_buffer_size_(options.write_buffer_size) {
  used_bytes_.store(filter_.bytes());
  ChargeUsed();
}

MemTable::~MemTable() {
  if (wbm_ == nullptr) return;
  const uint64_t charged = charged_bytes_.load();
  // MarkImmutable was not called: every byte leaves the active count once.
  if (!IsImmutable()) wbm_->ScheduleFreeMem(charged);
  wbm_->FreeMem(charged);
}

// ---- Adding ----

Status MemTable::Add(SequenceNumber seq, ValueType type, const Slice& key, const Slice& value,
                     bool concurrent, Hint* hint) {
  // Without a guard from the batch, the memtable makes one, which protects the entry from here on.
  if (inspector_.active()) [[unlikely]] {
    const uint64_t guard = entry_guard::OfContents(type, key, value) ^ entry_guard::OfSequence(seq);
    return AddGuarded(seq, type, key, value, guard, concurrent, hint);
  }
  const size_t bytes = memtable_entry::EncodedSize(key, value);
  SkipList& list = type == kTypeRangeDeletion ? tombstones_ : points_;
  const SkipList::Draft draft = list.Allocate(bytes);
  memtable_entry::Encode(draft.entry, key, seq, type, value);
  // Before the entry is linked: the filter must never exclude an entry that a reader can see. In
  // the opposite order a Get between the two steps would miss an acknowledged write.
  if (type != kTypeRangeDeletion && filter_.enabled()) AddToFilter(key);
  if (!Link(draft, type, concurrent, hint)) {
    return Status::TryAgain("The memtable has this key with this sequence number already");
  }
  // Last, because no reader may see num_range_deletes() before the tombstone (invariant 4).
  Count(draft, seq, type, bytes, concurrent ? hint : nullptr);
  return Status::OK();
}

Status MemTable::AddNew(SequenceNumber seq, ValueType type, const Slice& key, const Slice& value) {
  if (type == kTypeRangeDeletion || inspector_.active() || !order_.bytewise()) [[unlikely]] {
    return Add(seq, type, key, value, false, nullptr);
  }
  const size_t bytes = memtable_entry::EncodedSize(key, value);
  const SkipList::Draft draft = points_.Allocate(bytes);
  memtable_entry::Encode(draft.entry, key, seq, type, value);
  if (filter_.enabled()) AddToFilter(key);
  waiting_.Take(draft, key);
  Count(draft, seq, type, bytes, nullptr);
  return Status::OK();
}

Status MemTable::AddGuarded(SequenceNumber seq, ValueType type, const Slice& key,
                            const Slice& value, uint64_t guard, bool concurrent, Hint* hint) {
  SkipList& list = type == kTypeRangeDeletion ? tombstones_ : points_;
  if (inspector_.paranoid()) {
    // A search could not find an entry that a damaged neighbour misplaced.
    CheckedCursor place(&list, &inspector_, &order_);
    place.Seek(MakeInternalKey(key, seq, type));
    if (!place.status().ok()) return place.status();
  }
  const size_t bytes = memtable_entry::EncodedSize(key, value);
  const SkipList::Draft draft = list.Allocate(bytes + inspector_.guard_bytes());
  memtable_entry::Encode(draft.entry, key, seq, type, value);
  BUCKETLSM_SYNC_POINT_ARG("MemTable::AddGuarded:Encoded", draft.entry);
  Status s = inspector_.Seal(draft.entry, bytes, guard);
  if (!s.ok()) return s;
  if (type != kTypeRangeDeletion && filter_.enabled()) AddToFilter(key);
  if (!Link(draft, type, concurrent, hint)) {
    return Status::TryAgain("The memtable has this key with this sequence number already");
  }
  Count(draft, seq, type, bytes, concurrent ? hint : nullptr);
#ifdef BUCKETLSM_SYNC_POINTS
  Slice linked(draft.entry, bytes);
  BUCKETLSM_SYNC_POINT_ARG("MemTable::AddGuarded:Linked", &linked);
#endif
  return s;
}

bool MemTable::Link(const SkipList::Draft& draft, ValueType type, bool concurrent, Hint* hint) {
  if (type == kTypeRangeDeletion) {
    SkipList::Finger finger;  // rare, so not kept
    return concurrent ? tombstones_.InsertConcurrently(draft, &finger)
                      : tombstones_.Insert(draft, &finger);
  }
  // Otherwise a reader might link them while this thread inserts.
  LinkWaiting();
  SkipList::Finger* finger = hint != nullptr ? &hint->finger : &own_finger_;
  return concurrent ? points_.InsertConcurrently(draft, finger) : points_.Insert(draft, finger);
}

void MemTable::Count(const SkipList::Draft& draft, SequenceNumber seq, ValueType type,
                     size_t entry_bytes, Hint* hint) {
  // Concurrent writers add in any order, so the smallest is kept by comparison.
  SequenceNumber first = first_seq_.load(std::memory_order_relaxed);
  while (seq < first && !first_seq_.compare_exchange_weak(first, seq, std::memory_order_relaxed)) {
  }
  // Of several first writers one alone has replaced the value of the empty memtable.
  if (first == kLargestSequence) [[unlikely]] {
    NoteKeyTime();
  }
  // Counted at once, not in the hint: a reader that skips the tombstones would see deleted keys.
  if (type == kTypeRangeDeletion) range_deletes_.fetch_add(1, std::memory_order_release);
  const uint64_t deletes = CountsAsDelete(type) ? 1 : 0;
  if (hint != nullptr) {
    hint->entries += 1;
    hint->deletes += deletes;
    hint->data_bytes += entry_bytes;
    hint->used_bytes += draft.bytes;
    return;
  }
  BumpAlone(&entries_, 1);
  if (deletes != 0) BumpAlone(&deletes_, deletes);
  BumpAlone(&data_bytes_, entry_bytes);
  BumpAlone(&used_bytes_, draft.bytes);
  ChargeUsed();
}

void MemTable::NoteKeyTime() {
  if (options_.clock == nullptr) return;
  oldest_key_time_.store(options_.clock->NowMicros() / 1000000, std::memory_order_relaxed);
}

void MemTable::PublishCounts(Hint* hint) {
  // Only concurrent writers count in their hint.
  if (hint->entries == 0) return;
  entries_.fetch_add(hint->entries, std::memory_order_relaxed);
  deletes_.fetch_add(hint->deletes, std::memory_order_relaxed);
  data_bytes_.fetch_add(hint->data_bytes, std::memory_order_relaxed);
  used_bytes_.fetch_add(hint->used_bytes, std::memory_order_relaxed);
  ChargeUsed();
  hint->entries = hint->deletes = hint->data_bytes = hint->used_bytes = 0;
}

// In whole blocks.
void MemTable::ChargeUsed() {
  if (wbm_ == nullptr) return;
  const uint64_t used = used_bytes_.load(std::memory_order_relaxed);
  const uint64_t wanted = (used + block_size_ - 1) / block_size_ * block_size_;
  uint64_t charged = charged_bytes_.load(std::memory_order_relaxed);
  // The thread that moves the mark charges the manager, so each block is charged exactly once.
  while (charged < wanted) {
    if (charged_bytes_.compare_exchange_weak(charged, wanted, std::memory_order_relaxed)) {
      wbm_->ReserveMem(wanted - charged);
      return;
    }
  }
}

// ---- Filter ----

Slice MemTable::WithoutTimestamp(const Slice& user_key) const {
  const size_t ts = order_.user_comparator()->timestamp_size();
  return Slice(user_key.data(), user_key.size() - std::min(ts, user_key.size()));
}

void MemTable::AddToFilter(const Slice& user_key) {
  const Slice key = WithoutTimestamp(user_key);
  const SliceTransform* extractor = options_.prefix_extractor.get();
  if (extractor != nullptr && extractor->InDomain(key)) filter_.Add(extractor->Transform(key));
  if (options_.whole_key_filtering) filter_.Add(key);
}

bool MemTable::PrefixFilterExcludes(const Slice& user_key) const {
  const SliceTransform* extractor = options_.prefix_extractor.get();
  if (!filter_.enabled() || extractor == nullptr) return false;
  const Slice key = WithoutTimestamp(user_key);
  return extractor->InDomain(key) && !filter_.MayContain(extractor->Transform(key));
}

bool MemTable::FilterExcludes(const Slice& user_key) const {
  if (!filter_.enabled()) return false;
  // The filter may hold keys and prefixes; a test of the whole key excludes more.
  if (options_.whole_key_filtering) return !filter_.MayContain(WithoutTimestamp(user_key));
  return PrefixFilterExcludes(user_key);
}

// ---- Looking up ----

bool MemTable::Get(const LookupKey& key, PointLookup* lookup) const {
  if (IsEmpty()) return lookup->done();
  // Before the entries, because the lookup must not take those that a tombstone of this memtable
  // covers.
  CoverByTombstones(lookup);
  const bool excluded = FilterExcludes(key.user_key());
  if (filter_.enabled()) {
    if (excluded) {
      PERF_COUNT(bloom_memtable_miss_count, 1);
    } else {
      PERF_COUNT(bloom_memtable_hit_count, 1);
    }
  }
  if (!excluded && inspector_.active()) [[unlikely]] {
    GetChecked(key, lookup);
  } else if (!excluded) {
    if (!waiting_.Empty() && waiting_.MayHave(key.user_key())) waiting_.LinkAll();
    Cleanable stable;  // without clean-ups: the bytes stay as long as this memtable
    SkipList::Cursor cursor(&points_);
    for (cursor.Seek(key.internal_key()); cursor.Valid(); cursor.Next()) {
      const memtable_entry::View entry(cursor.entry());
      if (!lookup->Offer(entry.Parsed(), entry.value, &stable)) break;
    }
  }
  lookup->EndSource();
  return lookup->done();
}

void MemTable::GetChecked(const LookupKey& key, PointLookup* lookup) const {
  Cleanable stable;
  CheckedCursor cursor(&points_, &inspector_, &order_);
  for (cursor.Seek(key.internal_key()); cursor.Valid(); cursor.Next()) {
    if (!lookup->Offer(cursor.entry().Parsed(), cursor.entry().value, &stable)) break;
  }
  if (!cursor.status().ok()) lookup->Fail(cursor.status());
}

void MemTable::CoverByTombstones(PointLookup* lookup) const {
  if (num_range_deletes() == 0) return;
  const FragmentedRangeTombstones* frozen = frozen_fragments_.load(std::memory_order_acquire);
  // Immutable: the fragments are final, so the read needs no lock and no reference count.
  if (frozen != nullptr && !inspector_.active()) {
    lookup->CoverUpTo(frozen->MaxCoveringSeq(lookup->user_key(), lookup->snapshot()));
    return;
  }
  const auto fragments = RangeTombstones();
  lookup->CoverUpTo(fragments->MaxCoveringSeq(lookup->user_key(), lookup->snapshot()));
  if (inspector_.active()) {
    Status s = TombstoneStatus();
    if (!s.ok()) lookup->Fail(s);
  }
}

size_t MemTable::CountSuccessiveMerges(const LookupKey& key, size_t limit) const {
  const auto is_operand = [&](const memtable_entry::View& entry) {
    return TypeOf(entry.key) == kTypeMerge &&
           order_.SameUserKey(UserKeyOf(entry.key), key.user_key());
  };
  LinkWaiting();
  size_t count = 0;
  if (inspector_.active()) {
    CheckedCursor cursor(&points_, &inspector_, &order_);
    cursor.Seek(key.internal_key());
    for (; cursor.Valid() && count < limit && is_operand(cursor.entry()); cursor.Next()) ++count;
    return count;
  }
  SkipList::Cursor cursor(&points_);
  for (cursor.Seek(key.internal_key());
       cursor.Valid() && count < limit && is_operand(memtable_entry::View(cursor.entry()));
       cursor.Next()) {
    ++count;
  }
  return count;
}

std::shared_ptr<const FragmentedRangeTombstones> MemTable::BuildFragments() const {
  if (inspector_.active()) return BuildCheckedFragments();
  std::vector<RangeTombstone> list;
  SkipList::Cursor cursor(&tombstones_);
  for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next()) {
    const memtable_entry::View entry(cursor.entry());
    list.push_back({UserKeyOf(entry.key), entry.value, SequenceOf(entry.key)});
  }
  return std::make_shared<const FragmentedRangeTombstones>(order_.user_comparator(),
                                                           std::move(list));
}

// The fragments copy the checked keys, so that later damage cannot change them.
std::shared_ptr<const FragmentedRangeTombstones> MemTable::BuildCheckedFragments() const {
  std::vector<RangeTombstone> list;
  CheckedCursor cursor(&tombstones_, &inspector_, &order_);
  for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next()) {
    const memtable_entry::View& entry = cursor.entry();
    list.push_back({UserKeyOf(entry.key), entry.value, SequenceOf(entry.key)});
  }
  // Kept, because the fragments lack the tombstones behind the damage (TombstoneStatus).
  if (!cursor.status().ok()) tombstone_damage_ = cursor.status();
  return std::make_shared<const FragmentedRangeTombstones>(order_.user_comparator(),
                                                           std::move(list), true);
}

Status MemTable::TombstoneStatus() const {
  MutexLock lock(&fragments_mu_);
  return tombstone_damage_;
}

std::shared_ptr<const FragmentedRangeTombstones> MemTable::RangeTombstones() const {
  // Read before building: a tombstone linked later makes the next call build again.
  const uint64_t count = num_range_deletes();
  if (count == 0) return nullptr;
  MutexLock lock(&fragments_mu_);
  // Many reads share one build; a later tombstone makes it stale.
  if (fragments_ == nullptr || fragments_count_ < count) {
    fragments_ = BuildFragments();
    fragments_count_ = count;
  }
  return fragments_;
}

// ---- Life ----

void MemTable::MarkImmutable() {
  // Two calls must not subtract the memory twice.
  if (immutable_.exchange(true, std::memory_order_acq_rel)) return;
  LinkWaiting();
  if (wbm_ != nullptr) wbm_->ScheduleFreeMem(charged_bytes_.load());
  const auto fragments = RangeTombstones();  // kept alive by fragments_, which no longer changes
  frozen_fragments_.store(fragments.get(), std::memory_order_release);
}

bool MemTable::ShouldFlush() const {
  if (options_.max_range_deletions > 0 && num_range_deletes() >= options_.max_range_deletions) {
    return true;
  }
  const uint64_t used = used_bytes_.load(std::memory_order_relaxed);
  const uint64_t limit = write_buffer_size_.load(std::memory_order_relaxed) + block_size_ * 6 / 10;
  const uint64_t in_blocks = (used + block_size_ - 1) / block_size_ * block_size_;
  if (in_blocks > limit) return true;
  // At least one more block fits.
  if (in_blocks + block_size_ <= limit) return false;
  // The last block that fits: full enough when less than a quarter of it is left.
  return in_blocks - used < block_size_ / 4;
}

}  // namespace ROCKSDB_NAMESPACE
