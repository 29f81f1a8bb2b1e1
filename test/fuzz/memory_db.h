// A database over a file system in memory, small in everything: what manifest_fuzz.cc,
// write_batch_fuzz.cc and db_ops_fuzz.cc share. One input uses one of these, so nothing is left
// over from the input before.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "env/mem_fs.h"
#include "rocksdb/db.h"
#include "rocksdb/merge_operator.h"
#include "rocksdb/table.h"
#include "rocksdb/utilities/tree_check.h"
#include "test/fuzz/fuzz.h"

namespace bucketlsm_fuzz {

// The old value, a comma, the operand.
class JoinOperator : public AssociativeMergeOperator {
 public:
  bool Merge(const Slice&, const Slice* existing, const Slice& value, std::string* joined,
             Logger*) const override {
    *joined = existing == nullptr ? "" : existing->ToString() + ",";
    joined->append(value.data(), value.size());
    return true;
  }
  const char* Name() const override { return "FuzzJoin"; }
};

class MemoryDb {
 public:
  static constexpr char kPath[] = "/db";

  MemoryDb() : fs_(NewMemFileSystem()), env_(NewCompositeEnv(fs_)) {
    options_.env = env_.get();
    options_.create_if_missing = true;
    options_.write_buffer_size = 64 << 10;
    options_.target_file_size_base = 4 << 10;
    options_.max_bytes_for_level_base = 8 << 10;
    options_.max_bytes_for_level_multiplier = 2;
    options_.max_background_jobs = 2;
    options_.stats_dump_period_sec = 0;
    options_.stats_persist_period_sec = 0;
    options_.info_log_level = FATAL_LEVEL;
    options_.merge_operator = std::make_shared<JoinOperator>();
    options_.compression = kNoCompression;
    options_.allow_mmap_reads = false;
    BlockBasedTableOptions table;
    table.no_block_cache = true;
    table.block_size = 128;
    options_.table_factory.reset(NewBlockBasedTableFactory(table));
  }
  ~MemoryDb() { Close().PermitUncheckedError(); }
  MemoryDb(const MemoryDb&) = delete;
  MemoryDb& operator=(const MemoryDb&) = delete;

  Options& options() { return options_; }
  DB* db() { return db_.get(); }
  const std::shared_ptr<FileSystem>& fs() const { return fs_; }
  void Write(const std::string& leaf, const Slice& contents) {
    fs_->CreateDirIfMissing(kPath, IOOptions(), nullptr).PermitUncheckedError();
    FUZZ_OK(WriteStringToFile(fs_.get(), contents, std::string(kPath) + "/" + leaf));
  }

  Status Open() { return DB::Open(options_, kPath, &db_); }
  Status Close() {
    if (db_ == nullptr) return Status::OK();
    const Status s = db_->Close();
    db_.reset();
    return s;
  }

  // Everything a reader sees, in order, read forward; backward and by lookups it must be the same.
  std::vector<std::pair<std::string, std::string>> Contents(const ReadOptions& read) {
    const std::unique_ptr<Iterator> it(db_->NewIterator(read));
    std::vector<std::pair<std::string, std::string>> forward;
    for (it->SeekToFirst(); it->Valid(); it->Next()) {
      forward.emplace_back(it->key().ToString(), it->value().ToString());
    }
    FUZZ_OK(it->status());
    size_t left = forward.size();
    for (it->SeekToLast(); it->Valid(); it->Prev()) {
      FUZZ_CHECK(left > 0, "backward finds more than forward");
      left--;
      FUZZ_CHECK(it->key() == Slice(forward[left].first), "backward finds another key");
      FUZZ_CHECK(it->value() == Slice(forward[left].second), "backward finds another value");
    }
    FUZZ_OK(it->status());
    FUZZ_CHECK(left == 0, "backward finds less than forward");
    return forward;
  }

 private:
  const std::shared_ptr<FileSystem> fs_;
  const std::unique_ptr<Env> env_;
  Options options_;
  std::unique_ptr<DB> db_;
};

}  // namespace bucketlsm_fuzz
