// Runs a list of jobs on a few threads, for the copies of one backup.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "rocksdb/io_status.h"
#include "rocksdb/port_defs.h"

namespace ROCKSDB_NAMESPACE::backup {

using Job = std::function<IOStatus()>;

// Runs every job once, begun in the order of the list, on so many threads; with one and without a
// priority, on the calling thread. After a failure no job is begun any more. Returns the first
// failure when all are done.
[[nodiscard]] IOStatus RunJobs(int threads, std::optional<CpuPriority> priority,
                               const std::vector<Job>& jobs);

}  // namespace ROCKSDB_NAMESPACE::backup
