// The queue of writers; see the header for the picture and the invariants.
#include "db/state/write_queue.h"

#include <cassert>
#include <thread>

#include "rocksdb/write_batch.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Handing over takes a few microseconds when both threads run; a short spin avoids the futex then.
// Measured on two cores: longer spins steal time from the background threads.
constexpr int kSpins = 200;
constexpr int kYields = 3;

inline void CpuPause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

void WriteQueue::Await(Writer* w, uint32_t left) {
  for (int i = 0; i < kSpins; ++i) {
    if (w->state.load(std::memory_order_acquire) != left) return;
    CpuPause();
  }
  for (int i = 0; i < kYields; ++i) {
    if (w->state.load(std::memory_order_acquire) != left) return;
    std::this_thread::yield();
  }
  while (w->state.load(std::memory_order_acquire) == left)
    w->state.wait(left, std::memory_order_acquire);
}

void WriteQueue::Wake(Writer* w, uint32_t state) {
  // The owner may be gone once the store is seen. Notifying afterwards is safe: for 32-bit words it
  // only passes the address to the futex call, nothing is read through it.
  std::atomic<uint32_t>* word = &w->state;
  // Not just a release: notify_one looks whether anybody waits, and that look must not come before
  // the store, or an owner that goes to sleep between the two is never woken.
  word->store(state, std::memory_order_seq_cst);
  word->notify_one();
}

WriteQueue::Role WriteQueue::Join(Writer* w) {
  Writer* newest = newest_.load(std::memory_order_relaxed);
  do {
    // Published by the exchange below: who finds w also finds its link.
    w->older = newest;
  } while (!newest_.compare_exchange_weak(newest, w, std::memory_order_acq_rel));
  BUCKETLSM_SYNC_POINT_ARG("WriteQueue::Join:Linked", w);
  if (newest == nullptr) {
    // An empty queue: there is nobody who could hand leadership on.
    w->state.store(Writer::kLeader, std::memory_order_relaxed);
    return Role::kLeader;
  }
  Await(w, Writer::kWaiting);
  switch (w->state.load(std::memory_order_acquire)) {
    case Writer::kLeader:
      return Role::kLeader;
    case Writer::kApply:
      return Role::kApply;
    default:
      return Role::kDone;
  }
}

bool WriteQueue::MayJoin(const Writer& leader, const Writer& w) {
  if (w.batch == nullptr || w.disable_wal != leader.disable_wal) return false;
  // A member must be no less durable than it asked for; more does no harm.
  if (w.sync && !leader.sync) return false;
  if (w.company != leader.company) return false;
  return w.no_slowdown == leader.no_slowdown && w.low_pri == leader.low_pri;
}

bool WriteQueue::AnyUrgentBehind(const Writer& leader) const {
  const Writer* w = newest_.load(std::memory_order_acquire);
  // Those behind stay as long as we lead: only a leader lets writers go.
  for (; w != &leader; w = w->older) {
    if (w->batch == nullptr || w->no_slowdown) return true;
  }
  return false;
}

// Fills in newer-links from `newest` down to the first writer that has one already.
void WriteQueue::LinkNewer(Writer* newest) {
  for (Writer* w = newest; w->older != nullptr && w->older->newer != w; w = w->older)
    w->older->newer = w;
}

void WriteQueue::FormGroup(Writer* leader, uint64_t max_bytes, Group* group) {
  leader->group = group;
  group->leader = group->last = leader;
  group->size = 1;
  if (leader->batch == nullptr) return;
  group->bytes = leader->batch->GetDataSize();
  Writer* newest = newest_.load(std::memory_order_acquire);
  if (newest == leader) return;
  LinkNewer(newest);
  for (Writer* w = leader; w != newest;) {
    w = w->newer;
    // The first that does not fit ends the group, so that nobody is overtaken (invariant 2).
    if (!MayJoin(*leader, *w) || group->bytes + w->batch->GetDataSize() > max_bytes) break;
    w->group = group;
    group->bytes += w->batch->GetDataSize();
    group->last = w;
    ++group->size;
  }
}

void WriteQueue::StartApply(Group* group) {
  group->applying.store(static_cast<uint32_t>(group->size - 1), std::memory_order_relaxed);
  for (Writer* w = group->leader; w != group->last;) {
    w = w->newer;
    Wake(w, Writer::kApply);
  }
}

void WriteQueue::WaitApplied(Group* group) {
  for (int i = 0; i < kSpins; ++i) {
    if (group->applying.load(std::memory_order_acquire) == 0) return;
    CpuPause();
  }
  uint32_t left;
  while ((left = group->applying.load(std::memory_order_acquire)) != 0) {
    group->applying.wait(left, std::memory_order_acquire);
  }
}

void WriteQueue::Applied(Writer* w) {
  Group* group = w->group;
  // As in Wake: notifying only passes the address on, so the group may already be gone.
  if (group->applying.fetch_sub(1, std::memory_order_seq_cst) == 1) group->applying.notify_one();
  Await(w, Writer::kApply);
}

void WriteQueue::Finish(Group* group, const Status& status) {
  Writer* last = group->last;
  Writer* expected = last;
  Writer* next = nullptr;
  // Either the queue ends with this group and becomes empty, or somebody is behind and becomes
  // leader. The exchange fails when a writer joins at this very moment, so none is left without a
  // leader.
  if (!newest_.compare_exchange_strong(expected, nullptr, std::memory_order_acq_rel)) {
    LinkNewer(expected);
    next = last->newer;
    // The members below it are about to vanish.
    next->older = nullptr;
  }
  // A follower may vanish once woken (invariant 3), so its link is read before.
  Writer* w = group->leader == last ? nullptr : group->leader->newer;
  while (w != nullptr) {
    Writer* following = w == last ? nullptr : w->newer;
    if (!status.ok()) w->status = status;
    Wake(w, Writer::kDone);
    w = following;
  }
  // Last: followers have their results before anybody commits more.
  if (next != nullptr) Wake(next, Writer::kLeader);
}

WriteQueue::Exclusive::Exclusive(WriteQueue* queue) : queue_(queue) {
  Role role = queue_->Join(&writer_);
  assert(role == Role::kLeader);
  (void)role;
  queue_->FormGroup(&writer_, 0, &group_);
}

WriteQueue::Exclusive::~Exclusive() { queue_->Finish(&group_, Status::OK()); }

}  // namespace ROCKSDB_NAMESPACE
