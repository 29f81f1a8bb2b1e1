// Cutting records into pieces and appending them. The layout is drawn in wal_format.h.
#include "db/log/log_writer.h"

#include <algorithm>
#include <utility>

#include "util/coding.h"
#include "util/crc32c.h"

namespace ROCKSDB_NAMESPACE {
namespace log {

Writer::Writer(std::unique_ptr<WritableFileWriter> dest, uint64_t log_number, bool recycle,
               bool manual_flush)
    : dest_(std::move(dest)),
      log_number_(log_number),
      header_bytes_(recycle ? kLongHeader : kShortHeader),
      type_offset_(recycle ? kLongOffset : 0),
      manual_flush_(manual_flush) {
  // Type and log number come before the payload in the checksum and are the same for every piece of
  // a type: their share is worked out once.
  head_crc_[kZeroPiece] = 0;
  for (uint8_t type = kFullPiece; type <= kLastPiece; ++type) {
    char covered[1 + sizeof(uint32_t)];
    covered[0] = static_cast<char>(type + type_offset_);
    StoreFixed32(covered + 1, static_cast<uint32_t>(log_number_));
    head_crc_[type] = crc32c::Value(covered, recycle ? sizeof(covered) : 1);
  }
}

Writer::~Writer() {
  // Owners that care have closed already.
  if (dest_ != nullptr) Close().PermitUncheckedError();
}

IOStatus Writer::Remember(IOStatus s) {
  if (!s.ok() && failure_.ok()) failure_ = s;
  return s;
}

IOStatus Writer::EnableCompression(CompressionType type) {
  if (type == kNoCompression) return IOStatus::OK();
  Status s = WalCodec::Create(type, &codec_);
  if (!s.ok()) return status_to_io_status(std::move(s));
  // This note has a short header in recyclable files too.
  char piece[kShortHeader + 4];
  StoreFixed16(piece + 4, 4);
  piece[6] = static_cast<char>(kCompressionPiece);
  StoreFixed32(piece + kShortHeader, static_cast<uint32_t>(type));
  StoreFixed32(piece, crc32c::Mask(crc32c::Value(piece + 6, 1 + 4)));
  block_room_ -= sizeof(piece);
  return Remember(dest_->Append(Slice(piece, sizeof(piece))));
}

IOStatus Writer::AddRecord(const Slice& record) {
  if (!failure_.ok()) return failure_;
  if (dest_ == nullptr) return IOStatus::IOError("Log file is closed");
  IOStatus io;
  if (codec_ == nullptr) {
    io = AddPieces(record);
  } else {
    Status s = codec_->Compress(record, &compressed_);
    io = s.ok() ? AddPieces(compressed_) : status_to_io_status(std::move(s));
  }
  // The operating system has the record: a killed process loses nothing that was acknowledged.
  if (io.ok() && !manual_flush_) io = dest_->Flush();
  return Remember(std::move(io));
}

IOStatus Writer::AddPieces(const Slice& record) {
  const char* p = record.data();
  size_t left = record.size();
  bool first = true;
  do {
    // Readers take such a rest for padding.
    if (block_room_ < header_bytes_) {
      static constexpr char kZeros[kMaxHeader] = {};
      IOStatus s = dest_->Append(Slice(kZeros, block_room_));
      if (!s.ok()) return s;
      block_room_ = kBlockBytes;
    }
    // 0 where just the header fits: an empty first piece, which readers know.
    const size_t n = std::min(left, block_room_ - header_bytes_);
    const bool last = n == left;
    const PieceType type =
        first ? (last ? kFullPiece : kFirstPiece) : (last ? kLastPiece : kMiddlePiece);
    IOStatus s = AddPiece(type, p, n);
    if (!s.ok()) return s;
    p += n;
    left -= n;
    first = false;
  } while (left > 0);
  return IOStatus::OK();
}

// Header and payload go separately into the file's buffer, which joins them.
IOStatus Writer::AddPiece(uint8_t type, const char* payload, size_t n) {
  char header[kMaxHeader];
  StoreFixed32(header, crc32c::Mask(crc32c::Extend(head_crc_[type], payload, n)));
  StoreFixed16(header + 4, static_cast<uint16_t>(n));
  header[6] = static_cast<char>(type + type_offset_);
  if (type_offset_ != 0) StoreFixed32(header + 7, static_cast<uint32_t>(log_number_));
  IOStatus s = dest_->Append(Slice(header, header_bytes_));
  if (s.ok()) s = dest_->Append(Slice(payload, n));
  // Also after a failure: the writer is not used again then.
  block_room_ -= header_bytes_ + n;
  return s;
}

IOStatus Writer::Flush() {
  if (!failure_.ok()) return failure_;
  return dest_ == nullptr ? IOStatus::OK() : Remember(dest_->Flush());
}

IOStatus Writer::Sync(bool use_fsync) {
  if (!failure_.ok()) return failure_;
  return dest_ == nullptr ? IOStatus::OK() : Remember(dest_->Sync(use_fsync));
}

IOStatus Writer::CutBehindLastRecord() {
  if (!failure_.ok()) return failure_;
  return dest_->file()->Truncate(dest_->FileSize(), IOOptions(), nullptr);
}

IOStatus Writer::Close() {
  if (dest_ == nullptr) return failure_;
  IOStatus s = Remember(dest_->Close());
  dest_.reset();
  return s;
}

}  // namespace log
}  // namespace ROCKSDB_NAMESPACE
