// Cutting records into pieces and appending them.
#include "db/log_writer.h"

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

IOStatus Writer::AddRecord(const Slice& record) {
  if (!failure_.ok()) return failure_;
  if (dest_ == nullptr) return IOStatus::IOError("Log file is closed");
  const char* p = record.data();
  size_t left = record.size();
  bool first = true;
  do {
    if (block_room_ < header_bytes_) {
      static constexpr char kZeros[kMaxHeader] = {};
      IOStatus s = dest_->Append(Slice(kZeros, block_room_));
      if (!s.ok()) return Remember(s);
      block_room_ = kBlockBytes;
    }
    const size_t n = std::min(left, block_room_ - header_bytes_);
    const bool last = n == left;
    const PieceType type =
        first ? (last ? kFullPiece : kFirstPiece) : (last ? kLastPiece : kMiddlePiece);
    IOStatus s = AddPiece(type, p, n);
    if (!s.ok()) return Remember(s);
    p += n;
    left -= n;
    first = false;
  } while (left > 0);
  return manual_flush_ ? IOStatus::OK() : Remember(dest_->Flush());
}

IOStatus Writer::AddPiece(uint8_t type, const char* payload, size_t n) {
  char header[kMaxHeader];
  StoreFixed32(header, crc32c::Mask(crc32c::Extend(head_crc_[type], payload, n)));
  StoreFixed16(header + 4, static_cast<uint16_t>(n));
  header[6] = static_cast<char>(type + type_offset_);
  if (type_offset_ != 0) StoreFixed32(header + 7, static_cast<uint32_t>(log_number_));
  IOStatus s = dest_->Append(Slice(header, header_bytes_));
  if (s.ok()) s = dest_->Append(Slice(payload, n));
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

IOStatus Writer::Close() {
  if (dest_ == nullptr) return failure_;
  IOStatus s = Remember(dest_->Close());
  dest_.reset();
  return s;
}

}  // namespace log
}  // namespace ROCKSDB_NAMESPACE
