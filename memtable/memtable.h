// MemTable: the write buffer of one column family. The write path adds entries, Get and iterators
// read them meanwhile, the flush job reads the memtable once it is full. It never touches files and
// never starts a flush (ShouldFlush only answers).
//
//   Add -> arena: entry bytes -> [filter] -> skip list (points_ or tombstones_) -> counts
//                                    |          ^ readers, at any time, without a lock
//   AddNew                           +-> waiting_, until a reader wants it or a few are there
//
//   life:  active -> MarkImmutable -> flush to Level 0 -> last reference goes
//
// Invariants
//  1. An entry, once linked, never moves or changes; its bytes live as long as the memtable.
//  2. Entries are ordered by InternalKeyOrder; no two have the same user key and sequence number.
//  3. Range tombstones live in a list of their own and are not among the point entries.
//  4. num_range_deletes() is raised after the tombstone is linked, so a reader that sees the count
//     finds the tombstone.
//  5. The choice whether entries are checked is made at creation: without checks it costs one
//     predictable branch for each Add, Get and iterator, and nothing for each entry.
//  6. Whoever searches or walks points_, or inserts there, links what waits first: a Get what
//     may be of its key. An entry that is added later is too new for the reader.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "memtable/entry_inspector.h"
#include "memtable/memtable_bloom.h"
#include "memtable/skip_list.h"
#include "memtable/waiting_entries.h"
#include "rocksdb/types.h"
#include "util/arena.h"
#include "util/internal_iterator.h"
#include "util/internal_key.h"
#include "util/mutex.h"
#include "util/point_lookup.h"
#include "util/range_tombstone.h"

namespace ROCKSDB_NAMESPACE {

class SliceTransform;
class SystemClock;
class WriteBufferManager;

// The column family options that a memtable uses. Fixed when the memtable is made, except for the
// buffer size (UpdateWriteBufferSize).
struct MemTableOptions {
  size_t write_buffer_size = 64 << 20;
  size_t arena_block_size = 0;  // 0: an eighth of the buffer, at most 1 MiB
  double prefix_bloom_size_ratio = 0.0;
  bool whole_key_filtering = false;
  std::shared_ptr<const SliceTransform> prefix_extractor;
  size_t max_successive_merges = 0;
  bool strict_max_successive_merges = false;
  uint32_t protection_bytes_per_key = 0;  // 0, 1, 2, 4 or 8
  bool paranoid_checks = false;
  uint32_t max_range_deletions = 0;  // 0: no limit
  // Asked once, when the first entry comes. Null: its time stays unknown. Outlives the memtable's
  // last Add.
  SystemClock* clock = nullptr;
};

// Owners share it: the family's list, every super version that has it, and running flushes.
class MemTable {
 public:
  // The position of a writer's last insert, and the counts that it has not published. One for each
  // writing thread and memtable. Keys added in ascending order then cost few comparisons.
  struct Hint {
    SkipList::Finger finger;
    uint64_t entries = 0;
    uint64_t deletes = 0;
    uint64_t data_bytes = 0;
    uint64_t used_bytes = 0;
  };

  // wbm may be null. No entry older than `earliest` will be added.
  MemTable(const InternalKeyOrder& order, const MemTableOptions& options, WriteBufferManager* wbm,
           SequenceNumber earliest);
  ~MemTable();
  MemTable(const MemTable&) = delete;
  MemTable& operator=(const MemTable&) = delete;

  // Adds one entry; kTypeRangeDeletion takes start as key and end as value. TryAgain, and no entry
  // is added, when the memtable has the (key, seq) pair already. REQUIRES: without `concurrent`, no
  // other Add runs; with it, `hint` is not null, belongs to this thread, and PublishCounts(hint)
  // follows the thread's last Add. Without `concurrent` hint may be null.
  [[nodiscard]] Status Add(SequenceNumber seq, ValueType type, const Slice& key, const Slice& value,
                           bool concurrent, Hint* hint);
  // Add without `concurrent` for a (key, seq) that the memtable does not have. The entry may wait
  // for others to be linked with; readers find it at once all the same.
  [[nodiscard]] Status AddNew(SequenceNumber seq, ValueType type, const Slice& key,
                              const Slice& value);
  // The same as Add for an entry whose guard is known: Corruption when the encoded bytes do not
  // match it. `guard` is contents ^ sequence (util/entry_guard.h).
  [[nodiscard]] Status AddGuarded(SequenceNumber seq, ValueType type, const Slice& key,
                                  const Slice& value, uint64_t guard, bool concurrent, Hint* hint);
  // Adds a hint's counts to the memtable's and clears them. Until then ShouldFlush and the counts
  // exclude the hint's entries; reads include them.
  void PublishCounts(Hint* hint);

  // Feeds the entries of the key to `lookup`, range tombstones included. True when the lookup is
  // done. Damage ends the lookup with its status. Values it keeps refer to this memtable's bytes.
  bool Get(const LookupKey& key, PointLookup* lookup) const;

  // True when the filter excludes that a key with this key's prefix was added.
  bool PrefixFilterExcludes(const Slice& user_key) const;
  // Whether its prefixes are those that `extractor` cuts: another one may have taken the place of
  // the memtable's.
  bool CutsPrefixesBy(const SliceTransform* extractor) const {
    return extractor != nullptr && options_.prefix_extractor.get() == extractor;
  }

  // How many of the newest entries for the key, up to `limit`, are merge operands in a row. Stops
  // at a damaged entry, whose readers get Corruption.
  size_t CountSuccessiveMerges(const LookupKey& key, size_t limit) const;

  // An iterator over point entries. With `arena` it is allocated there, so the caller destroys but
  // does not delete it. With prefix_seek, Seek may report the end where the Bloom filter excludes
  // the target's prefix. REQUIRES: the memtable outlives the iterator.
  InternalIterator* NewIterator(Arena* arena = nullptr, bool prefix_seek = false) const;
  // Range tombstones as fragments; nullptr when there are none. Built on demand and kept until the
  // next tombstone. The result refers to this memtable's bytes. REQUIRES: the memtable outlives it.
  std::shared_ptr<const FragmentedRangeTombstones> RangeTombstones() const;
  // Corruption once RangeTombstones() has met damage: its result then lacks tombstones.
  [[nodiscard]] Status TombstoneStatus() const;

  // Declares that no more entries come. Builds the final fragments and tells the write buffer
  // manager.
  void MarkImmutable();
  bool IsImmutable() const { return immutable_.load(std::memory_order_acquire); }

  // Whether the memtable is full: one more arena block would exceed write_buffer_size by more than
  // 60 % of a block, and the present block is nearly used up.
  bool ShouldFlush() const;
  // Applies to ShouldFlush from now on.
  void UpdateWriteBufferSize(size_t bytes) { write_buffer_size_.store(bytes); }
  // Claims the duty to schedule this memtable's flush; true for exactly one caller.
  bool ClaimFlush() { return !flush_claimed_.exchange(true, std::memory_order_acq_rel); }
  bool FlushClaimed() const { return flush_claimed_.load(std::memory_order_acquire); }

  // Counts are exact once no writer holds unpublished ones.
  uint64_t num_entries() const { return entries_.load(std::memory_order_relaxed); }
  uint64_t num_deletes() const { return deletes_.load(std::memory_order_relaxed); }
  uint64_t num_range_deletes() const { return range_deletes_.load(std::memory_order_acquire); }
  // Bytes of encoded entries.
  uint64_t data_size() const { return data_bytes_.load(std::memory_order_relaxed); }
  bool IsEmpty() const { return first_seq_.load(std::memory_order_relaxed) == kLargestSequence; }

  // Memory in use by entries, nodes and filter.
  size_t ApproximateMemoryUsage() const;

  struct RangeStats {
    uint64_t count = 0;
    uint64_t size = 0;
  };
  // Estimated entries and bytes in [start, end), both internal keys.
  RangeStats ApproximateStats(const Slice& start, const Slice& end) const;
  // About `target` user keys that cut the memtable into pieces of similar entry count, ascending
  // and distinct.
  std::vector<Slice> SampleUserKeys(size_t target) const;

  // When the first entry came, in seconds since 1970; UINT64_MAX: there is none, or the time is
  // unknown. Never changes once it is known.
  uint64_t oldest_key_time() const { return oldest_key_time_.load(std::memory_order_relaxed); }
  // Smallest sequence number added so far (kLargestSequence while empty), and the lower bound given
  // at creation.
  SequenceNumber first_seq() const { return first_seq_.load(std::memory_order_relaxed); }
  SequenceNumber earliest_seq() const { return earliest_seq_; }

  const InternalKeyOrder& order() const { return order_; }
  const MemTableOptions& options() const { return options_; }
  // Links what AddNew has left waiting. Any thread; iterators call it before they search.
  void LinkWaiting() const {
    if (!waiting_.Empty()) waiting_.LinkAll();
  }
  // Whether entries are checked when they are read.
  bool checked() const { return inspector_.active(); }

  // Declares that the memtable has entries which no log holds, so a crash loses them. Called before
  // their sequence numbers are published.
  void MarkUnlogged() {
    if (!unlogged_.load(std::memory_order_relaxed)) unlogged_.store(true);
  }
  bool HoldsUnlogged() const { return unlogged_.load(std::memory_order_acquire); }
  // Declares that recovery needs log `number` beside those of the memtable's life: it holds a
  // prepared section whose commit brought entries here. Called before these are published.
  void KeepLog(uint64_t number) {
    uint64_t oldest = kept_log();
    while (number < oldest && !kept_log_.compare_exchange_weak(oldest, number)) {
    }
  }
  // The oldest of them; UINT64_MAX: none.
  uint64_t kept_log() const { return kept_log_.load(std::memory_order_acquire); }

  // The database's bookkeeping, which the memtable does not use; the state lock guards it.
  // Larger for younger memtables of a family.
  uint64_t id = 0;
  // Logs before this one hold only entries of this and older memtables.
  uint64_t next_log_number = 0;
  bool flush_in_progress = false;

 private:
  // Lets a test damage entries that no public member shows.
  friend class MemTablePeer;
  // False: the list has the key with this sequence number already.
  [[nodiscard]] bool Link(const SkipList::Draft& draft, ValueType type, bool concurrent,
                          Hint* hint);
  void Count(const SkipList::Draft& draft, SequenceNumber seq, ValueType type, size_t entry_bytes,
             Hint* hint);
  // Notes the time. Called for the first entry alone.
  void NoteKeyTime();
  // Charges the memory in use to the write buffer manager.
  void ChargeUsed();
  void AddToFilter(const Slice& user_key);
  bool FilterExcludes(const Slice& user_key) const;
  Slice WithoutTimestamp(const Slice& user_key) const;
  std::shared_ptr<const FragmentedRangeTombstones> BuildFragments() const
      REQUIRES_LOCK(fragments_mu_);
  std::shared_ptr<const FragmentedRangeTombstones> BuildCheckedFragments() const
      REQUIRES_LOCK(fragments_mu_);
  // Tells `lookup` up to which sequence number range tombstones delete its key.
  void CoverByTombstones(PointLookup* lookup) const;
  void GetChecked(const LookupKey& key, PointLookup* lookup) const;

  const InternalKeyOrder order_;
  const MemTableOptions options_;
  const size_t block_size_;
  // Null when there is no manager, or one whose counts have no effect.
  WriteBufferManager* const wbm_;
  const SequenceNumber earliest_seq_;

  ConcurrentArena arena_;
  EntryInspector inspector_;
  SkipList points_;
  SkipList tombstones_;
  mutable WaitingEntries waiting_;  // for points_
  MemTableBloom filter_;
  SkipList::Finger own_finger_;  // for Adds without a hint

  std::atomic<size_t> write_buffer_size_;
  std::atomic<uint64_t> entries_{0};
  std::atomic<uint64_t> deletes_{0};
  std::atomic<uint64_t> range_deletes_{0};
  std::atomic<uint64_t> data_bytes_{0};
  std::atomic<uint64_t> used_bytes_{0};
  // Charged to the write buffer manager; a multiple of block_size_.
  std::atomic<uint64_t> charged_bytes_{0};
  std::atomic<SequenceNumber> first_seq_{kLargestSequence};
  std::atomic<uint64_t> oldest_key_time_{UINT64_MAX};
  std::atomic<bool> immutable_{false};
  std::atomic<bool> flush_claimed_{false};
  std::atomic<bool> unlogged_{false};
  std::atomic<uint64_t> kept_log_{UINT64_MAX};

  // Set once, when the memtable becomes immutable.
  std::atomic<const FragmentedRangeTombstones*> frozen_fragments_{nullptr};
  // Guards only the building of fragments; a Get on an immutable memtable does not take it.
  mutable Mutex fragments_mu_;
  mutable std::shared_ptr<const FragmentedRangeTombstones> fragments_ GUARDED_BY(fragments_mu_);
  // fragments_ was built from at least this many tombstones.
  mutable uint64_t fragments_count_ GUARDED_BY(fragments_mu_) = 0;
  mutable Status tombstone_damage_ GUARDED_BY(fragments_mu_);
};

}  // namespace ROCKSDB_NAMESPACE
