// A directory that appears all at once, complete and durable: files are collected in DIR.tmp, which
// is renamed at the end. A crash leaves DIR.tmp or the whole DIR. Checkpoints and exports use it.
#pragma once

#include <cstdint>
#include <string>

#include "rocksdb/file_system.h"

namespace ROCKSDB_NAMESPACE {

// One thread uses an object.
class StagedDirectory {
 public:
  // `path` without trailing slashes.
  StagedDirectory(FileSystem* fs, std::string path, bool use_fsync)
      : fs_(fs), path_(std::move(path)), staging_(path_ + ".tmp"), use_fsync_(use_fsync) {}
  // Removes what was not committed.
  ~StagedDirectory();
  StagedDirectory(const StagedDirectory&) = delete;
  StagedDirectory& operator=(const StagedDirectory&) = delete;

  // Whether the final directory, or a file of its name, exists.
  [[nodiscard]] IOStatus Exists(bool* exists);
  // Removes an older DIR.tmp and makes a new one. REQUIRES: called before the methods below.
  [[nodiscard]] IOStatus Begin();
  // A hard link to `source`, or a copy where the file systems allow no link. The file must have
  // `size` bytes.
  [[nodiscard]] IOStatus LinkOrCopy(const std::string& source, const std::string& name,
                                    uint64_t size);
  // A synced copy of the first `size` bytes. Corruption when the file has fewer.
  [[nodiscard]] IOStatus Copy(const std::string& source, const std::string& name, uint64_t size);
  // A new file with these bytes, synced.
  [[nodiscard]] IOStatus Write(const std::string& name, const std::string& contents);
  // Makes the directory durable under its final name. After an error the directory does not exist
  // under that name, unless the last sync failed and it could not be removed again.
  [[nodiscard]] IOStatus Commit();

  const std::string& staging() const { return staging_; }

 private:
  // Removes a directory of files, if it exists.
  [[nodiscard]] IOStatus Remove(const std::string& directory);

  FileSystem* const fs_;
  const std::string path_;
  const std::string staging_;
  const bool use_fsync_;
  // The directory that the destructor removes; empty: none.
  std::string unfinished_;
  // A link was refused: the source is on another file system, or this one has no links.
  bool links_refused_ = false;
};

}  // namespace ROCKSDB_NAMESPACE
