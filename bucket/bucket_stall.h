// Whether writers are delayed or stopped: a verdict from the tree, the memtables and the limits,
// with its reason. Pure. The database calls it for each new version and after each memtable switch;
// its write controller acts on it.
//
// Level 0 counts as deep as the largest number of its files that one key may have to probe, files
// under compaction included (hazard 14): 80 disjoint files are depth 1. With buckets off it counts
// files, as stock does. A limit of zero or less is off. Rules and their order, first match wins:
//
//   stop    memtables >= max_write_buffer_number
//   stop    L0 >= stop trigger              (not while automatic compaction is disabled)
//   stop    pending bytes >= hard limit     (the same)
//   delay   memtables >= max_write_buffer_number - 1, if that number is above 3 and a flush could
//           be running
//   delay   L0 >= slow-down trigger         (not while automatic compaction is disabled)
//   delay   pending bytes >= soft limit     (the same)
//
// Level 0 and pending bytes do not count while no compaction would lower them: writers would wait
// for ever.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bucket/bucket_map.h"
#include "rocksdb/advanced_options.h"
#include "version/running_job.h"
#include "version/tree_version.h"

namespace ROCKSDB_NAMESPACE {

// What the options allow, in their own units; a copy, so that a verdict sees one set of values.
struct StallLimits {
  int level0_slowdown = 20;
  int level0_stop = 36;
  uint64_t soft_pending = 0;
  uint64_t hard_pending = 0;
  int max_write_buffers = 2;
  int min_write_buffers_to_merge = 1;
  bool auto_compactions = true;

  static StallLimits Of(const AdvancedColumnFamilyOptions& options, bool auto_compactions);
};

// The inputs of a verdict. Pointers must outlive the call.
struct StallInput {
  const TreeVersion* tree = nullptr;
  const BucketMap* map = nullptr;  // null: buckets off
  const std::vector<RunningJob>* jobs = nullptr;
  int unflushed_memtables = 0;  // immutable ones
  uint64_t pending_bytes = 0;
  StallLimits limits;
};

// Holds copies of everything it names, so it outlives the tree it was taken from.
struct StallVerdict {
  enum Kind { kNone, kDelay, kStop };
  enum Cause { kNoCause, kMemtables, kL0Depth, kPendingBytes };
  Kind kind = kNone;
  Cause cause = kNoCause;
  // The value that reached the limit.
  uint64_t value = 0;
  uint64_t limit = 0;
  // With kL0Depth: the bucket of the deepest interval, and its range; see has_begin / has_end.
  size_t bucket = 0;
  std::string begin;
  std::string end;
  bool has_begin = false;
  bool has_end = false;
  std::optional<uint64_t> clearing_job;  // running job that will lower it, if there is one
};

// Costs O(1) while nothing is due: depth and totals were computed when the tree was built. Where
// the depth is the cause, the running jobs are searched for the files of the deepest interval.
StallVerdict JudgeStall(const StallInput& in);

// What the stall rules count for level 0: depth, or files with buckets off.
size_t L0Load(const TreeVersion& tree, bool buckets);

// "stop: L0 depth 36 of 36 in bucket 3 [6b31, 6b39), cleared by job 17": event, property and LOG
// use this text.
std::string Describe(const StallVerdict& verdict, bool hex);

}  // namespace ROCKSDB_NAMESPACE
