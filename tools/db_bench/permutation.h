// A seeded shuffle of [0, n) that needs no memory. filluniquerandom visits every key once in its
// order, and YCSB scatters its popular keys with it. It never allocates.
#pragma once

#include <cstdint>

#include "tools/db_bench/random.h"

namespace bench {

// A bijection on the next power of two, applied again while the result is n or above (at most twice
// on average). Multiplication by an odd number, addition, and xor with a right shift are invertible
// modulo 2^bits, so their chain is.
class Permutation {
 public:
  // REQUIRES: n > 0.
  Permutation(uint64_t n, uint64_t seed) : n_(n) {
    int bits = 1;
    while (bits < 64 && (uint64_t{1} << bits) < n) ++bits;
    mask_ = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
    shift_ = (bits + 1) / 2;
    for (int round = 0; round < kRounds; ++round) {
      multiply_[round] = StreamSeed(seed, 2 * round) | 1;
      add_[round] = StreamSeed(seed, 2 * round + 1);
    }
  }

  // REQUIRES: i < n.
  uint64_t operator()(uint64_t i) const {
    do {
      for (int round = 0; round < kRounds; ++round) {
        i = (i * multiply_[round] + add_[round]) & mask_;
        i ^= i >> shift_;
      }
    } while (i >= n_);
    return i;
  }

 private:
  static constexpr int kRounds = 3;

  uint64_t n_;
  // The low bits that hold n - 1; shift_ is half of them.
  uint64_t mask_;
  int shift_;
  uint64_t multiply_[kRounds];
  uint64_t add_[kRounds];
};

}  // namespace bench
