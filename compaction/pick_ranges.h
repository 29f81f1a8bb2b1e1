// Facts about a set of files and the place of its output: range, size, whether a running job writes
// there, which directory. Used by pickers. Pure.
#pragma once

#include <cstdint>

#include "compaction/pick_context.h"

namespace ROCKSDB_NAMESPACE {

// Range of some files. REQUIRES: !files.empty().
UserRange RangeOf(const InternalKeyOrder& order, const FileList& files);
uint64_t BytesOf(const FileList& files);

// True when no running job writes into `range` of `level`, and none is exclusive. A flush is no
// such job: it writes into level 0 on top of everything.
bool OutputFree(const PickContext& ctx, int level, const UserRange& range);

// Which directory a new file of `level` goes to: paths fill up in order, shallow levels first.
// REQUIRES: the targets are of a tree with that level.
uint32_t PathForLevel(const CfConfig& config, const LevelTargets& targets, int level);

}  // namespace ROCKSDB_NAMESPACE
