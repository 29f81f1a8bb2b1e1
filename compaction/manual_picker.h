// Compactions that a user requests: CompactRange, one level step at a time, and CompactFiles. Pure;
// the database calls it, waits while the answer is kBusy, and repeats from `next_begin` until
// kNothing. A FIFO family stays in level 0: CompactRange does there what the style itself would do.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compaction/compaction_pick.h"
#include "compaction/pick_context.h"

namespace ROCKSDB_NAMESPACE {

// One step of a CompactRange. Slices must outlive the call only.
struct ManualRequest {
  int level = 0;
  // = level: rewrite in place. For level 0 anything but 0 means the base level of the moment.
  int output_level = 1;
  const Slice* begin = nullptr;  // user keys, both inclusive; null: no bound
  const Slice* end = nullptr;
  bool exclusive = false;
  uint32_t max_subcompactions = 0;  // 0: as the context says
  std::optional<uint32_t> path_id;
  bool forbid_trivial_move = false;
  // Universal style: every run, whatever the range, into the last level; never moved. `level`,
  // output_level and the range mean nothing then.
  bool all_levels = false;
  // Rewriting in place leaves out files with this number or a higher one: the same CompactRange has
  // written them.
  uint64_t written_since = UINT64_MAX;
};

enum class ManualAnswer {
  kPicked,
  kNothing,  // no file in the range
  kBusy,     // files or output range held by running jobs: try again when one ends
};

// Deeper levels are taken in stretches of at most max_compaction_bytes, Level 0 with buckets in
// stretches that no file links (bucket/l0_stretch.h); *next_begin is then the user key where the
// next request has to begin, else nullopt. The caller forbids moves from the second stretch of
// Level 0 on. *pick is complete with kPicked only. Never blocks. An exclusive request is busy until
// no job of the family runs; while an exclusive job runs, every request is busy.
ManualAnswer PickManual(const PickContext& ctx, const ManualRequest& request, CompactionPick* pick,
                        std::optional<std::string>* next_begin);

// CompactFiles: the named files and everything that must come with them on the way down to
// output_level. Negative output_path_id: the path that an automatic compaction would take.
// InvalidArgument: no such level, path, file or direction. Aborted: something needed is busy.
[[nodiscard]] Status PickCompactFiles(const PickContext& ctx, const std::vector<uint64_t>& numbers,
                                      int output_level, int output_path_id,
                                      const CompactionOptions& options, CompactionPick* pick);

}  // namespace ROCKSDB_NAMESPACE
