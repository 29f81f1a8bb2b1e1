// Tests of checksums and hashes against values that stock RocksDB 7.8.3 and the standards give.
#include "util/hash.h"

#include <gtest/gtest.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

#include <string>

#include "util/crc32c.h"

namespace ROCKSDB_NAMESPACE {

namespace {

std::string Pattern(size_t n) {
  std::string s;
  for (size_t i = 0; i < n; ++i) {
    s.push_back(static_cast<char>((i * 131 + 7 * (i >> 3)) ^ (i >> 5)));
  }
  return s;
}

}  // namespace

TEST(Crc32c, TheStandardCheckValueComesOut) {
  EXPECT_EQ(crc32c::Value("123456789", 9), 0xe3069283u);
}

TEST(Crc32c, ExtendEqualsValueOfConcatenation) {
  const std::string s = Pattern(1000);
  for (const size_t cut : {0, 1, 7, 64, 999, 1000}) {
    EXPECT_EQ(crc32c::Extend(crc32c::Value(s.data(), cut), s.data() + cut, s.size() - cut),
              crc32c::Value(s.data(), s.size()));
  }
}

TEST(Crc32c, MaskingIsReversibleAndChangesTheValue) {
  const uint32_t crc = crc32c::Value("foo", 3);
  EXPECT_NE(crc32c::Mask(crc), crc);
  EXPECT_EQ(crc32c::Unmask(crc32c::Mask(crc)), crc);
}

TEST(Hash64, EveryLengthClassGivesWhatStockFiltersWereBuiltWith) {
  const struct {
    size_t length;
    uint64_t plain;
    uint64_t seed77;
  } kKnown[] = {
      {0, 0x5342c3010fe1dd04ull, 0xc30d6b9c08d4298cull},
      {3, 0x684cc33281686036ull, 0x28c8fd7000008c6dull},
      {7, 0x26fadd9af253d5c4ull, 0x6e130cd0a943405eull},
      {12, 0x29969795c52faa13ull, 0xffc3677c1fe49de7ull},
      {40, 0x2bd44f8aabbe4ec0ull, 0xdc383157d24fcd40ull},
      {130, 0xed0f8ed117a1742eull, 0x8beac51576fdaca2ull},
      {200, 0x91fb5babe6663cb5ull, 0x529c2f933a7fcfb1ull},
      {300, 0x2ea7e1a6c3206ed3ull, 0x48dd641a19309ad0ull},
      {1024, 0x26cd48907c8cddbcull, 0xfe1e6fad6b054a27ull},
      {1500, 0xa2c3b2b68edfd949ull, 0x5b173d837800f680ull},
      {4000, 0xe377f8cd0345ccc8ull, 0x4a8a024bfbcd50caull},
  };
  const std::string s = Pattern(5000);
  for (const auto& known : kKnown) {
    EXPECT_EQ(Hash64(s.data(), known.length), known.plain) << known.length;
    EXPECT_EQ(Hash64(s.data(), known.length, 77), known.seed77) << known.length;
  }
}

TEST(Hash32, TailBytesAreAddedSignExtendedAsInStockFilters) {
  EXPECT_EQ(Hash32("abcdefg", 7, 1), 0x9def46b8u);
  EXPECT_EQ(Hash32("\xff\x80\x91", 3, 0xbc9f1d34), 0xa7cf15c3u);
}

TEST(XxHash, PublishedValuesComeOut) {
  EXPECT_EQ(Xxh3_64("abc", 3), 0x78af5f94892f3950ull);
  EXPECT_EQ(Xxh32("abc", 3, 0), 0x32d153ffu);
  EXPECT_EQ(Xxh64("abc", 3, 0), 0x44bc2cf5ad770999ull);
}

#if defined(__x86_64__)
// The bits of the state that is in use: 2 are the upper halves of the 256-bit registers.
[[gnu::target("xsave")]] uint64_t StateInUse() { return __builtin_ia32_xgetbv(1); }

bool KnowsStateInUse() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __builtin_cpu_supports("avx") && __get_cpuid_count(0xd, 1, &a, &b, &c, &d) != 0 &&
         (a & 4) != 0;
}

TEST(UpperHalves, AreNotInUseBehindAChecksum) {
  if (!KnowsStateInUse()) return;  // a processor that cannot tell
  const std::string text(5000, 'x');
  for (const size_t n : {16, 200, 300, 5000}) {
    EXPECT_NE(crc32c::Value(text.data(), n), 0u);
    EXPECT_EQ(StateInUse() & 4, 0u) << "crc32c of " << n;
    EXPECT_NE(Xxh3_64(text.data(), n), 0u);
    EXPECT_EQ(StateInUse() & 4, 0u) << "XXH3 of " << n;
  }
}
#endif

}  // namespace ROCKSDB_NAMESPACE
