// Reading the write-ahead log back as batches, and the list of log files. Replication uses it
// through DB::GetUpdatesSince() and DB::GetSortedWalFiles().
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/status.h"
#include "rocksdb/types.h"
#include "rocksdb/write_batch.h"

namespace ROCKSDB_NAMESPACE {

enum WalFileType {
  // Never used here: logs are not archived.
  kArchivedLogFile = 0,
  // In use, or needed for recovery.
  kAliveLogFile = 1,
};

// One log file, described at the time of the call. The file may grow or be removed afterwards; an
// application calls DisableFileDeletions() first to keep it.
class WalFile {
 public:
  WalFile() = default;
  virtual ~WalFile() = default;

  // The path relative to the log directory, with a leading slash; that of archived files includes
  // "archive".
  virtual std::string PathName() const = 0;
  // Larger is newer.
  virtual uint64_t LogNumber() const = 0;
  virtual WalFileType Type() const = 0;
  // The sequence number of the first batch in the file.
  virtual SequenceNumber StartSequence() const = 0;
  // The bytes that the file had when it was described.
  virtual uint64_t SizeFileBytes() const = 0;
};

using VectorWalPtr = std::vector<std::unique_ptr<WalFile>>;
using LogFile = WalFile;
using VectorLogPtr = VectorWalPtr;

// A batch and the sequence number of its first update. The receiver owns it; it can only be moved.
struct BatchResult {
  SequenceNumber sequence = 0;
  std::unique_ptr<WriteBatch> writeBatchPtr;

  BatchResult() = default;
  BatchResult(BatchResult&&) = default;
  BatchResult& operator=(BatchResult&&) = default;
};

// A forward walk over logged batches, from file to file. This library makes none:
// DB::GetUpdatesSince() is refused. One thread uses it. When Next() has reached the end it may be
// called again later to get batches written since.
class TransactionLogIterator {
 public:
  TransactionLogIterator() = default;
  virtual ~TransactionLogIterator() = default;

  virtual bool Valid() = 0;
  virtual void Next() = 0;
  // Not OK after damage, and when a wanted batch has already been deleted.
  virtual Status status() = 0;
  // REQUIRES: Valid()
  virtual BatchResult GetBatch() = 0;

  // Whether record checksums are compared; they are by default.
  struct ReadOptions {
    bool verify_checksums_;

    ReadOptions() : ReadOptions(true) {}
    explicit ReadOptions(bool verify_checksums) : verify_checksums_(verify_checksums) {}
  };
};

}  // namespace ROCKSDB_NAMESPACE
