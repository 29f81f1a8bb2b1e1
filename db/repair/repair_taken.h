// Decides which log records the tables of one family have taken in already. Used by RepairLogs
// only, with the records in the order of the logs. Reads tables; writes nothing.
//
// A record may be in a table, since logs live until every family has flushed them. Taking it again
// would apply a merge operand twice, and where tables have moved on it could bring back what a
// compaction dropped. A compaction into the last level writes 0 in place of sequence numbers, so
// the numbers do not show what such an entry was made of, nor how far the family was flushed. The
// rules, in this order:
//   1. Logs that the family had flushed, by the MANIFEST or by what those tables say of it
//      (property_names::kFlushedLogs), are in tables: left out, unless a table was damaged or lost.
//   2. Later logs are in no table when the MANIFEST knows every table: taken.
//   3. Numbers above all those in suspects: taken, unless compactions have forgotten numbers.
//   4. The logs are damaged and the tables are not: left out.
//   5. Otherwise the suspects are asked. A record found there is left out, and an operand also if
//      they have a newer entry of its key.
//   6. An entry without number that may hold the record: an operand is left out, unless the logs
//      began the key anew before it. Other records are taken; they begin it anew.
//
// Suspects are the tables that may hold records of the log in question. All others would only get
// in the way of records that nothing else has: what was ingested has a number above those of
// records that are in memory still. Not suspect is a table that
//   - is older than the log,
//   - came from outside: nothing of it was in a log; a compaction that takes it in makes a suspect,
//   - the MANIFEST has, for the logs that it says the family still needs: the record that adds a
//     flushed table also says which logs are in tables by then, and compactions use such tables
//     only.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "db/batch/batch_reader.h"
#include "db/repair/repair_context.h"

namespace ROCKSDB_NAMESPACE {

class RepairTaken {
 public:
  struct Evidence {
    uint64_t flushed_before = 0;  // the family's log number in the MANIFEST
    bool manifest_fits = false;   // and it knows every table
    bool logs_are_damaged = false;
  };

  RepairTaken(const RepairContext* context, const RepairFamily* family, const Evidence& evidence);

  bool IsToBeTaken(uint64_t log, SequenceNumber seq, const BatchReader& record);

 private:
  enum class Answer { kNo, kYes, kForgotten };
  struct OpenTable {
    std::unique_ptr<TableReader> reader;
    std::unique_ptr<InternalIterator> entries;
  };

  // Of the tables suspected to hold records of one log.
  struct Suspects {
    std::vector<SavedTable> tables;
    SequenceNumber newest = 0;
    // Some entries have lost their numbers to a compaction, so `newest` says too little.
    bool forgotten = false;
  };

  bool MayHold(const SavedTable& table, uint64_t log) const;
  const Suspects& SuspectsOf(uint64_t log);
  OpenTable* Open(const FileMeta& file);
  Answer AskTables(const Suspects& suspects, uint64_t log, SequenceNumber seq,
                   const BatchReader& record);
  Answer AskTable(const SavedTable& table, uint64_t log, SequenceNumber seq,
                  const BatchReader& record);
  bool WasBegunAnew(const Slice& key) const;
  void BeginsAnew(const BatchReader& record);

  const RepairContext& context_;
  const RepairFamily& family_;
  const Evidence evidence_;
  // By log. Tables that are made from logs meanwhile are never among them.
  std::map<uint64_t, Suspects> suspects_;
  std::map<uint64_t, OpenTable> open_;
  // Keys and ranges whose history is in the logs from its beginning.
  std::set<std::string> anew_;
  std::vector<std::pair<std::string, std::string>> ranges_anew_;
};

}  // namespace ROCKSDB_NAMESPACE
