// The database under test: where it is, how it is opened, which column family a key belongs to.
// Owned by main; benchmark threads use db() and Family() only.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tools/db_bench/compat.h"
#include "tools/db_bench/option_builder.h"

namespace bench {

// Not thread-safe but for db() and Family(), which only read. Recreate() and Close() make every
// handle and iterator that was given out invalid.
class BenchDb {
 public:
  BenchDb() = default;
  ~BenchDb() { Close(); }
  BenchDb(const BenchDb&) = delete;
  BenchDb& operator=(const BenchDb&) = delete;

  // Settles the path and the shared parts, removes an old database unless --use_existing_db, opens.
  Status Init();
  // Closes, removes everything, opens an empty database. REQUIRES: no thread uses db().
  Status Recreate();
  void Close();

  DB* db() const { return db_.get(); }
  ColumnFamilyHandle* Family(uint64_t key_number) const {
    return families_.size() == 1 ? families_[0] : families_[key_number % families_.size()];
  }
  const std::vector<ColumnFamilyHandle*>& families() const { return families_; }
  const std::string& path() const { return path_; }
  // Where its files are: the database directory, and that of its logs if another.
  std::vector<std::string> Directories() const;
  const SharedParts& parts() const { return parts_; }
  const Options& options() const { return options_; }

 private:
  Status Open();

  std::string path_;
  // Live as long as this object: a reopened database finds its cache warm and its statistics going
  // on.
  SharedParts parts_;
  // Of the last open.
  Options options_;
  std::unique_ptr<DB> db_;
  std::vector<ColumnFamilyHandle*> families_;
};

}  // namespace bench
