// Compactions of single files, whatever the size of their level: marked by a collector or the user,
// past ttl, past its period, or with tombstones in the last level that no snapshot needs. Pure; the
// leveled policy tries them when no level is over its target.
//
//   reason        which files                                        goes to
//   ttl           oldest ancestor older than ttl, above the          next level
//                 deepest level with data
//   marked        marked, above the deepest level with data          next level
//   bottommost    nothing below, no snapshot needs its history       same level
//   period        created longer ago than                            next level with dynamic
//                 periodic_compaction_seconds                        levels, unless it is on the
//                                                                    deepest; else same level
//
// Reasons are tried in this order, each from level 0 down. A file of level 0 always goes to the
// base level, with all older files that must come along.
#pragma once

#include <optional>

#include "compaction/compaction_pick.h"
#include "compaction/pick_context.h"

namespace ROCKSDB_NAMESPACE {

// One job for the first such file that can be taken now; empty when there is none.
std::optional<CompactionPick> PickAged(const PickContext& ctx);
// Whether some idle file has a reason. May be true where PickAged finds its neighbours busy.
bool AnyAged(const PickContext& ctx);

// The smallest number that the oldest snapshot has to be above before another file loses its
// deletions; kLargestSequence: no file waits for that.
SequenceNumber FirstHeldBack(const TreeVersion& tree, const CfConfig& config,
                             SequenceNumber oldest_snapshot);

}  // namespace ROCKSDB_NAMESPACE
