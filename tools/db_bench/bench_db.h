// The database under test: its path, its options, the column family of each key. Main owns it;
// benchmark threads use db() and Family() only.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tools/db_bench/compat.h"
#include "tools/db_bench/cpu_times.h"
#include "tools/db_bench/option_builder.h"

namespace bench {

// Not thread-safe, except for db() and Family(), which only read. Recreate() and Close() invalidate
// every handle and every iterator.
class BenchDb {
 public:
  BenchDb() = default;
  ~BenchDb() { Close(); }
  BenchDb(const BenchDb&) = delete;
  BenchDb& operator=(const BenchDb&) = delete;

  // Chooses the path, creates the shared parts, removes an old database unless --use_existing_db is
  // set, and opens.
  Status Init();
  // Closes the database, removes its files, and opens an empty one. REQUIRES: no thread uses db().
  Status Recreate();
  // Closes the database and opens it again. REQUIRES: as above.
  Status Reopen();
  void Close();

  DB* db() const { return db_.get(); }
  ColumnFamilyHandle* Family(uint64_t key_number) const {
    return families_.size() == 1 ? families_[0] : families_[key_number % families_.size()];
  }
  const std::vector<ColumnFamilyHandle*>& families() const { return families_; }
  const std::string& path() const { return path_; }
  // The directories that hold its files: the database directory and, if it is another one, that of
  // the logs.
  std::vector<std::string> Directories() const;
  const SharedParts& parts() const { return parts_; }
  const Options& options() const { return options_; }
  const OpenCost& last_open() const { return last_open_; }

 private:
  Status Open();
  Status OpenFamilies();

  std::string path_;
  // They live as long as this object: a reopened database finds its cache warm and continues its
  // statistics.
  SharedParts parts_;
  // The options of the last open.
  Options options_;
  OpenCost last_open_;
  std::unique_ptr<DB> db_;
  std::vector<ColumnFamilyHandle*> families_;
};

}  // namespace bench
