// Searches within blocks. Where user keys order bytewise, the binary search over restart points
// compares 8-byte prefixes as integers and looks at whole keys only when the prefixes are equal.
#include "table/block_cursor.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "util/perf_context_imp.h"

namespace ROCKSDB_NAMESPACE {

void BlockWalker::Attach(const Block& block) {
  data_ = block.data();
  limit_ = data_ + block.entries_size();
  num_restarts_ = block.num_restarts();
  guards_ = block.guards();
  stop_ = guards_ == nullptr ? limit_ : data_;
  // At the end, so that a cursor that was attached but never positioned is not valid.
  entry_ = next_ = limit_;
  valid_ = corrupt_ = mismatched_ = false;
  key_in_block_ = true;
  key_ = Slice();
}

std::string BlockWalker::Complaint(const char* where) const {
  return std::string(mismatched_ ? "entry does not match its checksum in " : "bad entry in ") +
         where;
}

bool BlockWalker::CheckGuard() {
  if (guards_->Holds(ordinal_++, key_, value_bytes())) return true;
  mismatched_ = true;
  return Fail();
}

template <bool kSizedValue>
bool BlockWalker::AtStop() {
  if (next_ >= limit_) return valid_ = false;
  return ParseEntry<kSizedValue>() && CheckGuard();
}
template bool BlockWalker::AtStop<true>();
// Only index blocks have entries without value lengths, and they come here at the end alone.
template bool BlockWalker::AtStop<false>();

void BlockWalker::GrowKey(size_t size) {
  // Doubles, and is never smaller than the present key, which ParseEntry goes on using.
  std::string grown(std::max({size, 2 * key_capacity_, key_.size()}), '\0');
  if (!key_in_block_) std::memcpy(grown.data(), key_.data(), key_.size());
  long_key_.swap(grown);
  key_buffer_ = long_key_.data();
  key_capacity_ = long_key_.size();
}

// The entry at a restart point shares nothing, so the cursor forgets the key before it. ParseEntry
// fails if the entry claims to share bytes all the same. An offset equal to the end is that of an
// empty block.
bool BlockWalker::RestartAt(uint32_t i) {
  // The first one is where the entries begin. Not to look it up spares a block of large values,
  // which has no other, a visit to its end.
  const uint32_t offset = i == 0 ? 0 : RestartOffset(i);
  if (offset > static_cast<size_t>(limit_ - data_)) return Fail();
  next_ = data_ + offset;
  key_ = Slice();
  key_in_block_ = true;
  if (guards_ != nullptr) [[unlikely]]
    ordinal_ = guards_->FirstOf(i);
  return true;
}

template <bool kSizedValue>
bool BlockWalker::RestartKey(uint32_t i, Slice* key) {
  const uint32_t offset = RestartOffset(i);
  if (offset >= static_cast<size_t>(limit_ - data_)) return Fail();
  const char* p = data_ + offset;
  uint32_t shared = 0, unshared = 0, value_size = 0;
  if constexpr (kSizedValue) {
    p = ParseLengths(p, limit_, &shared, &unshared, &value_size);
  } else {
    p = LoadVarint32(p, limit_, &shared);
    if (p != nullptr) p = LoadVarint32(p, limit_, &unshared);
  }
  if (p == nullptr || shared != 0 || static_cast<size_t>(limit_ - p) < unshared) return Fail();
  *key = Slice(p, unshared);
  return true;
}

// Restart offsets ascend in a good block. In a bad one the search still ends, and the caller
// notices that the walk does not arrive where it should.
uint32_t BlockWalker::RestartBefore(const char* entry) const {
  const auto offset = static_cast<uint32_t>(entry - data_);
  uint32_t low = 0, high = num_restarts_ - 1;
  while (low < high) {
    const uint32_t middle = low + (high - low + 1) / 2;
    if (RestartOffset(middle) <= offset) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

// Returns the last restart point whose key is before `target`, or the first one.
uint32_t DataCursor::FindRestart(const Slice& target, uint64_t prefix) {
  uint32_t low = 0, high = num_restarts_ - 1;
  while (low < high) {
    const uint32_t middle = low + (high - low + 1) / 2;
    Slice key;
    if (!RestartKey<true>(middle, &key)) return low;
    if (key.size() < kInternalTailBytes) {
      Fail();
      return low;
    }
    bool before;
    // Without bytewise order prefixes say nothing, so both sides take the same one and the keys
    // are compared.
    const uint64_t p = order_.bytewise() ? BytewisePrefix(UserKeyOf(key)) : prefix;
    if (p != prefix) {
      before = p < prefix;
    } else {
      before = order_.Compare(key, target) < 0;
    }
    if (before) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

void DataCursor::Seek(const Slice& target) {
  ForgetBackward();
  const uint64_t prefix = BytewisePrefix(UserKeyOf(target));
  const uint32_t restart = FindRestart(target, prefix);
  if (corrupt_ || !RestartAt(restart)) return;
  // One comparison for each halving of the restart points and one for each entry looked at. The
  // perf context gets this estimate, so that the hot loop counts nothing.
  auto compared = static_cast<uint64_t>(std::bit_width(num_restarts_ - 1));
  while (Step()) {
    // Compare() takes the tail off unchecked, so a short key must not get there.
    if (key_.size() < kInternalTailBytes) {
      Fail();
      return;
    }
    ++compared;
    if (order_.Compare(key_, target) >= 0) break;
  }
  PERF_COUNT(user_key_comparison_count, compared);
}

void DataCursor::SeekForPrev(const Slice& target) {
  Seek(target);
  if (corrupt_) return;
  if (!valid_) {
    SeekToLast();
  } else if (order_.Compare(key_, target) > 0) {
    Prev();
  }
}

void DataCursor::SeekToLast() {
  ForgetBackward();
  if (!RestartAt(num_restarts_ - 1)) return;
  while (Step() && next_ < limit_) {
  }
}

// Decodes the restart interval that ends before `before` and keeps its entries, so going backward
// through it decodes each entry once.
//   restart             restart
//     v                   v
//     | e1 | e2 | e3 | e4 | e5 | e6 ...     at e5, Prev(): decode e1 .. e4, show e4;
//                         ^ before          then e3, e2, e1 come from memory
bool DataCursor::RememberInterval(const char* before) {
  remembered_.clear();
  remembered_keys_.clear();
  // One byte before: when `before` is itself a restart point, the interval ahead of it is wanted.
  if (!RestartAt(RestartBefore(before - 1))) return false;
  remembered_ordinal_ = ordinal_;
  while (next_ < before) {
    if (!Step()) return false;
    remembered_.push_back(
        {entry_, next_, remembered_keys_.size(), static_cast<uint32_t>(key_.size()), value_});
    remembered_keys_.append(key_.data(), key_.size());
  }
  // Fails when restart points are out of order or an entry runs over its successor.
  return next_ == before && !remembered_.empty() ? true : Fail();
}

void DataCursor::ShowRemembered(size_t i) {
  const Remembered& r = remembered_[i];
  backward_pos_ = i;
  entry_ = r.entry;
  next_ = r.next;
  key_ = Slice(remembered_keys_.data() + r.key_offset, r.key_size);
  key_in_block_ = false;
  value_ = r.value;
  valid_ = true;
  if (guards_ != nullptr) [[unlikely]] {
    ordinal_ = remembered_ordinal_ + static_cast<uint32_t>(i);
    // CheckGuard() clears valid_ when the guard differs.
    (void)CheckGuard();
  }
}

// Nothing is remembered before the first entry of an interval, so Prev() decodes the interval
// before it, starting from entry_, which ShowRemembered keeps up to date.
void DataCursor::Prev() {
  if (backward_pos_ != kForward && backward_pos_ > 0) {
    ShowRemembered(backward_pos_ - 1);
    return;
  }
  const char* before = entry_;
  ForgetBackward();
  if (before == data_) {
    valid_ = false;
    return;
  }
  if (RememberInterval(before)) ShowRemembered(remembered_.size() - 1);
}

// Moves the remembered key to where Step() expects the previous key.
void DataCursor::ResumeForward() {
  const Remembered& r = remembered_[backward_pos_];
  char* room = KeyRoom(r.key_size);
  std::memcpy(room, remembered_keys_.data() + r.key_offset, r.key_size);
  key_ = Slice(room, r.key_size);
  ForgetBackward();
}

Slice DataCursor::KeyWithGlobalSequence() {
  shown_key_.assign(key_.data(), key_.size());
  // Keeps the entry's own type and replaces the sequence number only.
  if (shown_key_.size() >= kInternalTailBytes) {
    StoreFixed64(shown_key_.data() + shown_key_.size() - kInternalTailBytes,
                 PackTail(global_seq_, TypeOf(key_)));
  }
  return shown_key_;
}

bool IndexCursor::ReadValue() {
  Slice in = value_;
  // The writer stores a difference only behind an entry whose block ends where this one's begins,
  // so the offset needs no bytes.
  if (format_.delta_values && shared_ != 0) {
    // The block follows the one before; the entry holds the difference of the two lengths.
    int64_t difference = 0;
    if (!TakeSignedVarint64(&in, &difference)) return Fail();
    extent_.offset = extent_.end();
    extent_.size += static_cast<uint64_t>(difference);
  } else if (!extent_.TakeFrom(&in)) {
    return Fail();
  }
  if (format_.first_keys && !TakeSized(&in, &first_key_)) return Fail();
  if (format_.delta_values) next_ = in.data();
  if (!format_.user_keys && key_.size() < kInternalTailBytes) return Fail();
  return guards_ == nullptr || CheckGuard();
}

void IndexCursor::SeekToLast() {
  if (!RestartAt(num_restarts_ - 1)) return;
  while (Read() && next_ < limit_) {
  }
}

void IndexCursor::Seek(const Slice& target) {
  if (limit_ == data_) {
    valid_ = false;
    return;
  }
  const bool integers = order_.bytewise();
  const uint64_t prefix = integers ? BytewisePrefix(UserKeyOf(target)) : 0;
  // Every restart point before `low` has a key before target; no restart point from `high` on has
  // one.
  uint32_t low = 0, high = num_restarts_;
  const SeparatorDigests* digests = block_->digests();
  if (digests != nullptr) std::tie(low, high) = digests->Narrow(UserKeyOf(target));
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    Slice key;
    if (!RestartKeyAt(middle, &key)) return;
    if (!format_.user_keys && key.size() < kInternalTailBytes) {
      Fail();
      return;
    }
    bool before;
    const uint64_t p = integers ? PrefixOf(key) : prefix;
    if (p != prefix) {
      before = p < prefix;
    } else {
      before = Compare(key, target) < 0;
    }
    if (before) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  // With one entry per restart point (the usual case) the answer is entry `low`; else it may lie
  // after restart point low - 1.
  PERF_COUNT(user_key_comparison_count, static_cast<uint64_t>(std::bit_width(num_restarts_)) + 1);
  if (digests != nullptr && digests->one_each()) {
    if (low == num_restarts_) {
      valid_ = false;
    } else if (RestartAt(low)) {
      Read();
    }
    return;
  }
  if (!RestartAt(low == 0 ? 0 : low - 1)) return;
  while (Read() && Compare(key_, target) < 0) {
  }
}

void IndexCursor::Prev() {
  const char* before = entry_;
  if (before == data_) {
    valid_ = false;
    return;
  }
  if (!RestartAt(RestartBefore(before - 1))) return;
  valid_ = false;
  // Values may be differences, so an entry can be decoded only through those before it.
  while (next_ < before && Read()) {
  }
  if (next_ != before || !valid_) Fail();
}

}  // namespace ROCKSDB_NAMESPACE
