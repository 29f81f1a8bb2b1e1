// Records of a log that several threads put into memtables: a memtable larger than the processor's
// caches costs a search of cache misses a record, and one processor waits for them alone.
//
//   log      | r1 r2 r3 r4 ........ r900 | r901 (a section's commit) | r902 ...
//   chunk    [ r1 .. r200 | r201 .. r430 | ...  ]   pieces, each applied by one thread
//
// Only plain records go in: updates, whose numbers the record itself tells. So their order within a
// chunk means nothing. Used by WalReplay, whose thread calls everything here.
#pragma once

#include <string>
#include <vector>

#include "db/state/db_parts.h"
#include "db/write/batch_apply.h"

namespace ROCKSDB_NAMESPACE {

class ReplayChunk {
 public:
  // REQUIRES: the families have their memtables.
  explicit ReplayChunk(DbParts* parts) : parts_(*parts) {}
  // Sizes the chunk after the memtables and the threads that an opening may use. Without it, and
  // where threads would not help or may not insert side by side, no record is taken.
  void Configure() EXCLUDES_LOCK(state_lock);

  // Whether the record was taken; then *next is the number behind it. Before, *next is the number
  // behind the record before it.
  bool Take(const Slice& record, SequenceNumber* next);
  bool full() const { return bytes_.size() >= most_bytes_; }
  bool empty() const { return ends_.empty(); }
  // Puts what was taken into memtables. Nothing but a lack of memory, or a log that has a number
  // twice, makes it fail. REQUIRES: all records came from log options.recovering_log.
  [[nodiscard]] Status Apply(ApplyOptions options, ApplyResult* result);

 private:
  // Those from record `begin` to before `end`.
  Status ApplyRange(size_t begin, size_t end, const ApplyOptions& options,
                    ApplyResult* result) const;

  DbParts& parts_;
  size_t most_bytes_ = 0;  // 0: takes nothing
  size_t threads_ = 1;
  std::string bytes_;         // the records, one behind the other
  std::vector<size_t> ends_;  // of each, in bytes_
};

}  // namespace ROCKSDB_NAMESPACE
