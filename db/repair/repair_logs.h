// Turns the write-ahead logs of a damaged database into tables, passing over damaged records. Used
// by RepairDB only, after the tables are saved.
//
// What a family's tables have taken in already is left out (repair_taken.h).
#pragma once

#include <map>
#include <memory>
#include <string>

#include "db/batch/batch_reader.h"
#include "db/repair/repair_memory.h"
#include "memtable/memtable.h"

namespace ROCKSDB_NAMESPACE {

class RepairLogs {
 public:
  // `memory_fits`: the MANIFEST was read to its end and knows every table that is there.
  RepairLogs(RepairContext* context, const RepairMemory* memory, bool memory_fits);
  ~RepairLogs();

  // An error is one of writing.
  [[nodiscard]] Status SaveAll(const std::vector<uint64_t>& logs);

 private:
  class Pending;  // of one family: a memtable, and what its tables have taken in

  bool AnyDamage(const std::vector<uint64_t>& logs) const;
  Status ReadLog(uint64_t log);
  Status TakeBatch(uint64_t log, const Slice& batch);
  Status TakeUpdate(uint64_t log, SequenceNumber seq, const BatchReader& record);
  Pending* PendingOf(uint32_t family);
  Status FlushAll();

  RepairContext& context_;
  const RepairMemory& memory_;
  const bool memory_fits_;
  std::map<uint32_t, std::unique_ptr<Pending>> pending_;
  std::map<std::string, std::string> prepared_;  // transaction id -> batch, until its commit
  std::string open_section_;                     // updates of a transaction being prepared
  bool in_section_ = false;
  bool damaged_ = false;
  uint64_t left_out_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
