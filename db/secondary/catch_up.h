// One step of a secondary instance: reads what the primary has written since the last one, and
// shows it to reads all at once. Opening is the first step.
//
//   MANIFEST -> list of logs -> MANIFEST again -> trees, tables opened -> logs into memtables
//     -> publication: sequence number, then super versions of all families
// A file that goes on the way sends it back to the beginning.
//
// Invariants
//  1. What reads see is the primary's state after some write, of all families at once: a prefix of
//     its history of logged writes. The list of logs is at least as new as the last flush or
//     ingestion that the trees have, so the records behind any data in tables are among what is
//     replayed.
//  2. After a failure reads see what they saw before. What was read stays; the next step goes on
//     from there.
//  3. Publication takes the gate, so who reads several families inside it sees one publication. A
//     read of one family needs no gate (invariant 2 of SecondaryFamily).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/secondary/manifest_follower.h"
#include "db/secondary/replayed_logs.h"

namespace ROCKSDB_NAMESPACE {

// Any number of readers beside each other, or one publication, which new readers wait for.
class PublicationGate {
 public:
  class Reader {
   public:
    explicit Reader(PublicationGate* gate) NO_LOCK_ANALYSIS : gate_(gate) {
      MutexLock turn(&gate->turn_);
      gate->readers_.LockShared();
    }
    ~Reader() NO_LOCK_ANALYSIS { gate_->readers_.UnlockShared(); }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

   private:
    PublicationGate* const gate_;
  };
  class Publication {
   public:
    explicit Publication(PublicationGate* gate) NO_LOCK_ANALYSIS : gate_(gate) {
      gate_->turn_.Lock();
      gate_->readers_.Lock();
    }
    ~Publication() NO_LOCK_ANALYSIS {
      gate_->readers_.Unlock();
      gate_->turn_.Unlock();
    }
    Publication(const Publication&) = delete;
    Publication& operator=(const Publication&) = delete;

   private:
    PublicationGate* const gate_;
  };

 private:
  Mutex turn_;
  SharedMutex readers_;
};

class CatchUp {
 public:
  // `families` may lack some of the primary's.
  CatchUp(DbParts* parts, const std::vector<ColumnFamilyDescriptor>& families);

  // Thread-safe; steps run one after another. TryAgain: the primary changes faster than it can be
  // followed. REQUIRES: the first call returns before any other use of the database.
  [[nodiscard]] Status Run() EXCLUDES_LOCK(state_lock);
  PublicationGate* gate() { return &gate_; }

 private:
  // How often files may go under a step, or the MANIFEST move on, until it gives up.
  static constexpr int kAttempts = 64;

  Status Attempt() REQUIRES_LOCK(write_leadership);
  Status ReadManifestAndLogs();
  uint64_t OldestLog() const;
  Status FollowFamilies() REQUIRES_LOCK(write_leadership);
  Status MakeFamilies() REQUIRES_LOCK(write_leadership);
  void Drop(const FamilyPtr& family) REQUIRES_LOCK(write_leadership);
  void Publish() REQUIRES_LOCK(write_leadership);

  DbParts& parts_;
  const std::vector<ColumnFamilyDescriptor> wanted_;
  ManifestFollower manifest_;
  SecondaryFamilies families_;  // those that are open and not dropped
  ReplayedLogs logs_;
  PublicationGate gate_;
};

}  // namespace ROCKSDB_NAMESPACE
