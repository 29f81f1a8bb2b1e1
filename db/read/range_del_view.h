// The range tombstones that an iterator sees: for a user key, the newest tombstone (visible at the
// iterator's sequence) that covers it, over memtables, L0 files and levels. Independent of
// where the point iterators stand, so a file whose points are exhausted still deletes. One per
// iterator; not thread-safe.
//
// Cost: nothing when no source has tombstones (empty()). Otherwise one binary search per source
// that has any; for a level, the file that was right for the last key is tried first.
#pragma once

#include <memory>
#include <vector>

#include "rocksdb/status.h"
#include "util/internal_key.h"
#include "util/range_tombstone.h"
#include "version/file_meta.h"

namespace ROCKSDB_NAMESPACE {

class TableCache;
struct CfConfig;

class RangeDelView {
 public:
  using Tombstones = std::shared_ptr<const FragmentedRangeTombstones>;

  // REQUIRES: `tables` and `config` outlive the view.
  RangeDelView(TableCache* tables, const CfConfig& config);

  // A memtable's tombstones (nullptr or empty are fine).
  void AddMemtable(Tombstones list);
  // An L0 file; looked at only within its bounds.
  // Reads the file's tombstones now, unless its record says that it has none.
  void AddFile(const FilePtr& file);
  // A sorted, non-overlapping level. `files` must outlive the view.
  // Reads nothing until a key falls into a file.
  void AddLevel(const FileList& files, int level);

  // After an error the view is not empty, so that whoever asks it meets the error.
  bool empty() const {
    return lists_.empty() && files_.empty() && levels_.empty() && files_status_.ok();
  }

  // Largest tombstone sequence <= `snapshot` that covers `user_key`, 0 when none. A source that
  // cannot be read makes status() not ok: a file that was added for good, one of a level until the
  // next call, which tries to read it again.
  SequenceNumber MaxCovering(const Slice& user_key, SequenceNumber snapshot);
  const Status& status() const { return files_status_.ok() ? levels_status_ : files_status_; }

 private:
  struct Level {
    const FileList* files;
    int number = 0;
    size_t current = 0;  // index of the file that held the previous key
    Tombstones tombstones;
    bool loaded = false;  // tombstones are those of the current file
  };
  struct File {
    FilePtr meta;
    Tombstones tombstones;
  };

  // MANIFEST records of old libraries lack the count: their files must be opened.
  bool MayHaveTombstones(const FileMeta& file) const {
    return !file.stats_known || file.num_range_deletions > 0;
  }
  bool Contains(const FileMeta& file, const Slice& user_key) const;
  // *status: the first error of several calls. Null after an error, and for a file without any.
  Tombstones Load(const FileMeta& file, int level, Status* status) const;
  SequenceNumber CoveringInLevel(Level* level, const Slice& user_key, SequenceNumber snapshot);
  // The same for the files after the current one that begin with `user_key` too.
  SequenceNumber CoveringBehind(const Level& level, const Slice& user_key, SequenceNumber snapshot);

  const InternalKeyOrder order_;
  TableCache* const tables_;
  const CfConfig& config_;
  // Tombstones of memtables have no bounds.
  std::vector<Tombstones> lists_;
  std::vector<File> files_;
  std::vector<Level> levels_;
  Status files_status_;
  Status levels_status_;
};

}  // namespace ROCKSDB_NAMESPACE
