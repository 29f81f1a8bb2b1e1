// The open files of FaultFileSystem: each asks its FaultControl before every operation and reports
// what became durable. FaultFileSystem alone makes them, and they must not outlive it. As
// thread-safe as the files they wrap.
#pragma once

#include <memory>
#include <string>

#include "env/fault_control.h"
#include "rocksdb/file_system.h"

namespace ROCKSDB_NAMESPACE {

std::unique_ptr<FSSequentialFile> NewFaultSequential(FaultControl* control, const std::string& path,
                                                     std::unique_ptr<FSSequentialFile>&& file);
std::unique_ptr<FSRandomAccessFile> NewFaultRandomAccess(
    FaultControl* control, const std::string& path, std::unique_ptr<FSRandomAccessFile>&& file);
// Appends begin at `size`; the file occupies `extent` bytes already.
std::unique_ptr<FSWritableFile> NewFaultWritable(FaultControl* control, const std::string& path,
                                                 uint64_t size, uint64_t extent,
                                                 std::unique_ptr<FSWritableFile>&& file);
std::unique_ptr<FSDirectory> NewFaultDirectory(FaultControl* control, const std::string& path,
                                               std::unique_ptr<FSDirectory>&& directory);

}  // namespace ROCKSDB_NAMESPACE
