// Group commit: writers line up, the first becomes leader and commits for those behind it.
//
//      newest_ -> [w4] -older-> [w3] -older-> [w2] -older-> [w1 = leader]
//                  '--- joins the next group ---'  '- group -'
//
// Joining costs one compare-and-swap. Being leader is the outermost lock of the database
// (db/state/locks.h): whoever must keep writers out (memtable switch on Flush, creating a column
// family, closing) takes it through Exclusive.
//
// Invariants
//  1. At most one writer is leader; the leader is always the oldest in the queue.
//  2. A group is a contiguous run beginning at the leader; its members stay in the queue until
//     Finish.
//  3. A Writer may be destroyed as soon as its state is kDone; the queue never touches it
//     afterwards.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "db/state/locks.h"
#include "rocksdb/options.h"
#include "rocksdb/status.h"
#include "util/dbformat.h"

namespace ROCKSDB_NAMESPACE {

class WriteBatch;

class WriteQueue {
 public:
  struct Group;

  struct Writer {
    Writer(const WriteOptions& o, WriteBatch* b)
        : batch(b),
          sync(o.sync),
          disable_wal(o.disableWAL),
          no_slowdown(o.no_slowdown),
          low_pri(o.low_pri),
          ignore_missing_families(o.ignore_missing_column_families) {}
    Writer() = default;  // for Exclusive: never joins another's group

    // With whom a writer shares a group: only with writers of its own kind.
    enum Company : uint8_t {
      kPlain,
      kLogOnly,  // goes to the log, not to memtables
      kCommit,   // goes to the log in part
      kAlone,    // with nobody
    };

    WriteBatch* batch = nullptr;
    bool sync = false;
    bool disable_wal = false;
    bool no_slowdown = false;
    bool low_pri = false;
    bool ignore_missing_families = false;
    Company company = kPlain;
    SequenceNumber sequence = 0;  // of the batch's first record, given by the leader
    Status status;

   private:
    friend class WriteQueue;
    enum State : uint32_t { kWaiting, kLeader, kApply, kDone };
    // Written by the leader, or by Join for a writer that finds the queue empty; read by its owner.
    std::atomic<uint32_t> state{kWaiting};
    // Set by its owner before it is in the queue; null: leader or about to be.
    Writer* older = nullptr;
    Writer* newer = nullptr;  // filled in by the leader when it forms a group
    Group* group = nullptr;
  };

  // The leader's view of its group.
  struct Group {
    Writer* leader = nullptr;
    Writer* last = nullptr;
    size_t size = 0;
    uint64_t bytes = 0;

    template <typename Fn>
    void ForEach(Fn fn) const {
      for (Writer* w = leader;; w = w->newer) {
        fn(w);
        if (w == last) break;
      }
    }

   private:
    friend class WriteQueue;
    // Followers that have not finished their inserts.
    std::atomic<uint32_t> applying{0};
  };

  enum class Role { kLeader, kApply, kDone };

  // Lines up. kLeader: the caller must form a group, commit it and Finish it. kApply: insert your
  // own batch into the memtables, then call Applied. kDone: w->status is the result.
  Role Join(Writer* w);

  // Tells the analysis that the caller leads, which it cannot follow through Join: the queue has
  // made it the leader, or a member of the group that inserts its own batch.
  static void AssertLeading() ASSERTS_LOCK(write_leadership) {}

  // Whether somebody behind cannot wait long: an Exclusive, or a writer without slowdown. REQUIRES:
  // the caller is `leader` and has not formed its group.
  bool AnyUrgentBehind(const Writer& leader) const;
  // REQUIRES: the caller is leader. Takes compatible followers up to `max_bytes` of batch data.
  // The leader itself always belongs to it. With 0 bytes, and for an Exclusive, it is alone.
  // REQUIRES: 0 bytes for a leader that wants no company.
  void FormGroup(Writer* leader, uint64_t max_bytes, Group* group);
  // Lets every follower insert its own batch, while the leader does the same; returns after the
  // leader's own part when WaitApplied is called.
  void StartApply(Group* group);
  void WaitApplied(Group* group);
  // Follower: its insert is finished (w->status says how). Blocks until the group is committed.
  void Applied(Writer* w);
  // Hands leadership on and completes the followers. A bad `status` overrides theirs.
  void Finish(Group* group, const Status& status);

  // Keeps all writers out while it lives.
  class SCOPED_CAPABILITY Exclusive {
   public:
    explicit Exclusive(WriteQueue* queue) ACQUIRES_LOCK(write_leadership);
    ~Exclusive() RELEASES_LOCK();
    Exclusive(const Exclusive&) = delete;
    Exclusive& operator=(const Exclusive&) = delete;

   private:
    WriteQueue* const queue_;
    Writer writer_;
    Group group_;
  };

 private:
  friend struct WriteQueuePeer;  // lets tests wait until a writer has lined up

  // Until w's state is no longer `left`: a short spin, a few yields, then a futex.
  static void Await(Writer* w, uint32_t left);
  // Sets the state; the writer may be gone when this returns.
  static void Wake(Writer* w, uint32_t state);
  // Whether w gets from this leader's group just what it asked for.
  static bool MayJoin(const Writer& leader, const Writer& w);
  // REQUIRES: the caller is leader. Joining writers only link to older ones.
  void LinkNewer(Writer* newest);

  // The only word that joining writers contend for: a cache line of its own. Null: nobody leads.
  alignas(64) std::atomic<Writer*> newest_{nullptr};
};

}  // namespace ROCKSDB_NAMESPACE
