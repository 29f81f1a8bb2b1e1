// The parts of a filter builder that do not depend on the form of the bits.
#include "table/filter_bits.h"

namespace ROCKSDB_NAMESPACE {

void FilterBitsBuilder::AddHashAndAlt(uint64_t hash, uint64_t alt) {
  const size_t n = hashes_.size();
  const auto seen = [&](uint64_t h) {
    return (n >= 1 && hashes_[n - 1] == h) || (n >= 2 && hashes_[n - 2] == h);
  };
  // Compares both with the hashes that were there before either was added, so that a key equal to
  // its own prefix is added once.
  const bool new_alt = !seen(alt) && alt != hash;
  if (!seen(hash)) hashes_.push_back(hash);
  if (new_alt) hashes_.push_back(alt);
}

size_t FilterBitsBuilder::EntriesFor(size_t bytes) const {
  // Sizes do not grow beyond this: a filter's size fits 32 bits, and so do the hashes it scales.
  constexpr size_t kMost = size_t{1} << 32;
  size_t low = 1, high = 1;
  while (high < kMost && SizeFor(high) <= bytes) high *= 2;
  while (low + 1 < high) {
    const size_t middle = low + (high - low) / 2;
    (SizeFor(middle) <= bytes ? low : high) = middle;
  }
  return low;
}

}  // namespace ROCKSDB_NAMESPACE
