// The numbers that name the fields of a MANIFEST record and of a file entry within one.
// Part of the on-disk format shared with RocksDB: never renumber. Used by version_edit.cc and
// file_record.cc only.
#pragma once

#include <cstdint>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// A reader that does not know a field whose number has this bit may skip it: it is length-prefixed.
inline constexpr uint32_t kSkippableFieldBit = 1u << 13;

// Each field is its number as a varint, then its value in the form its number implies; only fields
// with kSkippableFieldBit carry their length. So an unknown one without that bit ends the reading
// of a record: the begin of the next field is unknown.
enum class Field : uint32_t {
  kComparatorName = 1,
  kLogNumber = 2,
  kNextFile = 3,
  kLastSequence = 4,
  kCompactCursor = 5,
  kFileGone = 6,
  kFileV1 = 7,  // level, number, size, bounds
  kPrevLog = 9,
  kMinLogToKeep = 10,
  kFileV2 = 100,  // + sequence range
  kFileV3 = 102,  // + path id
  kFileV4 = 103,  // + attributes
  kFamilyId = 200,
  kFamilyAdded = 201,
  kFamilyDropped = 202,
  kMaxFamilyId = 203,
  kAtomicGroup = 300,
  kBlobAdded = 400,
  kBlobGarbage = 401,
  kDatabaseId = 8193,
  kWalAddedUnsized = 8196,  // as 8199, without the length prefix
  kWalsGoneUnsized = 8197,
  kTimestampLow = 8198,
  kWalAdded = 8199,
  kWalsGone = 8200,
  kKeepsTimestamps = 8201,
  kBucketBoundaries = 0x6B17,  // ours
};

// A reader must refuse a file attribute it does not know when the number has this bit.
inline constexpr uint32_t kMandatoryAttributeBit = 1u << 6;

// Attributes of a kFileV4 entry; each is a number followed by length-prefixed bytes, ended by kEnd
// without bytes.
enum class FileAttribute : uint32_t {
  kEnd = 1,
  kMarked = 2,
  kMinLogToKeep = 3,  // not about the file: older records keep Field::kMinLogToKeep here
  kOldestBlob = 4,
  kAncestorTime = 5,
  kCreationTime = 6,
  kChecksum = 7,
  kChecksumName = 8,
  kTemperature = 9,
  kUniqueId = 12,
  kEpoch = 13,
  kRangeDeletionCredit = 14,
  kTailSize = 15,
  kKeepsTimestamps = 16,
  kPathId = 65,
};

}  // namespace ROCKSDB_NAMESPACE
