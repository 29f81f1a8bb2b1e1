// PerfLevel: how much the calling thread measures into its perf context; more costs more.
#pragma once

#include <cstdint>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

enum PerfLevel : unsigned char {
  kUninitialized = 0,
  kDisable = 1,
  kEnableCount = 2,
  // Adds the time spent waiting.
  kEnableWait = 3,
  // Adds other times.
  kEnableTimeExceptForMutex = 4,
  kEnableTimeAndCPUTimeExceptForMutex = 5,
  // Adds waits for mutexes.
  kEnableTime = 6,
  kOutOfBounds = 7
};

// Set and return the level of the calling thread.
void SetPerfLevel(PerfLevel level);
PerfLevel GetPerfLevel();

}  // namespace ROCKSDB_NAMESPACE
