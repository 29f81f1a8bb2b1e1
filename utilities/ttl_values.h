// Values that carry the time at which they were written, as DBWithTTL stores them: the value, then
// four bytes of Unix seconds, little-endian. The form is RocksDB's.
#pragma once

#include <cstdint>
#include <string>

#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "rocksdb/system_clock.h"

namespace ROCKSDB_NAMESPACE {

constexpr size_t kTtlTimeBytes = 4;

// Appends the present time to *value.
Status AppendTtlTime(SystemClock* clock, std::string* value);

// Splits a stored value. Corruption: it is too short, or its time lies before there were such
// values.
Status SplitTtlValue(const Slice& stored, Slice* value, int32_t* seconds);

// Whether a value of that time has expired. Never with a ttl of 0 or less, nor without a clock.
bool IsTtlExpired(SystemClock* clock, int32_t seconds, int32_t ttl);

}  // namespace ROCKSDB_NAMESPACE
