// Finding pieces, joining them into records, judging damage.
#include "db/log/log_reader.h"

#include <utility>

#include "util/coding.h"
#include "util/crc32c.h"

namespace ROCKSDB_NAMESPACE {
namespace log {

namespace {

// These modes promise something about the last record, so its loss must be reported. The others
// take a torn write for one that was never acknowledged.
bool TornTailMatters(WALRecoveryMode mode) {
  return mode == WALRecoveryMode::kAbsoluteConsistency ||
         mode == WALRecoveryMode::kPointInTimeRecovery;
}

}  // namespace

Reader::Reader(std::unique_ptr<SequentialFileReader> file, Reporter* reporter, bool checksum,
               uint64_t log_number)
    : file_(std::move(file)),
      reporter_(reporter),
      checksum_(checksum),
      log_number_(log_number),
      block_(new char[kBlockBytes]) {}

Reader::~Reader() = default;

void Reader::Report(size_t bytes, const char* why) {
  if (reporter_ != nullptr) {
    reporter_->Corruption(bytes, Status::Corruption(file_->file_name(), why));
  }
}

// ---- Pieces ----

// Loads more of the current block, or of the next once this one is done, until `wanted` bytes of it
// from pos_ on are there. False: the file has no more.
bool Reader::FillBlock(size_t wanted) {
  // Reads the rest of a block at once. In a file that grows a block may come in several reads.
  while (filled_ - pos_ < wanted && !at_eof_) {
    if (filled_ == kBlockBytes) {
      block_start_ += kBlockBytes;
      filled_ = pos_ = 0;
    }
    Slice got;
    char* const target = block_.get() + filled_;
    const size_t asked = kBlockBytes - filled_;
    io_status_ = file_->Read(asked, &got, target);
    if (!io_status_.ok()) {
      at_eof_ = true;
      if (reporter_ != nullptr) reporter_->Corruption(asked, io_status_);
      break;
    }
    // A file system may answer with memory of its own.
    if (got.data() != target) std::copy(got.data(), got.data() + got.size(), target);
    filled_ += got.size();
    if (got.size() < asked) at_eof_ = true;
  }
  return filled_ - pos_ >= wanted;
}

// Lengths in a damaged block mean nothing, so all of it is given up.
Reader::Found Reader::DropBlock(Found why) {
  dropped_ = filled_ - pos_;
  pos_ = filled_;
  return why;
}

bool Reader::ChecksumMatches(const char* header, size_t header_bytes, size_t length) const {
  // From the type on; the payload follows the header without a gap.
  const uint32_t actual = crc32c::Value(header + 6, header_bytes - 6 + length);
  return crc32c::Unmask(LoadFixed32(header)) == actual;
}

Reader::Found Reader::NextPiece() {
  // A rest of a block that is too short for a header is padding.
  if (kBlockBytes - pos_ < kShortHeader) pos_ = filled_ = kBlockBytes;
  if (!FillBlock(kShortHeader)) {
    return filled_ == pos_ ? Found::kEnd : DropBlock(Found::kTornHeader);
  }
  return LoadPiece();
}

Reader::Found Reader::LoadPiece() {
  const char* const header = block_.get() + pos_;
  const size_t length = LoadFixed16(header + 4);
  const uint8_t type = static_cast<uint8_t>(header[6]);
  const size_t header_bytes = HeaderBytes(type);
  // Space that was preallocated, or mapped, and never written: see TakeDamage.
  if (type == kZeroPiece && length == 0) return DropBlock(Found::kUnusable);
  // Before length and checksum: bytes of a former use, and filler, may well be whole or too long,
  // but they are not this log's.
  if (HasLogNumber(type)) {
    if (pos_ + header_bytes > kBlockBytes) return DropBlock(Found::kFormerUse);
    if (!FillBlock(header_bytes)) return DropBlock(Found::kTornHeader);
    if (!data_seen_) recycled_ = true;
    if (LoadFixed32(header + 7) != static_cast<uint32_t>(log_number_)) {
      return DropBlock(Found::kFormerUse);
    }
  }
  if (pos_ + header_bytes + length > kBlockBytes) {
    // In a block cut short by the end of the file this may be a tail, anywhere else it is damage.
    return DropBlock(at_eof_ ? Found::kTornBody : Found::kBadLength);
  }
  if (!FillBlock(header_bytes + length)) {
    return DropBlock(filled_ - pos_ < header_bytes ? Found::kTornHeader : Found::kTornBody);
  }
  if (checksum_ && !ChecksumMatches(header, header_bytes, length)) {
    return DropBlock(Found::kBadChecksum);
  }
  type_ = type;
  payload_ = Slice(header + header_bytes, length);
  piece_start_ = Position();
  pos_ += header_bytes + length;
  piece_end_ = Position();
  return Found::kPiece;
}

uint64_t Reader::ResumeBehind(uint64_t record_end) {
  const size_t rest = kBlockBytes - record_end % kBlockBytes;
  // The padding at a block's end holds no piece.
  const uint64_t offset = rest < kShortHeader ? record_end + rest : record_end;
  // Nothing looks at the bytes of the block before the offset again.
  pos_ = filled_ = offset % kBlockBytes;
  block_start_ = offset - pos_;
  at_eof_ = false;
  io_status_ = IOStatus::OK();
  in_record_ = false;
  partial_.clear();
  return offset;
}

// ---- Records ----

bool Reader::ReadRecord(Slice* record, std::string* scratch, WALRecoveryMode mode) {
  record->clear();
  scratch->clear();
  for (;;) {
    const Found found = NextPiece();
    Step step;
    if (found == Found::kPiece) {
      step = TakePiece(record, scratch);
    } else if (mode == WALRecoveryMode::kAbsoluteConsistency && LooksForeign(found)) {
      step = TakeForeign();
    } else if (found == Found::kEnd || found == Found::kTornHeader || found == Found::kTornBody) {
      step = TakeTail(found, mode);
    } else {
      step = TakeDamage(found, mode);
    }
    if (step != Step::kGoOn) return step == Step::kRecord;
  }
}

Reader::Step Reader::Give(const Slice& whole, Slice* record, std::string* scratch) {
  // Only whole records move it: what lies behind it is tail.
  record_end_ = Position();
  if (codec_ == nullptr) {
    *record = whole;
    return Step::kRecord;
  }
  std::string plain;
  Status s = codec_->Decompress(whole, &plain);
  // A record that does not decompress is lost alone: records do not depend on one another.
  if (!s.ok()) {
    if (reporter_ != nullptr) reporter_->Corruption(whole.size(), s);
    return Step::kGoOn;
  }
  scratch->swap(plain);
  *record = *scratch;
  return Step::kRecord;
}

void Reader::AbandonPartial(const char* why) {
  if (in_record_) Report(partial_.size(), why);
  in_record_ = false;
  partial_.clear();
}

// A new record begins. Some writers left an empty first piece at a block's end and began the record
// anew in the next block: nothing is lost by that.
void Reader::AbandonFormer() {
  if (partial_.empty()) in_record_ = false;
  AbandonPartial("record without its last piece");
}

Reader::Step Reader::TakePiece(Slice* record, std::string* scratch) {
  const uint8_t type = type_ >= kLongFullPiece && type_ <= kLongLastPiece
                           ? static_cast<uint8_t>(type_ - kLongOffset)
                           : type_;
  // Notes have short headers in recyclable files too, so a header does not show which kind this is.
  data_seen_ |= type <= kLastPiece;
  switch (type) {
    case kFullPiece:
      AbandonFormer();
      record_start_ = piece_start_;
      return Give(payload_, record, scratch);
    case kFirstPiece:
      AbandonFormer();
      in_record_ = true;
      partial_.assign(payload_.data(), payload_.size());
      partial_start_ = piece_start_;
      return Step::kGoOn;
    case kMiddlePiece:
    case kLastPiece:
      if (!in_record_) {
        Report(payload_.size(), "piece of a record without its first");
        return Step::kGoOn;
      }
      partial_.append(payload_.data(), payload_.size());
      if (type == kMiddlePiece) return Step::kGoOn;
      in_record_ = false;
      // The caller's buffer and ours change places; no copy.
      scratch->swap(partial_);
      record_start_ = partial_start_;
      return Give(*scratch, record, scratch);
    default:
      return TakeNote();
  }
}

// Timestamp sizes and the predecessor's description do not change how records are read.
Reader::Step Reader::TakeNote() {
  const bool known = type_ == kTimestampSizesPiece || type_ == kLongTimestampSizesPiece;
  if (known || (type_ & kIgnorableBit) != 0) return Step::kGoOn;
  if (type_ == kCompressionPiece) return TakeCompression();
  AbandonPartial("record interrupted by a piece of unknown type");
  Report(payload_.size() + 1, "piece of unknown type");
  return Step::kGoOn;
}

Reader::Step Reader::TakeCompression() {
  const uint32_t type = payload_.size() == 4 ? LoadFixed32(payload_.data()) : UINT32_MAX;
  if (type == kNoCompression) return Step::kGoOn;
  Status s = type == kZSTD ? WalCodec::Create(kZSTD, &codec_)
                           : Status::NotSupported("wal_compression of an unknown kind");
  if (s.ok()) return Step::kGoOn;
  // Nothing that follows can be read, also by a later call.
  if (reporter_ != nullptr) reporter_->Corruption(payload_.size(), s);
  DropBlock(Found::kEnd);
  at_eof_ = true;
  return Step::kStop;
}

Reader::Step Reader::TakeTail(Found found, WALRecoveryMode mode) {
  if (found != Found::kEnd && TornTailMatters(mode)) Report(dropped_, "file ends inside a piece");
  if (in_record_ && TornTailMatters(mode)) Report(partial_.size(), "file ends inside a record");
  in_record_ = false;
  partial_.clear();
  return Step::kStop;
}

Reader::Step Reader::TakeDamage(Found found, WALRecoveryMode mode) {
  if (found == Found::kFormerUse) {
    if (reporter_ != nullptr) reporter_->OldLogRecord(dropped_);
    // The log ends where the former use begins: later blocks are older still.
    if (mode != WALRecoveryMode::kSkipAnyCorruptedRecords) return TakeTail(Found::kEnd, mode);
  } else if (found == Found::kBadChecksum || found == Found::kBadLength) {
    // A recycled file's last write may end inside a piece of its former use.
    const bool tail = recycled_ && mode == WALRecoveryMode::kTolerateCorruptedTailRecords;
    if (tail) {
      in_record_ = false;
      partial_.clear();
      return Step::kStop;
    }
    Report(dropped_, found == Found::kBadChecksum ? "checksum mismatch" : "bad piece length");
  } else if (dropped_ >= kLongHeader && mode != WALRecoveryMode::kSkipAnyCorruptedRecords) {
    // More than the padding of a block: the log ends here. What may lie behind unwritten space, as
    // after a power cut, does not follow what lies before it.
    return TakeTail(Found::kEnd, mode);
  }
  AbandonPartial("record interrupted by damage");
  return Step::kGoOn;
}

// ---- Former use ----

// A header that the end of the file has cut counts as this log's.
bool Reader::LooksForeign(Found found) const {
  if (!recycled_ || found == Found::kEnd || found == Found::kTornHeader ||
      found == Found::kUnusable) {
    return false;
  }
  // The rest of a block may be too short for pieces of this log, and hold old ones all the same.
  return dropped_ < kLongHeader ||
         LoadFixed32(block_.get() + filled_ - dropped_ + 7) != static_cast<uint32_t>(log_number_);
}

bool Reader::IsWholePiece(size_t at) const {
  const char* const header = block_.get() + at;
  if (!HasLogNumber(static_cast<uint8_t>(header[6])) ||
      LoadFixed32(header + 7) != static_cast<uint32_t>(log_number_)) {
    return false;
  }
  const size_t length = LoadFixed16(header + 4);
  return at + kLongHeader + length <= filled_ && ChecksumMatches(header, kLongHeader, length);
}

// Looks at what was dropped last and at the rest of the file, and gives it up. Every offset is
// tried, since a damaged length says nothing of where the next piece begins.
bool Reader::MoreFollows() {
  for (size_t at = filled_ - dropped_;; at = 0) {
    pos_ = filled_;
    for (; at + kLongHeader <= filled_; ++at) {
      if (IsWholePiece(at)) return true;
    }
    if (!FillBlock(1)) return false;
  }
}

//   [ ours ][ ours ] old bytes                   the end, as a killed process leaves it
//   [ ours ] number damaged [ ours ]             damage
Reader::Step Reader::TakeForeign() {
  if (reporter_ != nullptr) reporter_->OldLogRecord(dropped_);
  const size_t dropped = dropped_;
  if (!MoreFollows()) return TakeTail(Found::kEnd, WALRecoveryMode::kAbsoluteConsistency);
  Report(dropped, "bytes of another log before pieces of this one");
  AbandonPartial("record interrupted by damage");
  return Step::kGoOn;
}

}  // namespace log
}  // namespace ROCKSDB_NAMESPACE
