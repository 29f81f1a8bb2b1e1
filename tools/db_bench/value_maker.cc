// Value bytes: see value_maker.h.
#include "tools/db_bench/value_maker.h"

#include <algorithm>
#include <cmath>

namespace bench {
namespace {

constexpr size_t kPieceSize = 100;
constexpr size_t kBufferSize = size_t{1} << 20;

// One piece: a share of `ratio` is fresh printable bytes, and the rest repeats them.
void AppendPiece(std::string* out, Random* rng, double ratio) {
  const size_t fresh = std::clamp<size_t>(std::lround(kPieceSize * ratio), 1, kPieceSize);
  const size_t start = out->size();
  for (size_t i = 0; i < fresh; ++i) out->push_back(static_cast<char>(' ' + rng->Below(95)));
  for (size_t i = fresh; i < kPieceSize; ++i) out->push_back((*out)[start + i - fresh]);
}

}  // namespace

uint32_t ValueSizer::NextVariable(Random* rng) const {
  if (kind_ == Kind::kUniform) {
    return min_ + static_cast<uint32_t>(rng->Below(uint64_t{max_} - min_ + 1));
  }
  const double radius = std::sqrt(-2.0 * std::log(1.0 - rng->Unit()));
  const double deviate = radius * std::cos(2.0 * M_PI * rng->Unit());
  const double low = min_;
  const double high = max_;
  return static_cast<uint32_t>(std::clamp((low + high) / 2 + deviate * stddev_, low, high));
}

ValueMaker::ValueMaker(uint64_t seed, double compression_ratio, const ValueSizer& sizer,
                       uint32_t max_size)
    : rng_(seed), sizer_(sizer) {
  // Twice the largest value, so that two values in a row differ.
  const size_t wanted = std::max<size_t>(kBufferSize, 2 * size_t{std::max(max_size, sizer.Max())});
  data_.reserve(wanted + kPieceSize);
  while (data_.size() < wanted) AppendPiece(&data_, &rng_, compression_ratio);
}

}  // namespace bench
