// paranoid_file_checks: what a table's builder was given must be what is read back from the file.
// TableOutputs puts a NotedBuilder before the real one and compares once the file is closed.
// It must never change what is written.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "table/table_builder.h"
#include "util/range_tombstone.h"

namespace ROCKSDB_NAMESPACE {

class Comparator;
class TableReader;

// Notes each entry and adds it to the real builder. One builder for each file, one thread. Of
// points it keeps a running sum over keys, values and their order, so that memory does not grow
// with the file; of range tombstones it keeps all, since a reader gives them back in pieces.
class NotedBuilder final : public TableBuilder {
 public:
  explicit NotedBuilder(std::unique_ptr<TableBuilder> to) : to_(std::move(to)) {}

  bool Add(const Slice& ikey, const Slice& value) override;
  Status status() const override { return to_->status(); }
  Status Finish() override { return to_->Finish(); }
  void Abandon() override { to_->Abandon(); }
  uint64_t NumEntries() const override { return to_->NumEntries(); }
  bool IsEmpty() const override { return to_->IsEmpty(); }
  uint64_t FileSize() const override { return to_->FileSize(); }
  uint64_t EstimatedFileSize() const override { return to_->EstimatedFileSize(); }
  uint64_t TailSize() const override { return to_->TailSize(); }
  bool NeedCompact() const override { return to_->NeedCompact(); }
  TableProperties Properties() const override { return to_->Properties(); }

  // Reads the whole table, past the block cache. Corruption when it differs from what was added; an
  // error of the reading itself is returned as it is.
  // REQUIRES: Finish() was called and the file is closed.
  [[nodiscard]] Status Compare(const Comparator* user, const std::string& path,
                               TableReader* reader) const;

 private:
  struct Tombstone {
    std::string start;
    std::string end;
    SequenceNumber seq;
  };

  const std::unique_ptr<TableBuilder> to_;
  uint64_t sum_ = 0;  // depends on the order
  uint64_t entries_ = 0;
  std::vector<Tombstone> tombstones_;
};

}  // namespace ROCKSDB_NAMESPACE
