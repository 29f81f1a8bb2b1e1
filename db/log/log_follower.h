// log::Follower: the records of one log file that others may go on writing. DB::GetUpdatesSince()
// reads logs with it. The file stays readable when it is renamed or deleted; when it is written
// over (a recycled log) the records of its former use end.
//
// A failed attempt proves nothing for the next one: a block is read at once, so its end may have
// been read before it was written. So each attempt after a failed one reads the bytes behind the
// last record again.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "db/log/log_reader.h"
#include "rocksdb/file_system.h"

namespace ROCKSDB_NAMESPACE {
namespace log {

// One thread at a time.
class Follower : private Reader::Reporter {
 public:
  // `checksum` false is for files that nobody writes to: what is read too early of the others shows
  // by its checksum only.
  static IOStatus Open(FileSystem* fs, const std::string& path, const FileOptions& options,
                       uint64_t number, bool checksum, std::unique_ptr<Follower>* follower);
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;
  ~Follower() override;

  // False: there is no next record, or not yet. *record is valid until the next call.
  bool Next(Slice* record);
  // Of the last Next(): OK at the end, else what is wrong with the bytes where the next record
  // should begin, or why they could not be read.
  const Status& status() const { return status_; }

 private:
  class Source;

  Follower(std::unique_ptr<Source> source, const std::string& path, uint64_t number, bool checksum);

  void Corruption(size_t bytes, const Status& status) override;

  Source* const source_;  // belongs to reader_
  Reader reader_;
  std::string scratch_;
  uint64_t end_ = 0;    // of the record given last
  bool stale_ = false;  // what reader_ holds may have changed
  Status status_;
};

}  // namespace log
}  // namespace ROCKSDB_NAMESPACE
