// Random64: a small fast generator (xoshiro256**) for tests, sampling and skip-list heights.
// Not for secrets. One object per thread.
#pragma once

#include <bit>
#include <cstdint>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

class Random64 {
 public:
  explicit Random64(uint64_t seed) {
    for (uint64_t& word : state_) {  // splitmix64 turns any seed, 0 too, into a good state
      seed += 0x9e3779b97f4a7c15ull;
      uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
      word = z ^ (z >> 31);
    }
  }

  uint64_t Next() {
    const uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // In [0, n). REQUIRES: n > 0.
  uint64_t Uniform(uint64_t n) {
    return static_cast<uint64_t>((static_cast<WideUint>(Next()) * n) >> 64);
  }
  bool OneIn(uint64_t n) { return Uniform(n) == 0; }

 private:
  __extension__ typedef unsigned __int128 WideUint;

  uint64_t state_[4];
};

}  // namespace ROCKSDB_NAMESPACE
