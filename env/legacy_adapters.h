// Both directions between Env's file interface and FileSystem's. FilesOfEnv makes the engine, which
// uses only FileSystem, call the overrides of a user's Env subclass. Each call becomes one call;
// arguments that the other interface lacks (IOOptions, debug contexts, retry flags) are dropped.
//
//   engine -> FileSystem of the Env
//               |- a FileSystem was given: that one
//               |- the user's Env subclass: FilesOfEnv(env) -> env->NewWritableFile ...
//   application -> Env::NewWritableFile -> CompositeEnv -> FileSystem -> ToLegacy(file)
#pragma once

#include <memory>
#include <string>

#include "rocksdb/env.h"
#include "rocksdb/file_system.h"
#include "rocksdb/system_clock.h"

namespace ROCKSDB_NAMESPACE {

// A FileSystem, and a clock, that call env. REQUIRES: env outlives it.
std::shared_ptr<FileSystem> FilesOfEnv(Env* env);
std::shared_ptr<SystemClock> ClockOfEnv(Env* env);

// Files of the new interface, for users of the old.
std::unique_ptr<SequentialFile> ToLegacy(std::unique_ptr<FSSequentialFile>&& file);
std::unique_ptr<RandomAccessFile> ToLegacy(std::unique_ptr<FSRandomAccessFile>&& file);
std::unique_ptr<WritableFile> ToLegacy(std::unique_ptr<FSWritableFile>&& file);
std::unique_ptr<RandomRWFile> ToLegacy(std::unique_ptr<FSRandomRWFile>&& file);
std::unique_ptr<Directory> ToLegacy(std::unique_ptr<FSDirectory>&& file);

}  // namespace ROCKSDB_NAMESPACE
