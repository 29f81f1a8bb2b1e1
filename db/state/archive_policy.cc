// See the header.
#include "db/state/archive_policy.h"

namespace ROCKSDB_NAMESPACE {

size_t LogsToDrop(const std::vector<ArchivedLog>& logs, const ArchiveLimits& limits,
                  uint64_t now_seconds) {
  if (!limits.any()) return 0;
  uint64_t total = 0;
  for (const ArchivedLog& log : logs) total += log.bytes;
  size_t dropped = 0;
  for (; dropped < logs.size(); ++dropped) {
    const ArchivedLog& log = logs[dropped];
    // A clock that was set back makes files from the future: they are young.
    const bool old = limits.ttl_seconds != 0 && now_seconds > log.written_seconds &&
                     now_seconds - log.written_seconds > limits.ttl_seconds;
    const bool too_much = limits.bytes != 0 && total > limits.bytes;
    if (!old && !too_much && log.bytes != 0) break;
    total -= log.bytes;
  }
  return dropped;
}

}  // namespace ROCKSDB_NAMESPACE
