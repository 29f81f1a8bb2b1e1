#include "util/key_bytes.h"

#include <gtest/gtest.h>

#include <string>

namespace ROCKSDB_NAMESPACE {
namespace {

TEST(KeyBytes, HoldsTheLastKeyOfAnyLength) {
  KeyBytes key;
  EXPECT_EQ(key.ToSlice(), Slice());
  for (const size_t n : {3u, 0u, 56u, 57u, 1000u, 5u, 100000u}) {
    const std::string bytes(n, static_cast<char>('a' + n % 7));
    key.Assign(bytes);
    EXPECT_EQ(key.ToSlice(), Slice(bytes));
  }
}

TEST(KeyBytes, KeepsTheFirstBytesWhereverItGrows) {
  KeyBytes key;
  key.Assign("prefix.one");
  key.Replace(7, "two");
  EXPECT_EQ(key.ToSlice(), Slice("prefix.two"));
  const std::string long_rest(200, 'x');
  key.Replace(7, long_rest);
  EXPECT_EQ(key.ToSlice(), Slice("prefix." + long_rest));
  key.Replace(3, Slice());
  EXPECT_EQ(key.ToSlice(), Slice("pre"));
}

TEST(KeyBytes, ATailMakesAnInternalKeyAndIsForgotten) {
  for (const size_t n : {0u, 5u, 56u, 64u}) {
    KeyBytes key;
    const std::string user(n, 'u');
    key.Assign(user);
    std::string expected = user;
    AppendFixed64(&expected, 0x123456789abcdefULL);
    EXPECT_EQ(key.WithTail(0x123456789abcdefULL), Slice(expected));
    EXPECT_EQ(key.ToSlice(), Slice(user));
  }
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
