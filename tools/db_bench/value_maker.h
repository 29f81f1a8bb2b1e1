// Value bytes of a chosen size and compressibility, cut from one prepared buffer. Each benchmark
// thread has its own. Next() runs once per write and never allocates.
#pragma once

#include <cstdint>
#include <string>

#include "tools/db_bench/compat.h"
#include "tools/db_bench/random.h"

namespace bench {

// The distribution of value sizes.
class ValueSizer {
 public:
  enum class Kind { kFixed, kUniform, kNormal };

  static ValueSizer Fixed(uint32_t size) { return {Kind::kFixed, size, size, 0}; }
  static ValueSizer Uniform(uint32_t min, uint32_t max) { return {Kind::kUniform, min, max, 0}; }
  // The mean is the middle of [min, max]; sizes are clamped to this range.
  static ValueSizer Normal(uint32_t min, uint32_t max, double stddev) {
    return {Kind::kNormal, min, max, stddev};
  }

  uint32_t Next(Random* rng) const { return kind_ == Kind::kFixed ? max_ : NextVariable(rng); }
  uint32_t Max() const { return max_; }

 private:
  ValueSizer(Kind kind, uint32_t min, uint32_t max, double stddev)
      : kind_(kind), min_(min), max_(max), stddev_(stddev) {}
  uint32_t NextVariable(Random* rng) const;

  Kind kind_;
  uint32_t min_;
  uint32_t max_;
  double stddev_;
};

class ValueMaker {
 public:
  // A value compresses to about `compression_ratio` of its size. REQUIRES: no later call asks for
  // more than max_size bytes.
  ValueMaker(uint64_t seed, double compression_ratio, const ValueSizer& sizer,
             uint32_t max_size = 0);

  // The next value; the sizer chooses its size. It is valid as long as this object.
  Slice Next() { return Cut(sizer_.Next(&rng_)); }

  // The next `size` bytes.
  Slice Cut(uint32_t size) {
    if (position_ + size > data_.size()) position_ = 0;
    const char* start = data_.data() + position_;
    position_ += size;
    return {start, size};
  }

 private:
  Random rng_;
  ValueSizer sizer_;
  // Far larger than a value, so that neighbouring values differ and a block of them does not
  // compress further than its values.
  std::string data_;
  size_t position_ = 0;
};

}  // namespace bench
