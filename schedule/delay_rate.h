// How fast delayed writers may go on: stock's factors. Pure; WriteController holds the rate, the
// simulator its own.
//
// Invariants
//  1. The rate moves by x0.8 while the backlog grows, x1.25 while it shrinks, x0.6 near a stop,
//  x1.4 when a
//     stall ends; it is never below 16 KiB/s nor above `most` (or 16 KiB/s, if that is more).
#pragma once

#include <cstdint>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// Rates in bytes a second; `most` is delayed_write_rate.
uint64_t WithinLimits(double rate, uint64_t most);

// A family is (still) delayed. `near_stop`: one step from stopping.
uint64_t AdaptedRate(uint64_t rate, uint64_t most, uint64_t backlog, uint64_t previous,
                     bool near_stop);

// A family's delay is over: the next one begins faster than this one ended.
uint64_t RateAfterStall(uint64_t rate, uint64_t most);

}  // namespace ROCKSDB_NAMESPACE
