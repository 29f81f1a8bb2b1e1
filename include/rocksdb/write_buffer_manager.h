// A memory limit on memtables, which column families and databases share. The application sets it
// up, and each DB calls it around memtable allocation.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>

#include "rocksdb/cache.h"

namespace ROCKSDB_NAMESPACE {

class CacheReservation;

// A database whose writers can be made to wait.
class StallInterface {
 public:
  virtual ~StallInterface() = default;
  // The database calls it to sleep until Signal.
  virtual void Block() = 0;
  virtual void Signal() = 0;
};

class WriteBufferManager final {
 public:
  // _buffer_size 0: no limit, and usage is counted only where a cache is given. cache: memtable
  // memory is charged to it, in steps, with entries that hold nothing. allow_stall: writers wait
  // while usage is at or above the limit.
  explicit WriteBufferManager(size_t _buffer_size, std::shared_ptr<Cache> cache = {},
                              bool allow_stall = false);
  WriteBufferManager(const WriteBufferManager&) = delete;
  WriteBufferManager& operator=(const WriteBufferManager&) = delete;
  ~WriteBufferManager();

  bool enabled() const { return buffer_size() > 0; }
  bool cost_to_cache() const { return reservation_ != nullptr; }

  // Memory of all memtables; the part that is not yet being flushed; the part charged to the
  // cache.
  size_t memory_usage() const { return used_.load(std::memory_order_relaxed); }
  size_t mutable_memtable_memory_usage() const { return active_.load(std::memory_order_relaxed); }
  size_t dummy_entries_in_cache_usage() const;

  size_t buffer_size() const { return limit_.load(std::memory_order_relaxed); }
  // REQUIRES: new_size > 0.
  void SetBufferSize(size_t new_size);
  void SetAllowStall(bool new_allow_stall);

  // Whether some memtable should be flushed now: mutable memory is past 7/8 of the limit, or all
  // memory is at the limit and at least half of it is mutable, so that a flush would help.
  bool ShouldFlush() const;
  bool ShouldStall() const;
  bool IsStallActive() const { return stalled_.load(std::memory_order_relaxed); }
  bool IsStallThresholdExceeded() const { return memory_usage() >= buffer_size(); }

  // The life of a memtable's memory: reserved as the memtable grows, scheduled once it becomes
  // immutable, freed at the end.
  void ReserveMem(size_t mem);
  void ScheduleFreeMem(size_t mem);
  void FreeMem(size_t mem);

  // Registers a database, which is signalled when the stall ends, or at once when there is no
  // stall.
  void BeginWriteStall(StallInterface* wbm_stall);
  void MaybeEndWriteStall();
  // Signals the database and removes it, for instance when it closes.
  void RemoveDBFromQueue(StallInterface* wbm_stall);

 private:
  std::atomic<size_t> limit_;
  std::atomic<size_t> used_{0};
  std::atomic<size_t> active_{0};
  std::atomic<bool> allow_stall_;
  std::atomic<bool> stalled_{false};
  std::unique_ptr<CacheReservation> reservation_;  // nullptr: not charged to a cache
  std::mutex stall_mutex_;
  std::list<StallInterface*> waiting_;  // guarded by stall_mutex_
};

}  // namespace ROCKSDB_NAMESPACE
