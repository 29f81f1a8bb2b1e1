// The inputs of a decision: see pick_context.h.
#include "compaction/pick_context.h"

namespace ROCKSDB_NAMESPACE {

PickContext PickContext::Of(TreePtr tree, const CfConfig& config, const BucketMap* map,
                            const std::vector<RunningJob>& jobs) {
  PickContext ctx;
  ctx.targets = LevelTargets::Of(*tree, config.options, &config);
  ctx.tree = std::move(tree);
  ctx.config = &config;
  ctx.map = map;
  ctx.jobs = &jobs;
  return ctx;
}

const L0View& PickContext::l0() const {
  if (l0_ == nullptr) {
    L0PickInput in = MakeL0Input(*tree, *config, map, *jobs, targets);
    // For picks only: debt and properties make their own input, without them.
    in.pace = pace;
    in.most_leaving = most_leaving;
    in.flush_first = flush_first;
    l0_ = std::make_shared<const L0View>(in);
  }
  return *l0_;
}

}  // namespace ROCKSDB_NAMESPACE
