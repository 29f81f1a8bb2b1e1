// The open files of FaultFileSystem: each asks it before every operation and tells it what became
// durable. Made by FaultFileSystem only; they must not outlive it. As thread-safe as the files they
// wrap.
#pragma once

#include <memory>
#include <string>

#include "env/fault_fs.h"

namespace ROCKSDB_NAMESPACE {

std::unique_ptr<FSSequentialFile> NewFaultSequential(FaultFileSystem* fs, const std::string& path,
                                                     std::unique_ptr<FSSequentialFile>&& file);
std::unique_ptr<FSRandomAccessFile> NewFaultRandomAccess(
    FaultFileSystem* fs, const std::string& path, std::unique_ptr<FSRandomAccessFile>&& file);
// Appends go to `size`; the file takes up `extent` bytes already.
std::unique_ptr<FSWritableFile> NewFaultWritable(FaultFileSystem* fs, const std::string& path,
                                                 uint64_t size, uint64_t extent,
                                                 std::unique_ptr<FSWritableFile>&& file);
std::unique_ptr<FSDirectory> NewFaultDirectory(FaultFileSystem* fs, const std::string& path,
                                               std::unique_ptr<FSDirectory>&& directory);

}  // namespace ROCKSDB_NAMESPACE
