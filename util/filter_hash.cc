// Hash64: XXH3 as it was in xxHash 0.7.2, before its final form. Filters in existing tables were
// built with it, so its results must never change; final XXH3 gives different ones.
#include <bit>
#include <cstring>

#include "util/coding.h"
#include "util/hash.h"

namespace ROCKSDB_NAMESPACE {

namespace {

__extension__ typedef unsigned __int128 WideUint;

constexpr uint64_t kP32A = 0x9E3779B1u;
constexpr uint64_t kP32B = 0x85EBCA77u;
constexpr uint64_t kP32C = 0xC2B2AE3Du;
constexpr uint64_t kP64A = 0x9E3779B185EBCA87ull;
constexpr uint64_t kP64B = 0xC2B2AE3D27D4EB4Full;
constexpr uint64_t kP64C = 0x165667B19E3779F9ull;
constexpr uint64_t kP64D = 0x85EBCA77C2B2AE63ull;
constexpr uint64_t kP64E = 0x27D4EB2F165667C5ull;

constexpr size_t kSecretSize = 192;
constexpr size_t kStripe = 64;
constexpr size_t kLanes = 8;
constexpr size_t kStripesPerBlock = (kSecretSize - kStripe) / 8;
constexpr size_t kBlock = kStripe * kStripesPerBlock;

// The default key material of XXH3.
alignas(64) constexpr unsigned char kSecret[kSecretSize] = {
    0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c,
    0xde, 0xd4, 0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f,
    0xcb, 0x79, 0xe6, 0x4e, 0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21,
    0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c,
    0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb, 0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3,
    0x71, 0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8,
    0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7, 0x0b, 0x4f, 0x1d,
    0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64,
    0xea, 0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb,
    0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3, 0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e,
    0x2b, 0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8, 0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce,
    0x45, 0xcb, 0x3a, 0x8f, 0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b, 0x40, 0x7e,
};

inline uint64_t SecretWord(size_t at) {
  uint64_t v;
  std::memcpy(&v, kSecret + at, sizeof(v));
  return v;
}

// The two halves of a 128-bit product, folded.
inline uint64_t MulFold(uint64_t a, uint64_t b) {
  const WideUint product = static_cast<WideUint>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

inline uint64_t Finish(uint64_t h) {
  h ^= h >> 37;
  h *= kP64C;
  return h ^ (h >> 32);
}

inline uint64_t Mix16(const char* in, size_t secret_at, uint64_t seed) {
  return MulFold(LoadFixed64(in) ^ (SecretWord(secret_at) + seed),
                 LoadFixed64(in + 8) ^ (SecretWord(secret_at + 8) - seed));
}

uint64_t HashUpTo16(const char* in, size_t n, uint64_t seed) {
  if (n > 8) {
    const uint64_t lo = LoadFixed64(in) ^ (SecretWord(0) + seed);
    const uint64_t hi = LoadFixed64(in + n - 8) ^ (SecretWord(8) - seed);
    return Finish(n + (lo + hi) + MulFold(lo, hi));
  }
  if (n >= 4) {
    const uint64_t both = LoadFixed32(in) + (static_cast<uint64_t>(LoadFixed32(in + n - 4)) << 32);
    const uint64_t keyed = both ^ (SecretWord(0) + seed);
    const uint64_t mixed = n + (keyed ^ (keyed >> 51)) * kP32A;
    return Finish((mixed ^ (mixed >> 47)) * kP64B);
  }
  if (n > 0) {
    const auto byte = [in](size_t i) { return static_cast<uint32_t>(static_cast<uint8_t>(in[i])); };
    const uint32_t packed =
        byte(0) | byte(n >> 1) << 8 | byte(n - 1) << 16 | static_cast<uint32_t>(n) << 24;
    return Finish((packed ^ ((SecretWord(0) & 0xffffffffu) + seed)) * kP64A);
  }
  return MulFold(seed + SecretWord(0), kP64B);  // not 0: users multiply by the result
}

// Pairs of 16 bytes from both ends inwards.
uint64_t HashUpTo128(const char* in, size_t n, uint64_t seed) {
  uint64_t acc = n * kP64A;
  for (size_t i = (n - 1) / 32 + 1; i-- > 0;) {
    acc += Mix16(in + 16 * i, 32 * i, seed);
    acc += Mix16(in + n - 16 * (i + 1), 32 * i + 16, seed);
  }
  return Finish(acc);
}

uint64_t HashUpTo240(const char* in, size_t n, uint64_t seed) {
  constexpr size_t kSecondRunAt = 3;
  constexpr size_t kTailAt = 136 - 17;
  uint64_t acc = n * kP64A;
  size_t i = 0;
  for (; i < 8; ++i) {
    acc += Mix16(in + 16 * i, 16 * i, seed);
  }
  acc = Finish(acc);
  for (; i < n / 16; ++i) {
    acc += Mix16(in + 16 * i, 16 * (i - 8) + kSecondRunAt, seed);
  }
  return Finish(acc + Mix16(in + n - 16, kTailAt, seed));
}

// State over 64-byte stripes for inputs longer than 240 bytes.
class LongHash {
 public:
  explicit LongHash(uint64_t seed) {
    for (size_t at = 0; at < kSecretSize; at += 16) {
      StoreFixed64(secret_ + at, SecretWord(at) + seed);
      StoreFixed64(secret_ + at + 8, SecretWord(at + 8) - seed);
    }
  }

  uint64_t Run(const char* in, size_t n) {
    const size_t blocks = n / kBlock;
    for (size_t b = 0; b < blocks; ++b) {
      Stripes(in + b * kBlock, kStripesPerBlock);
      Scramble();
    }
    Stripes(in + blocks * kBlock, (n % kBlock) / kStripe);
    if (n % kStripe != 0) {
      Accumulate(in + n - kStripe, secret_ + kSecretSize - kStripe - 7);
    }
    return Merge(n * kP64A);
  }

 private:
  void Accumulate(const char* in, const char* key) {
    for (size_t i = 0; i < kLanes; ++i) {
      const uint64_t value = LoadFixed64(in + 8 * i);
      const uint64_t keyed = value ^ LoadFixed64(key + 8 * i);
      acc_[i] += value + (keyed & 0xffffffffu) * (keyed >> 32);
    }
  }
  void Stripes(const char* in, size_t count) {
    for (size_t s = 0; s < count; ++s) {
      Accumulate(in + s * kStripe, secret_ + 8 * s);
    }
  }
  void Scramble() {
    const char* key = secret_ + kSecretSize - kStripe;
    for (size_t i = 0; i < kLanes; ++i) {
      acc_[i] = ((acc_[i] ^ (acc_[i] >> 47)) ^ LoadFixed64(key + 8 * i)) * kP32A;
    }
  }
  uint64_t Merge(uint64_t start) const {
    constexpr size_t kMergeAt = 11;
    for (size_t i = 0; i < kLanes; i += 2) {
      start += MulFold(acc_[i] ^ LoadFixed64(secret_ + kMergeAt + 8 * i),
                       acc_[i + 1] ^ LoadFixed64(secret_ + kMergeAt + 8 * i + 8));
    }
    return Finish(start);
  }

  uint64_t acc_[kLanes] = {kP32C, kP64A, kP64B, kP64C, kP64D, kP32B, kP64E, kP32A};
  char secret_[kSecretSize];
};

}  // namespace

uint64_t Hash64(const char* data, size_t n, uint64_t seed) {
  if (n <= 16) {
    return HashUpTo16(data, n, seed);
  }
  if (n <= 128) {
    return HashUpTo128(data, n, seed);
  }
  return n <= 240 ? HashUpTo240(data, n, seed) : LongHash(seed).Run(data, n);
}

uint64_t Hash64(const char* data, size_t n) { return Hash64(data, n, 0); }

}  // namespace ROCKSDB_NAMESPACE
