// Sequence numbers, record types, and how both are packed behind a user key. Every floor uses them.
// The numbers are part of the file formats and must never change.
#pragma once

#include <cstdint>

#include "rocksdb/rocksdb_namespace.h"
#include "rocksdb/types.h"

namespace ROCKSDB_NAMESPACE {

// Record types as stored in tables, memtables, WALs and batches. Types that carry a column family
// id exist only in batches and WALs; memtables and tables hold the corresponding types without the
// id.
enum ValueType : uint8_t {
  kTypeDeletion = 0x00,
  kTypeValue = 0x01,
  kTypeMerge = 0x02,
  kTypeLogData = 0x03,
  kTypeColumnFamilyDeletion = 0x04,
  kTypeColumnFamilyValue = 0x05,
  kTypeColumnFamilyMerge = 0x06,
  kTypeSingleDeletion = 0x07,
  kTypeColumnFamilySingleDeletion = 0x08,
  kTypeBeginPrepareXID = 0x09,
  kTypeEndPrepareXID = 0x0A,
  kTypeCommitXID = 0x0B,
  kTypeRollbackXID = 0x0C,
  kTypeNoop = 0x0D,
  kTypeColumnFamilyRangeDeletion = 0x0E,
  kTypeRangeDeletion = 0x0F,
  kTypeColumnFamilyBlobIndex = 0x10,
  kTypeBlobIndex = 0x11,
  kTypeBeginPersistedPrepareXID = 0x12,
  kTypeBeginUnprepareXID = 0x13,
  kTypeDeletionWithTimestamp = 0x14,
  kTypeCommitXIDAndTimestamp = 0x15,
  kTypeWideColumnEntity = 0x16,
  kTypeColumnFamilyWideColumnEntity = 0x17,
  kTypeValuePreferredSeqno = 0x18,
  kTypeColumnFamilyValuePreferredSeqno = 0x19,
  kMaxValue = 0x7F
};

// Among equal sequence numbers larger types sort first, so a seek target carries the largest
// storable type and a backward seek target the smallest.
inline constexpr ValueType kSeekType = kTypeValuePreferredSeqno;
inline constexpr ValueType kSeekForPrevType = kTypeDeletion;

inline constexpr SequenceNumber kLargestSequence = (SequenceNumber{1} << 56) - 1;
inline constexpr SequenceNumber kNoGlobalSequence = UINT64_MAX;
inline constexpr size_t kInternalTailBytes = 8;
inline constexpr uint64_t kFirstEpoch = 1;  // 0 means "this file has no epoch number"
// Of files that are ingested behind all others. Families that allow those begin above it.
inline constexpr uint64_t kEpochBehindAll = 1;

// The 8-byte tail of an internal key.
inline constexpr uint64_t PackTail(SequenceNumber seq, ValueType type) { return (seq << 8) | type; }
inline constexpr SequenceNumber TailSequence(uint64_t tail) { return tail >> 8; }
inline constexpr ValueType TailType(uint64_t tail) { return static_cast<ValueType>(tail & 0xff); }

// True for the types a memtable or table point entry may have.
inline constexpr bool IsPointType(ValueType t) {
  return t == kTypeDeletion || t == kTypeValue || t == kTypeMerge || t == kTypeSingleDeletion ||
         t == kTypeBlobIndex || t == kTypeDeletionWithTimestamp || t == kTypeWideColumnEntity ||
         t == kTypeValuePreferredSeqno;
}
inline constexpr bool IsStorableType(ValueType t) {
  return IsPointType(t) || t == kTypeRangeDeletion;
}

}  // namespace ROCKSDB_NAMESPACE
