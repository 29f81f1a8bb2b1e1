// The first reading of the logs of a damaged database: what the very first record to be taken
// depends on already. Used by RepairLogs only; writes nothing.
//
// A log that is written over an older one ends in bytes of its former use, and its last piece may
// end inside one of those: that reads like damage. What lies behind the last record of such a log
// is damage only if the next log does not begin with the number that should follow:
//
//   log 7  [ 11 ][ 12 ]~~ old bytes        log 8  [ 13 ]   sound
//   log 7  [ 11 ]~~~~~~~~ old bytes?       log 8  [ 13 ]   12 is lost
//
// Behind the last log nobody can tell. There the end is believed, as an opening does.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "db/batch/batch_reader.h"
#include "db/repair/repair_context.h"

namespace ROCKSDB_NAMESPACE {

bool IsCommit(ValueType type);
// REQUIRES: `mark` names a transaction.
std::string TransactionOf(const BatchReader& mark);

class RepairSurvey {
 public:
  // A batch by its log and its place in that.
  using Place = std::pair<uint64_t, uint64_t>;

  explicit RepairSurvey(const RepairContext* context) : context_(*context) {}

  // REQUIRES: once, with all logs, ascending.
  void Read(const std::vector<uint64_t>& logs);

  // A log could not be opened or read, or a record is missing before the last one.
  bool damaged() const { return damaged_; }
  // What the logs say of the transaction next, from `place` on, is that it is committed. The batch
  // that prepares may commit as well.
  bool CommittedAfter(Place place, const std::string& transaction) const;

 private:
  void ReadLog(uint64_t log);
  void TakeBatch(Place place, const Slice& batch);
  void CheckBegin(SequenceNumber first);
  SequenceNumber NumbersOf(const std::string& transaction) const;

  const RepairContext& context_;
  bool damaged_ = false;
  // Transaction id -> where the logs commit it (true) or roll it back. Ids are used again.
  std::map<std::string, std::map<Place, bool>> outcomes_;
  // Transaction id -> how many numbers its commit takes.
  std::map<std::string, uint64_t> prepared_;
  // The number behind the batch read last; kLargestSequence and more: unknown.
  SequenceNumber next_ = 0;
  // The log before ends in what may be old bytes.
  bool end_in_doubt_ = false;
};

}  // namespace ROCKSDB_NAMESPACE
