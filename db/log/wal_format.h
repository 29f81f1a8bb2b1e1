// How WAL and MANIFEST files frame their records. log_writer and log_reader share it; these numbers
// are on disk and never change.
//
// A file is a sequence of 32 KiB blocks. A logical record is cut into pieces so that none crosses a
// block border; a rest of a block too small for a header is filled with zeros.
//
//   piece:  masked crc32c (4) | payload length (2) | type (1) | [log number (4)] | payload
//
//   block 0  [ full ][ full ][ first ]| block 1  [ middle          ]| block 2  [ last ][ full ]
//                            '--------------------- one record --------------------'
//
// The crc covers the type, the log number if there is one, and the payload. Pieces with a log
// number ("recyclable") let a file be overwritten in place: what is left of its former use carries
// another number.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {
namespace log {

inline constexpr size_t kBlockBytes = 32768;
inline constexpr size_t kShortHeader = 7;
inline constexpr size_t kLongHeader = 11;
inline constexpr size_t kMaxHeader = kLongHeader;

enum PieceType : uint8_t {
  kZeroPiece = 0,  // preallocated space
  kFullPiece = 1,
  kFirstPiece = 2,
  kMiddlePiece = 3,
  kLastPiece = 4,
  // The same four with a log number.
  kLongFullPiece = 5,
  kLongFirstPiece = 6,
  kLongMiddlePiece = 7,
  kLongLastPiece = 8,
  // Notes about the file rather than data.
  kCompressionPiece = 9,      // fixed32 CompressionType of all pieces that follow
  kTimestampSizesPiece = 10,  // (fixed32 column family, fixed16 timestamp size) ...
  kLongTimestampSizesPiece = 11,
  kPredecessorPiece = 130,  // number, size and last sequence of the WAL before this one
  kLongPredecessorPiece = 131,
};

// An unknown type with this bit may be passed over; without it the file is not understood.
inline constexpr uint8_t kIgnorableBit = 0x80;

// Behind the records of a log that is being written, repeated: wherever a reader comes to it, it
// meets a piece with the number of another log.
inline constexpr char kFiller = kLongFullPiece;

inline constexpr uint8_t kLongOffset = kLongFullPiece - kFullPiece;

constexpr bool HasLogNumber(uint8_t type) {
  return (type >= kLongFullPiece && type <= kLongLastPiece) || type == kLongTimestampSizesPiece ||
         type == kLongPredecessorPiece;
}

constexpr size_t HeaderBytes(uint8_t type) {
  return HasLogNumber(type) ? kLongHeader : kShortHeader;
}

}  // namespace log
}  // namespace ROCKSDB_NAMESPACE
