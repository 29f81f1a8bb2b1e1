// A file system that notifies event listeners of every operation on a sequential, random-access or
// writable file: the OnFile...Finish calls, and OnIOError for failed operations. DBImpl puts it
// around a database's file system only when a listener asks for it, so that other databases pay
// nothing. It changes no result. Listeners run in the thread of the operation, under the locks that
// the thread holds.
#pragma once

#include <memory>
#include <vector>

#include "rocksdb/file_system.h"
#include "rocksdb/listener.h"

namespace ROCKSDB_NAMESPACE {

// `base` itself when no listener wants to be notified of file I/O. The result and every file opened
// through it share ownership of the listeners.
std::shared_ptr<FileSystem> ListenToFiles(
    std::shared_ptr<FileSystem> base, const std::vector<std::shared_ptr<EventListener>>& listeners);

}  // namespace ROCKSDB_NAMESPACE
