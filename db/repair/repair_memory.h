// What is left of the MANIFESTs of a damaged database: families, which table is where, boundaries,
// counters. Reads them as far as they can be read. Used by RepairDB only; writes nothing.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include "db/repair/repair_files.h"
#include "version/version_edit.h"

namespace ROCKSDB_NAMESPACE {

struct RepairMemory {
  struct Family {
    std::string name;
    std::string comparator;
    std::string boundaries;
    uint64_t log_number = 0;
    std::map<uint64_t, std::pair<int, std::shared_ptr<FileMeta>>> files;  // number -> level, record
  };
  std::map<uint32_t, Family> families;  // dropped ones are not among them
  std::set<uint64_t> gone;              // tables that were removed and not added again
  std::set<uint32_t> dropped;
  std::string db_id;
  uint64_t next_file = 0;
  SequenceNumber last_sequence = 0;
  uint32_t max_family = 0;
  // Read to its end without damage, counters present.
  bool whole = false;

  // From the MANIFEST that CURRENT names or, if that is damaged, the newest that is not. What a
  // damaged one says before its damage is kept. Not OK when a read fails: what cannot be read now
  // may be sound.
  [[nodiscard]] static Status Read(const RepairContext& context, const RepairFiles& files,
                                   RepairMemory* memory);

  // The family a table belongs to; nullptr when no MANIFEST names it.
  const Family* OwnerOf(uint64_t table, uint32_t* id) const;
  std::shared_ptr<FileMeta> RecordOf(uint64_t table) const;
  // Every one of `tables` is known: in the tree or removed from it.
  bool Knows(const std::vector<FoundTable>& tables) const;

 private:
  Status ReadOne(const RepairContext& context, const std::string& path);
  void Take(const VersionEdit& edit);
};

}  // namespace ROCKSDB_NAMESPACE
