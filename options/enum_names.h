// Text names of the enumerations that occur in options; one list per enumeration. The names are
// those of stock's OPTIONS files and option strings; they are part of the format and must never
// change. If a value has two names, the first is written.
#pragma once

#include <string>
#include <utility>

#include "rocksdb/advanced_options.h"
#include "rocksdb/env.h"
#include "rocksdb/options.h"
#include "rocksdb/table.h"

namespace ROCKSDB_NAMESPACE {

// Specializations have kTypeName and kValues, an array of {name, value} pairs.
template <class E>
struct EnumNames;

#define ENUM_NAMES(E, ...)                                                \
  template <>                                                             \
  struct EnumNames<E> {                                                   \
    static constexpr const char* kTypeName = #E;                          \
    static constexpr std::pair<const char*, E> kValues[] = {__VA_ARGS__}; \
  }
#define ENUM_NAME(value) \
  { #value, value }
#define SCOPED_NAME(E, value) \
  { #value, E::value }

ENUM_NAMES(CompressionType, ENUM_NAME(kNoCompression), ENUM_NAME(kSnappyCompression),
           ENUM_NAME(kZlibCompression), ENUM_NAME(kBZip2Compression), ENUM_NAME(kLZ4Compression),
           ENUM_NAME(kLZ4HCCompression), ENUM_NAME(kXpressCompression), ENUM_NAME(kZSTD),
           {"kZSTDNotFinalCompression", kZSTD}, ENUM_NAME(kDisableCompressionOption));
ENUM_NAMES(CompactionStyle, ENUM_NAME(kCompactionStyleLevel), ENUM_NAME(kCompactionStyleUniversal),
           ENUM_NAME(kCompactionStyleFIFO), ENUM_NAME(kCompactionStyleNone));
ENUM_NAMES(CompactionPri, ENUM_NAME(kByCompensatedSize), ENUM_NAME(kOldestLargestSeqFirst),
           ENUM_NAME(kOldestSmallestSeqFirst), ENUM_NAME(kMinOverlappingRatio),
           ENUM_NAME(kRoundRobin));
ENUM_NAMES(CompactionStopStyle, ENUM_NAME(kCompactionStopStyleSimilarSize),
           ENUM_NAME(kCompactionStopStyleTotalSize));
ENUM_NAMES(Temperature, SCOPED_NAME(Temperature, kUnknown), SCOPED_NAME(Temperature, kHot),
           SCOPED_NAME(Temperature, kWarm), SCOPED_NAME(Temperature, kCold));
ENUM_NAMES(CacheTier, SCOPED_NAME(CacheTier, kVolatileTier),
           SCOPED_NAME(CacheTier, kVolatileCompressedTier),
           SCOPED_NAME(CacheTier, kNonVolatileBlockTier));
ENUM_NAMES(PrepopulateBlobCache, SCOPED_NAME(PrepopulateBlobCache, kDisable),
           SCOPED_NAME(PrepopulateBlobCache, kFlushOnly));
ENUM_NAMES(WALRecoveryMode, SCOPED_NAME(WALRecoveryMode, kTolerateCorruptedTailRecords),
           SCOPED_NAME(WALRecoveryMode, kAbsoluteConsistency),
           SCOPED_NAME(WALRecoveryMode, kPointInTimeRecovery),
           SCOPED_NAME(WALRecoveryMode, kSkipAnyCorruptedRecords));
ENUM_NAMES(InfoLogLevel, ENUM_NAME(DEBUG_LEVEL), ENUM_NAME(INFO_LEVEL), ENUM_NAME(WARN_LEVEL),
           ENUM_NAME(ERROR_LEVEL), ENUM_NAME(FATAL_LEVEL), ENUM_NAME(HEADER_LEVEL));
ENUM_NAMES(ChecksumType, ENUM_NAME(kNoChecksum), ENUM_NAME(kCRC32c), ENUM_NAME(kxxHash),
           ENUM_NAME(kxxHash64), ENUM_NAME(kXXH3));
ENUM_NAMES(PinningTier, SCOPED_NAME(PinningTier, kFallback), SCOPED_NAME(PinningTier, kNone),
           SCOPED_NAME(PinningTier, kFlushedAndSimilar), SCOPED_NAME(PinningTier, kAll));

using BbtIndex = BlockBasedTableOptions::IndexType;
using BbtDataIndex = BlockBasedTableOptions::DataBlockIndexType;
using BbtShortening = BlockBasedTableOptions::IndexShorteningMode;
using BbtPrepopulate = BlockBasedTableOptions::PrepopulateBlockCache;
ENUM_NAMES(BbtIndex, SCOPED_NAME(BbtIndex, kBinarySearch), SCOPED_NAME(BbtIndex, kHashSearch),
           SCOPED_NAME(BbtIndex, kTwoLevelIndexSearch),
           SCOPED_NAME(BbtIndex, kBinarySearchWithFirstKey));
ENUM_NAMES(BbtDataIndex, SCOPED_NAME(BbtDataIndex, kDataBlockBinarySearch),
           SCOPED_NAME(BbtDataIndex, kDataBlockBinaryAndHash));
ENUM_NAMES(BbtShortening, SCOPED_NAME(BbtShortening, kNoShortening),
           SCOPED_NAME(BbtShortening, kShortenSeparators),
           SCOPED_NAME(BbtShortening, kShortenSeparatorsAndSuccessor));
ENUM_NAMES(BbtPrepopulate, SCOPED_NAME(BbtPrepopulate, kDisable),
           SCOPED_NAME(BbtPrepopulate, kFlushOnly));

#undef SCOPED_NAME
#undef ENUM_NAME
#undef ENUM_NAMES

// The text of a value; empty for a number that has no name.
template <class E>
std::string EnumText(E value) {
  for (const auto& [name, v] : EnumNames<E>::kValues) {
    if (v == value) {
      return name;
    }
  }
  return "";
}

// The short form used in LOG lines and messages: "Snappy", "NoCompression", "LZ4HC", "Disabled".
std::string CompressionLogName(CompressionType type);

}  // namespace ROCKSDB_NAMESPACE
