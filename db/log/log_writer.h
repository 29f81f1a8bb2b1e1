// log::Writer: appends records to one WAL or MANIFEST. The WAL manager and the version set own one
// each per open file. Calls come one at a time; it never retries a failed write.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "db/log/wal_codec.h"
#include "db/log/wal_format.h"
#include "env/file_io.h"
#include "rocksdb/io_status.h"
#include "rocksdb/slice.h"

namespace ROCKSDB_NAMESPACE {
namespace log {

class Writer {
 public:
  // `dest` is a new file, or with `recycle` possibly an old one about to be overwritten from its
  // start. With `manual_flush` records wait in the buffer until Flush() or Sync().
  Writer(std::unique_ptr<WritableFileWriter> dest, uint64_t log_number, bool recycle,
         bool manual_flush);
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  // Closes if the owner has not; a failure then goes unseen.
  ~Writer();

  // Compresses all records from here on. NotSupported, file untouched, when the library cannot.
  // REQUIRES: nothing was written yet.
  [[nodiscard]] IOStatus EnableCompression(CompressionType type);

  // After an error nothing more is written and each call returns that error: the file's end is
  // unknown.
  [[nodiscard]] IOStatus AddRecord(const Slice& record);

  // Gives buffered records to the operating system.
  [[nodiscard]] IOStatus Flush();
  // Makes all records durable.
  [[nodiscard]] IOStatus Sync(bool use_fsync);
  // Shortens the file to its records, where it is longer. A failure harms nothing. REQUIRES:
  // flushed; no record follows.
  [[nodiscard]] IOStatus CutBehindLastRecord();
  // Flushes and closes. Idempotent.
  [[nodiscard]] IOStatus Close();

  // Null once closed.
  WritableFileWriter* file() { return dest_.get(); }

 private:
  // Cuts at block borders; an empty record is one empty piece.
  IOStatus AddPieces(const Slice& record);
  IOStatus AddPiece(uint8_t type, const char* payload, size_t n);
  // Keeps the first failure: see AddRecord.
  IOStatus Remember(IOStatus s);

  std::unique_ptr<WritableFileWriter> dest_;
  const uint64_t log_number_;
  const size_t header_bytes_;
  const uint8_t type_offset_;
  const bool manual_flush_;
  // Bytes left in the block being written.
  size_t block_room_ = kBlockBytes;
  // Checksum of what precedes the payload, by piece type 1-4.
  uint32_t head_crc_[kLastPiece + 1];
  std::unique_ptr<WalCodec> codec_;  // null: records are written as they are
  std::string compressed_;
  IOStatus failure_;
};

}  // namespace log
}  // namespace ROCKSDB_NAMESPACE
