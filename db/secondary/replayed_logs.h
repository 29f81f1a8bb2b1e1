// The logs of a primary, read beside their writer: puts the records that were added since the last
// time into the memtables of a secondary instance. Writes no file.
//
//   log 7  [ b1 b2 | b3 ]  log 9 (empty)  log 12  [ | b4 ]
//           done     ^ read to the end again once b4 was seen: only then is log 7 complete
//
// Invariants
//  1. Records are applied in the order in which they were written, none is left out: a log is left
//     only after a later one was seen to have a record, then read to its end again, and then found
//     to be there under its name still. What a primary writes over (recycle_log_file_num) it
//     renames first.
//  2. A log that has gone holds nothing that the MANIFEST, read after that, does not have in
//  tables.
//     So Find() comes first, the MANIFEST is read again, and Replay() follows.
//  3. A record that does not lie behind all that reads see goes to memtables that no read sees yet:
//     half of a batch must never show. The MANIFEST's last sequence number may be ahead of the log
//     (manual_wal_flush).
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "db/batch/batch_guards.h"
#include "db/log/log_follower.h"
#include "db/secondary/secondary_family.h"
#include "db/write/recovered_sections.h"

namespace ROCKSDB_NAMESPACE {

using SecondaryFamilies = std::vector<std::unique_ptr<SecondaryFamily>>;

// One thread at a time.
class ReplayedLogs {
 public:
  ReplayedLogs(DbParts* parts, const SecondaryFamilies* families)
      : parts_(*parts), families_(*families) {}

  // Opens the logs from number `oldest` on that there are now, and closes those that have gone.
  [[nodiscard]] Status Find(uint64_t oldest);
  // Applies what they hold. A log whose end is incomplete, or that goes on later, is no failure.
  // TryAgain: a log has gone meanwhile, begin with Find. Records that were applied before a failure
  // stay applied.
  [[nodiscard]] Status Replay() REQUIRES_LOCK(write_leadership) EXCLUDES_LOCK(state_lock);

  // The largest sequence number of all records that were applied; 0: none.
  SequenceNumber last_sequence() const { return last_sequence_; }
  // The log whose records the memtables have that are being filled.
  uint64_t filling() const { return filling_; }

 private:
  struct Log {
    std::unique_ptr<log::Follower> follower;
    // The first record, read before its turn.
    std::string held;
    bool holds = false;
  };

  // Applies the rest of a log, as far as it can be read. *damage: what the bytes behind are.
  Status Drain(uint64_t number, Log* log, Status* damage) REQUIRES_LOCK(write_leadership);
  Status Apply(uint64_t number, const Slice& record) REQUIRES_LOCK(write_leadership);
  // The log that follows the first one with a record; null: none has one yet.
  const Log* NextWithRecord();
  Status CheckComplete(uint64_t number, const Status& damage, const Log& next, bool* stop) const;
  bool AnyChecked() const EXCLUDES_LOCK(state_lock);

  DbParts& parts_;
  const SecondaryFamilies& families_;
  std::map<uint64_t, Log> logs_;  // the first is the one being read
  RecoveredSections sections_;
  SequenceNumber last_sequence_ = 0;
  uint64_t filling_ = 0;
  BatchGuards guards_;
};

}  // namespace ROCKSDB_NAMESPACE
