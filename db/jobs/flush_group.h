// Flushes that are installed together: that of one family, or with atomic_flush those of all that
// have sealed memtables. Background writes one after the other in one thread; another may make a
// group durable and install it meanwhile.
//
//   Pick (state lock)   memtables of each family        a: m1 m2   b: m7   c: m4
//   Write (no lock)     one job after another           #31 #32    #33     #34
//   Sync (no lock)
//   Install             one atomic group of records     [a: +31 +32][b: +33][c: +34]
//
// Invariants
//  1. The records of a group count down to 0, and recovery takes all of them or none. What fails
//     for one family fails for all, and every family gets its memtables back.
//  2. With atomic_flush memtables are sealed under one hold of the state lock
//     (WritePath::SwitchMemtables), and Pick takes all that are sealed: so the tables of a group
//     end at one sequence number, in all families that were sealed together.
//  3. With atomic_flush one group runs at a time (schedule/scheduler.h): a later seal is never
//     installed before an earlier one.
//  4. A family that is dropped meanwhile leaves the group; the others go on.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "db/jobs/flush_job.h"

namespace ROCKSDB_NAMESPACE {

class FlushGroup {
 public:
  FlushGroup(DbParts* parts, JobServices* services) : parts_(*parts), services_(*services) {}

  // Takes the sealed memtables of `families`. False when there are none. REQUIRES: called once,
  // first.
  bool Pick(const std::vector<FamilyPtr>& families) REQUIRES_LOCK(state_lock);
  // Writes the files of all, until one fails.
  [[nodiscard]] Status Write() EXCLUDES_LOCK(state_lock);
  // Makes them durable. REQUIRES: Write succeeded; in any thread.
  [[nodiscard]] Status Sync() EXCLUDES_LOCK(state_lock);
  // Installs what is durable, or gives the memtables back when `run` is not ok. The lock is let go
  // for the MANIFEST and while events are told; held again on return. ColumnFamilyDropped when no
  // family is left.
  [[nodiscard]] Status Install(const Status& run) REQUIRES_LOCK(state_lock);

  // Those that Pick found memtables of.
  const std::vector<FamilyPtr>& families() const { return families_; }
  int first_job_id() const { return members_.front().job->id(); }
  uint64_t data_bytes() const;

 private:
  // Doubtful: a record that failed may have reached the disk, so the files must stay.
  enum class Outcome { kNotInstalled, kInstalled, kDoubtful };
  struct Member {
    std::unique_ptr<FlushJob> job;
    Outcome outcome = Outcome::kNotInstalled;
  };

  Status Apply() REQUIRES_LOCK(state_lock);
  // Once, with the families that are there now.
  Status ApplyTo(std::span<Member* const> alive) REQUIRES_LOCK(state_lock);

  DbParts& parts_;
  JobServices& services_;
  std::vector<FamilyPtr> families_;
  std::vector<Member> members_;  // as families_
};

}  // namespace ROCKSDB_NAMESPACE
