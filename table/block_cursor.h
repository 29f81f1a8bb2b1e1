// Cursors over the entries of one block: data blocks by internal key, index blocks by separator.
// Cursors live on stacks and inside iterators, allocate nothing per move while keys are short, and
// have no virtual functions. A cursor does not pin its block: its owner keeps a BlockRef beside
// it.
//
//   entry:  shared varint32 | unshared varint32 | [value length varint32] |
//           unshared key bytes | value bytes
//
//   restart points    v                             v
//                     | 0 5 apple | 4 1 y | 4 3 ied | 0 4 band | ...
//   keys                apple       apply   applied   band
//
// A search halves the restart points, whose keys are whole, and then walks one restart interval.
// Going backward, a cursor decodes the interval before once and remembers its entries.
//
// Invariants
// 1. valid() implies that key() and value() were bounds-checked; value() points into the block,
//    key() into the block or into the cursor.
// 2. A malformed entry ends the walk with corrupt() set, which stays until the next Attach.
// 3. In a block with guards every entry is compared with its guard before it is shown. In data
//    blocks stop_ then lies before all entries, so that the test for the end leads to the checked
//    path and a walk without guards pays nothing.
// 4. A key made of a shared part and a rest lies at the beginning of key_buffer_, because then the
//    bytes that the next entry shares are already in place. So key() is stale after the next move,
//    unless it points into the block (key_in_block_).
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "rocksdb/slice.h"
#include "table/block.h"
#include "table/extent.h"
#include "table/index_format.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {

// Walks over entries in their order; knows nothing of comparators. REQUIRES: Attach() comes first.
// One thread.
class BlockWalker {
 public:
  BlockWalker() = default;
  BlockWalker(const BlockWalker&) = delete;
  BlockWalker& operator=(const BlockWalker&) = delete;

  // Attaches to `block` and leaves the walk at its end, whatever it walked before. REQUIRES: the
  // block outlives the walk, or Detach() comes before the block's end.
  void Attach(const Block& block);
  void Detach() {
    valid_ = false;
    data_ = limit_ = stop_ = nullptr;
  }
  bool attached() const { return data_ != nullptr; }

  bool valid() const { return valid_; }
  bool corrupt() const { return corrupt_; }
  const Slice& key() const { return key_; }
  const Slice& value() const { return value_; }
  // The message for corrupt(); `where` names the block.
  std::string Complaint(const char* where) const;
  // The offset at which the current entry begins, and the bytes that its value takes up in the
  // block.
  size_t offset() const { return static_cast<size_t>(entry_ - data_); }
  Slice value_bytes() const {
    return Slice(value_.data(), static_cast<size_t>(next_ - value_.data()));
  }

  void First() { RestartAt(0) && Step(); }
  // REQUIRES: valid().
  void Advance() { Step(); }

 protected:
  // A longer key that shares a prefix costs one allocation, which later keys reuse. Chosen, not
  // measured.
  static constexpr size_t kInlineKey = 64;

  // Reads the entry at next_ and makes it current. False at the end and on corruption.
  bool Step() { return Parse<true>(); }
  template <bool kSizedValue>
  bool Parse();
  template <bool kSizedValue>
  bool ParseEntry();
  // Handles next_ >= stop_: the walk is at its end, or entries have to be checked.
  template <bool kSizedValue>
  bool AtStop();
  // Compares the current entry with its guard. REQUIRES: guards_ != nullptr.
  bool CheckGuard();
  // Positions the walk before the i-th restart point. REQUIRES: i < num_restarts_.
  bool RestartAt(uint32_t i);
  // Sets *key to the whole key stored at the i-th restart point.
  template <bool kSizedValue>
  bool RestartKey(uint32_t i, Slice* key);
  // Index of the restart point that covers `entry`.
  uint32_t RestartBefore(const char* entry) const;
  uint32_t RestartOffset(uint32_t i) const { return LoadFixed32(limit_ + i * sizeof(uint32_t)); }
  bool Fail() {
    corrupt_ = true;
    return valid_ = false;
  }
  char* KeyRoom(size_t size) {
    if (size > key_capacity_) GrowKey(size);
    return key_buffer_;
  }
  void GrowKey(size_t size);
  // Decodes the three lengths at p; nullptr when they run past limit. Nearly always each takes one
  // byte, so that case is tried first.
  static const char* ParseLengths(const char* p, const char* limit, uint32_t* shared,
                                  uint32_t* unshared, uint32_t* value_size);

  // All of these point into the attached block: data_ <= entry_ <= next_ <= limit_.
  const char* data_ = nullptr;
  // The end of the entries, where the restart array begins.
  const char* limit_ = nullptr;
  // Moves that reach it leave the fast path; see invariant 3.
  const char* stop_ = nullptr;
  // The current entry.
  const char* entry_ = nullptr;
  const char* next_ = nullptr;
  uint32_t num_restarts_ = 0;
  // The shared length of the current entry.
  uint32_t shared_ = 0;
  bool valid_ = false;
  bool corrupt_ = false;
  bool key_in_block_ = false;
  // corrupt() because an entry differs from its guard.
  bool mismatched_ = false;
  // The number of the entry at next_; kept only with guards.
  uint32_t ordinal_ = 0;
  Slice key_;
  Slice value_;
  const BlockGuards* guards_ = nullptr;

 private:
  char inline_key_[kInlineKey];
  char* key_buffer_ = inline_key_;
  size_t key_capacity_ = kInlineKey;
  // Holds key_buffer_ once kInlineKey is too small.
  std::string long_key_;
};

// Data blocks, and other blocks whose keys are internal keys and whose values have lengths
// (tombstones).
class DataCursor : public BlockWalker {
 public:
  explicit DataCursor(const InternalKeyOrder& order) : order_(order) {}

  // Shows every key with `seq` (ingested files); kNoGlobalSequence: with its own sequence number.
  // Seeks compare the stored keys, whose sequence number is 0, so a target between the two may
  // find an entry that shows as before it. Lookups skip entries that are too new for them anyway.
  void SetGlobalSequence(SequenceNumber seq) { global_seq_ = seq; }

  // The current key as readers see it; equals key() without a global sequence number.
  Slice ShownKey() { return global_seq_ == kNoGlobalSequence ? key_ : KeyWithGlobalSequence(); }
  // ShownKey() lives as long as the block.
  bool KeyPinned() const { return key_in_block_ && global_seq_ == kNoGlobalSequence; }

  void SeekToFirst() {
    ForgetBackward();
    First();
  }
  void SeekToLast();
  // Moves to the first entry at or after `target`, an internal key; !valid() at the end of the
  // block.
  void Seek(const Slice& target);
  // Moves to the last entry at or before `target`.
  void SeekForPrev(const Slice& target);
  // REQUIRES for both: valid().
  void Next() {
    if (backward_pos_ != kForward) [[unlikely]]
      ResumeForward();
    Step();
  }
  void Prev();

 private:
  // An entry remembered while walking backward through one restart interval.
  struct Remembered {
    const char* entry;
    const char* next;
    size_t key_offset;
    uint32_t key_size;
    Slice value;
  };
  // The value of backward_pos_ while the walk goes forward.
  static constexpr size_t kForward = SIZE_MAX;

  // A copy of the key with global_seq_ in its tail; stale after the next move.
  Slice KeyWithGlobalSequence();
  // Finds the restart interval that holds the first entry at or after target, or that ends right
  // before it. `prefix` is target's BytewisePrefix.
  uint32_t FindRestart(const Slice& target, uint64_t prefix);
  // Fills remembered_ with the restart interval that ends at `before`. False with corrupt() set.
  bool RememberInterval(const char* before);
  void ShowRemembered(size_t i);
  // Returns from a remembered entry to walking: moves the key to the buffer; next_ already stands
  // behind the entry.
  void ResumeForward();
  void ForgetBackward() { backward_pos_ = kForward; }

  const InternalKeyOrder order_;
  SequenceNumber global_seq_ = kNoGlobalSequence;
  // The number of the first remembered entry; kept only with guards.
  uint32_t remembered_ordinal_ = 0;
  // Index into remembered_ while the walk goes backward.
  size_t backward_pos_ = kForward;
  std::vector<Remembered> remembered_;
  std::string remembered_keys_;
  std::string shown_key_;
};

// Index blocks and the top level of partitioned filters. The cursor knows how values are written,
// so it finds where an entry without a value length ends.
class IndexCursor : public BlockWalker {
 public:
  IndexCursor(const InternalKeyOrder& order, const IndexFormat& format)
      : order_(order), format_(format) {}

  // ReadValue() compares the guards, once it knows where the value ends; so stop_ is the plain end
  // here.
  void Attach(const Block& block) {
    BlockWalker::Attach(block);
    stop_ = limit_;
    block_ = &block;
  }
  const Extent& extent() const { return extent_; }
  // Set only with format.first_keys.
  const Slice& first_key() const { return first_key_; }

  void SeekToFirst() { RestartAt(0) && Read(); }
  void SeekToLast();
  // Moves to the first entry whose separator is at or after internal key `target`: its block may
  // hold the target.
  void Seek(const Slice& target);
  // Moves to the entry at the i-th restart point. REQUIRES: there is one.
  void SeekToRestart(uint32_t i) { RestartAt(i) && Read(); }
  void Next() { Read(); }
  void Prev();
  // Compares the current separator with an internal key.
  int CompareTo(const Slice& target) const { return Compare(key_, target); }

 private:
  int Compare(const Slice& separator, const Slice& target) const {
    return format_.user_keys ? order_.CompareUserKeys(separator, UserKeyOf(target))
                             : order_.Compare(separator, target);
  }
  bool Read() {
    if (format_.delta_values) return Parse<false>() && ReadValue();
    return Parse<true>() && ReadValue();
  }
  // Decodes value_ into extent_ and first_key_, and moves next_ behind the value.
  bool ReadValue();
  bool RestartKeyAt(uint32_t i, Slice* key) {
    return format_.delta_values ? RestartKey<false>(i, key) : RestartKey<true>(i, key);
  }
  uint64_t PrefixOf(const Slice& separator) const {
    return BytewisePrefix(format_.user_keys ? separator : UserKeyOf(separator));
  }

  const InternalKeyOrder order_;
  const IndexFormat format_;
  const Block* block_ = nullptr;
  // The current entry's extent, from which the next entry's difference is taken.
  Extent extent_;
  Slice first_key_;
};

inline const char* BlockWalker::ParseLengths(const char* p, const char* limit, uint32_t* shared,
                                             uint32_t* unshared, uint32_t* value_size) {
  if (limit - p >= 3) {
    *shared = static_cast<uint8_t>(p[0]);
    *unshared = static_cast<uint8_t>(p[1]);
    *value_size = static_cast<uint8_t>(p[2]);
    if ((*shared | *unshared | *value_size) < 128) [[likely]]
      return p + 3;
  }
  if ((p = LoadVarint32(p, limit, shared)) == nullptr) return nullptr;
  if ((p = LoadVarint32(p, limit, unshared)) == nullptr) return nullptr;
  return LoadVarint32(p, limit, value_size);
}

template <bool kSizedValue>
inline bool BlockWalker::Parse() {
  if (next_ >= stop_) return AtStop<kSizedValue>();
  return ParseEntry<kSizedValue>();
}

// REQUIRES: next_ < limit_.
template <bool kSizedValue>
[[gnu::always_inline]] inline bool BlockWalker::ParseEntry() {
  entry_ = next_;
  uint32_t unshared = 0, value_size = 0;
  const char* p;
  if constexpr (kSizedValue) {
    p = ParseLengths(next_, limit_, &shared_, &unshared, &value_size);
  } else {
    p = LoadVarint32(next_, limit_, &shared_);
    if (p != nullptr) p = LoadVarint32(p, limit_, &unshared);
  }
  if (p == nullptr || static_cast<size_t>(limit_ - p) < uint64_t{unshared} + value_size) {
    return Fail();
  }
  if (shared_ == 0) {
    key_ = Slice(p, unshared);
    key_in_block_ = true;
  } else {
    if (shared_ > key_.size()) return Fail();
    char* room = KeyRoom(size_t{shared_} + unshared);
    if (key_in_block_) std::memcpy(room, key_.data(), shared_);
    std::memcpy(room + shared_, p, unshared);
    key_ = Slice(room, size_t{shared_} + unshared);
    key_in_block_ = false;
  }
  p += unshared;
  // A value without a length extends to the end until its reader has decoded it; the reader then
  // moves next_.
  value_ = kSizedValue ? Slice(p, value_size) : Slice(p, static_cast<size_t>(limit_ - p));
  next_ = p + value_size;
  return valid_ = true;
}

}  // namespace ROCKSDB_NAMESPACE
