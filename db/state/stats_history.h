// What the tickers of an open database gained over time, kept in memory for DB::GetStatsHistory: a
// slice for each period, under the second of the Env's clock in which it ended. Shared with the
// iterators over it, which may outlive the database. Thread-safe.
//
// Invariants
//  1. A slice never changes once it can be found: iterators go on showing it when it is dropped.
//  2. However the clock jumps, the gains of all slices that were ever made are what the tickers
//     gained since the first counts.
//  3. After every Add the estimated sizes of the slices are no more than its limit together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "rocksdb/stats_history.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

class StatsHistory {
 public:
  // By the ticker's name.
  using Tickers = std::map<std::string, uint64_t>;

  StatsHistory() = default;
  StatsHistory(const StatsHistory&) = delete;
  StatsHistory& operator=(const StatsHistory&) = delete;

  // Ends a slice at `second`: what each ticker gained since the counts of the last call. The first
  // call makes none. Then the oldest slices go until the others fit into `most_bytes`.
  // REQUIRES: one call at a time, each with counts that were read after the last call.
  void Add(uint64_t second, Tickers counts, size_t most_bytes) EXCLUDES_LOCK(mutex_);
  // The two halves of Add, for slices that are kept elsewhere: what each ticker gained since the
  // counts that are counted from; nothing, if there are none yet.
  std::optional<Tickers> GainsOf(const Tickers& counts) const EXCLUDES_LOCK(mutex_);
  void CountFrom(Tickers counts) EXCLUDES_LOCK(mutex_);

  // Over the slices with begin <= second < end, oldest first, among them those that come meanwhile.
  static std::unique_ptr<StatsHistoryIterator> Walk(std::shared_ptr<const StatsHistory> history,
                                                    uint64_t begin, uint64_t end);

 private:
  class Walker;
  using Gains = std::shared_ptr<const Tickers>;
  struct Kept {
    Gains gains;
    size_t bytes = 0;
  };

  Tickers GainsSinceLast(const Tickers& counts) const REQUIRES_LOCK(mutex_);
  void Insert(uint64_t second, Tickers gains) REQUIRES_LOCK(mutex_);
  // The oldest slice with begin <= second < end; false if there is none.
  bool Find(uint64_t begin, uint64_t end, uint64_t* second, Gains* gains) const
      EXCLUDES_LOCK(mutex_);

  mutable Mutex mutex_;  // leaf
  bool counted_ GUARDED_BY(mutex_) = false;
  Tickers last_ GUARDED_BY(mutex_);
  std::map<uint64_t, Kept> slices_ GUARDED_BY(mutex_);  // by second
  size_t bytes_ GUARDED_BY(mutex_) = 0;                 // of all slices
};

}  // namespace ROCKSDB_NAMESPACE
