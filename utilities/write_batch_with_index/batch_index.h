// BatchIndex: the updates of one WriteBatch, ordered by key, a skip list for each column family.
// WriteBatchWithIndex adds to it; iterators and lookups walk it. It stores places in the batch, not
// keys, so it stays right when the batch's string moves. Nodes lie in an arena: neither an update
// nor a search allocates on its own, and a small batch that is cleared leaves its nodes to the
// next.
//
//   head -> [ k1: record at 12 ] <-> [ k1: record at 80 ] <-> [ k2: record at 40 ] -> null
//
// Invariants
//  1. A family's nodes ascend by key, and those of one key by the offset of their record.
//  2. With overwrite_key a key has one node, and one more for each merge operand that was added
//     after it. Any other update moves the newest node of its key to the new record.
//  3. While a save point is set, every change is in the undo list, oldest first.
// Not thread-safe; const calls may run side by side.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "rocksdb/comparator.h"
#include "rocksdb/utilities/write_batch_with_index.h"
#include "util/arena.h"
#include "util/dbformat.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {

class BatchIndex {
 public:
  // One entry. Only the index changes it.
  struct Node {
    // The first 8 bytes of the key as a number where the comparator is bytewise, else 0: unequal
    // prefixes decide a comparison, equal ones decide nothing.
    uint64_t prefix;
    // Offsets in the batch.
    size_t record;
    size_t key;
    uint32_t key_size;
    // WBWIIterator::GetUpdateCount().
    uint32_t updates;
    bool single_deleted;
    bool lost_single_deletion;
    uint8_t height;
    // Null for the first one.
    Node* previous;
    // The next on each level; as many as `height` says.
    Node* next[1];
  };

  // The entries of one column family.
  class Family {
   public:
    const Comparator* order() const { return order_; }
    Slice KeyOf(const Node* node) const {
      const std::string& bytes = batch_->Data();
      // Whoever cut the batch behind the index's back gets wrong keys, not a crash.
      if (node->key + node->key_size > bytes.size()) [[unlikely]]
        return Slice();
      return Slice(bytes.data() + node->key, node->key_size);
    }
    bool SameKey(const Node* node, const Slice& key) const;

    // All null when there is no such node.
    const Node* First() const;
    const Node* Last() const;
    // The first node at or after the key, or after all of the key's.
    const Node* AtOrAfter(const Slice& key) const;
    const Node* After(const Slice& key) const;
    // The last node at or before the key, or before all of the key's.
    const Node* AtOrBefore(const Slice& key) const;
    const Node* Before(const Slice& key) const;

   private:
    friend class BatchIndex;

    // Enough for 4^12 entries; beyond that only the top level grows.
    static constexpr int kMaxHeight = 12;

    Family(const WriteBatch* batch, const Comparator* order, Arena* arena);

    static Node* NewNode(Arena* arena, int height);
    int Compare(const Node* node, uint64_t prefix, const Slice& key) const;
    uint64_t PrefixOf(const Slice& key) const;
    // The last node before `key`, or before or at it with `through`; the head if there is none.
    // `path` (may be null) receives that node on each level.
    Node* FindBefore(const Slice& key, bool through, Node** path) const;
    void Link(Node* node, Node* const* path);
    void Unlink(Node* node);
    void MakeSpare(Node* node);
    void RemoveAll();

    const WriteBatch* const batch_;
    const Comparator* const order_;
    const bool bytewise_;
    Node* const head_;
    Node* last_ = nullptr;
    int height_ = 1;
    // Left over from before Clear(): nobody knows it yet, so it may still get another order.
    bool left_over_ = false;
    // Removed nodes by height, for reuse: linked by next[0].
    Node* spare_[kMaxHeight] = {};
  };

  using FamilyStats = std::unordered_map<uint32_t, WriteBatchWithIndex::CFStat>;

  // `fallback` orders families that come without a comparator. REQUIRES: `batch` outlives this.
  BatchIndex(const WriteBatch* batch, const Comparator* fallback, bool overwrite_key);
  BatchIndex(const BatchIndex&) = delete;
  BatchIndex& operator=(const BatchIndex&) = delete;

  // Adds the update whose record begins at `record` in the batch. `cf` may be null: the default
  // family. REQUIRES: it is the newest record.
  void Add(ColumnFamilyHandle* cf, size_t record);
  // The family's entries, none at first; valid until Clear().
  const Family* Get(ColumnFamilyHandle* cf);
  void Clear();

  // As the save points of the batch, which the caller sets and rolls back beside these.
  void SetSavePoint();
  // False: there is none.
  bool RollbackToSavePoint();
  bool PopSavePoint();

  bool overwrites() const { return overwrite_; }
  size_t updates() const { return updates_; }
  const FamilyStats& stats() const { return stats_; }
  // Grows whenever nodes go. Whoever stands on a node can tell that it may be gone.
  uint64_t removals() const { return removals_; }

 private:
  // What a node was before a change, or that the change made it.
  struct Undo {
    uint32_t cf;
    bool added;
    Node* node;
    Node before;
  };
  struct SavePoint {
    size_t undo;
    size_t updates;
  };

  Family* FamilyFor(ColumnFamilyHandle* cf);
  WriteBatchWithIndex::CFStat* StatFor(uint32_t cf);
  Node* TakeNode(Family* family);
  void Remember(uint32_t cf, Node* node, bool added);
  void Overwrite(uint32_t cf, Node* node, bool single_deletion);
  void TakeBack(const Undo& undo);

  const WriteBatch* const batch_;
  const Comparator* const fallback_;
  const bool overwrite_;
  std::unique_ptr<Arena> arena_;
  std::unordered_map<uint32_t, std::unique_ptr<Family>> families_;
  // That of the last call; null: none.
  Family* last_family_ = nullptr;
  uint32_t last_cf_ = 0;
  FamilyStats stats_;
  FamilyStats::node_type spare_stat_;
  std::vector<Undo> undo_;
  std::vector<SavePoint> save_points_;
  size_t updates_ = 0;
  uint64_t removals_ = 0;
  Random64 heights_{0x9e3779b9};
};

}  // namespace ROCKSDB_NAMESPACE
