// Which part of level 0 to compact next: rules 4 and 5 of the design. Pure; called by the level
// picker and, for jobs within level 0, by the FIFO picker.
//
// The unit of work is a *closed* set: a set S of L0 files such that every L0 file which overlaps
// the range of S and is older than the newest file of S is in S too. Moving a closed set below
// level 0 cannot put older data above newer.
//
//                 bucket 0     |    bucket 1     |   bucket 2
//   f9                         |  [--------]     |              newest
//   f8      [-----------]      |                 |
//   f7                     [---|----]            |              straddles 0 and 1: it was written
//   f6                         | [------------]  |  [-----]     before the boundary
//   f5         [----------]    |                 |
//   base     [ b1 ]  [ b2 ]    |  [b3]    [b4]   |   [b5]
//
//   candidate "bucket 1", files joining from the oldest up:
//     f6             closed                                             base b3 b4
//     f6 f7          reaches into bucket 0; f5 is older than f7 and overlaps: joins
//     f5 f6 f7       closed                                             base b1 b2 b3 b4
//     f5 f6 f7 f9    f8 overlaps the range and is older than f9: joins ... and so on
//
// Growth stops where a file is busy, the base files are busy, or the job gets too large; the last
// closed set is taken. A job that rewrites more of the base level than it takes out of level 0 may
// pass the limit with files that make this ratio better: a cold bucket's small files lie over much
// of the base, and each would else rewrite it alone. In the simulator (mixgraph1, a base level of
// eight buffers) this and the sideways growth of jobs within level 0 raised 7,033 writes a second
// to 25,436; one bucket has 19,737.
//
// Files join from the oldest up because a busy older file (held by an intra-L0 job, hazard 1) must
// stop every newer file that overlaps it; the files that joined before it remain a valid pick.
//
// Candidates are tried in the order: those that have waited for kPatience flushes, then most L0
// files first, then smallest job. Without the first rule a cold bucket would never be picked while
// the hot ones are always fuller. When one's base range is busy the next one is tried (hazard 8).
// The whole range between the ends of a running job's inputs is busy at its output level, gaps
// included (hazard 2). When nothing can go down, a job inside level 0 lowers the depth of a bucket
// that is deep.
//
// A job beside others that already keep the processors busy does not lower level 0 sooner; it only
// makes all of them smaller, and small jobs rewrite the base level more often. So once `pace` jobs
// run (DueWeight) a bucket is due half-way to the slow-down trigger only, and a trigger's worth of
// files deeper for each further job, until one trigger's worth below the slow-down all threads may
// work.
//
//    weight   trigger ........ half-way ...... + trigger ...... slow-down - trigger ... slow-down
//    running  fewer than pace  pace            pace + 1         any number
//
// Files that running jobs hold do not weigh, but writers are slowed down by them. Where they bring a
// bucket to that last depth, a job within level 0 may take its other files from the trigger on.
// In memory with eight jobs mixgraph1 was slowed down for 0.04 of 1.6 s otherwise, now for none.
//
// Up to half-way, and only while another job runs, a bucket waits whose job would rewrite more than
// kFairBase bytes of the base level for each byte it takes out of level 0: a cold bucket gets a
// small file from every flush and reaches over much of the base, hot ones are the other way round.
// It does not wait for ever: either it gets deeper, or it gets no more files and is due as it is. A
// bucket that has waited for kPatience flushes is due at the trigger, however many jobs run.
//
// Where threads share a device (util/useful_threads.h), it serves a job out of level 0 no sooner
// because another one runs, and the flush later: `most_leaving` jobs leave level 0 at once, however
// deep it is, and none while writers wait for the flush, below the depth at which all threads may
// work. That depth is also the limit for a job that kFairBase holds back, not half-way. Jobs within
// level 0 lower the depth for less meanwhile: they rewrite nothing of the base level. Two of them
// run whenever buckets have the files, further ones from half-way to the slow-down on. Such a job
// costs kCostOfJob beside its bytes, so that many small files become one at once, not by fours.
//
// Where a flush and those two are all the threads that are of use, nothing leaves level 0 below
// that depth as long as a flush is at work, or a job within level 0 runs. Picks are made when jobs
// end, often between two flushes, when nobody waits: what begins there lasts for a dozen of them.
// Once no flush is at work no further job begins within level 0, and what was held back goes. A
// bucket that has waited for kPatience flushes leaves at the trigger all the same, and one that
// holds max_job_bytes, which gain nothing by waiting: so level 0 drains under a load that never
// ends.
//
//    flush      |====|====|====|====|====|       |====|
//    within        |--------| |-------|------|                 two at once
//    leaving                                 |------------|    also if deep, overdue or full
//
// Without all this buckets had 0.68 of one bucket's rate with direct I/O and eight background jobs
// on two processors, with it about the same (docs/performance.md).
//
// While writers wait for memtables to be flushed, jobs take processors and disk from the flush that
// they wait for. So a bucket is due half-way to the slow-down then, also where fewer than `pace`
// jobs run. Measured on two processors and a disk that the flush alone can keep busy: 7 % more
// writes a second by the writers' clock, 8 % with the work put off; jobs out of level 0 are larger.
//
// With buckets off there is one bucket, level 0 is taken whole, and only one job at a time leaves
// it: stock's behaviour.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bucket/l0_view.h"

namespace ROCKSDB_NAMESPACE {

// The level 0 side of a job; the leveled policy completes it to a CompactionPick. The pick keeps
// the files alive, so the view may be destroyed.
struct L0Pick {
  FileList l0;    // newest first
  FileList base;  // key order, whole user keys only; empty for intra-L0
  size_t bucket = 0;
  bool intra_l0 = false;
  double weight = 0;  // BucketWeight over the trigger
};

// L0PickInput::pace for a machine with `processors`, and `threads` for compactions that want a
// processor for `demand` percent of their time (util/processor_demand.h): as many jobs as keep all
// processors but one busy. That one is left to the writers and the flush, and of many threads two
// to deep buckets and lower levels.
uint32_t JobsAtTheTrigger(uint32_t processors, uint32_t threads, uint32_t demand);

// The weight from which a bucket is due while `running` jobs of the column family run.
size_t DueWeight(const L0PickInput& in, const BucketLoad& load, size_t running);
// Bytes of the base level rewritten for one byte out of level 0, above which a bucket waits. The
// rule was measured on two processors, with the value 2 and together with flush cuts by sample:
// write amplification under a moving load fell from 5.5-6.0 to 4.9-5.2. The present 1 came with the
// rule of JobsAtTheTrigger; it was not measured alone, nor with many processors.
inline constexpr uint64_t kFairBase = 1;

// The best job from level 0 to the base level that may start now; empty when no bucket is due, or
// each due one is held up by a running job. `by_size`: take less than a trigger's worth, because
// level 0 holds more bytes than the base level should (stock's size rule).
std::optional<L0Pick> PickL0ToBase(const L0View& view, bool by_size = false);

// The best job within level 0: rewrites idle files that are next to each other in age into one
// file, with the files of other buckets that lie between them in age and over their range. It costs
// no base bytes and lowers the depth. Call it only when no job could leave level
// 0: it moves no data down.
std::optional<L0Pick> PickIntraL0(const L0View& view);
// Fewer files are not worth rewriting. Stock's value.
inline constexpr size_t kIntraL0Min = 4;
// On a device that threads share: jobs within level 0 that run beside each other as soon as a
// bucket has the files.
inline constexpr size_t kWithinAtTrigger = 2;
// A flush and they are all the threads that are of use.
inline bool FlushHasDevice(uint32_t most_leaving) {
  return most_leaving > 0 && most_leaving <= kWithinAtTrigger;
}
// What a job within level 0 costs on a device that threads share, in bytes that it could rewrite
// meanwhile: opening, syncs, a record in the MANIFEST. Measured with direct I/O and eight
// background jobs, where half of the jobs of less than 10 MB take 42 to 69 ms; what part of that is
// which was not measured. 16 to 48 MB are about equal here.
inline constexpr uint64_t kCostOfJob = 24 << 20;

// How many L0-to-base jobs could run side by side now, up to `limit`. Looks only at loads and
// ranges: cheap, and may promise one too many where closures meet.
size_t EligibleL0Jobs(const L0View& view, size_t limit, bool by_size = false);

}  // namespace ROCKSDB_NAMESPACE
