// A file system that tells event listeners about every operation on a sequential, random-access or
// writable file: the OnFile...Finish calls, and OnIOError for those that failed. Put around a
// database's file system by DBImpl, and only when some listener asks for it, so that nobody else
// pays. Changes no result. Listeners are called in the thread of the operation, with whatever locks
// it holds.
#pragma once

#include <memory>
#include <vector>

#include "rocksdb/file_system.h"
#include "rocksdb/listener.h"

namespace ROCKSDB_NAMESPACE {

// `base` itself when no listener wants to be notified of file I/O. Listeners must outlive the
// result and every file opened through it; they are shared, so they do.
std::shared_ptr<FileSystem> ListenToFiles(
    std::shared_ptr<FileSystem> base, const std::vector<std::shared_ptr<EventListener>>& listeners);

}  // namespace ROCKSDB_NAMESPACE
