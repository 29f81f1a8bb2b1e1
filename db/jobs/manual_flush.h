// Flushes on demand: seals memtables and waits until they are in tables. Thread-safe; keeps no
// state.
#pragma once

#include <vector>

#include "db/jobs/background.h"

namespace ROCKSDB_NAMESPACE {

class ManualFlush {
 public:
  explicit ManualFlush(DbParts* parts) : parts_(*parts) {}

  // Seals the memtables of all `families` at one point of the write order, then waits for the
  // flushes where `options` ask for it. With atomic_flush, and another reason than kManualFlush,
  // those of all there are.
  [[nodiscard]] Status Run(const FlushOptions& options, const std::vector<FamilyPtr>& families,
                           FlushReason reason) EXCLUDES_LOCK(state_lock);
  // The same where nobody has named the families: one that is dropped meanwhile needs no flush.
  [[nodiscard]] Status RunOnThose(const std::vector<FamilyPtr>& families, FlushReason reason)
      EXCLUDES_LOCK(state_lock);
  // The same by a caller that keeps the writers out meanwhile: nothing is in the memtables after
  // it.
  [[nodiscard]] Status RunAsLeader(const std::vector<FamilyPtr>& families, FlushReason reason)
      REQUIRES_LOCK(write_leadership) EXCLUDES_LOCK(state_lock);
  // The same of every family, waiting for the flushes.
  [[nodiscard]] Status RunForAll(FlushReason reason) EXCLUDES_LOCK(state_lock);

 private:
  // The newest sealed memtable of a family, by id.
  using Sealed = std::pair<FamilyPtr, uint64_t>;
  // What becomes of the call when a family is dropped before its flush is over.
  enum class Dropped { kIsAnError, kIsPassedOver };

  Status RunOn(const FlushOptions& options, const std::vector<FamilyPtr>& families,
               FlushReason reason, Dropped dropped) EXCLUDES_LOCK(state_lock);

  std::vector<FamilyPtr> FlushedWith(const std::vector<FamilyPtr>& families,
                                     FlushReason reason) const REQUIRES_LOCK(state_lock);
  Status Seal(const std::vector<FamilyPtr>& families, FlushReason reason, Dropped dropped,
              std::vector<Sealed>* sealed) REQUIRES_LOCK(write_leadership)
      EXCLUDES_LOCK(state_lock);
  // Calls the listeners, then waits for the flushes where that is wanted.
  Status Finish(const std::vector<Sealed>& sealed, FlushReason reason, bool wait, Dropped dropped)
      EXCLUDES_LOCK(state_lock);
  // Until the memtable, and those before it, are in tables. The error that stops writes, or
  // ShutdownInProgress, when that will not happen.
  Status Await(const Sealed& sealed) REQUIRES_LOCK(state_lock);

  DbParts& parts_;
};

}  // namespace ROCKSDB_NAMESPACE
