// Turns the write-ahead logs of a damaged database into tables, passing over damaged records. Used
// by RepairDB only, after the tables are saved.
//
// A record may be in a table already, since logs live until every family has flushed them. Taking
// it twice would apply merge operands twice, and taking it where tables have moved on could bring
// back what a compaction dropped. So a record not newer than its family's tables is
//   - left out when the MANIFEST says that the family flushed that log, unless a table of the
//   family
//     was damaged or lost since;
//   - left out when the logs are damaged and the family's tables are not;
//   - otherwise looked for in the tables, and left out when it is there. A merge operand is also
//     left out when tables hold a newer entry of its key, or one whose number a compaction has
//     forgotten, since that may contain it.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "db/batch_reader.h"
#include "db/repair_memory.h"
#include "memtable/memtable.h"

namespace ROCKSDB_NAMESPACE {

class RepairLogs {
 public:
  RepairLogs(RepairContext* context, const RepairMemory* memory);
  ~RepairLogs();

  // An error is one of writing.
  [[nodiscard]] Status SaveAll(const std::vector<uint64_t>& logs);

 private:
  class Pending;  // of one family: a memtable, and its tables to look into

  bool AnyDamage(const std::vector<uint64_t>& logs) const;
  Status ReadLog(uint64_t log);
  Status TakeBatch(uint64_t log, const Slice& batch);
  Status TakeUpdate(uint64_t log, SequenceNumber seq, const BatchReader& record);
  Pending* PendingOf(uint32_t family);
  Status FlushAll();

  RepairContext& context_;
  const RepairMemory& memory_;
  std::map<uint32_t, std::unique_ptr<Pending>> pending_;
  std::map<std::string, std::string> prepared_;  // transaction id -> batch, until its commit
  std::string open_section_;                     // updates of a transaction being prepared
  bool in_section_ = false;
  bool damaged_ = false;
  uint64_t left_out_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
