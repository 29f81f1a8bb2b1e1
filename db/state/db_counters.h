// Totals of what users wrote since the database was opened, for rocksdb.dbstats. Added to by the
// leader of the write queue, stalls by whoever waited; read by reports at any time. Never decides
// anything.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

enum class DbCounter : int {
  kWritesBySelf = 0,  // groups: each has one leader
  kWritesByOther,     // batches that a leader carried along
  kKeys,
  kBytes,      // of batches
  kWalWrites,  // batches that went to the log
  kWalBytes,
  kWalSyncs,
  kStallMicros,
  kBufferStops,  // writes that met a write buffer manager whose memory is spent
  kCount,
};

// The counters as they were at one moment.
struct DbTotals {
  std::array<uint64_t, static_cast<size_t>(DbCounter::kCount)> values{};
  uint64_t at_micros = 0;
  uint64_t operator[](DbCounter c) const { return values[static_cast<size_t>(c)]; }
  uint64_t writes() const {
    return (*this)[DbCounter::kWritesBySelf] + (*this)[DbCounter::kWritesByOther];
  }
};

class DbCounters {
 public:
  // REQUIRES: the caller leads the write queue, which makes it the only one: no locked instruction,
  // which would wait until the record before it has reached the cache.
  void Add(DbCounter c, uint64_t n) {
    std::atomic<uint64_t>& value = values_[static_cast<size_t>(c)];
    value.store(value.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
  }
  // Any thread. The counter is kStallMicros.
  void AddStall(uint64_t micros) {
    values_[static_cast<size_t>(DbCounter::kStallMicros)].fetch_add(micros,
                                                                    std::memory_order_relaxed);
  }
  // REQUIRES: nobody else uses the counters yet.
  void Start(uint64_t now_micros) { opened_micros_ = now_micros; }
  // Counts anew: from what is there, as the counters themselves are the leader's.
  void Reset(uint64_t now_micros) {
    MutexLock lock(&mutex_);
    for (size_t i = 0; i < values_.size(); ++i)
      begin_[i].store(values_[i].load(std::memory_order_relaxed), std::memory_order_relaxed);
    opened_micros_ = now_micros;
    last_ = DbTotals();
  }
  // When counting began: the opening, or the last Reset.
  uint64_t opened_micros() const { return opened_micros_; }

  DbTotals Read(uint64_t now_micros) const {
    DbTotals t;
    for (size_t i = 0; i < t.values.size(); ++i) {
      const uint64_t begin = begin_[i].load(std::memory_order_relaxed);
      t.values[i] = std::max(begin, values_[i].load(std::memory_order_relaxed)) - begin;
    }
    t.at_micros = now_micros;
    return t;
  }
  // What Exchange was given last time (the opening at first): where the report's interval begins.
  DbTotals Exchange(const DbTotals& now) {
    MutexLock lock(&mutex_);
    DbTotals before = last_;
    if (before.at_micros == 0) before.at_micros = opened_micros_;
    // Counters were reset between two reports.
    if (before.writes() > now.writes() || before.at_micros > now.at_micros) before = now;
    last_ = now;
    return before;
  }

 private:
  using Values = std::array<std::atomic<uint64_t>, static_cast<size_t>(DbCounter::kCount)>;
  Values values_{};
  Values begin_{};  // values_ at the last Reset
  std::atomic<uint64_t> opened_micros_{0};
  Mutex mutex_;  // leaf
  DbTotals last_ GUARDED_BY(mutex_);
};

}  // namespace ROCKSDB_NAMESPACE
