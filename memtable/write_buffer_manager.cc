// Counts memtable memory over all databases that share the manager, and wakes stalled ones when it
// shrinks. Memtables call it to count, the write path calls it for flushes and stalls. Thread-safe.
//
//   ReserveMem        used + , active +        a memtable grows
//   ScheduleFreeMem          , active -        it is sealed: a flush will free it
//   FreeMem           used -                   it is gone; stalled writers may go on
#include "rocksdb/write_buffer_manager.h"

#include "cache/cache_reservation.h"

namespace ROCKSDB_NAMESPACE {

WriteBufferManager::WriteBufferManager(size_t _buffer_size, std::shared_ptr<Cache> cache,
                                       bool allow_stall)
    : limit_(_buffer_size), allow_stall_(allow_stall) {
  if (cache != nullptr) {
    // Freed memory stays charged for a while, because the next memtable will need it.
    reservation_ =
        std::make_unique<CacheReservation>(std::move(cache), CacheEntryRole::kWriteBuffer, true);
  }
}

WriteBufferManager::~WriteBufferManager() = default;

size_t WriteBufferManager::dummy_entries_in_cache_usage() const {
  return reservation_ != nullptr ? reservation_->reserved() : 0;
}

void WriteBufferManager::SetBufferSize(size_t new_size) {
  limit_.store(new_size, std::memory_order_relaxed);
  MaybeEndWriteStall();
}

void WriteBufferManager::SetAllowStall(bool new_allow_stall) {
  allow_stall_.store(new_allow_stall, std::memory_order_relaxed);
  MaybeEndWriteStall();
}

bool WriteBufferManager::ShouldFlush() const {
  if (!enabled()) return false;
  const size_t limit = buffer_size();
  const size_t active = mutable_memtable_memory_usage();
  // Active memory alone nearly fills the limit, or all memory does and at least half of it is
  // active. With less active memory most of it is being flushed already, and one more flush would
  // only make a small file.
  return active > limit / 8 * 7 || (memory_usage() >= limit && active >= limit / 2);
}

bool WriteBufferManager::ShouldStall() const {
  if (!allow_stall_.load(std::memory_order_relaxed) || !enabled()) return false;
  // Once some writers wait, later ones wait behind them.
  return IsStallActive() || IsStallThresholdExceeded();
}

void WriteBufferManager::ReserveMem(size_t mem) {
  used_.fetch_add(mem, std::memory_order_relaxed);
  active_.fetch_add(mem, std::memory_order_relaxed);
  // A full strict cache leaves part of it uncharged; the write itself must not fail for that.
  if (reservation_ != nullptr) static_cast<void>(reservation_->Add(mem));
}

void WriteBufferManager::ScheduleFreeMem(size_t mem) {
  active_.fetch_sub(mem, std::memory_order_relaxed);
}

void WriteBufferManager::FreeMem(size_t mem) {
  used_.fetch_sub(mem, std::memory_order_relaxed);
  if (reservation_ != nullptr) static_cast<void>(reservation_->Subtract(mem));
  MaybeEndWriteStall();
}

void WriteBufferManager::BeginWriteStall(StallInterface* wbm_stall) {
  {
    std::lock_guard<std::mutex> lock(stall_mutex_);
    // Tested again under the lock: memory may have been freed since the caller tested, and the
    // wake-up must not be lost.
    if (ShouldStall()) {
      stalled_.store(true, std::memory_order_relaxed);
      waiting_.push_back(wbm_stall);
      return;
    }
  }
  // It need not wait after all.
  wbm_stall->Signal();
}

void WriteBufferManager::MaybeEndWriteStall() {
  const bool may_stay = allow_stall_.load(std::memory_order_relaxed) && enabled();
  // Without the lock: this runs for every freed memtable, and usually no writer waits.
  if (may_stay && IsStallThresholdExceeded()) return;
  std::lock_guard<std::mutex> lock(stall_mutex_);
  if (!stalled_.load(std::memory_order_relaxed)) return;
  stalled_.store(false, std::memory_order_relaxed);
  // Under the lock, so that a database is not signalled after it left with RemoveDBFromQueue.
  for (StallInterface* db : waiting_) db->Signal();
  waiting_.clear();
}

void WriteBufferManager::RemoveDBFromQueue(StallInterface* wbm_stall) {
  {
    std::lock_guard<std::mutex> lock(stall_mutex_);
    waiting_.remove(wbm_stall);
  }
  wbm_stall->Signal();
}

}  // namespace ROCKSDB_NAMESPACE
