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
  // No longer needed for recovery, and kept in the folder `archive` of the log directory for
  // readers, as DBOptions::WAL_ttl_seconds and WAL_size_limit_MB say.
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

// A forward walk over logged batches, from file to file, made by DB::GetUpdatesSince(). The batches
// are contiguous: each begins at the sequence number at which the one before it ended. They are
// those that DB::Write() has finished, the newest included. One thread uses an iterator; any number
// of iterators and writers work side by side. It must not outlive the database.
//
// At the end Valid() is false. With status OK, Next() may be called again later and goes on with
// what was written since. TryAgain: the log changed in a way that this iterator does not follow;
// a new iterator from the sequence number after the last batch does.
class TransactionLogIterator {
 public:
  TransactionLogIterator() = default;
  virtual ~TransactionLogIterator() = default;

  virtual bool Valid() = 0;
  virtual void Next() = 0;
  // OK; TryAgain at the end, see above; Corruption after damage; NotFound or another error when a
  // log with a wanted batch has been deleted or cannot be read.
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
