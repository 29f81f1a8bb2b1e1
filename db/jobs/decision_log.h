// LOG lines from which the decisions about a family can be repeated later (lsm_sim --replay): every
// compaction pick, and every change of what picks depend on, with the number that
// FamilyState::changes() had right after it. Threads write their lines after they have released the
// state lock, so the lines may be out of order; the numbers are not.
//
//   family_opened -> (tree_changed | compaction_picked | buckets_changed)*
//
// Callers are the jobs and the opening of a database. Thread-safe (keeps no state). Keys appear in
// hexadecimal.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bucket/bucket_map.h"
#include "compaction/compaction_pick.h"
#include "db/state/event_log.h"
#include "schedule/scheduler.h"

namespace ROCKSDB_NAMESPACE {

// One family and the job that decides or changes something in it.
struct DecisionOrigin {
  const std::string& family;
  int job = 0;
  uint64_t change = 0;
};

class DecisionLog {
 public:
  explicit DecisionLog(const EventLog* events) : events_(*events) {}

  // The family's tree as recovery has left it, and what picks know of the machine.
  void Opened(const DecisionOrigin& origin, const TreeVersion& tree, const Machine& machine) const;
  void Picked(const DecisionOrigin& origin, const CompactionPick& pick) const;
  // A flush (`boundaries` not null when it has chosen them) or a compaction is in the tree.
  void Installed(const DecisionOrigin& origin, int level,
                 const std::vector<std::shared_ptr<FileMeta>>& files,
                 const BucketMap* boundaries) const;
  // Boundaries moved without a change of the tree.
  void Rebalanced(const DecisionOrigin& origin, const BucketMap& boundaries) const;

 private:
  EventLine Begin(const DecisionOrigin& origin, const char* event) const;

  const EventLog& events_;
};

}  // namespace ROCKSDB_NAMESPACE
