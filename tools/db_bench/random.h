// The random number stream of one benchmark thread, and the derivation of streams from --seed.
// Header only because it runs inside the measured loop. It never reads a clock.
#pragma once

#include <cstdint>

namespace bench {

// Spreads nearby inputs over all 64 bits; a bijection.
inline uint64_t Scatter(uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// Independent seeds for the numbered streams of one run.
inline uint64_t StreamSeed(uint64_t seed, uint64_t stream) {
  return Scatter(Scatter(seed) + 0x632be59bd9b4e019ULL * (stream + 1));
}

// xoshiro256++: equal seeds give equal streams on every machine.
class Random {
 public:
  explicit Random(uint64_t seed) {
    for (uint64_t& word : state_) word = seed = Scatter(seed);
  }

  uint64_t Next() {
    const uint64_t result = Rotate(state_[0] + state_[3], 23) + state_[0];
    const uint64_t carry = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= carry;
    state_[3] = Rotate(state_[3], 45);
    return result;
  }

  // Uniform in [0, n); the bias is below 2^-40 for every n that a benchmark uses. REQUIRES: n > 0.
  uint64_t Below(uint64_t n) {
    return static_cast<uint64_t>((static_cast<unsigned __int128>(Next()) * n) >> 64);
  }

  // Uniform in [0, 1) with 53 random bits.
  double Unit() { return static_cast<double>(Next() >> 11) * 0x1.0p-53; }

 private:
  static uint64_t Rotate(uint64_t x, int bits) { return (x << bits) | (x >> (64 - bits)); }

  uint64_t state_[4];
};

}  // namespace bench
