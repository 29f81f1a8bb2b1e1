// FIFO style: level 0 only, the oldest files are dropped. Pure. Buckets play no part here: this
// style counts files (hazard 12).
//
//   1. ttl:   from the oldest up, files whose oldest data was flushed longer ago than ttl are
//             dropped;
//   2. size:  while all files together exceed max_table_files_size, the oldest are dropped;
//   3. count: with allow_compaction, small files next to each other in age are merged into one.
//
// One job at a time, since every rule starts at the oldest file. Only a tail of the newest-first
// list is ever dropped: to drop a file and keep an older one could bring a deleted key back.
#pragma once

#include <optional>

#include "compaction/pick_context.h"

namespace ROCKSDB_NAMESPACE {

// The first rule that applies; empty while a job runs or none does. Picks of rules 1 and 2 are
// deletion_only: their inputs vanish and nothing is written.
std::optional<CompactionPick> PickFifoCompaction(const PickContext& ctx);

// The largest of: bytes over the limit, file count over the trigger, 1 when a file is past its ttl.
double FifoScore(const PickContext& ctx);

}  // namespace ROCKSDB_NAMESPACE
