// Entities: their bytes, and what happens when those are damaged.
#include "util/entity_codec.h"

#include <gtest/gtest.h>

#include <memory>

#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

TEST(EntityCodec, HasTheBytesThatRocksDbWrites) {
  std::string bytes;
  ASSERT_OK(EncodeEntity({{"b", "two"}, {"", "1"}}, &bytes));
  EXPECT_EQ(bytes, std::string("\x01\x02\x00\x01\x01"
                               "b\x03"
                               "1two",
                               11));
}

TEST(EntityCodec, ColumnsComeBackOrderedByName) {
  std::string bytes;
  ASSERT_OK(EncodeEntity({{"zeta", ""}, {"alpha", std::string(300, 'v')}}, &bytes));
  WideColumns columns;
  ASSERT_OK(DecodeEntity(bytes, &columns));
  ASSERT_EQ(columns.size(), 2u);
  EXPECT_EQ(columns[0].name(), Slice("alpha"));
  EXPECT_EQ(columns[0].value().size(), 300u);
  EXPECT_EQ(columns[1].value(), Slice(""));
}

TEST(EntityCodec, RefusesAColumnNamedTwice) {
  std::string bytes;
  EXPECT_TRUE(EncodeEntity({{"a", "1"}, {"a", "2"}}, &bytes).IsInvalidArgument());
}

TEST(EntityCodec, EveryCutIsCorruption) {
  std::string bytes;
  ASSERT_OK(EncodeEntity({{"a", "1"}, {"b", "22"}, {"c", "333"}}, &bytes));
  for (size_t n = 0; n < bytes.size(); ++n) {
    const std::unique_ptr<char[]> cut(new char[n]);
    bytes.copy(cut.get(), n);
    WideColumns columns;
    EXPECT_TRUE(DecodeEntity(Slice(cut.get(), n), &columns).IsCorruption()) << n;
    EXPECT_TRUE(columns.empty());
  }
}

TEST(EntityCodec, TheDefaultValueIsTheColumnWithoutName) {
  std::string with, without;
  ASSERT_OK(EncodeEntity({{"", "plain"}, {"x", "y"}}, &with));
  ASSERT_OK(EncodeEntity({{"x", "y"}}, &without));
  Slice value;
  ASSERT_OK(EntityDefaultValue(with, &value));
  EXPECT_EQ(value, Slice("plain"));
  ASSERT_OK(EntityDefaultValue(without, &value));
  EXPECT_TRUE(value.empty());
}

TEST(PinnableWideColumns, ColumnsFollowAMove) {
  for (const size_t length : {3, 300}) {
    std::string bytes;
    ASSERT_OK(EncodeEntity({{"", "v"}, {"n", std::string(length, 'w')}}, &bytes));
    auto first = std::make_unique<PinnableWideColumns>();
    ASSERT_OK(first->SetWideColumnValue(Slice(bytes)));
    PinnableWideColumns second(std::move(*first));
    first.reset();
    ASSERT_EQ(second.columns().size(), 2u);
    EXPECT_EQ(second.columns()[1].value(), Slice(std::string(length, 'w')));
    EXPECT_EQ(second.serialized_size(), bytes.size());
  }
}

TEST(PinnableWideColumns, APlainValueIsOneColumnWithoutName) {
  PinnableWideColumns result;
  result.SetPlainValue(std::string("value"));
  EXPECT_EQ(result.columns(), (WideColumns{{"", "value"}}));
  result.SetPlainValue(Slice("other"));
  EXPECT_EQ(result.columns(), (WideColumns{{"", "other"}}));
  result.Reset();
  EXPECT_TRUE(result.columns().empty());
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
