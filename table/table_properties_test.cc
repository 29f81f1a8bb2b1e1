// Table properties as text, sum and map.
#include "rocksdb/table_properties.h"

#include <gtest/gtest.h>

#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {
namespace {

TEST(TableProperties, TextNamesCountsAndAverages) {
  TableProperties p;
  p.num_entries = 4;
  p.raw_key_size = 10;
  const std::string text = p.ToString();
  EXPECT_EQ(text.find("# data blocks=0; # entries=4; "), 0u) << text;
  EXPECT_NE(text.find("raw average key size=2.500000; "), std::string::npos) << text;
  EXPECT_NE(text.find("column family ID=N/A; column family name=N/A; "), std::string::npos) << text;
  EXPECT_NE(p.ToString("\n", ": ").find("# entries: 4\n"), std::string::npos);
}

TEST(TableProperties, AddingSumsSizesAndCountsOnly) {
  TableProperties a, b;
  a.data_size = 5;
  a.num_entries = 1;
  a.format_version = 6;
  b.data_size = 7;
  b.num_entries = 2;
  b.format_version = 6;
  a.Add(b);
  EXPECT_EQ(a.data_size, 12u);
  EXPECT_EQ(a.num_entries, 3u);
  EXPECT_EQ(a.format_version, 6u);
  EXPECT_EQ(a.GetAggregatablePropertiesAsMap().at("data_size"), 12u);
}

TEST(TableProperties, MemoryCountsStringsAndMaps) {
  TableProperties p;
  const size_t empty = p.ApproximateMemoryUsage();
  EXPECT_GE(empty, sizeof(p));
  p.user_collected_properties["name"] = std::string(1000, 'x');
  EXPECT_GE(p.ApproximateMemoryUsage(), empty + 1000);
}

TEST(TableProperties, NumbersAreFoundInRawProperties) {
  std::string three;
  AppendVarint64(&three, 3);
  bool present = true;
  EXPECT_EQ(GetMergeOperands({}, &present), 0u);
  EXPECT_FALSE(present);
  EXPECT_EQ(GetMergeOperands({{TablePropertiesNames::kMergeOperands, three}}, &present), 3u);
  EXPECT_TRUE(present);
  EXPECT_EQ(GetDeletedKeys({{TablePropertiesNames::kDeletedKeys, three}}), 3u);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
