// What a compaction style decides. One stateless object for each style, in a file of its own; the
// table of them is in picker.cc. Everything that differs between styles is a function here, so that
// a new style is one file and one row of that table. Pure.
//
// Called under the state lock by the scheduler, the stall rules and the manual picker, by
// properties and by repair. The defaults are those of a style that never compacts.
#pragma once

#include <optional>

#include "bucket/bucket_stall.h"
#include "compaction/compaction_pick.h"
#include "compaction/pick_context.h"

namespace ROCKSDB_NAMESPACE {

// Where a style keeps data.
struct TreeShape {
  // The deepest level that jobs may read or write.
  int last_level = 0;
  // Data stays in level 0 however many levels there are, and a manual compaction does what the
  // style itself would do.
  bool level0_only = false;
};

class CompactionPolicy {
 public:
  virtual ~CompactionPolicy() = default;

  // The job to start now; empty when nothing is due or everything due is busy.
  virtual std::optional<CompactionPick> Pick(const PickContext& ctx) const;
  // Whether something is due; may be true where everything due is busy.
  virtual bool Needs(const PickContext& ctx) const;
  // Jobs that could start side by side now, at most `limit`; an estimate. REQUIRES: Pick(ctx) finds
  // one.
  virtual size_t Eligible(const PickContext& ctx, size_t limit) const;
  // Bytes that compaction still has to rewrite; `map` is null without buckets.
  virtual uint64_t Debt(const TreeVersion& tree, const CfConfig& config, const BucketMap* map,
                        const LevelTargets& targets) const;
  // When writers have to wait for compaction.
  virtual StallLimits Limits(const CfConfig& config) const;
  // Of a tree with `num_levels` levels.
  virtual TreeShape Shape(const CfConfig& config, int num_levels) const;
};

}  // namespace ROCKSDB_NAMESPACE
