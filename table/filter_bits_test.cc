// Filters never deny a key that was added, and seldom match one that was not.
#include "table/filter_bits.h"

#include <gtest/gtest.h>

#include "rocksdb/filter_policy.h"
#include "rocksdb/table.h"
#include "table/bloom_filter.h"
#include "table/filter_reader.h"
#include "table/sst_test_files.h"

namespace ROCKSDB_NAMESPACE {

namespace {

std::string Key(int i) { return "key" + std::to_string(i); }

bool MayMatch(const FilterBitsReader& reader, const std::string& key) {
  return reader.MayMatch(key, Hash64(key));
}

TEST(BloomFilter, KeepsEveryKeyAtEveryDensity) {
  for (const double bits : {0.7, 1.0, 5.0, 9.9, 10.0, 16.0, 40.0, 100.0, 1000.0}) {
    std::unique_ptr<const FilterPolicy> policy(NewBloomFilterPolicy(bits));
    for (const int n : {1, 10, 1000, 20000}) {
      std::unique_ptr<FilterBitsBuilder> builder(
          policy->GetBuilderWithContext(FilterBuildingContext(BlockBasedTableOptions())));
      for (int i = 0; i < n; ++i) builder->AddHash(Hash64(Key(i)));
      EXPECT_EQ(builder->NumAdded(), static_cast<size_t>(n));
      const size_t expected = builder->SizeFor(static_cast<size_t>(n));
      const std::string filter = builder->Finish();
      EXPECT_EQ(filter.size(), expected);
      const auto reader = NewFilterReader(filter);
      for (int i = 0; i < n; ++i) ASSERT_TRUE(MayMatch(*reader, Key(i))) << bits << " " << i;
      if (bits < 10 || n < 1000) continue;
      int claimed = 0;
      for (int i = 0; i < 10000; ++i) claimed += MayMatch(*reader, Key(1000000 + i)) ? 1 : 0;
      EXPECT_LT(claimed, 150) << bits;
    }
  }
}

TEST(BloomFilter, EqualsStocksBitForBit) {
  // The filter block of the golden file, with at most 10 bits for each of 200 keys.
  constexpr size_t kOffset = 10181, kSize = 261;
  std::string golden;
  ASSERT_TRUE(
      ReadFileToString(FileSystem::Default().get(), GoldenPath("v6_xxh3_bloom"), &golden).ok());
  auto builder = NewBloomBuilder(10000);
  for (int i = 0; i < 200; ++i) {
    char key[16];
    std::snprintf(key, sizeof(key), "key%05d", 2 * i);
    builder->AddHash(Hash64(Slice(key)));
  }
  EXPECT_EQ(builder->Finish(), golden.substr(kOffset, kSize));
}

TEST(BloomFilter, BelowHalfABitIsNotBuilt) {
  std::unique_ptr<const FilterPolicy> policy(NewBloomFilterPolicy(0.4));
  EXPECT_EQ(policy->GetBuilderWithContext(FilterBuildingContext(BlockBasedTableOptions())),
            nullptr);
}

TEST(FilterReader, MatchesEverythingWhenItDoesNotKnowTheForm) {
  std::string filter(64, '\0');
  for (const int mark : {0, 31, 127, 0xfd, 0xfc, 0x80}) {
    filter.resize(64);
    filter.append({static_cast<char>(mark), '\1', '\2', '\3', '\4'});
    EXPECT_TRUE(MayMatch(*NewFilterReader(filter), "any")) << mark;
  }
  EXPECT_FALSE(MayMatch(*NewFilterReader(Slice("\0\0\0\0\0", 5)), "any"));
}

TEST(FilterBuilder, CountsNeighbouringDuplicatesOnce) {
  auto builder = NewBloomBuilder(10000);
  builder->AddHashAndAlt(1, 100);
  builder->AddHashAndAlt(2, 100);
  builder->AddHashAndAlt(2, 100);
  builder->AddHashAndAlt(3, 100);
  EXPECT_LE(builder->NumAdded(), 5u);
  const size_t entries = builder->EntriesFor(4096);
  EXPECT_LE(builder->SizeFor(entries), 4096u);
  EXPECT_GT(builder->SizeFor(entries + 1), 4096u);
}

// The largest possible filter has 4294967237 bytes with its tail; a partition may be allowed more.
TEST(FilterBuilder, CountsTheEntriesOfAnyNumberOfBytes) {
  for (const double bits : {1.0, 10.0, 100.0}) {
    std::unique_ptr<const FilterPolicy> policy(NewBloomFilterPolicy(bits));
    std::unique_ptr<FilterBitsBuilder> builder(
        policy->GetBuilderWithContext(FilterBuildingContext(BlockBasedTableOptions())));
    size_t last = 0;
    for (const size_t bytes : {size_t{0}, size_t{1} << 20, size_t{4294967236}, size_t{4294967237},
                               size_t{1} << 40, SIZE_MAX}) {
      const size_t entries = builder->EntriesFor(bytes);
      EXPECT_GE(entries, last) << bytes;
      last = std::max<size_t>(entries, 1);
    }
  }
}

}  // namespace

}  // namespace ROCKSDB_NAMESPACE
