// Compacts a database into a shape that other options can open.
#include "rocksdb/utilities/option_change_migration.h"

#include <memory>

#include "rocksdb/db.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Opens with `options`, compacts everything, and moves the result to `target_level` if that is not
// negative.
Status CompactAll(Options options, const std::string& dbname, int target_level) {
  options.disable_auto_compactions = true;
  options.create_if_missing = false;
  std::unique_ptr<DB> db;
  Status s = DB::Open(options, dbname, &db);
  if (!s.ok()) return s;
  CompactRangeOptions compact;
  compact.bottommost_level_compaction = BottommostLevelCompaction::kForce;
  compact.change_level = target_level >= 0;
  compact.target_level = target_level;
  s = db->CompactRange(compact, nullptr, nullptr);
  s.UpdateIfOk(db->Close());
  return s;
}

// The deepest level that holds data must exist afterwards.
bool LevelsSuffice(const Options& old_opts, const Options& new_opts) {
  return new_opts.num_levels >= old_opts.num_levels;
}

}  // namespace

Status OptionChangeMigration(std::string dbname, const Options& old_opts, const Options& new_opts) {
  const CompactionStyle before = old_opts.compaction_style;
  const CompactionStyle after = new_opts.compaction_style;
  // FIFO reads Level 0 only, and drops the oldest files first.
  if (after == kCompactionStyleFIFO) {
    if (before == kCompactionStyleFIFO) return Status::OK();
    return CompactAll(old_opts, dbname, 0);
  }
  // What FIFO leaves in Level 0, all others take over as it is.
  if (before == kCompactionStyleFIFO || LevelsSuffice(old_opts, new_opts)) return Status::OK();
  Options options = old_opts;
  // One file larger than a level's target is allowed in every style.
  options.target_file_size_base = new_opts.target_file_size_base;
  return CompactAll(options, dbname, new_opts.num_levels - 1);
}

}  // namespace ROCKSDB_NAMESPACE
