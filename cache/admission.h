// Admission: which blocks a full cache takes in. Somebody missed a block and has read it; keeping
// it costs memory traffic, a lock and the eviction of another block.
//
//   always     every block is kept: the cache holds what was missed last
//   choosy     a block is kept once it is missed again while its first miss is remembered, and one
//              of kChance at once: where all is read again, but later than that, a part must stay
//
// Who reads everything once, or at random out of much more than fits, has the same hits both ways
// and pays less with the second. Who reads a block several times in a short while, and never again,
// has more misses with it. So some shards are always the one way and some the other, and the rest
// does as those with fewer misses do: shards get the same share of the keys and of the capacity.
//
//   shard     0        1 ... 15   16       17 ... 31   32 ...
//             always   follow     choosy   follow      always
//
// Thread-safe. All of it is a guess that may be wrong: threads that meet lose a count or a mark,
// and nobody's data depends on it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

class Admission {
 public:
  // The history has a mark for so many bytes of capacity: for every second block of 4 KB.
  static constexpr size_t kBytesPerMark = 8192;
  static constexpr uint32_t kChance = 64;
  // Misses of the shards that are always one way, after which the two are compared.
  static constexpr uint32_t kEpoch = 8192;

  // `shards` is a power of two; with less than eight nothing is learned, and all is kept.
  explicit Admission(size_t shards);
  ~Admission();

  // Takes 2 bytes a mark. The history never shrinks, and without memory it stays as it is.
  void SetCapacity(size_t bytes) EXCLUDES_LOCK(mu_);
  // A shard that is full has missed a block whose key has this hash. True: the block is to be kept.
  bool Note(uint64_t hash, size_t shard);
  // Whether the shards that follow are choosy now.
  bool choosy() const { return choosy_.load(std::memory_order_relaxed); }

 private:
  enum Way : int { kAlways, kChoosy, kFollow };
  using Marks = std::unique_ptr<uint16_t, void (*)(void*)>;
  // Each shard has as many: what is choosy alone among shards must not remember more for that.
  struct History {
    Marks marks;    // read and written as atomics; shard by shard
    uint64_t mask;  // of the number of a mark within its shard
  };

  Way WayOf(size_t shard) const;
  // Whether the key's last miss is remembered, or it is lucky. Remembers this one.
  bool SeenOrLucky(uint64_t hash, size_t shard);
  void Count(Way way);

  const size_t shards_;
  const size_t stride_;  // between two shards that are always the same way; 0: nothing is learned
  std::atomic<bool> choosy_{false};
  std::atomic<uint32_t> misses_[2] = {0, 0};
  std::atomic<const History*> history_{nullptr};
  Mutex mu_;
  // Earlier ones are kept: somebody may be reading them. Each is at least twice as large as the one
  // before.
  std::vector<std::unique_ptr<History>> histories_ GUARDED_BY(mu_);
};

}  // namespace ROCKSDB_NAMESPACE
