// DB::GetUpdatesSince(): the batches in the logs, from a sequence number on. Reads archived logs,
// those that recovery needs, and the one being written, beside writers, which never wait for it and
// do not know of it.
//
//   log 4 (archive)   log 8            log 10 (being written)
//   [1..3][4..4]      [5..9][10..10]   [11..11][12..15]          published: 11
//                      ^ since 7: begins here, ends before 12
//
// Invariants
//  1. The logs are listed once, when the iterator is made. At the end of the newest of them it
//     follows that log's growth, and no later log.
//  2. A batch is given only when all of it is published. The published number is read before the
//     log is, so a batch up to that number is in its log already: one that is not found there is
//     in a later log, in none, or still in the writer's buffer (manual_wal_flush).
//  3. Batches are contiguous. A count of 0 (log data only, or nothing) takes no sequence number:
//     such a batch is given once the update behind it is published.
//     Prepared sections take none either; their commit, which has a count of 0 in the log, takes as
//     many as the section has updates. That is unknown where the section is in an earlier log: then
//     the next batch may begin anywhere behind it. Whether such a commit reaches the number that a
//     walk begins with shows by the batch behind it; until then it is set aside.
//  4. After a failed write a log may hold a record at its end that was never published; the next
//     log then begins with the same sequence number. So a batch that is not older than the
//     beginning of the next log is not given.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "db/log/log_follower.h"
#include "db/state/db_parts.h"
#include "rocksdb/transaction_log.h"
#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

// REQUIRES: the database outlives it.
class UpdateIterator final : public TransactionLogIterator {
 public:
  // See DB::GetUpdatesSince().
  [[nodiscard]] static Status Open(DbParts* parts, SequenceNumber since, const ReadOptions& options,
                                   std::unique_ptr<TransactionLogIterator>* iter);

  bool Valid() override { return valid_; }
  void Next() override;
  Status status() override { return status_; }
  BatchResult GetBatch() override;

 private:
  struct Log {
    uint64_t number;
    SequenceNumber first;  // 0: it had no record when it was listed
  };
  enum class Verdict : uint8_t { kGive, kPassOver, kSetAside, kLogEnds, kGap, kNotYet };
  struct Record {
    SequenceNumber sequence() const { return LoadFixed64(bytes.data()); }

    std::string bytes;
    // How many sequence numbers it takes; open_ended: perhaps more.
    uint64_t taken = 0;
    bool open_ended = false;
  };

  UpdateIterator(DbParts* parts, SequenceNumber since, bool verify_checksums)
      : parts_(*parts), wanted_(since), verify_checksums_(verify_checksums) {}

  // The logs from the one that holds wanted_ on.
  Status FindLogs();
  // Opens the log at_; it may be moved to the archive at any moment.
  IOStatus OpenLog();
  // Says of next_ what it takes, and keeps the sizes of prepared sections in mind.
  void Measure();
  // The next record of the logs into next_. False: none; status_ says why.
  bool Read();
  void Give(Record* record);
  // Gives the record that was set aside, if there is one.
  void GiveAside();
  // After the last record of a log: goes to the next one. False: there is none, or damage.
  bool LeaveLog(const Status& damage);
  Verdict Judge(SequenceNumber published);
  bool BelongsToLaterLog(SequenceNumber sequence, SequenceNumber last, SequenceNumber published);
  Status AtTail() const;

  DbParts& parts_;
  std::vector<Log> logs_;
  size_t at_ = 0;
  std::unique_ptr<log::Follower> follower_;  // of logs_[at_]; null: not opened yet

  // Once a batch was given: where the next one begins. Before: a number that the first one reaches.
  SequenceNumber wanted_;
  bool started_ = false;
  const bool verify_checksums_;

  // What GetBatch() gives.
  Record given_;
  // The record read last, while held_ is true: until it is given or passed over.
  Record next_;
  bool held_ = false;
  // Invariant 3, before the walk has started; without bytes: none.
  Record aside_;
  // The batch given last was open-ended.
  bool gap_is_allowed_ = false;
  // Updates of the prepared sections met, by transaction.
  std::map<std::string, uint64_t> sections_;
  // Invariant 4: no batch up to here is in a log behind the present one. Where the log behind the
  // newest listed one begins; 0: not known, or there is none.
  SequenceNumber own_until_ = 0;
  SequenceNumber unlisted_first_ = 0;

  bool valid_ = false;
  Status status_;
};

}  // namespace ROCKSDB_NAMESPACE
