// Guards of the records of a batch, one for each record in order (util/entry_guard.h says what they
// are made of). Writers make them of a protected batch when they begin, log replay of a record just
// read; what goes to the log and into memtables is held against them. A WriteBatch itself keeps
// only their chain, its seal.
#pragma once

#include <cstdint>
#include <vector>

#include "db/batch/batch_reader.h"
#include "util/entry_guard.h"

namespace ROCKSDB_NAMESPACE {

using BatchGuards = std::vector<uint64_t>;

// The seal of a batch, from `seal`, that of the records before, and the guard of the next one.
// Depends on their order.
inline uint64_t ExtendSeal(uint64_t seal, uint64_t guard) {
  constexpr uint64_t kChainSalt = 0x452821e638d01377;
  return entry_guard::Term(seal, kChainSalt) + guard;
}

// `type` is the plain type. Fields that the type does not have must be empty.
inline uint64_t RecordGuard(uint32_t cf, ValueType type, const Slice& key, const Slice& value) {
  return entry_guard::OfContents(type, key, value) ^ entry_guard::OfFamily(cf);
}
// The guard of the record that the reader stands on.
inline uint64_t RecordGuard(const BatchReader& record) {
  const bool has_key = kBatchTags[record.tag()].fields >= 1;
  return RecordGuard(record.cf, record.type, has_key ? record.key : Slice(), record.value);
}
// What the memtable entry made of a record must have.
inline uint64_t EntryGuardOf(uint64_t record_guard, uint32_t cf, SequenceNumber seq) {
  return record_guard ^ entry_guard::OfFamily(cf) ^ entry_guard::OfSequence(seq);
}

// Replaces *guards by those of the records in `contents`, a whole batch. Corruption when not all of
// it can be read; there are guards up to there.
[[nodiscard]] Status CollectGuards(const Slice& contents, BatchGuards* guards);
// Corruption when the records of `contents`, a whole batch, are not the guarded ones.
[[nodiscard]] Status VerifyGuards(const Slice& contents, const BatchGuards& guards);
// The same for the next records alone, from *at on, which moves past them; for batches laid end to
// end.
[[nodiscard]] Status VerifyGuards(const BatchGuards& guards, BatchReader* at);
// The error of a guard that does not match.
Status GuardMismatch();

}  // namespace ROCKSDB_NAMESPACE
