// Internal keys: user key bytes followed by an 8-byte little-endian tail (sequence << 8 | type),
// and their order: user keys ascending by the column family's comparator, then tails descending
// (newest first). Every floor uses them. No code here may assume a bytewise comparator unless
// InternalKeyOrder says so.
#pragma once

#include <cassert>
#include <cstring>
#include <string>

#include "rocksdb/comparator.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "util/coding.h"
#include "util/dbformat.h"

namespace ROCKSDB_NAMESPACE {

// REQUIRES for the three below: ikey.size() >= kInternalTailBytes.
inline Slice UserKeyOf(const Slice& ikey) {
  assert(ikey.size() >= kInternalTailBytes);
  return Slice(ikey.data(), ikey.size() - kInternalTailBytes);
}
inline uint64_t TailOf(const Slice& ikey) {
  assert(ikey.size() >= kInternalTailBytes);
  return LoadFixed64(ikey.data() + ikey.size() - kInternalTailBytes);
}
inline SequenceNumber SequenceOf(const Slice& ikey) { return TailSequence(TailOf(ikey)); }
inline ValueType TypeOf(const Slice& ikey) { return TailType(TailOf(ikey)); }

// An internal key taken apart; user_key points into the original bytes.
struct ParsedInternalKey {
  Slice user_key;
  SequenceNumber sequence = kLargestSequence;
  ValueType type = kTypeDeletion;
};

// Splits `ikey`. Corruption when it is too short or its type is not a storable one.
[[nodiscard]] inline Status ParseInternalKey(const Slice& ikey, ParsedInternalKey* out) {
  if (ikey.size() < kInternalTailBytes) {
    return Status::Corruption("Internal key too short: " + std::to_string(ikey.size()) + " bytes");
  }
  const uint64_t tail = TailOf(ikey);
  out->user_key = UserKeyOf(ikey);
  out->sequence = TailSequence(tail);
  out->type = TailType(tail);
  if (!IsStorableType(out->type)) {
    return Status::Corruption("Internal key has unknown type " + std::to_string(out->type));
  }
  return Status::OK();
}

inline void AppendInternalKey(std::string* dst, const Slice& user_key, SequenceNumber seq,
                              ValueType type) {
  dst->append(user_key.data(), user_key.size());
  AppendFixed64(dst, PackTail(seq, type));
}
inline std::string MakeInternalKey(const Slice& user_key, SequenceNumber seq, ValueType type) {
  std::string key;
  key.reserve(user_key.size() + kInternalTailBytes);
  AppendInternalKey(&key, user_key, seq, type);
  return key;
}
// The exclusive end that a file's largest bound gets when it is the end of a range tombstone: sorts
// before every real entry of `user_key`, so a file ending here does not contain `user_key`.
inline std::string MakeExclusiveEnd(const Slice& user_key) {
  return MakeInternalKey(user_key, kLargestSequence, kTypeRangeDeletion);
}
inline bool IsExclusiveEnd(const Slice& ikey) {
  return TailOf(ikey) == PackTail(kLargestSequence, kTypeRangeDeletion);
}

// First 8 bytes of a user key as an integer that orders like memcmp; shorter keys are padded with
// zeros, so equal prefixes decide nothing while different prefixes decide everything.
inline uint64_t BytewisePrefix(const Slice& user_key) {
  uint64_t v = 0;
  if (user_key.size() >= 8) {
    std::memcpy(&v, user_key.data(), 8);
  } else {
    std::memcpy(&v, user_key.data(), user_key.size());
  }
  return __builtin_bswap64(v);
}

// True when `user` orders keys by memcmp: BytewiseComparator(), or one of a name that is known to
// stand for the same order. A comparator's name is a contract: it changes when the order does.
bool OrdersBytewise(const Comparator* user);

// Compares internal keys for one column family. Cheap to copy; the comparator must outlive it.
class InternalKeyOrder {
 public:
  explicit InternalKeyOrder(const Comparator* user)
      : user_(user), bytewise_(OrdersBytewise(user)) {}

  const Comparator* user_comparator() const { return user_; }
  // True when user keys order by memcmp, so that BytewisePrefix may decide.
  bool bytewise() const { return bytewise_; }

  int CompareUserKeys(const Slice& a, const Slice& b) const {
    return bytewise_ ? a.compare(b) : user_->Compare(a, b);
  }
  bool SameUserKey(const Slice& a, const Slice& b) const {
    return bytewise_ ? a == b : user_->Equal(a, b);
  }
  int Compare(const Slice& a, const Slice& b) const {
    const int r = CompareUserKeys(UserKeyOf(a), UserKeyOf(b));
    if (r != 0) return r;
    const uint64_t ta = TailOf(a), tb = TailOf(b);
    return ta > tb ? -1 : (ta < tb ? 1 : 0);
  }
  int Compare(const ParsedInternalKey& a, const ParsedInternalKey& b) const {
    const int r = CompareUserKeys(a.user_key, b.user_key);
    if (r != 0) return r;
    const uint64_t ta = PackTail(a.sequence, a.type), tb = PackTail(b.sequence, b.type);
    return ta > tb ? -1 : (ta < tb ? 1 : 0);
  }

 private:
  const Comparator* user_;
  bool bytewise_;
};

// The target of a point lookup as internal key and as user key, built once per Get; it allocates
// only for long keys. Layout: user key | tail.
class LookupKey {
 public:
  LookupKey(const Slice& user_key, SequenceNumber snapshot) {
    const size_t size = user_key.size() + kInternalTailBytes;
    char* key = size <= sizeof(space_) ? space_ : (heap_ = new char[size]);
    if (!user_key.empty()) std::memcpy(key, user_key.data(), user_key.size());
    StoreFixed64(key + user_key.size(), PackTail(snapshot, kSeekType));
    key_ = key;
    end_ = key + size;
  }
  ~LookupKey() { delete[] heap_; }
  LookupKey(const LookupKey&) = delete;
  LookupKey& operator=(const LookupKey&) = delete;

  Slice internal_key() const { return Slice(key_, static_cast<size_t>(end_ - key_)); }
  Slice user_key() const { return UserKeyOf(internal_key()); }
  SequenceNumber snapshot() const { return SequenceOf(internal_key()); }

 private:
  const char* key_;
  const char* end_;
  char* heap_ = nullptr;
  char space_[200];
};

// For messages: `'key in hex' @ seq : type`.
std::string DebugInternalKey(const Slice& ikey);

}  // namespace ROCKSDB_NAMESPACE
