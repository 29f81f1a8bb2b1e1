// Decides how many flush and compaction calls the thread pools should get, whose turn it is, and
// what runs next. The machine (processors, limits, time, snapshots) comes as an argument. Pure: no
// I/O, no lock, no clock. Background asks it under the state lock; tests and a simulator ask it
// about families that no database holds.
//
//   Wanted -> calls for the pools -> (each call when it begins) NextFlush / NextCompaction
//
// A pick is worked out once for each state of a family (FamilyState::plan): Wanted counts by it,
// and NextCompaction hands it out while tree, buckets, options, running jobs and the second of the
// clock are still the same.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "compaction/pick_context.h"
#include "options/db_config.h"
#include "schedule/family_state.h"
#include "util/useful_threads.h"

namespace ROCKSDB_NAMESPACE {

// What decisions know of the machine and the database beside the families.
struct Machine {
  uint32_t processors = 1;
  BackgroundLimits limits;
  // Percent of their time that the threads of compactions want a processor (ProcessorDemand).
  uint32_t merge_demand = 100;
  // Threads of flushes and compactions that make the work faster (util/useful_threads.h).
  uint32_t useful_threads = UsefulThreads::kUnknown;
  // Tables are written around the page cache: until the contrary is measured, threads share the
  // device.
  bool direct_writes = false;
  uint32_t max_subcompactions = 1;
  // One flush takes the memtables of all families, and no other runs beside it.
  bool atomic_flush = false;
  // Since 1970, as file times are.
  uint64_t now_seconds = 0;
  // The last sequence number where there is no snapshot.
  SequenceNumber oldest_snapshot = kLargestSequence;
};

// Calls that the pools have and that have not begun, and jobs that run.
struct Load {
  int queued_flushes = 0;
  int running_flushes = 0;
  int queued_compactions = 0;
  int running_compactions = 0;
};

// Further calls for the pools.
struct Calls {
  int flushes = 0;
  int compactions = 0;
};

// The inputs of a pick. REQUIRES: `family` outlives the context and does not change meanwhile.
PickContext MakePickContext(const FamilyState& family, const Machine& machine);

class Scheduler {
 public:
  // Ascending by id, without families that were dropped.
  using Families = std::span<FamilyState* const>;

  struct Choice {
    FamilyState* family = nullptr;
    CompactionPick pick;
  };

  // How many further calls would find work when they begin.
  static Calls Wanted(Families families, const Machine& machine, const Load& load);
  // Some family has something to flush and no flush under way. `together`: as with
  // Machine::atomic_flush, where a flush of any family is one of all.
  static bool AnyFlushDue(Families families, bool together = false);
  // The next such family in turn; null: none.
  FamilyState* NextFlush(Families families, bool together = false);
  // The best compaction of the next family in turn that has one. The caller must register it before
  // it lets the families change (hazard 2).
  std::optional<Choice> NextCompaction(Families families, const Machine& machine);
  // A flush or a compaction could start, thread limits aside.
  static bool AnyDue(Families families, const Machine& machine);

 private:
  // Families take turns: the ids of the last ones that had one.
  uint32_t last_compacted_ = 0;
  std::optional<uint32_t> last_flushed_;
};

}  // namespace ROCKSDB_NAMESPACE
