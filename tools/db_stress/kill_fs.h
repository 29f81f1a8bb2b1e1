// A file system that passes everything on and asks a Killer before, in the middle of, and after
// every operation that changes a file. A FileSystemWrapper over the public API; db_stress's only
// hold on the engine's steps, so it must forward every call unchanged.
#pragma once

#include <memory>

#include "rocksdb/file_system.h"
#include "rocksdb/statistics.h"
#include "tools/db_stress/kill_point.h"

namespace stress {

// `statistics` tells a bucket split's MANIFEST append from a merge's: the engine counts the step
// before it writes it down. REQUIRES: `killer` outlives every file.
std::shared_ptr<rocksdb::FileSystem> NewKillFileSystem(
    std::shared_ptr<rocksdb::FileSystem> target, Killer* killer,
    std::shared_ptr<rocksdb::Statistics> statistics);

}  // namespace stress
