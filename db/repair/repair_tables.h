// Saves one table of a damaged database: a sound one is taken as it is, of a damaged one the
// readable blocks are written to a new table and the old one goes to lost/. Used by RepairDB only.
#pragma once

#include "db/repair/repair_files.h"
#include "db/repair/repair_memory.h"
#include "table/sst_salvage.h"

namespace ROCKSDB_NAMESPACE {

class RepairTables {
 public:
  RepairTables(RepairContext* context, const RepairMemory* memory)
      : context_(*context), memory_(*memory) {}

  // Reads every byte of every table. What was saved is in the families of the context. An error is
  // one of writing, after which the repair cannot go on.
  [[nodiscard]] Status SaveAll(const std::vector<FoundTable>& tables);

 private:
  // Whose table it is, by its own properties or else by the MANIFEST.
  Status FamilyOf(const FoundTable& table, const TableProperties* properties,
                  RepairFamily** family);
  Status Save(const FoundTable& table);
  // Not OK: the table is damaged.
  Status TakeWhole(const FoundTable& table);
  Status ReadThrough(TableReader* reader, const InternalKeyOrder& order, FileMeta* meta) const;
  // Gives a sound table its checksum of the whole file, if the options ask for one.
  Status Checksum(const FoundTable& table, FileMeta* meta) const;
  // Writes what can be read of a damaged table to a new one.
  Status Salvage(const FoundTable& table);
  Status WriteAnew(const FoundTable& table, SstSalvage* salvage, RepairFamily* family,
                   SequenceNumber global);
  // Nothing of it is kept but the file, in lost/.
  void Lose(const FoundTable& table, const Status& why);
  // The largest sequence number the MANIFEST has for it: an ingested file takes its entries' from
  // there.
  SequenceNumber RecordedSequence(uint64_t number) const;
  // What is known of a table of `family` before it is saved. `properties` may be null.
  SavedTable Describe(const FoundTable& table, const TableProperties* properties,
                      const RepairFamily& family) const;
  bool IsFromOutside(const FoundTable& table, const TableProperties* properties) const;
  uint64_t FlushedLogs(const FoundTable& table, const TableProperties* properties,
                       const RepairFamily& family) const;

  RepairContext& context_;
  const RepairMemory& memory_;
};

}  // namespace ROCKSDB_NAMESPACE
