// FIFO style: data stays in level 0 and the oldest files are dropped. Pure. Buckets do not apply:
// this style counts files (hazard 12).
//
//   1. ttl:   from the oldest up, files whose newest key came longer ago than ttl are dropped;
//   2. size:  while all files together exceed max_table_files_size, the oldest are dropped;
//   3. count: with allow_compaction, small files next to each other in age are merged into one.
//
// One job at a time, since every rule starts at the oldest file. Only a tail of the newest-first
// list is ever dropped: dropping a file and keeping an older one could bring a deleted key back.
#pragma once

#include "compaction/policy.h"

namespace ROCKSDB_NAMESPACE {

const CompactionPolicy& FifoPolicy();

}  // namespace ROCKSDB_NAMESPACE
