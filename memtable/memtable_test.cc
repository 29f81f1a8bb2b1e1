// Tests of Get, iterators and the size of a memtable.
#include "memtable/memtable.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <thread>
#include <vector>

#include "rocksdb/advanced_cache.h"
#include "rocksdb/slice_transform.h"
#include "rocksdb/write_buffer_manager.h"
#include "test/support/status_assertions.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {
namespace {

const InternalKeyOrder kOrder(BytewiseComparator());

class FourBytes final : public SliceTransform {
 public:
  const char* Name() const override { return "test.FourBytes"; }
  Slice Transform(const Slice& key) const override { return Slice(key.data(), 4); }
  bool InDomain(const Slice& key) const override { return key.size() >= 4; }
};

void Add(MemTable* m, SequenceNumber seq, ValueType type, const std::string& key,
         const std::string& value = "") {
  ASSERT_OK(m->Add(seq, type, key, value, false, nullptr));
}

// "v:VALUE", "deleted", "merge:NEWEST,...,OLDEST[+BASE]", "none" or "corrupt".
std::string Get(const MemTable& m, const std::string& key,
                SequenceNumber snapshot = kLargestSequence) {
  LookupKey target(key, snapshot);
  PointLookup lookup(m.order(), target.user_key(), snapshot);
  m.Get(target, &lookup);
  lookup.Finish();
  switch (lookup.result()) {
    case LookupResult::kNotFound:
      return "none";
    case LookupResult::kDeleted:
      return "deleted";
    case LookupResult::kCorrupt:
      return "corrupt";
    case LookupResult::kFound: {
      PinnableSlice out;
      lookup.MoveValueTo(&out);
      return "v:" + out.ToString();
    }
    case LookupResult::kMerge:
      break;
  }
  std::string text = "merge:";
  for (const Slice& operand : lookup.operands()) {
    text += (text.back() == ':' ? "" : ",") + operand.ToString();
  }
  return text + (lookup.has_base() ? "+" + lookup.value().ToString() : "");
}

TEST(MemTable, ReturnsTheNewestEntryVisibleAtTheSnapshot) {
  MemTable m(kOrder, {}, nullptr, 0);
  EXPECT_TRUE(m.IsEmpty());
  EXPECT_EQ("none", Get(m, "a"));
  Add(&m, 10, kTypeValue, "a", "old");
  Add(&m, 20, kTypeValue, "a", "new");
  Add(&m, 30, kTypeDeletion, "a");
  Add(&m, 15, kTypeValue, "ab", "other");
  EXPECT_EQ("none", Get(m, "a", 9));
  EXPECT_EQ("v:old", Get(m, "a", 19));
  EXPECT_EQ("v:new", Get(m, "a", 29));
  EXPECT_EQ("deleted", Get(m, "a"));
  EXPECT_EQ("v:other", Get(m, "ab"));
  EXPECT_EQ("none", Get(m, ""));
  EXPECT_FALSE(m.IsEmpty());
  EXPECT_EQ(10u, m.first_seq());
}

TEST(MemTable, CollectsMergeOperandsDownToTheirBase) {
  MemTable m(kOrder, {}, nullptr, 0);
  Add(&m, 1, kTypeValue, "a", "base");
  Add(&m, 2, kTypeMerge, "a", "x");
  Add(&m, 3, kTypeMerge, "a", "y");
  EXPECT_EQ("merge:y,x+base", Get(m, "a"));
  EXPECT_EQ("merge:x+base", Get(m, "a", 2));
  EXPECT_EQ(2u, m.CountSuccessiveMerges(LookupKey("a", kLargestSequence), 10));
  EXPECT_EQ(1u, m.CountSuccessiveMerges(LookupKey("a", kLargestSequence), 1));
  Add(&m, 4, kTypeSingleDeletion, "a");
  Add(&m, 5, kTypeMerge, "a", "z");
  EXPECT_EQ("merge:z", Get(m, "a"));
  Add(&m, 6, kTypeWideColumnEntity, "a", "entity");
  EXPECT_EQ("v:entity", Get(m, "a"));
}

TEST(MemTable, RangeTombstonesHideOlderEntriesOnly) {
  MemTable m(kOrder, {}, nullptr, 0);
  Add(&m, 1, kTypeValue, "b", "1");
  Add(&m, 5, kTypeRangeDeletion, "a", "d");
  Add(&m, 7, kTypeValue, "c", "7");
  Add(&m, 8, kTypeMerge, "b", "op");
  EXPECT_EQ("v:1", Get(m, "b", 4));
  EXPECT_EQ("deleted", Get(m, "b", 7));
  EXPECT_EQ("merge:op", Get(m, "b"));
  EXPECT_EQ("v:7", Get(m, "c"));
  EXPECT_EQ("deleted", Get(m, "c", 6));
  EXPECT_EQ("deleted", Get(m, "aa"));
  EXPECT_EQ("none", Get(m, "d"));
  EXPECT_EQ(1u, m.num_range_deletes());
  m.MarkImmutable();
  EXPECT_EQ("deleted", Get(m, "b", 7));
  EXPECT_EQ(nullptr, MemTable(kOrder, {}, nullptr, 0).RangeTombstones());
}

TEST(MemTable, ATombstoneAddedAfterAReadIsSeenByTheNext) {
  MemTable m(kOrder, {}, nullptr, 0);
  Add(&m, 1, kTypeValue, "a", "1");
  Add(&m, 2, kTypeRangeDeletion, "x", "y");
  EXPECT_EQ("v:1", Get(m, "a"));
  Add(&m, 3, kTypeRangeDeletion, "a", "b");
  EXPECT_EQ("deleted", Get(m, "a"));
}

TEST(MemTable, CountsWhatItHolds) {
  MemTable m(kOrder, {}, nullptr, 0);
  Add(&m, 1, kTypeValue, "key", "value");
  Add(&m, 2, kTypeDeletion, "key");
  Add(&m, 3, kTypeRangeDeletion, "a", "b");
  EXPECT_EQ(3u, m.num_entries());
  EXPECT_EQ(1u, m.num_deletes());
  EXPECT_EQ(1u, m.num_range_deletes());
  EXPECT_EQ((1 + 11 + 1 + 5) + (1 + 11 + 1) + (1 + 9 + 1 + 1), static_cast<int>(m.data_size()));
  EXPECT_TRUE(m.Add(2, kTypeValue, "key", "again", false, nullptr).IsTryAgain());
  EXPECT_EQ(3u, m.num_entries());
}

TEST(MemTable, ConcurrentCountsAppearWhenPublished) {
  MemTable m(kOrder, {}, nullptr, 0);
  MemTable::Hint hint;
  ASSERT_OK(m.Add(1, kTypeValue, "a", "1", true, &hint));
  ASSERT_OK(m.Add(2, kTypeDeletion, "b", "", true, &hint));
  EXPECT_EQ(0u, m.num_entries());
  m.PublishCounts(&hint);
  EXPECT_EQ(2u, m.num_entries());
  EXPECT_EQ(1u, m.num_deletes());
  m.PublishCounts(&hint);
  EXPECT_EQ(2u, m.num_entries());
}

TEST(MemTable, IteratorsWalkBothWaysAndSeek) {
  MemTable m(kOrder, {}, nullptr, 0);
  for (int i = 0; i < 10; ++i) {
    Add(&m, static_cast<SequenceNumber>(i + 1), kTypeValue,
        std::string(1, static_cast<char>('a' + 2 * i)), "v");
  }
  Arena arena;
  InternalIterator* it = m.NewIterator(&arena);
  it->Seek(MakeInternalKey("d", kLargestSequence, kSeekType));
  ASSERT_TRUE(it->Valid());
  EXPECT_EQ("e", UserKeyOf(it->key()).ToString());
  it->Prev();
  EXPECT_EQ("c", UserKeyOf(it->key()).ToString());
  it->SeekForPrev(MakeInternalKey("d", 0, kSeekForPrevType));
  EXPECT_EQ("c", UserKeyOf(it->key()).ToString());
  int count = 0;
  for (it->SeekToFirst(); it->Valid(); it->Next()) ++count;
  EXPECT_EQ(10, count);
  for (it->SeekToLast(); it->Valid(); it->Prev()) --count;
  EXPECT_EQ(0, count);
  EXPECT_OK(it->status());
  it->~InternalIterator();
}

TEST(MemTable, TheFilterNeverHidesAKeyThatIsThere) {
  const auto four = std::make_shared<FourBytes>();
  for (const bool whole : {false, true}) {
    MemTableOptions options;
    options.write_buffer_size = 1 << 20;
    options.prefix_bloom_size_ratio = 0.1;
    options.prefix_extractor = four;
    options.whole_key_filtering = whole;
    MemTable m(kOrder, options, nullptr, 0);
    for (int i = 0; i < 2000; i += 2) {
      Add(&m, static_cast<SequenceNumber>(i + 1), kTypeValue, std::to_string(1000 + i) + "-tail",
          "v");
    }
    Add(&m, 5000, kTypeValue, "ab", "short");
    int excluded = 0;
    for (int i = 0; i < 2000; ++i) {
      const std::string key = std::to_string(1000 + i) + "-tail";
      EXPECT_EQ(i % 2 == 0 ? "v:v" : "none", Get(m, key));
      if (m.PrefixFilterExcludes(key)) ++excluded;
    }
    EXPECT_EQ("v:short", Get(m, "ab"));
    EXPECT_GT(excluded, 900);
    EXPECT_LE(excluded, 1000);
    std::unique_ptr<InternalIterator> it(m.NewIterator(nullptr, true));
    it->Seek(MakeInternalKey("1002-", kLargestSequence, kSeekType));
    EXPECT_TRUE(it->Valid());
  }
}

TEST(MemTable, AsksForAFlushWhenTheBufferIsFull) {
  MemTableOptions options;
  options.write_buffer_size = 1 << 20;
  MemTable m(kOrder, options, nullptr, 0);
  const std::string value(1000, 'v');
  SequenceNumber seq = 0;
  while (!m.ShouldFlush()) {
    ++seq;
    Add(&m, seq, kTypeValue, std::to_string(seq), value);
    ASSERT_LT(seq, 2000u);
  }
  EXPECT_GT(m.ApproximateMemoryUsage(), (1u << 20) * 9 / 10);
  EXPECT_LT(m.ApproximateMemoryUsage(), (1u << 20) * 11 / 10);
  m.UpdateWriteBufferSize(2 << 20);
  EXPECT_FALSE(m.ShouldFlush());
  EXPECT_TRUE(m.ClaimFlush());
  EXPECT_FALSE(m.ClaimFlush());
}

TEST(MemTable, AsksForAFlushWhenItHasTooManyRangeDeletions) {
  MemTableOptions options;
  options.max_range_deletions = 2;
  MemTable m(kOrder, options, nullptr, 0);
  Add(&m, 1, kTypeRangeDeletion, "a", "b");
  EXPECT_FALSE(m.ShouldFlush());
  Add(&m, 2, kTypeRangeDeletion, "a", "b");
  EXPECT_TRUE(m.ShouldFlush());
}

TEST(MemTable, EstimatesRangesAndSamplesKeysInOrder) {
  MemTable m(kOrder, {}, nullptr, 0);
  for (uint64_t n = 0; n < 20000; ++n) Add(&m, n + 1, kTypeValue, std::to_string(100000 + n), "v");
  const auto stats = m.ApproximateStats(MakeInternalKey("105000", kLargestSequence, kSeekType),
                                        MakeInternalKey("115000", kLargestSequence, kSeekType));
  EXPECT_NEAR(10000, static_cast<double>(stats.count), 7500);
  EXPECT_EQ(stats.count * (m.data_size() / 20000), stats.size);
  const std::vector<Slice> keys = m.SampleUserKeys(7);
  ASSERT_EQ(7u, keys.size());
  for (size_t i = 0; i < 7; ++i) {
    const double ideal = 100000 + 20000.0 * static_cast<double>(i + 1) / 8;
    EXPECT_NEAR(ideal, std::stod(keys[i].ToString()), 2500) << i;
  }
}

TEST(MemTable, SamplesDistinctKeysHoweverFewThereAre) {
  MemTable m(kOrder, {}, nullptr, 0);
  EXPECT_TRUE(m.SampleUserKeys(3).empty());
  for (SequenceNumber seq = 1; seq < 100; ++seq) Add(&m, seq, kTypeValue, "only", "v");
  EXPECT_EQ(1u, m.SampleUserKeys(3).size());
}

TEST(MemTable, ConcurrentWritersAndReadersAgree) {
  constexpr uint64_t kSeed = 99, kThreads = 3, kPerThread = 3000;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  MemTable m(kOrder, {}, nullptr, 0);
  std::atomic<uint64_t> running{kThreads};
  std::vector<std::thread> threads;
  for (uint64_t id = 0; id < kThreads; ++id) {
    threads.emplace_back([&, id] {
      Random64 rnd(kSeed + id);
      for (uint64_t i = 0; i < kPerThread;) {
        MemTable::Hint hint;
        for (uint64_t batch = 1 + rnd.Uniform(10); batch > 0 && i < kPerThread; --batch, ++i) {
          const SequenceNumber seq = 1 + i * kThreads + id;
          const std::string key = std::to_string(rnd.Uniform(500));
          const ValueType type = rnd.OneIn(20) ? kTypeRangeDeletion : kTypeValue;
          const std::string value =
              type == kTypeValue ? key + "=" + std::to_string(seq) : key + "~";
          ASSERT_OK(m.Add(seq, type, key, value, true, &hint));
        }
        m.PublishCounts(&hint);
      }
      --running;
    });
  }
  threads.emplace_back([&] {
    Random64 rnd(kSeed);
    while (running > 0) {
      const std::string key = std::to_string(rnd.Uniform(500));
      const std::string got = Get(m, key);
      ASSERT_TRUE(got == "none" || got == "deleted" || got.rfind("v:" + key + "=", 0) == 0) << got;
    }
  });
  for (auto& t : threads) t.join();
  EXPECT_EQ(kThreads * kPerThread, m.num_entries());
  m.MarkImmutable();
  std::unique_ptr<InternalIterator> it(m.NewIterator());
  uint64_t points = 0;
  for (it->SeekToFirst(); it->Valid(); it->Next()) ++points;
  EXPECT_EQ(kThreads * kPerThread, points + m.num_range_deletes());
}

class CountingStall final : public StallInterface {
 public:
  void Block() override {}
  void Signal() override { ++signals; }
  int signals = 0;
};

TEST(WriteBufferManager, FollowsTheLifeOfMemtables) {
  WriteBufferManager wbm(8 << 20);
  MemTableOptions options;
  options.write_buffer_size = 4 << 20;
  {
    MemTable m(kOrder, options, &wbm, 0);
    Add(&m, 1, kTypeValue, "a", std::string(100000, 'x'));
    EXPECT_GE(wbm.memory_usage(), 100000u);
    EXPECT_EQ(wbm.memory_usage(), wbm.mutable_memtable_memory_usage());
    m.MarkImmutable();
    EXPECT_EQ(0u, wbm.mutable_memtable_memory_usage());
    EXPECT_GE(wbm.memory_usage(), 100000u);
  }
  EXPECT_EQ(0u, wbm.memory_usage());
  { MemTable never_immutable(kOrder, options, &wbm, 0); }
  EXPECT_EQ(0u, wbm.mutable_memtable_memory_usage());
}

TEST(WriteBufferManager, WantsAFlushNearTheLimitUnlessMostIsBeingFlushed) {
  WriteBufferManager wbm(8000);
  wbm.ReserveMem(7000);
  EXPECT_FALSE(wbm.ShouldFlush());
  wbm.ReserveMem(1);
  EXPECT_TRUE(wbm.ShouldFlush());
  wbm.ScheduleFreeMem(4000);
  EXPECT_FALSE(wbm.ShouldFlush());
  wbm.ReserveMem(1000);
  EXPECT_TRUE(wbm.ShouldFlush());
  wbm.SetBufferSize(100000);
  EXPECT_FALSE(wbm.ShouldFlush());
  EXPECT_FALSE(WriteBufferManager(0).enabled());
}

TEST(WriteBufferManager, ChargesACacheInSteps) {
  auto cache = NewLRUCache(64 << 20);
  {
    WriteBufferManager wbm(32 << 20, cache);
    EXPECT_TRUE(wbm.cost_to_cache());
    wbm.ReserveMem(1 << 20);
    EXPECT_EQ(size_t{1} << 20, wbm.dummy_entries_in_cache_usage());
    EXPECT_GE(cache->GetPinnedUsage(), size_t{1} << 20);
    wbm.ScheduleFreeMem(1 << 20);
    wbm.FreeMem(1 << 20);
    EXPECT_EQ(0u, wbm.dummy_entries_in_cache_usage());
  }
  EXPECT_EQ(0u, cache->GetUsage());
}

TEST(WriteBufferManager, StalledDatabasesAreSignalledWhenMemoryIsFreed) {
  WriteBufferManager wbm(1000, {}, true);
  CountingStall db, leaving;
  wbm.BeginWriteStall(&db);
  EXPECT_EQ(1, db.signals);  // nothing to wait for
  wbm.ReserveMem(1000);
  EXPECT_TRUE(wbm.ShouldStall());
  wbm.BeginWriteStall(&db);
  wbm.BeginWriteStall(&leaving);
  EXPECT_TRUE(wbm.IsStallActive());
  EXPECT_EQ(1, db.signals);
  wbm.RemoveDBFromQueue(&leaving);
  EXPECT_EQ(1, leaving.signals);
  wbm.ScheduleFreeMem(500);
  wbm.FreeMem(500);
  EXPECT_EQ(2, db.signals);
  EXPECT_EQ(1, leaving.signals);
  EXPECT_FALSE(wbm.ShouldStall());
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
