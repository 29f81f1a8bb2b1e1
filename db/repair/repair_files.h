// Lists the directories of a damaged database, and moves files into lost/. Used by RepairDB
// only. Deletes nothing.
#pragma once

#include <string>
#include <vector>

#include "db/repair/repair_context.h"

namespace ROCKSDB_NAMESPACE {

// `size` is 0 where the file system did not give it; reading the table will show why.
struct FoundTable {
  std::string path;
  std::string directory;
  uint64_t number = 0;
  uint64_t size = 0;
};

struct RepairFiles {
  std::vector<FoundTable> tables;   // ascending by number
  std::vector<uint64_t> logs;       // ascending; in the log directory
  std::vector<uint64_t> manifests;  // ascending
  std::string current;              // the MANIFEST that CURRENT names, or empty

  // Corruption when the directories hold no file of a database. Raises context->next_file.
  [[nodiscard]] Status Find(RepairContext* context);
};

// Moves a file into the directory lost/ beside it. A file that is gone already is no error.
[[nodiscard]] Status MoveToLost(const RepairContext& context, const std::string& path);

}  // namespace ROCKSDB_NAMESPACE
