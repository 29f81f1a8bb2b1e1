// The hashes that libxxhash provides, and LevelDB's. The preview XXH3 is in filter_hash.cc.
#include "util/hash.h"

#include <xxhash.h>

#if defined(__x86_64__) && __has_include(<xxh_x86dispatch.h>)
#include <xxh_x86dispatch.h>
#endif

#include "util/coding.h"
#include "util/upper_halves.h"

namespace ROCKSDB_NAMESPACE {

uint32_t Hash32(const char* data, size_t n, uint32_t seed) {
  constexpr uint32_t kFactor = 0xc6a4a793;
  uint32_t h = seed ^ (static_cast<uint32_t>(n) * kFactor);
  const char* const end = data + n;
  for (; end - data >= 4; data += 4) {
    h = (h + LoadFixed32(data)) * kFactor;
    h ^= h >> 16;
  }
  if (data != end) {
    // Bytes of the tail are added sign-extended; stored filters depend on that.
    for (int shift = 0; data + shift < end; ++shift) {
      h += static_cast<uint32_t>(static_cast<int8_t>(data[shift])) << (8 * shift);
    }
    h *= kFactor;
    h ^= h >> 24;
  }
  return h;
}

// The dispatch header maps this name to the variant chosen at run time.
uint64_t Xxh3_64(const char* data, size_t n) {
  // What is longer goes through vector registers.
  constexpr size_t kLongestScalar = 240;
  const uint64_t hash = XXH3_64bits(data, n);
  if (n > kLongestScalar) ClearUpperHalves();
  return hash;
}

uint32_t Xxh32(const char* data, size_t n, uint32_t seed) { return XXH32(data, n, seed); }

uint64_t Xxh64(const char* data, size_t n, uint64_t seed) { return XXH64(data, n, seed); }

}  // namespace ROCKSDB_NAMESPACE
