// Tests of what benchmarks draw: keys, values, popularity. No database; every test states its seed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "tools/db_bench/key_maker.h"
#include "tools/db_bench/mix_model.h"
#include "tools/db_bench/permutation.h"
#include "tools/db_bench/value_maker.h"
#include "tools/db_bench/zipf.h"

namespace bench {
namespace {

TEST(Random, EqualSeedsGiveEqualStreamsAndOthersDiffer) {
  Random a(StreamSeed(7, 1)), b(StreamSeed(7, 1)), c(StreamSeed(7, 2));
  int equal_to_c = 0;
  for (int i = 0; i < 1000; ++i) {
    const uint64_t x = a.Next();
    EXPECT_EQ(x, b.Next());
    equal_to_c += x == c.Next();
  }
  EXPECT_EQ(0, equal_to_c);
}

TEST(Random, BelowIsEvenOverItsRange) {
  Random rng(3);
  std::vector<int> hits(10);
  for (int i = 0; i < 100000; ++i) ++hits[rng.Below(10)];
  for (int count : hits) EXPECT_NEAR(10000, count, 500);
}

TEST(Permutation, VisitsEveryNumberExactlyOnce) {
  for (uint64_t n : {1u, 2u, 3u, 7u, 8u, 9u, 1000u, 65536u, 65537u}) {
    const Permutation order(n, 42);
    std::set<uint64_t> seen;
    for (uint64_t i = 0; i < n; ++i) {
      const uint64_t number = order(i);
      EXPECT_LT(number, n);
      seen.insert(number);
    }
    EXPECT_EQ(n, seen.size());
  }
}

TEST(Permutation, LooksShuffled) {
  const Permutation order(100000, 42);
  int ascents = 0;
  for (uint64_t i = 1; i < 100000; ++i) ascents += order(i) > order(i - 1);
  EXPECT_NEAR(50000, ascents, 2500);
}

void ExpectZipf(uint64_t n, double theta) {
  const Zipf zipf(n, theta);
  Random rng(11);
  constexpr int kDraws = 400000;
  std::vector<int> hits(n);
  for (int i = 0; i < kDraws; ++i) {
    const uint64_t rank = zipf.Next(&rng);
    ASSERT_LT(rank, n);
    ++hits[rank];
  }
  double norm = 0;
  for (uint64_t r = 1; r <= n; ++r) norm += std::pow(static_cast<double>(r), -theta);
  for (uint64_t r : {uint64_t{0}, uint64_t{1}, uint64_t{2}, n / 4, n - 1}) {
    const double expected = kDraws * std::pow(static_cast<double>(r + 1), -theta) / norm;
    EXPECT_NEAR(expected, hits[r], 5 * std::sqrt(expected) + 1) << "n=" << n << " rank=" << r;
  }
}

TEST(Zipf, RanksFollowThePowerLaw) {
  for (double theta : {0.5, 0.9, 0.99, 1.0, 1.5}) ExpectZipf(100, theta);
  ExpectZipf(5, 0.9);
}

TEST(Zipf, OneKeyIsAlwaysRankZero) {
  const Zipf zipf(1, 0.99);
  Random rng(1);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(0u, zipf.Next(&rng));
}

TEST(KeyMaker, KeysAreBigEndianNumbersPaddedWithZeros) {
  KeyMaker keys({.key_size = 16, .num_keys = 100});
  EXPECT_EQ(std::string("\0\0\0\0\0\1\2\3", 8) + "00000000", keys.Make(0x010203).ToString());
  EXPECT_LT(keys.Make(255).ToString(), keys.Make(256).ToString());
}

TEST(KeyMaker, ShortKeysKeepTheLowBytes) {
  KeyMaker keys({.key_size = 4, .num_keys = 100});
  EXPECT_EQ(std::string("\2\3\4\5", 4), keys.Make(0x0102030405).ToString());
}

TEST(KeyMaker, PrefixIsSharedByKeysOfOnePrefixNumber) {
  KeyMaker keys({.key_size = 20, .prefix_size = 10, .keys_per_prefix = 10, .num_keys = 100});
  const std::string one = keys.Make(3).ToString();
  const std::string same = keys.Make(13).ToString();
  const std::string other = keys.Make(4).ToString();
  EXPECT_EQ(20u, one.size());
  EXPECT_EQ(one.substr(0, 10), same.substr(0, 10));
  EXPECT_NE(one.substr(0, 10), other.substr(0, 10));
  EXPECT_NE(one, same);
}

TEST(KeyMaker, OnlyWholePrefixesCount) {
  KeyMaker two({.key_size = 20, .prefix_size = 10, .keys_per_prefix = 10, .num_keys = 29});
  const auto prefix = [&](uint64_t number) { return two.Make(number).ToString().substr(0, 10); };
  EXPECT_NE(prefix(0), prefix(1));
  EXPECT_EQ(prefix(0), prefix(2));
  KeyMaker one({.key_size = 20, .prefix_size = 10, .keys_per_prefix = 10, .num_keys = 9});
  EXPECT_EQ(one.Make(0).ToString().substr(0, 10), one.Make(5).ToString().substr(0, 10));
}

TEST(ValueMaker, RatioIsTheShareOfFreshBytes) {
  ValueMaker values(5, 0.25, ValueSizer::Fixed(100));
  const std::string value = values.Next().ToString();
  ASSERT_EQ(100u, value.size());
  for (size_t i = 25; i < 100; ++i) EXPECT_EQ(value[i - 25], value[i]);
}

TEST(ValueMaker, SizesStayWithinTheirLimits) {
  for (const ValueSizer& sizer : {ValueSizer::Uniform(10, 500), ValueSizer::Normal(10, 500, 200)}) {
    ValueMaker values(5, 0.5, sizer);
    size_t least = 1000, most = 0;
    for (int i = 0; i < 10000; ++i) {
      const size_t size = values.Next().size();
      least = std::min(least, size);
      most = std::max(most, size);
    }
    EXPECT_GE(least, 10u);
    EXPECT_LE(most, 500u);
    EXPECT_GT(most - least, 400u);
  }
}

// Shares of the ranges among many draws.
std::vector<double> Shares(const KeyRangeModel& model, uint64_t keys, Random* rng) {
  std::vector<double> shares(static_cast<size_t>(model.ranges()));
  constexpr int kDraws = 200000;
  for (int i = 0; i < kDraws; ++i) {
    const uint64_t key = model.Next(rng);
    EXPECT_LT(key, keys);
    shares[key * static_cast<uint64_t>(model.ranges()) / keys] += 1.0 / kDraws;
  }
  return shares;
}

TEST(KeyRangeModel, RangePopularityCountsEvenWhenKeysAreUniformWithinARange) {
  Random rng(2);
  const KeyRangeModel model(100000, 20, {.a = 14.18, .b = -2.917, .c = 0.0164, .d = -0.08082}, {},
                            9);
  std::vector<double> shares = Shares(model, 100000, &rng);
  std::sort(shares.rbegin(), shares.rend());
  const RangePopularity law{14.18, -2.917, 0.0164, -0.08082};
  double total = 0;
  for (int i = 1; i <= 20; ++i) total += law.At(i);
  EXPECT_NEAR(law.At(1) / total, shares[0], 0.01);
  EXPECT_NEAR(law.At(2) / total, shares[1], 0.01);
  EXPECT_NEAR(law.At(20) / total, shares[19], 0.01);
}

TEST(KeyRangeModel, WithoutPopularityRangesAreEqual) {
  Random rng(2);
  for (double share : Shares(KeyRangeModel(100000, 10, {}, {}, 9), 100000, &rng)) {
    EXPECT_NEAR(0.1, share, 0.01);
  }
}

TEST(KeyRangeModel, PopularKeysExistWithinARange) {
  Random rng(2);
  const KeyRangeModel model(100000, 1, {}, {.a = 0.1, .b = 0.3}, 9);
  std::vector<int> hits(100000);
  for (int i = 0; i < 100000; ++i) ++hits[model.Next(&rng)];
  std::sort(hits.rbegin(), hits.rend());
  EXPECT_GT(hits[0], 1000);
}

TEST(KeyRangeModel, MoreRangesThanKeysAreCutDown) {
  Random rng(2);
  const KeyRangeModel model(3, 10, {}, {}, 9);
  EXPECT_EQ(3, model.ranges());
  for (int i = 0; i < 100; ++i) EXPECT_LT(model.Next(&rng), 3u);
}

TEST(RangesAt, GrowsEvenlyFromBeginToEnd) {
  EXPECT_EQ(10, RangesAt(10, 50, 1, 0));
  EXPECT_EQ(30, RangesAt(10, 50, 1, 0.5));
  EXPECT_EQ(50, RangesAt(10, 50, 1, 0.999));
  EXPECT_EQ(50, RangesAt(10, 50, 1, 1));
  EXPECT_EQ(30, RangesAt(50, 10, 1, 0.5));
  EXPECT_EQ(7, RangesAt(7, 7, 1, 0.3));
}

TEST(RangesAt, StepsDivideTheRunIntoPhasesOfEqualLength) {
  std::vector<int64_t> seen;
  for (int i = 0; i < 10; ++i) seen.push_back(RangesAt(10, 50, 10, i / 10.0));
  EXPECT_EQ((std::vector<int64_t>{10, 10, 20, 20, 30, 30, 40, 40, 50, 50}), seen);
  EXPECT_EQ(20, RangesAt(50, 10, 15, 1));
}

TEST(Pareto, WithoutScaleItIsConstant) {
  Random rng(4);
  const Pareto fixed{1024, 0.2615, 0};
  for (int i = 0; i < 10; ++i) EXPECT_EQ(1024, fixed.Next(&rng, 10, 1000));
}

TEST(Pareto, MedianIsTheInverseAtOneHalf) {
  Random rng(4);
  const Pareto values{0, 0.2615, 25.45};
  const double median = 25.45 * (std::pow(0.5, -0.2615) - 1) / 0.2615;
  int below = 0;
  for (int i = 0; i < 100000; ++i) below += values.Next(&rng, 1, 1 << 30) <= median;
  EXPECT_NEAR(50000, below, 3000);
}

TEST(AliasTable, DrawsFollowTheWeights) {
  const AliasTable table({1, 0, 3, 6});
  Random rng(8);
  std::vector<int> hits(4);
  for (int i = 0; i < 100000; ++i) ++hits[table.Next(&rng)];
  EXPECT_NEAR(10000, hits[0], 500);
  EXPECT_EQ(0, hits[1]);
  EXPECT_NEAR(30000, hits[2], 700);
  EXPECT_NEAR(60000, hits[3], 700);
}

}  // namespace
}  // namespace bench
