// The mix of operations.
#include "tools/db_stress/worker.h"

#include <mutex>
#include <shared_mutex>

#include "tools/db_stress/history_check.h"

namespace stress {

Worker::Worker(Session* session, uint32_t id, uint64_t seed)
    : session_(*session), id_(id), random_(seed), next_id_(bench::Scatter(seed)) {}

void Worker::Run(uint64_t operations) {
  // Space for the largest batch, and for wide writes of other threads.
  constexpr size_t kSpare = 1000;
  while (done_ < operations && !session_.over() && session_.trace().HasRoom(id_, kSpare)) {
    One();
    ++done_;
    session_.CountOperation();
  }
  const std::shared_lock<FairGate> lock(session_.gate());
  session_.ReleaseSnapshots(id_);
}

void Worker::One() {
  if (Chance(AdminEvery())) return Admin();
  if (Chance(AloneEvery())) return Alone();
  if (Chance(kIngestEvery)) return Ingest();
  const std::shared_lock<FairGate> lock(session_.gate());
  if (session_.over()) return;
  const uint64_t dice = random_.Below(100);
  if (dice < 46) return WriteSome();
  if (dice < 56) return Transact();
  if (dice < 64) return WriteBatchOfSome();
  if (dice < 80) return GetOne();
  if (dice < 86) return GetMany();
  if (dice < 94) return WalkBlock(nullptr);
  if (dice < 95) return WalkFar();
  if (dice < 97) return TakeSnapshot();
  CheckSnapshot();
}

uint64_t Worker::AdminEvery() const {
  if (session_.run().large_files) return 12000;
  return session_.run().many_admin ? 100 : 600;
}

uint64_t Worker::AloneEvery() const {
  if (session_.run().large_files) return 24000;
  return session_.run().many_families ? 600 : 8000;
}

// The first key of a block that this thread owns; every second one is near a moving hot spot.
uint32_t Worker::OwnBlock() {
  const uint32_t threads = session_.trace().header().threads;
  const uint32_t blocks = (session_.traits().keys + kBlockKeys - 1) / kBlockKeys;
  const uint32_t own = (blocks - id_ + threads - 1) / threads;
  uint64_t nth = random_.Below(own);
  if (Chance(2)) nth = (done_ / 4000 * 3 + random_.Below(own / 6 + 1)) % own;
  // The threads own blocks in turn (OwnerOf).
  return (static_cast<uint32_t>(nth) * threads + id_) * kBlockKeys;
}

uint32_t Worker::BlockEnd(uint32_t first) const {
  return std::min(first + kBlockKeys, session_.traits().keys);
}

uint32_t Worker::ExistingSlot() {
  const uint32_t slot = static_cast<uint32_t>(random_.Below(session_.live().size()));
  return session_.live()[slot].exists() ? slot : 0;
}

void Worker::Expect(const rocksdb::Status& s, const char* what) {
  if (!s.ok()) session_.Fault(std::string(what) + ": " + s.ToString());
}

}  // namespace stress
