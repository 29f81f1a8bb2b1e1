// Turns the write-ahead logs of a damaged database into tables, passing over damaged records. Used
// by RepairDB only, after the tables are saved.
//
// What a family's tables have taken in already is left out (repair_taken.h). The updates of a
// transaction are taken only if the logs say that it was committed:
//
//   section begins with     its updates get their sequence numbers     they are taken
//   BeginPrepare            at the commit                              where the commit stands
//   BeginPersistedPrepare   at their own place                         where they stand, if the
//   next BeginUnprepare          at their own place                         outcome of the id is a
//   commit
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "db/batch/batch_reader.h"
#include "db/repair/repair_memory.h"
#include "db/repair/repair_survey.h"
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

  using Place = RepairSurvey::Place;
  // The updates of one prepared transaction, as a batch.
  struct Section {
    std::string updates;
    // They have numbers of their own, from here on.
    bool persisted = false;
    SequenceNumber sequence = 0;
  };

  Status ReadLog(uint64_t log);
  Status TakeBatch(Place place, const Slice& batch);
  Status TakeMark(Place place, const BatchReader& mark, SequenceNumber* seq);
  Status TakeSection(uint64_t log, const std::string& updates, SequenceNumber* seq);
  Status TakeUpdate(uint64_t log, SequenceNumber seq, const BatchReader& record);
  Pending* PendingOf(uint32_t family);
  Status FlushAll();

  RepairContext& context_;
  const RepairMemory& memory_;
  const bool memory_fits_;
  RepairSurvey survey_;
  std::map<uint32_t, std::unique_ptr<Pending>> pending_;
  // Transaction id -> batch, until its commit.
  std::map<std::string, std::string> prepared_;
  // Being read; empty: outside of any section.
  std::optional<Section> open_;
  uint64_t left_out_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
