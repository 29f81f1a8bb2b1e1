// Statistics as they were at past moments. This library records none: DB::GetStatsHistory() is
// refused.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "rocksdb/statistics.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class DBImpl;

// Walks the moments, oldest first. It begins on the first one. One thread at a time.
class StatsHistoryIterator {
 public:
  StatsHistoryIterator() = default;
  virtual ~StatsHistoryIterator() = default;

  virtual bool Valid() const = 0;
  // REQUIRES for these three: Valid()
  virtual void Next() = 0;
  // Seconds since 1970.
  virtual uint64_t GetStatsTime() const = 0;
  // Each ticker by its name, as it was at that moment.
  virtual const std::map<std::string, uint64_t>& GetStatsMap() const = 0;

  virtual int GetFormatVersion() const { return -1; }
  virtual Status status() const = 0;
};

}  // namespace ROCKSDB_NAMESPACE
