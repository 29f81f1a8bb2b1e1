// Which archived logs have to go. A pure function of their ages and sizes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// DBOptions::WAL_ttl_seconds and WAL_size_limit_MB; 0: no limit. Without any limit there is no
// archive.
struct ArchiveLimits {
  uint64_t ttl_seconds = 0;
  uint64_t bytes = 0;

  bool any() const { return ttl_seconds != 0 || bytes != 0; }
  // How often the archive is looked through: twice in the time to live if age alone counts, else
  // every ten minutes.
  uint64_t CheckSeconds() const {
    if (bytes != 0) return 600;
    return ttl_seconds < 2 ? 1 : ttl_seconds / 2;
  }
};

struct ArchivedLog {
  uint64_t number = 0;
  uint64_t bytes = 0;
  // When it was last written to.
  uint64_t written_seconds = 0;
};

// How many of `logs` have to go: always the oldest ones, so that what stays has no gap. A log goes
// when it is older than the time to live, and then while all together are larger than the limit.
// An empty log goes along with those before it. REQUIRES: `logs` ascend by number.
size_t LogsToDrop(const std::vector<ArchivedLog>& logs, const ArchiveLimits& limits,
                  uint64_t now_seconds);

}  // namespace ROCKSDB_NAMESPACE
