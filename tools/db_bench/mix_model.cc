// Key ranges and their popularity: see mix_model.h.
#include "tools/db_bench/mix_model.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace bench {

std::vector<double> RangeWeights(size_t count, const RangePopularity& popularity, uint64_t seed) {
  std::vector<double> weights(count, 1.0);
  if (popularity.flat()) return weights;
  double total = 0;
  for (size_t i = 0; i < count; ++i) {
    weights[i] = popularity.At(static_cast<int64_t>(i) + 1);
    total += weights[i];
  }
  // Large exponents may give all ranges the weight zero; ranges are then equally popular.
  if (total <= 0) std::fill(weights.begin(), weights.end(), 1.0);
  Random shuffle(StreamSeed(seed, count));
  for (size_t i = count; i > 1; --i) std::swap(weights[i - 1], weights[shuffle.Below(i)]);
  return weights;
}

KeyRangeModel::KeyRangeModel(uint64_t keys, int64_t ranges, const RangePopularity& range_popularity,
                             const KeyPopularity& key_popularity, uint64_t seed)
    : keys_(keys), key_(key_popularity) {
  const size_t count = static_cast<size_t>(std::min<uint64_t>(keys, static_cast<uint64_t>(ranges)));
  table_ = AliasTable(RangeWeights(count, range_popularity, seed));
}

}  // namespace bench
