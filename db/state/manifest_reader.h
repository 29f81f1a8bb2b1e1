// Reads a MANIFEST from its first record to its last. Used by recovery, repair, and the tools that
// list or print MANIFESTs. Writes nothing.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/log/log_reader.h"
#include "rocksdb/file_system.h"
#include "version/version_edit.h"

namespace ROCKSDB_NAMESPACE {

// The records of one MANIFEST, in order; atomic groups are delivered whole or not at all.
class ManifestReader {
 public:
  ~ManifestReader();
  [[nodiscard]] static Status Open(FileSystem* fs, const std::string& path,
                                   std::unique_ptr<ManifestReader>* out);

  // The next edit. False at the end, or when status() is not ok.
  bool Next(VersionEdit* edit);
  const Status& status() const { return status_; }
  // The file ends in something that is no record: a write cut short by a crash, or damage. Known at
  // the end.
  bool torn() const { return torn_; }

 private:
  class Reporter;
  ManifestReader();
  // The next record as it stands, groups not regarded.
  bool ReadOne(VersionEdit* edit);
  // Whether the file just ends, ends torn, or is damaged before more records.
  Status CheckEnd();
  // Whether the last byte of the file is zero.
  Status EndsInZeroes(bool* zeroes) const;
  bool FillGroup(VersionEdit first);

  std::unique_ptr<Reporter> reporter_;
  std::unique_ptr<log::Reader> reader_;
  std::vector<VersionEdit> group_;  // complete, waiting to be delivered; in reverse order
  FileSystem* fs_ = nullptr;
  bool torn_ = false;
  std::string path_;
  std::string scratch_;
  Status status_;
};

}  // namespace ROCKSDB_NAMESPACE
