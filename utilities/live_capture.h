// The files that a copy of an open database takes, kept from deletion while it takes them.
// Checkpoints and backups use it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rocksdb/db.h"
#include "rocksdb/metadata.h"

namespace ROCKSDB_NAMESPACE {

// One thread uses an object. It must go before the database does.
class LiveCapture {
 public:
  explicit LiveCapture(DB* db) : db_(db) {}
  ~LiveCapture();
  LiveCapture(const LiveCapture&) = delete;
  LiveCapture& operator=(const LiveCapture&) = delete;

  // Stops deletions and lists the files of this moment. Flushes first when the live logs hold
  // log_bytes_for_flush bytes or more (0: always, UINT64_MAX: only with allow_2pc). NotSupported
  // when a file other than a log is outside of the database's directory: one directory is all
  // that a copy has. REQUIRES: first call.
  [[nodiscard]] Status Take(uint64_t log_bytes_for_flush, bool with_checksums);
  // Only stops deletions. REQUIRES: first call.
  [[nodiscard]] Status Hold();
  // Lets the database delete files again.
  [[nodiscard]] Status Release();

  // Tables first, then MANIFEST, CURRENT, OPTIONS and logs.
  const std::vector<LiveFileStorageInfo>& files() const { return files_; }
  // The number of the last update that the files hold.
  SequenceNumber sequence() const { return sequence_; }

 private:
  DB* const db_;
  bool holding_ = false;
  std::vector<LiveFileStorageInfo> files_;
  SequenceNumber sequence_ = 0;
};

// The path of a listed file.
std::string PathOf(const LiveFileStorageInfo& file);

}  // namespace ROCKSDB_NAMESPACE
