// The layout of a memtable entry, for the files here that write or read one: varint32 length of
// internal key | user key | 8-byte tail | varint32 length of value | value, followed by
// memtable_protection_bytes_per_key bytes of its guard.
#pragma once

#include <cstring>

#include "rocksdb/slice.h"
#include "util/coding.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {
namespace memtable_entry {

inline size_t EncodedSize(const Slice& user_key, const Slice& value) {
  const size_t key_size = user_key.size() + kInternalTailBytes;
  return static_cast<size_t>(VarintLength(key_size)) + key_size +
         static_cast<size_t>(VarintLength(value.size())) + value.size();
}

// Writes the entry to dst. REQUIRES: dst has EncodedSize bytes that no other thread can see.
inline void Encode(char* dst, const Slice& user_key, SequenceNumber seq, ValueType type,
                   const Slice& value) {
  char* p = StoreVarint32(dst, static_cast<uint32_t>(user_key.size() + kInternalTailBytes));
  if (!user_key.empty()) std::memcpy(p, user_key.data(), user_key.size());
  p += user_key.size();
  StoreFixed64(p, PackTail(seq, type));
  p = StoreVarint32(p + kInternalTailBytes, static_cast<uint32_t>(value.size()));
  if (!value.empty()) std::memcpy(p, value.data(), value.size());
}

// A parsed entry, without copies. It trusts the lengths; EntryInspector handles bytes that may be
// damaged.
struct View {
  View() = default;
  explicit View(const char* entry) {
    constexpr int kMaxVarint32 = 5;
    uint32_t size;
    const char* p = LoadVarint32(entry, entry + kMaxVarint32, &size);
    key = Slice(p, size);
    p += size;
    p = LoadVarint32(p, p + kMaxVarint32, &size);
    value = Slice(p, size);
  }
  ParsedInternalKey Parsed() const {
    const uint64_t tail = TailOf(key);
    return {UserKeyOf(key), TailSequence(tail), TailType(tail)};
  }

  Slice key;  // internal
  Slice value;
};

}  // namespace memtable_entry
}  // namespace ROCKSDB_NAMESPACE
