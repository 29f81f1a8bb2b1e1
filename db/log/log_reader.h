// log::Reader: gives back the records of one WAL or MANIFEST, in order. Recovery, the version set
// and readers of the live log own one per file. It never writes, and never trusts what it reads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "db/log/wal_codec.h"
#include "db/log/wal_format.h"
#include "env/file_io.h"
#include "rocksdb/options.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {
namespace log {

// What is damage depends on the WALRecoveryMode of each ReadRecord() call:
//
//                           torn tail        piece of a former use   bad checksum, length, order
//  kTolerateCorruptedTail   silent end       silent end              reported; in a recycled file a
//                                                                    bad checksum is a silent end
//  kAbsoluteConsistency     reported, end    end, reported if cut    reported
//                                            or pieces of the log
//                                            follow
//  kPointInTimeRecovery     reported, end    end, reported if cut    reported
//  kSkipAnyCorrupted        silent end       passed over             reported
//
// After a report the reader goes on with what it can still find; the caller stops or carries on. A
// torn tail is a last piece cut by the end of the file, or a last record without its last piece.
// In a recycled file kAbsoluteConsistency takes for former use whatever lacks the log's number.
class Reader {
 public:
  class Reporter {
   public:
    virtual ~Reporter() = default;
    // About `bytes` bytes were dropped; 0 when what is missing was never in the file.
    virtual void Corruption(size_t bytes, const Status& status) = 0;
    // A piece of the file's former use was met.
    virtual void OldLogRecord(size_t /*bytes*/) {}
  };

  // `reporter` may be null. Recyclable pieces whose number is not `log_number` are former use.
  Reader(std::unique_ptr<SequentialFileReader> file, Reporter* reporter, bool checksum,
         uint64_t log_number);
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader();

  // False at the end. *record stays valid until the next call; it points into *scratch when the
  // record had several pieces or was compressed.
  bool ReadRecord(Slice* record, std::string* scratch,
                  WALRecoveryMode mode = WALRecoveryMode::kTolerateCorruptedTailRecords);

  // Forgets everything read behind `record_end`, where a record that was given ended (0: all of
  // it), also that a read failed: the bytes there may have changed. REQUIRES: the file's next read
  // gives the bytes from the returned offset on.
  uint64_t ResumeBehind(uint64_t record_end);

  // Where the record given last begins and ends in the file.
  uint64_t LastRecordOffset() const { return record_start_; }
  uint64_t LastRecordEnd() const { return record_end_; }
  // Where the last piece ends that was whole, also of a record that lacks others.
  uint64_t LastPieceEnd() const { return piece_end_; }
  // How much of the file has been read; others may have appended more since.
  uint64_t BytesRead() const { return block_start_ + filled_; }
  // The file was a log before: bytes of that time may follow its last record.
  bool recycled() const { return recycled_; }
  // A read failed; the records before it were given.
  const IOStatus& io_status() const { return io_status_; }

 private:
  enum class Found : uint8_t {
    kPiece,
    kEnd,         // nothing left
    kTornHeader,  // the file ends inside a header
    kTornBody,    // the file ends inside a payload
    kBadLength,   // a payload would cross the block's border
    kBadChecksum,
    kUnusable,   // preallocated zeros
    kFormerUse,  // recyclable piece of another log number
  };
  enum class Step : uint8_t { kGoOn, kRecord, kStop };

  // NextPiece: over padding, to the next header; LoadPiece: what begins there, checked.
  Found NextPiece();
  Found LoadPiece();
  bool FillBlock(size_t wanted);
  Found DropBlock(Found why);
  bool ChecksumMatches(const char* header, size_t header_bytes, size_t length) const;

  // What each finding means for the record being put together: go on, give a record, stop.
  Step TakePiece(Slice* record, std::string* scratch);
  Step TakeNote();
  Step TakeTail(Found found, WALRecoveryMode mode);
  Step TakeDamage(Found found, WALRecoveryMode mode);
  // Bytes without this log's number in a recycled file, with kAbsoluteConsistency: its end, unless
  // more of the log follows.
  bool LooksForeign(Found found) const;
  Step TakeForeign();
  bool MoreFollows();
  bool IsWholePiece(size_t at) const;
  Step Give(const Slice& whole, Slice* record, std::string* scratch);
  Step TakeCompression();
  // Gives up the record that was begun, if any, and reports it.
  void AbandonPartial(const char* why);
  void AbandonFormer();
  void Report(size_t bytes, const char* why);
  // Offset in the file.
  uint64_t Position() const { return block_start_ + pos_; }

  const std::unique_ptr<SequentialFileReader> file_;
  Reporter* const reporter_;
  const bool checksum_;
  const uint64_t log_number_;

  // The block being read: bytes [0, filled_) are loaded, [0, pos_) are done.
  const std::unique_ptr<char[]> block_;
  size_t filled_ = 0;
  size_t pos_ = 0;
  uint64_t block_start_ = 0;
  bool at_eof_ = false;
  // A piece of data, not only notes, was accepted.
  bool data_seen_ = false;
  bool recycled_ = false;  // the first piece of data was a recyclable one
  IOStatus io_status_;

  // The piece NextPiece() found.
  uint8_t type_ = kZeroPiece;
  Slice payload_;
  uint64_t piece_start_ = 0;
  uint64_t piece_end_ = 0;
  // Bytes that DropBlock gave up last, for the report.
  size_t dropped_ = 0;

  // A record whose last piece is yet to come.
  bool in_record_ = false;
  std::string partial_;
  std::unique_ptr<WalCodec> codec_;  // null: records are stored as they are
  uint64_t partial_start_ = 0;

  uint64_t record_start_ = 0;
  uint64_t record_end_ = 0;
};

}  // namespace log
}  // namespace ROCKSDB_NAMESPACE
