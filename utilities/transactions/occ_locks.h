// OccLockTable: the locks under which optimistic transactions validate and write side by side. A
// transaction takes those of all its keys, so of two with a key in common one waits.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "rocksdb/utilities/optimistic_transaction_db.h"

namespace ROCKSDB_NAMESPACE {

// Thread-safe.
class OccLockTable final : public OccLockBuckets {
 public:
  // Each lock on a cache line of its own if `cache_aligned`.
  OccLockTable(size_t locks, bool cache_aligned);

  size_t ApproximateMemoryUsage() const override { return count_ * stride_ * sizeof(Word); }
  size_t count() const { return count_; }
  // Somebody will hold this one soon.
  void Prefetch(size_t place) const { __builtin_prefetch(&words_[place * stride_], 1); }

  // Holds some locks for the length of a scope.
  class Hold {
   public:
    // REQUIRES: `places` are below count(), ascend, and none is in it twice. The thread holds no
    // lock of this table.
    Hold(OccLockTable* table, const std::vector<size_t>& places);
    ~Hold();
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

   private:
    OccLockTable* const table_;
    const std::vector<size_t>& places_;
  };

 private:
  // Free, held, or held with somebody asleep. A mutex would take ten times the memory, and a table
  // has a million of them by default.
  using Word = std::atomic<uint32_t>;

  Word* At(size_t place) { return &words_[place * stride_]; }
  static void Lock(Word* word);
  static void Unlock(Word* word);

  const size_t count_;
  // Words from one lock to the next.
  const size_t stride_;
  const std::unique_ptr<Word[]> words_;
};

}  // namespace ROCKSDB_NAMESPACE
