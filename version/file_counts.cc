#include "version/file_counts.h"

namespace ROCKSDB_NAMESPACE {

void TakeCounts(const TableProperties& from, FileMeta* to) {
  to->num_entries = from.num_entries;
  to->num_deletions = from.num_deletions;
  to->num_range_deletions = from.num_range_deletions;
  to->raw_key_size = from.raw_key_size;
  to->raw_value_size = from.raw_value_size;
  to->newest_key_time = from.newest_key_time;
  to->stats_known = true;
}

}  // namespace ROCKSDB_NAMESPACE
