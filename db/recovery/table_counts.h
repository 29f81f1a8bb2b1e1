// Reads what the MANIFEST does not record of a table, its numbers of entries and deletions, its raw
// sizes and the time of its newest key, from the properties of the tables. Properties, metadata of
// live files and picks for deletions need the counts, the ttl of FIFO families the time.
// TableCountLoad belongs to DbOpener, which is alone with the database; ReadTableCounts also to
// secondary instances, for each table that they meet.
#pragma once

#include <memory>
#include <vector>

#include "db/state/db_parts.h"
#include "util/parallel.h"

namespace ROCKSDB_NAMESPACE {

// Reads every table when max_open_files is -1, since readers stay open then, and every table of
// FIFO families. Otherwise it reads a sample of each family, from the newest table on. A table that
// cannot be read keeps unknown counts and a line in LOG: whoever reads its keys gets the error.
//
//   Begin:  the trees -> the tables to read, newest first -> threads: properties -> copies
//   Finish: copies -> the trees as they are by then
//
// Between the two the opener replays logs, writes the MANIFEST and waits for it to be durable. A
// file of an installed tree is immutable, so a table that was read is represented by a copy with
// its counts from then on.
class TableCountLoad {
 public:
  explicit TableCountLoad(DbParts* parts) : parts_(*parts) {}

  // Once, after the trees were recovered. With max_file_opening_threads = 1 nothing is read before
  // Finish.
  void Begin() EXCLUDES_LOCK(state_lock);
  // After Begin; no file that was in the trees then has left them. REQUIRES: the caller shows the
  // new trees to readers, none of whom knows the old ones.
  [[nodiscard]] Status Finish() EXCLUDES_LOCK(state_lock);

 private:
  struct Table {
    size_t family;  // index into families_
    int level;
    FilePtr file;
    // With counts; null until they were read.
    std::shared_ptr<FileMeta> copy;
  };
  struct Family {
    FamilyPtr family;
    std::shared_ptr<const CfConfig> config;
    std::vector<size_t> unread;  // indexes into tables_, newest first
  };

  void AddFamily(const FamilyPtr& family, bool all);
  void Read(size_t index);
  void ReadNext(size_t turn);
  bool AnyValueBytes(size_t family) const;
  Status Install(size_t index) EXCLUDES_LOCK(state_lock);

  DbParts& parts_;
  size_t most_threads_ = 1;
  std::vector<Family> families_;
  std::vector<Table> tables_;
  std::vector<size_t> turns_;  // indexes into tables_, in the order in which they are read
  // Last: its threads use what is above.
  std::unique_ptr<ParallelWork> reading_;
};

// Opens the table and takes its counts. Files of old libraries may stay without (stats_known).
// REQUIRES: nobody else uses `file` yet.
[[nodiscard]] Status ReadTableCounts(TableCache* tables, const CfConfig& config, int level,
                                     FileMeta* file);

}  // namespace ROCKSDB_NAMESPACE
