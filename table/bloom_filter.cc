// Bloom filters in the two forms that files hold. filter_reader.h draws the tails.
//
//   cache-local Bloom:   | line 0 (64 bytes) | line 1 | ... | line n-1 | tail 5 |
//                                              ^ low 32 bits of the hash, scaled to n
//                          the high 32 bits, multiplied on, give 9 bits per probe: a bit of the 512
#include "table/bloom_filter.h"

#include <algorithm>
#include <bit>

#include "util/coding.h"
#include "util/hash.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr size_t kLineBytes = 64;
// Seed and steps are part of the format: with other values no reader would find stock's bits.
constexpr uint32_t kLegacySeed = 0xbc9f1d34;
constexpr uint32_t kProbeStep = 0x9e3779b9;

uint32_t ScaleTo(uint32_t hash, uint32_t range) {
  return static_cast<uint32_t>((uint64_t{hash} * range) >> 32);
}

// The best number of probes for a density. The steps are stock's, so both build the same filter
// from the same keys.
int ProbesFor(int millibits) {
  static constexpr int kUpTo[] = {2080,  3580,  5100,  6640,  8300,  10070,
                                  11720, 14001, 16050, 18300, 22001, 25501};
  constexpr int kDense = 50000;
  if (millibits > kDense) return 24;
  if (millibits > kUpTo[11]) return (millibits - 1) / 2000 - 1;
  return static_cast<int>(std::lower_bound(std::begin(kUpTo), std::end(kUpTo), millibits) -
                          std::begin(kUpTo)) +
         1;
}

// All bits of a key lie in one cache line: the low half of the hash picks the line, the high half
// the bits.
class LocalBloom {
 public:
  static uint32_t LineOf(uint64_t hash, uint32_t lines) {
    return ScaleTo(static_cast<uint32_t>(hash), lines);
  }
  static void Set(char* line, uint64_t hash, int probes) {
    auto h = static_cast<uint32_t>(hash >> 32);
    for (int i = 0; i < probes; ++i, h *= kProbeStep) {
      const uint32_t bit = h >> 23;
      line[bit >> 3] = static_cast<char>(line[bit >> 3] | (1 << (bit & 7)));
    }
  }
  static bool Test(const char* line, uint64_t hash, int probes) {
    auto h = static_cast<uint32_t>(hash >> 32);
    for (int i = 0; i < probes; ++i, h *= kProbeStep) {
      const uint32_t bit = h >> 23;
      if ((line[bit >> 3] & (1 << (bit & 7))) == 0) return false;
    }
    return true;
  }
};

class BloomBuilder : public FilterBitsBuilder {
 public:
  explicit BloomBuilder(int millibits) : millibits_(static_cast<uint64_t>(millibits)) {}

  size_t SizeFor(size_t entries) const override {
    constexpr uint64_t kMillibitsPerLine = kLineBytes * 8 * 1000;
    // The format's readers expect the size in bytes to fit 32 bits.
    constexpr uint64_t kMostLines = 0xffffffc0u / kLineBytes;
    const uint64_t lines = (entries * millibits_ + kMillibitsPerLine - 1) / kMillibitsPerLine;
    return static_cast<size_t>(std::min(lines, kMostLines)) * kLineBytes + kFilterTailBytes;
  }

  std::string Finish() override {
    const size_t size = SizeFor(hashes_.size());
    std::string bits(size, '\0');
    const size_t bytes = size - kFilterTailBytes;
    // Whole lines may hold more bits per key than the caller asked for; the number of probes
    // follows the real density.
    const int probes = ProbesFor(
        static_cast<int>(std::min<uint64_t>(uint64_t{bytes} * 8000 / hashes_.size(), INT32_MAX)));
    SetAll(bits.data(), static_cast<uint32_t>(bytes / kLineBytes), probes);
    char* tail = bits.data() + bytes;
    tail[0] = static_cast<char>(0xff);
    tail[2] = static_cast<char>(probes);
    hashes_.clear();
    return bits;
  }

 private:
  // The lines of a large filter are not in the CPU cache, so each is fetched a few keys ahead. The
  // distance was chosen, not measured.
  void SetAll(char* bits, uint32_t lines, int probes) {
    constexpr size_t kAhead = 8;
    const size_t n = hashes_.size();
    for (size_t i = 0; i < n; ++i) {
      if (i + kAhead < n) {
        const size_t ahead = LocalBloom::LineOf(hashes_[i + kAhead], lines);
        __builtin_prefetch(bits + ahead * kLineBytes, 1, 1);
      }
      const size_t line = LocalBloom::LineOf(hashes_[i], lines);
      LocalBloom::Set(bits + line * kLineBytes, hashes_[i], probes);
    }
  }

  const uint64_t millibits_;
};

class BloomReader : public FilterBitsReader {
 public:
  BloomReader(const char* bits, uint32_t lines, int probes)
      : bits_(bits), lines_(lines), probes_(probes) {}
  bool MayMatch(const Slice&, uint64_t hash) const override {
    const size_t line = LocalBloom::LineOf(hash, lines_);
    return LocalBloom::Test(bits_ + line * kLineBytes, hash, probes_);
  }

 private:
  const char* const bits_;
  const uint32_t lines_;
  const int probes_;
};

// Reads filters of format_version 4 and older. Line sizes vary with the machine that wrote the
// file.
class LegacyBloomReader : public FilterBitsReader {
 public:
  LegacyBloomReader(const char* bits, uint32_t lines, int log2_line_bytes, int probes)
      : bits_(bits), lines_(lines), log2_line_bytes_(log2_line_bytes), probes_(probes) {}
  bool MayMatch(const Slice& key, uint64_t) const override {
    uint32_t h = Hash32(key.data(), key.size(), kLegacySeed);
    const uint32_t delta = (h >> 17) | (h << 15);
    const char* line = bits_ + (size_t{h % lines_} << log2_line_bytes_);
    const uint32_t mask = (8u << log2_line_bytes_) - 1;
    for (int i = 0; i < probes_; ++i, h += delta) {
      const uint32_t bit = h & mask;
      if ((line[bit >> 3] & (1 << (bit & 7))) == 0) return false;
    }
    return true;
  }

 private:
  const char* const bits_;
  const uint32_t lines_;
  const int log2_line_bytes_;
  const int probes_;
};

}  // namespace

std::unique_ptr<FilterBitsBuilder> NewBloomBuilder(int millibits_per_key) {
  return std::make_unique<BloomBuilder>(millibits_per_key);
}

std::unique_ptr<FilterBitsReader> NewBloomReader(const Slice& bits, const char* tail) {
  const auto packed = static_cast<uint8_t>(tail[2]);
  const int probes = packed & 31;
  // Refuses lines of another size and an unknown second byte.
  const bool known = tail[1] == 0 && (packed >> 5) == 0 && LoadFixed16(tail + 3) == 0;
  if (!known || probes < 1 || probes > kMostBloomProbes || bits.size() % kLineBytes != 0) {
    return nullptr;
  }
  return std::make_unique<BloomReader>(bits.data(), static_cast<uint32_t>(bits.size() / kLineBytes),
                                       probes);
}

std::unique_ptr<FilterBitsReader> NewLegacyBloomReader(const Slice& bits, const char* tail) {
  const uint32_t lines = LoadFixed32(tail + 1);
  // All three are divisors below, and the file may be damaged: no filter is better than a wrong
  // one.
  if (lines == 0 || bits.size() % lines != 0) return nullptr;
  const size_t line_bytes = bits.size() / lines;
  if (!std::has_single_bit(line_bytes) || line_bytes > (1u << 16)) return nullptr;
  return std::make_unique<LegacyBloomReader>(bits.data(), lines, std::countr_zero(line_bytes),
                                             tail[0]);
}

}  // namespace ROCKSDB_NAMESPACE
