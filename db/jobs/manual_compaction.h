// Compactions on demand: CompactRange, CompactFiles, PromoteL0. They run in the calling thread,
// pick by pick, beside the automatic ones. SuggestCompactRange leaves its work to those.
// Thread-safe.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "compaction/manual_picker.h"
#include "db/jobs/manual_flush.h"

namespace ROCKSDB_NAMESPACE {

class ManualCompaction {
 public:
  ManualCompaction(DbParts* parts, ManualFlush* flushes) : parts_(*parts), flushes_(*flushes) {}

  [[nodiscard]] Status CompactRange(const CompactRangeOptions& options, const FamilyPtr& family,
                                    const Slice* begin, const Slice* end) EXCLUDES_LOCK(state_lock);
  // Which files to compact, and where to. A negative path: the family's own rule decides.
  struct FileRequest {
    const std::vector<std::string>& names;
    int output_level = 0;
    int output_path_id = -1;
  };
  // `output_names` and `info` may be null.
  [[nodiscard]] Status CompactFiles(const CompactionOptions& options, const FamilyPtr& family,
                                    const FileRequest& request,
                                    std::vector<std::string>* output_names, CompactionJobInfo* info)
      EXCLUDES_LOCK(state_lock);
  [[nodiscard]] Status PromoteL0(const FamilyPtr& family, int target_level)
      EXCLUDES_LOCK(state_lock);
  // Marks the files of [begin, end] (null: unbounded) that lie above the deepest level, for
  // automatic compactions to take down. The marks are in the MANIFEST.
  [[nodiscard]] Status Suggest(const FamilyPtr& family, const Slice* begin, const Slice* end)
      EXCLUDES_LOCK(state_lock);
  // Disable ends manual compactions early and refuses new ones; as many Enable calls allow them
  // again.
  void Disable() EXCLUDES_LOCK(state_lock);
  void Enable() EXCLUDES_LOCK(state_lock);
  // Until no flush or compaction is running or due. `options.close_db` is the caller's part.
  [[nodiscard]] Status WaitForWork(const WaitForCompactOptions& options) EXCLUDES_LOCK(state_lock);

 private:
  using CancelFlag = const std::atomic<bool>*;

  Status CheckRequest(const CompactRangeOptions& options, const FamilyPtr& family)
      EXCLUDES_LOCK(state_lock);
  // Whether memtables hold something of [begin, end]; null: unbounded.
  static bool MemtablesMeet(const FamilyPtr& family, const Slice* begin, const Slice* end);
  // Not OK: the compaction must not go on. `canceled` may be null.
  Status MayGoOn(CancelFlag canceled) const;
  // The same, after waiting while background work is paused.
  Status AwaitTurn(CancelFlag canceled, const FamilyPtr& family) REQUIRES_LOCK(state_lock);
  // What CompactRange goes through in [begin, end].
  struct Levels {
    int deepest = -1;  // with data; -1: none
    bool all_at_once = false;
    int base = 1;
    int last = 0;
    bool rewrite_bottom = false;
    // The deepest level's files with this number or a higher one are not rewritten.
    uint64_t written_since = UINT64_MAX;
  };
  Levels LevelsOf(const FamilyPtr& family, const CompactRangeOptions& options, const Slice* begin,
                  const Slice* end) EXCLUDES_LOCK(state_lock);
  // Of the levels down to `last` the deepest with data in the range; -1: none has.
  int DeepestNow(const FamilyPtr& family, int last, const Slice* begin, const Slice* end)
      EXCLUDES_LOCK(state_lock);
  // One request after another; and one of them.
  Status CompactLevels(const FamilyPtr& family, const CompactRangeOptions& options,
                       const Slice* begin, const Slice* end) EXCLUDES_LOCK(state_lock);
  Status RunRequest(const FamilyPtr& family, const CompactRangeOptions& options,
                    ManualRequest request) EXCLUDES_LOCK(state_lock);
  // Until some work has changed something.
  void WaitForJobs(const FamilyPtr& family) REQUIRES_LOCK(state_lock);
  // Waits until no job of the family runs, and moves the files of the one populated level.
  Status RefitLevel(const FamilyPtr& family, const CompactRangeOptions& options)
      REQUIRES_LOCK(state_lock);
  Status MoveLevel(const FamilyPtr& family, int from, int to) REQUIRES_LOCK(state_lock);

  DbParts& parts_;
  ManualFlush& flushes_;
  // Calls of Disable that have not been taken back; changed under the state lock.
  std::atomic<int> disabled_{0};
};

}  // namespace ROCKSDB_NAMESPACE
