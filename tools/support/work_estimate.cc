#include "tools/support/work_estimate.h"

#include <vector>

#include "rocksdb/env.h"

namespace ROCKSDB_NAMESPACE::tools {

uint64_t CompactionWork(const ColumnFamilyMetaData& family) {
  uint64_t work = 0, above = 0, below = 0;
  for (const LevelMetaData& level : family.levels) below += level.size;
  for (const LevelMetaData& level : family.levels) {
    if (above > 0) work += above + level.size;
    above += level.size;
    below -= level.size;
    // The last level with files: nothing moves further down.
    if (below == 0) return work == 0 ? above : work;
  }
  return work;
}

uint64_t BytesIn(const std::string& directory) {
  std::vector<Env::FileAttributes> files;
  uint64_t bytes = 0;
  if (!Env::Default()->GetChildrenFileAttributes(directory, &files).ok()) return 0;
  for (const Env::FileAttributes& file : files) bytes += file.size_bytes;
  return bytes;
}

}  // namespace ROCKSDB_NAMESPACE::tools
