// What a database's statistics counted in the past, slice by slice. DB::GetStatsHistory() says
// where the slices come from.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "rocksdb/statistics.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class DBImpl;

// Walks the slices, oldest first. It begins on the first one. Slices that are made meanwhile are
// walked, too, where their time is in the range; the one that it stands on stays as it is, also
// when the history drops it or, where the history is in memory, the database is closed. One thread
// at a time.
class StatsHistoryIterator {
 public:
  StatsHistoryIterator() = default;
  virtual ~StatsHistoryIterator() = default;

  virtual bool Valid() const = 0;
  // REQUIRES for these three: Valid()
  virtual void Next() = 0;
  // When the slice ended, in seconds of the Env's clock.
  virtual uint64_t GetStatsTime() const = 0;
  // What each ticker, by its name, gained in the slice; the map is good until Next(). The counts
  // that the first slice begins with are taken when the database opens, or when slices are turned
  // on. A ticker that was reset in the slice shows what it counted since.
  virtual const std::map<std::string, uint64_t>& GetStatsMap() const = 0;

  // -1: the slices have no format.
  virtual int GetFormatVersion() const { return -1; }
  virtual Status status() const = 0;
};

}  // namespace ROCKSDB_NAMESPACE
