// FIFO style: level 0 only, the oldest files are dropped. Pure. Buckets play no part here: this
// style counts files (hazard 12).
//
//   1. ttl:   from the oldest up, files created longer ago than ttl are dropped;
//   2. size:  while all files together exceed max_table_files_size, the oldest are dropped;
//   3. count: with allow_compaction, small files next to each other in age are merged into one.
//
// One job at a time, since every rule starts at the oldest file.
#pragma once

#include <optional>

#include "compaction/pick_context.h"

namespace ROCKSDB_NAMESPACE {

std::optional<CompactionPick> PickFifoCompaction(const PickContext& ctx);

// The largest of: bytes over the limit, file count over the trigger, 1 when a file is past its ttl.
double FifoScore(const PickContext& ctx);

}  // namespace ROCKSDB_NAMESPACE
