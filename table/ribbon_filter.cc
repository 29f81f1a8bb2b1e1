// The solution of a Ribbon filter is stored in segments of 128 bits, one for each result column of
// each block of 128 slots. Blocks near the front may have one column less than those behind, so
// that any size in bytes is used fully.
//
//   block b:   [ column 0 | column 1 | ... ]   each 128 bits:
//                                              bit s is that column's solution at slot 128 b + s
//
// A key covers 128 slots from its start on, so a lookup reads two neighbouring blocks. For each
// column the parity of (solution AND coefficients) must be the key's result bit. A key that was
// not added gets each bit right by chance, so c columns err once in 2^c. The engine writes no
// Ribbon filters, so nothing here solves the equations.
#include "table/ribbon_filter.h"

#include <bit>

#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

namespace {

using Row = unsigned __int128;

constexpr uint32_t kSlotsPerBlock = 128;
constexpr size_t kSegmentBytes = kSlotsPerBlock / 8;
constexpr uint32_t kMostColumns = 32;

// The small number in the tail selects one of 2^32 hash functions.
uint32_t SpreadSeed(uint8_t number) {
  const uint64_t product = number * 0xc78219a23eeadd03u;
  return static_cast<uint32_t>(product ^ ((product & 0xf0f0f0f0f0f0f0f0u) >> 4));
}

class RibbonReader : public FilterBitsReader {
 public:
  RibbonReader(const Slice& bits, uint32_t blocks, uint8_t seed)
      : bits_(bits.data()),
        // A key's 128 slots must end within the last block.
        starts_(blocks * kSlotsPerBlock - (kSlotsPerBlock - 1)),
        seed_(SpreadSeed(seed)) {
    const auto segments = static_cast<uint32_t>(bits.size() / kSegmentBytes);
    most_columns_ = (segments + blocks - 1) / blocks;
    first_full_block_ = most_columns_ * blocks - segments;
  }

  bool MayMatch(const Slice&, uint64_t hash) const override {
    const uint64_t mixed = (hash ^ seed_) * 0x6193d459236a3a0du;
    // The format defines the constants, the shifts and the byte swap.
    const auto start = static_cast<uint32_t>((Row{mixed} * starts_) >> 64);
    const uint64_t expanded = mixed * 0xc28f82822b650bedu;
    const Row coefficients = (Row{expanded} << 64) | (expanded ^ 0xc367844a6e52731du) | 1;
    const auto expected = static_cast<uint32_t>(__builtin_bswap64(expanded));
    return Solves(start, coefficients, expected);
  }

 private:
  Row Segment(uint64_t i) const {
    const char* p = bits_ + i * kSegmentBytes;
    return (Row{LoadFixed64(p + 8)} << 64) | LoadFixed64(p);
  }
  static uint32_t Parity(Row row) {
    return static_cast<uint32_t>(
               std::popcount(static_cast<uint64_t>(row) ^ static_cast<uint64_t>(row >> 64))) &
           1;
  }

  bool Solves(uint32_t start, Row coefficients, uint32_t expected) const {
    const uint32_t block = start / kSlotsPerBlock;
    const uint32_t shift = start % kSlotsPerBlock;
    const bool full = block >= first_full_block_;
    const uint32_t columns = most_columns_ - (full ? 0 : 1);
    // The number of segments before this block: each block has most_columns_ - 1, and those from
    // first_full_block_ on have one more.
    const uint64_t first =
        uint64_t{block} * (most_columns_ - 1) + (full ? block - first_full_block_ : 0);
    const Row here = coefficients << shift;
    const Row beyond = shift == 0 ? 0 : coefficients >> (kSlotsPerBlock - shift);
    for (uint32_t i = 0; i < columns; ++i) {
      uint32_t bit = Parity(Segment(first + i) & here);
      if (shift != 0) bit ^= Parity(Segment(first + columns + i) & beyond);
      if (bit != ((expected >> i) & 1)) return false;
    }
    return true;
  }

  const char* const bits_;
  const uint32_t starts_;
  const uint32_t seed_;
  uint32_t most_columns_;
  uint32_t first_full_block_;
};

}  // namespace

std::unique_ptr<FilterBitsReader> NewRibbonReader(const Slice& bits, const char* tail) {
  const uint32_t blocks = LoadFixed32(tail + 1) >> 8;
  const size_t segments = bits.size() / kSegmentBytes;
  // One block would hold a single start, which stock never writes.
  if (blocks < 2 || segments < blocks || bits.size() % kSegmentBytes != 0) return nullptr;
  // `expected` has no more result bits than this.
  if (segments > size_t{blocks} * kMostColumns) return nullptr;
  return std::make_unique<RibbonReader>(bits, blocks, static_cast<uint8_t>(tail[1]));
}

}  // namespace ROCKSDB_NAMESPACE
