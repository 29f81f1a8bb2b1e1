// What a full cache takes in, and what it learns from: misses of a whole cache under drawn reads.
#include "cache/admission.h"

#include <gtest/gtest.h>

#include <string>

#include "cache/sharded_cache.h"
#include "test/support/status_assertions.h"
#include "util/coding.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {
namespace {

constexpr size_t kBlockBytes = 4096;
constexpr int kShardBits = 4;
// 2048 blocks.
constexpr size_t kCacheBytes = 8 << 20;
constexpr uint64_t kBlocks = kCacheBytes / kBlockBytes;

const Cache::CacheItemHelper kBlockHelper(CacheEntryRole::kDataBlock);

// Reads blocks by number, as tables do: what is missed is read and, if admitted, inserted.
class Reader {
 public:
  explicit Reader(int shard_bits = kShardBits, bool asks = true)
      : cache_("cache", Options(), shard_bits, 0, 0), asks_(asks) {}

  void Read(uint64_t number) {
    char key[16] = {};
    StoreFixed64(key, number);
    const Slice slice(key, sizeof(key));
    if (Cache::Handle* found =
            cache_.Lookup(slice, nullptr, nullptr, Cache::Priority::LOW, nullptr)) {
      cache_.Release(found, false);
      return;
    }
    misses++;
    if (asks_ && !cache_.Admits(slice)) return;
    kept++;
    ASSERT_OK(cache_.Insert(slice, this, &kBlockHelper, kBlockBytes, nullptr, Cache::Priority::LOW,
                            Slice(), kNoCompression));
  }
  void Forget() { misses = kept = 0; }
  ShardedCache& cache() { return cache_; }

  uint64_t misses = 0, kept = 0;

 private:
  static ShardedCacheOptions Options() {
    ShardedCacheOptions options;
    options.capacity = kCacheBytes;
    options.metadata_charge_policy = kDontChargeCacheMetadata;
    options.hash_seed = 1;
    return options;
  }

  ShardedCache cache_;
  const bool asks_;
};

// So many reads that the shards have been compared several times.
constexpr uint64_t kLongEnough = Admission::kEpoch * (uint64_t{1} << kShardBits) * 4;

TEST(Admission, WhatFitsIsAllKept) {
  Reader reader;
  for (int pass = 0; pass < 100; pass++) {
    for (uint64_t i = 0; i < kBlocks / 2; i++) reader.Read(i);
  }
  EXPECT_EQ(kBlocks / 2, reader.misses);
  EXPECT_EQ(kBlocks / 2, reader.kept);
}

TEST(Admission, RandomReadsOutOfMuchMoreThanFitsKeepLittleAndHitAsOften) {
  Reader reader, plain(kShardBits, false);
  Random64 random(301);
  for (uint64_t i = 0; i < 2 * kLongEnough; i++) {
    if (i == kLongEnough) reader.Forget(), plain.Forget();
    const uint64_t block = random.Uniform(20 * kBlocks);
    reader.Read(block);
    plain.Read(block);
  }
  EXPECT_LT(reader.kept, reader.misses / 5);
  EXPECT_LT(reader.misses, plain.misses + plain.misses / 50);
}

TEST(Admission, WhatIsReadOftenIsKeptAmongWhatIsReadOnce) {
  Reader reader, plain(kShardBits, false);
  Random64 random(301);
  uint64_t once = uint64_t{1} << 40;
  for (uint64_t i = 0; i < 2 * kLongEnough; i++) {
    if (i == kLongEnough) reader.Forget(), plain.Forget();
    const uint64_t block = random.OneIn(5) ? random.Uniform(kBlocks * 3 / 4) : once++;
    reader.Read(block);
    plain.Read(block);
  }
  EXPECT_LT(reader.misses, plain.misses) << "what is read once drives nothing out";
}

TEST(Admission, BlocksThatAreReadSeveralTimesInARowAreKeptAtOnce) {
  Reader reader, plain(kShardBits, false);
  for (uint64_t i = 0; i < 8 * kLongEnough; i++) {
    if (i == 4 * kLongEnough) reader.Forget(), plain.Forget();
    reader.Read(i / 4);
    plain.Read(i / 4);
  }
  // The shards that are always choosy, one of sixteen, miss each block twice.
  EXPECT_LT(reader.misses, plain.misses + plain.misses / 8);
}

TEST(Admission, WhenTheReadsChangeTheCacheLearnsAnew) {
  Reader reader;
  Random64 random(301);
  for (uint64_t i = 0; i < kLongEnough; i++) reader.Read(random.Uniform(20 * kBlocks));
  for (uint64_t i = 0; i < 4 * kLongEnough; i++) reader.Read((uint64_t{1} << 40) + i / 4);
  reader.Forget();
  const uint64_t more = 4 * kLongEnough;
  for (uint64_t i = more; i < 2 * more; i++) reader.Read((uint64_t{1} << 40) + i / 4);
  EXPECT_LT(reader.misses, more / 4 + more / 32);
}

TEST(Admission, ALoopThatDoesNotFitStaysInPart) {
  Reader reader;
  for (uint64_t i = 0; i < 4 * kLongEnough; i++) {
    if (i == 2 * kLongEnough) reader.Forget();
    reader.Read(i % (2 * kBlocks));
  }
  EXPECT_LT(reader.misses, 2 * kLongEnough * 9 / 10) << "the newest would never be hit";
}

TEST(Admission, CachesOfFewShardsKeepEverything) {
  Reader reader(2);
  Random64 random(301);
  for (uint64_t i = 0; i < kLongEnough; i++) reader.Read(random.Uniform(20 * kBlocks));
  EXPECT_EQ(reader.misses, reader.kept);
}

TEST(Admission, ACacheThatGrowsKeepsEverythingAgainUntilItIsFull) {
  Reader reader;
  Random64 random(301);
  for (uint64_t i = 0; i < kLongEnough; i++) reader.Read(random.Uniform(20 * kBlocks));
  EXPECT_LT(reader.kept, reader.misses);
  reader.cache().SetCapacity(8 * kCacheBytes);
  reader.Forget();
  for (uint64_t i = 0; i < 4 * kBlocks; i++) reader.Read((uint64_t{1} << 40) + i);
  EXPECT_EQ(reader.misses, reader.kept);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
