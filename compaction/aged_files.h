// Compactions wanted for a file's sake rather than a level's: marked by a collector or the user,
// past ttl, past its period, or holding tombstones in the last level that no snapshot needs. Pure;
// used by the level picker when no level is over its target.
//
//   reason        which files                                              goes to
//   ttl           oldest ancestor older than ttl, above the last level     next level
//   marked        marked, above the deepest level with data                next level
//   bottommost    nothing below, no snapshot needs its history             same level
//   period        created longer ago than periodic_compaction_seconds      same level (level 0:
//   base level)
#pragma once

#include <optional>

#include "compaction/pick_context.h"

namespace ROCKSDB_NAMESPACE {

std::optional<CompactionPick> PickAged(const PickContext& ctx);
bool AnyAged(const PickContext& ctx);

}  // namespace ROCKSDB_NAMESPACE
