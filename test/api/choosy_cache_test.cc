// A full block cache that takes few of the missed blocks in: reads find what the tables have, and
// statistics say what was kept.
#include "rocksdb/statistics.h"
#include "rocksdb/table.h"
#include "test/support/scratch.h"
#include "util/random.h"

namespace system_test {
namespace {

// 8 MB of values in 2500 blocks, through a cache of 1 MB whose sixteen shards learn.
constexpr uint64_t kKeys = 10000;

class ChoosyCache : public DbTest {
 protected:
  ChoosyCache() {
    BlockBasedTableOptions table;
    table.block_cache = NewLRUCache(1 << 20, 4);
    options_ = SmallOptions();
    options_.compression = kNoCompression;
    options_.write_buffer_size = 32 << 20;
    options_.table_factory.reset(NewBlockBasedTableFactory(table));
    options_.statistics = CreateDBStatistics();
  }
  static std::string ValueOf(uint64_t i) {
    return std::string(800, 'a' + static_cast<char>(i % 26));
  }
  void Load() {
    for (uint64_t i = 0; i < kKeys; ++i) ASSERT_OK(Put(NumberedKey(i), ValueOf(i)));
    ASSERT_OK(db_->Flush(FlushOptions()));
    ASSERT_OK(options_.statistics->Reset());
  }
  // At least what falls to the shard that is always choosy. The keys of blocks are drawn with the
  // database's session: which way the other shards follow, among so few blocks, is chance.
  void ExpectSomeNotKept() {
    const uint64_t misses = Count(BLOCK_CACHE_DATA_MISS);
    EXPECT_LT(Count(BLOCK_CACHE_DATA_ADD), misses - misses / 50);
  }
  uint64_t Count(Tickers ticker) { return options_.statistics->getTickerCount(ticker); }

  Options options_;
};

TEST_F(ChoosyCache, RandomReadsFindEveryValueAndKeepNotEveryBlock) {
  ASSERT_OK(Open(options_));
  Load();
  rocksdb::Random64 random(301);
  for (uint64_t i = 0; i < 400000; ++i) {
    const uint64_t key = random.Uniform(kKeys);
    ASSERT_EQ(Get(NumberedKey(key)), ValueOf(key));
  }
  const uint64_t misses = Count(BLOCK_CACHE_DATA_MISS);
  ExpectSomeNotKept();
  EXPECT_GT(Count(BLOCK_CACHE_DATA_HIT), misses / 20) << "what is kept is an eighth of all";
  EXPECT_EQ(Count(BLOCK_CACHE_ADD_FAILURES), 0u);
}

TEST_F(ChoosyCache, WalksAndBatchesReadBlocksThatAreNotKept) {
  ASSERT_OK(Open(options_));
  Load();
  rocksdb::Random64 random(302);
  for (int pass = 0; pass < 4000; ++pass) {
    uint64_t key = random.Uniform(kKeys - 100);
    std::unique_ptr<Iterator> walk(db_->NewIterator(ReadOptions()));
    walk->Seek(NumberedKey(key));
    for (int i = 0; i < 100; ++i, ++key, walk->Next()) {
      ASSERT_TRUE(walk->Valid());
      ASSERT_EQ(walk->value(), ValueOf(key));
    }
    std::vector<std::string> keys(32), values;
    std::vector<uint64_t> numbers(32);
    for (int i = 0; i < 32; ++i) keys[i] = NumberedKey(numbers[i] = random.Uniform(kKeys));
    std::vector<Slice> slices(keys.begin(), keys.end());
    for (const Status& s : db_->MultiGet(ReadOptions(), slices, &values)) ASSERT_OK(s);
    for (int i = 0; i < 32; ++i) ASSERT_EQ(values[i], ValueOf(numbers[i]));
  }
  ExpectSomeNotKept();
}

}  // namespace
}  // namespace system_test
