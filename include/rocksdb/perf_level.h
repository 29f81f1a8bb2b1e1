// PerfLevel: how much the calling thread measures into its perf context; more costs more.
#pragma once

#include <cstdint>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

enum PerfLevel : unsigned char {
  kUninitialized = 0,
  kDisable = 1,
  kEnableCount = 2,
  kEnableWait = 3,                // and time spent waiting
  kEnableTimeExceptForMutex = 4,  // and other times
  kEnableTimeAndCPUTimeExceptForMutex = 5,
  kEnableTime = 6,  // and waits for mutexes
  kOutOfBounds = 7
};

// Of the calling thread.
void SetPerfLevel(PerfLevel level);
PerfLevel GetPerfLevel();

}  // namespace ROCKSDB_NAMESPACE
