// Where the bounded table cache keeps the reader of one file. A user takes the reader with one
// atomic addition and no lock; the cache takes it back only while nobody uses it.
//
// Invariants
//  1. The reader is set before kOpen is, and destroyed after kOpen was cleared in a state without
//     users: who finds kOpen in the state that it added itself to may use the reader.
//  2. Only the holder of the cache's mutex sets or clears kOpen, or sets kGone.
//  3. With kGone set no user comes any more; the last one that leaves destroys the slot.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>
#include <list>
#include <memory>
#include <utility>

#include "table/table_reader.h"

namespace ROCKSDB_NAMESPACE {

class alignas(64) TableSlot {
 public:
  TableSlot() = default;
  TableSlot(const TableSlot&) = delete;
  TableSlot& operator=(const TableSlot&) = delete;

  // Null while no reader is open; else the reader, until Release(). REQUIRES: the caller holds the
  // file, so that Leave() is not called meanwhile.
  TableReader* Acquire() {
    if ((state_.fetch_add(kUser, std::memory_order_acquire) & kOpen) == 0) {
      Release();
      return nullptr;
    }
    // Read first: most users find it set.
    if (!recent_.load(std::memory_order_relaxed)) recent_.store(true, std::memory_order_relaxed);
    return reader_.get();
  }
  void Release() {
    const uint64_t before = state_.fetch_sub(kUser, std::memory_order_acq_rel);
    if ((before & kGone) != 0 && before < 2 * kUser) delete this;
  }

  // The rest REQUIRES the cache's mutex.
  bool open() const { return (state_.load(std::memory_order_relaxed) & kOpen) != 0; }
  // REQUIRES: open().
  const TableReader& reader() const { return *reader_; }
  // The caller becomes a user. REQUIRES: !open().
  TableReader* Open(std::unique_ptr<TableReader> reader) {
    assert(!open());
    reader_ = std::move(reader);
    state_.fetch_add(kOpen + kUser, std::memory_order_release);
    return reader_.get();
  }
  // True when a user came since the last call, the one that opened it apart.
  bool TakeRecent() { return recent_.exchange(false, std::memory_order_relaxed); }
  // The reader, for the caller to destroy; null while it is used. REQUIRES: open().
  std::unique_ptr<TableReader> Retire() {
    uint64_t unused = kOpen;
    if (!state_.compare_exchange_strong(unused, 0, std::memory_order_acquire)) return nullptr;
    return std::move(reader_);
  }
  // Where the cache's queue has the slot; set while open().
  std::list<TableSlot*>::iterator place;
  // The file is gone. True: nobody uses the reader, the caller destroys the slot. Otherwise the
  // last user does.
  bool Leave() { return state_.fetch_or(kGone, std::memory_order_acq_rel) < kUser; }

 private:
  static constexpr uint64_t kOpen = 1;
  static constexpr uint64_t kGone = 2;
  static constexpr uint64_t kUser = 4;

  std::atomic<uint64_t> state_{0};
  std::atomic<bool> recent_{false};
  std::unique_ptr<TableReader> reader_;
};

}  // namespace ROCKSDB_NAMESPACE
