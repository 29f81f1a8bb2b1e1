// Guards: 64-bit sums over the parts of one entry, used by batches, memtables and loaded blocks to
// notice bytes that change in memory. A guard is the exclusive-or of independent terms, so that a
// part can be exchanged without the others: a batch record has a column family, the memtable entry
// made of it a sequence number. Guards live in memory only; nothing on disk may depend on them.
//
//   record of a batch   contents(type, key, value) ^ family(id)
//   memtable entry      contents(type, key, value) ^ sequence(number)
//   entry of a block    pair(key, value)
#pragma once

#include <cstdint>
#include <cstring>

#include "rocksdb/slice.h"
#include "util/dbformat.h"
#include "util/hash.h"

namespace ROCKSDB_NAMESPACE {
namespace entry_guard {

// How many bytes of a guard are kept with an entry; 0: none.
inline constexpr size_t kMostBytes = sizeof(uint64_t);

// One-to-one, and different for each `salt`, so that equal parts in different roles do not cancel.
inline uint64_t Term(uint64_t part, uint64_t salt) {
  uint64_t x = (part ^ salt) * 0xd6e8feb86659fd93u;
  x ^= x >> 29;
  x *= 0xa0761d6478bd642fu;
  return x ^ (x >> 32);
}

// The key may be a user key or an internal key; storing and comparing must use the same kind.
inline uint64_t OfPair(const Slice& key, const Slice& value) {
  constexpr uint64_t kKeySalt = 0x3c6ef372fe94f82b, kValueSalt = 0x510e527fade682d1;
  return Term(Xxh3_64(key.data(), key.size()), kKeySalt) ^
         Term(Xxh3_64(value.data(), value.size()), kValueSalt);
}
inline uint64_t OfContents(ValueType type, const Slice& key, const Slice& value) {
  return OfPair(key, value) ^ Term(static_cast<uint64_t>(type), 0x1f83d9abfb41bd6b);
}
inline uint64_t OfFamily(uint32_t id) { return Term(id, 0x5be0cd19137e2179); }
inline uint64_t OfSequence(SequenceNumber seq) { return Term(seq, 0x9b05688c2b3e6c1f); }

// REQUIRES for both: bytes <= kMostBytes. With fewer bytes than the whole guard, the low end is
// stored, and fewer kinds of damage are noticed.
inline void Store(uint64_t guard, char* dst, size_t bytes) { std::memcpy(dst, &guard, bytes); }
inline bool Matches(uint64_t guard, const char* stored, size_t bytes) {
  return std::memcmp(&guard, stored, bytes) == 0;
}

}  // namespace entry_guard
}  // namespace ROCKSDB_NAMESPACE
