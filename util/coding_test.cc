// Tests of the integer encodings.
#include "util/coding.h"

#include <gtest/gtest.h>

#include <limits>

#include "util/random.h"

namespace ROCKSDB_NAMESPACE {

TEST(Coding, FixedNumbersAreLittleEndian) {
  std::string s;
  AppendFixed32(&s, 0x01020304);
  EXPECT_EQ(s, std::string("\x04\x03\x02\x01", 4));
}

TEST(Coding, EveryVarintComesBackAndTakesItsComputedLength) {
  Random64 random(7);
  for (int bits = 0; bits <= 64; ++bits) {
    for (int i = 0; i < 50; ++i) {
      const uint64_t v = bits == 0 ? 0 : random.Next() >> (64 - bits);
      std::string s;
      AppendVarint64(&s, v);
      EXPECT_EQ(static_cast<int>(s.size()), VarintLength(v));
      Slice in(s);
      uint64_t back = 0;
      ASSERT_TRUE(TakeVarint64(&in, &back));
      EXPECT_EQ(back, v);
      EXPECT_TRUE(in.empty());
    }
  }
}

TEST(Coding, ACutVarintIsRefusedAndLeavesTheInputAlone) {
  std::string s;
  AppendVarint64(&s, std::numeric_limits<uint64_t>::max());
  for (size_t n = 0; n < s.size(); ++n) {
    Slice in(s.data(), n);
    uint64_t v = 0;
    EXPECT_FALSE(TakeVarint64(&in, &v));
    EXPECT_EQ(in.size(), n);
  }
}

TEST(Coding, AVarint32OfMoreThanFiveBytesIsRefused) {
  std::string s(6, '\x80');
  s.back() = '\1';
  Slice in(s);
  uint32_t v = 0;
  EXPECT_FALSE(TakeVarint32(&in, &v));
}

TEST(Coding, AVarint32AboveItsRangeIsRefused) {
  for (const uint64_t v :
       {uint64_t{UINT32_MAX}, uint64_t{UINT32_MAX} + 1, (uint64_t{1} << 35) - 1}) {
    std::string s;
    AppendVarint64(&s, v);
    ASSERT_EQ(5u, s.size());
    Slice in(s);
    uint32_t got = 0;
    EXPECT_EQ(v <= UINT32_MAX, TakeVarint32(&in, &got)) << v;
    if (v <= UINT32_MAX) {
      EXPECT_EQ(UINT32_MAX, got);
    }
    EXPECT_EQ(v <= UINT32_MAX ? 0u : 5u, in.size()) << v;
  }
}

TEST(Coding, ZigzagKeepsSmallMagnitudesShort) {
  for (const int64_t v :
       {int64_t{0}, int64_t{-1}, int64_t{1}, int64_t{-64}, std::numeric_limits<int64_t>::min(),
        std::numeric_limits<int64_t>::max()}) {
    EXPECT_EQ(ZigzagDecode(ZigzagEncode(v)), v);
  }
  EXPECT_EQ(VarintLength(ZigzagEncode(-64)), 1);
}

TEST(Coding, ASizedSliceLongerThanTheInputIsRefused) {
  std::string s;
  AppendSized(&s, "hello");
  Slice in(s);
  Slice out;
  ASSERT_TRUE(TakeSized(&in, &out));
  EXPECT_EQ(out, Slice("hello"));
  in = Slice(s.data(), s.size() - 1);
  EXPECT_FALSE(TakeSized(&in, &out));
}

}  // namespace ROCKSDB_NAMESPACE
