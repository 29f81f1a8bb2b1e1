// Replays write-ahead logs at open: finds the logs, reads their batches into memtables, flushes
// when those fill up, and at the end. Used once per open, before anybody else touches the database.
//
//   log 7  [ b1 b2 b3 ]  log 9  [ b4 b5 ~~~ ]  log 12  [ b6 b7 ]
//                                       damage: b6 counts if b5 ends where b6 begins
//
// A family skips batches of logs below its log_number: its tables have them. The log of a commit
// decides for the section that it commits, wherever that is. Sections without an end stay in their
// logs, which are kept, and wait for the transaction database.
//
// With best_efforts_recovery logs are found, but not read: tables may be missing on which their
// records build.
//
// What a damaged log means depends on wal_recovery_mode:
//   kTolerateCorruptedTailRecords  damage is an error, except at the tail of a log
//   kAbsoluteConsistency           any damage is an error
//   kPointInTimeRecovery           replay ends at the first damage; a later log counts only if it
//                                  carries on without a gap
//   kSkipAnyCorruptedRecords       damaged records are passed over
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "db/batch/batch_guards.h"
#include "db/recovery/record_filter.h"
#include "db/recovery/recovery_flush.h"
#include "db/recovery/replay_chunk.h"
#include "db/state/db_parts.h"
#include "db/write/recovered_sections.h"

namespace ROCKSDB_NAMESPACE {

class WalReplay {
 public:
  explicit WalReplay(DbParts* parts)
      : parts_(*parts), flushes_(parts), filter_(parts), chunk_(parts) {}

  // REQUIRES: families are recovered and have memtables; no background work runs.
  // Read-only: everything stays in memtables.
  [[nodiscard]] Status Run() EXCLUDES_LOCK(state_lock);
  // Largest log number met; 0 when none.
  uint64_t last_log() const { return logs_.empty() ? 0 : logs_.back(); }
  // Ascending: those that are not only in tables.
  const std::vector<uint64_t>& logs() const { return logs_; }
  // Ascending: all logs where their data is in memtables only (avoid_flush_during_recovery), and
  // those from the oldest prepared section on.
  std::vector<uint64_t> LogsToKeep() const;
  // Point-in-time recovery: the damaged logs, and where their last whole record ends. 0 where
  // nothing counts, as it does not carry on behind damage.
  const std::map<uint64_t, uint64_t>& ends() const { return ends_; }
  // Damage ended replay, at this sequence number, and the damaged log stays: unless the next log
  // begins there, the next replay ends before it.
  std::optional<SequenceNumber> resume_at() const {
    const std::vector<uint64_t> kept = LogsToKeep();
    if (damaged_log_ == 0 || kept.empty() || damaged_log_ < kept.front()) return std::nullopt;
    return after_last_record_;
  }

 private:
  class Reporter;

  // Those that some family still needs, into logs_.
  Status FindLogs();
  // Against what the MANIFEST says of their sizes (track_and_verify_wals_in_manifest).
  Status CheckTrackedLogs(uint64_t oldest) const;
  Status ReplayLog(uint64_t number);
  // One batch into memtables. *stop: it does not carry on where the damage before it ended.
  Status TakeRecord(uint64_t number, const Slice& record, bool* stop);
  // What of it the filter lets through.
  Status ReplayFiltered(uint64_t number, Slice record, bool* stop);
  Status Replay(uint64_t number, const Slice& record);
  Status ReplayAlone(uint64_t number, const Slice& record);
  // What waits in the chunk, all of this log.
  Status ReplayChunked(uint64_t number);
  ApplyOptions OptionsFor(uint64_t number);
  // Numbers before `next` are taken.
  void PassNumbers(SequenceNumber next);
  bool WantsGuards() const;
  // Sections without an end pass to the open database.
  void NoteSections();
  Status FlushFull();
  Status FlushAll();
  bool MayHoldMoreThanReplayed(const TreeVersion& tree) const;
  Status CheckFamiliesAfterGap() const;

  DbParts& parts_;
  RecoveryFlush flushes_;
  RecordFilter filter_;
  ReplayChunk chunk_;
  bool stopped_by_filter_ = false;
  std::vector<uint64_t> logs_;        // ascending
  uint64_t oldest_needed_ = 0;        // as the MANIFEST has it; it need not be there
  SequenceNumber tables_end_ = 0;     // no table holds a sequence number from here on
  SequenceNumber next_sequence_ = 0;  // above 0 from the beginning of Run()
  // The next log must begin here to carry on, whatever the MANIFEST's last sequence says: that one
  // can be ahead of an older log. 0: no record has been replayed, and no log carries on.
  SequenceNumber after_last_record_ = 0;
  // The last record committed a section that is gone, or went through the filter:
  // after_last_record_ may be too small.
  bool end_is_unknown_ = false;
  RecoveredSections sections_;
  uint64_t damaged_log_ = 0;  // point-in-time: where replay ended
  std::map<uint64_t, uint64_t> ends_;
  bool damage_is_old_bytes_ = false;  // perhaps: that log was recycled
  bool guarded_ = false;              // some memtable checks its entries
  BatchGuards guards_;                // then: of the record being replayed
  bool damaged_in_memory_ = false;    // the log was right, its record changed after it was read
  bool any_record_ = false;
  bool kept_in_memory_ = false;
};

}  // namespace ROCKSDB_NAMESPACE
