// A file system that calls a Killer before, in the middle of, and after every operation that
// changes a file. It is a FileSystemWrapper of the public API and forwards every call unchanged.
#pragma once

#include <memory>

#include "rocksdb/file_system.h"
#include "rocksdb/statistics.h"
#include "tools/db_stress/kill_point.h"

namespace stress {

// `statistics` distinguishes the MANIFEST append of a bucket split from that of a merge: the engine
// counts the step before it appends. REQUIRES: `killer` outlives every file.
std::shared_ptr<rocksdb::FileSystem> NewKillFileSystem(
    std::shared_ptr<rocksdb::FileSystem> target, Killer* killer,
    std::shared_ptr<rocksdb::Statistics> statistics);

}  // namespace stress
