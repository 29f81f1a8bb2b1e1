// DBOptions::row_cache: lookups answered from it are those that the tables give.
#include <map>
#include <utility>

#include "rocksdb/statistics.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

class RowCacheTest : public DbTest {
 protected:
  RowCacheTest() {
    options_ = SmallOptions();
    options_.merge_operator = std::make_shared<AppendOperator>();
    options_.row_cache = NewLRUCache(8 << 20);
    options_.statistics = CreateDBStatistics();
  }
  uint64_t Hits() { return options_.statistics->getAndResetTickerCount(ROW_CACHE_HIT); }
  uint64_t Misses() { return options_.statistics->getAndResetTickerCount(ROW_CACHE_MISS); }
  void Flush() { ASSERT_OK(db_->Flush(FlushOptions())); }

  Options options_;
};

TEST_F(RowCacheTest, AnswersTheSecondLookupOfATablesKey) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  EXPECT_EQ(Get("a"), "1");
  EXPECT_EQ(Misses(), 0u);
  Flush();
  EXPECT_EQ(Get("a"), "1");
  EXPECT_EQ(Misses(), 1u);
  EXPECT_EQ(Hits(), 0u);
  EXPECT_EQ(Get("a"), "1");
  std::vector<std::string> values;
  EXPECT_OK(db_->MultiGet(ReadOptions(), {"a"}, &values)[0]);
  EXPECT_EQ(values[0], "1");
  EXPECT_EQ(Hits(), 2u);
  EXPECT_EQ(Misses(), 0u);
  EXPECT_EQ(Contents(), "a=1");
  EXPECT_EQ(Hits() + Misses(), 0u);
}

TEST_F(RowCacheTest, KeepsNothingOfReadsThatFillNoCache) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  Flush();
  ReadOptions read;
  read.fill_cache = false;
  std::string value;
  for (int i = 0; i < 2; ++i) EXPECT_OK(db_->Get(read, "a", &value));
  EXPECT_EQ(Misses(), 2u);
  EXPECT_EQ(Hits(), 0u);
}

TEST_F(RowCacheTest, TellsSnapshotsApart) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "old"));
  const Snapshot* first = db_->GetSnapshot();
  ASSERT_OK(Put("a", "new"));
  const Snapshot* second = db_->GetSnapshot();
  ASSERT_OK(db_->Delete(WriteOptions(), "a"));
  Flush();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(Get("a"), "NOT_FOUND");
    EXPECT_EQ(Get("a", first), "old");
    EXPECT_EQ(Get("a", second), "new");
  }
  EXPECT_EQ(Misses(), 3u);
  EXPECT_EQ(Hits(), 6u);
  db_->ReleaseSnapshot(first);
  db_->ReleaseSnapshot(second);
}

TEST_F(RowCacheTest, ShowsRangeDeletionsMergesAndNewerTables) {
  options_.disable_auto_compactions = true;
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(Put("b", "1"));
  Flush();
  EXPECT_EQ(Get("a") + Get("a") + Get("b") + Get("b"), "1111");
  ASSERT_OK(db_->Merge(WriteOptions(), "a", "2"));
  EXPECT_EQ(Get("a"), "1,2");
  Flush();
  for (int i = 0; i < 2; ++i) EXPECT_EQ(Get("a"), "1,2");
  ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "a", "b"));
  Flush();
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(Get("a"), "NOT_FOUND");
    EXPECT_EQ(Get("b"), "1");
  }
  ASSERT_OK(Put("a", "3"));
  // Newer than the range deletion, in one table with an older entry that it deletes.
  Flush();
  for (int i = 0; i < 2; ++i) EXPECT_EQ(Get("a"), "3");
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  for (int i = 0; i < 2; ++i) EXPECT_EQ(Get("a") + Get("b"), "31");
}

TEST_F(RowCacheTest, SharedByTwoOpeningsShowsEachItsOwn) {
  for (const char* value : {"1", "2", "3"}) {
    Close();
    ASSERT_OK(DestroyDB(DbPath(), options_));
    ASSERT_OK(Open(options_));
    ASSERT_OK(Put("a", value));
    Flush();
    for (int i = 0; i < 2; ++i) EXPECT_EQ(Get("a"), value);
  }
}

TEST_F(RowCacheTest, ServesWithoutRoomAsWell) {
  options_.row_cache = NewLRUCache(0, 0, true);
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  Flush();
  for (int i = 0; i < 2; ++i) EXPECT_EQ(Get("a"), "1");
  EXPECT_EQ(Hits(), 0u);
}

TEST_F(RowCacheTest, AnswersAsAMapDoesUnderSnapshotsAndChanges) {
  using Model = std::map<std::string, std::string>;
  options_.row_cache = NewLRUCache(64 << 10);
  options_.write_buffer_size = 16 << 10;
  std::mt19937_64 random(TestSeed());
  const auto draw = [&random](uint64_t n) { return random() % n; };
  ASSERT_OK(Open(options_));
  Model model;
  std::vector<std::pair<const Snapshot*, Model>> snapshots;
  for (int i = 0; i < Scaled(8000); ++i) {
    const std::string key = NumberedKey(draw(60)), end = NumberedKey(draw(60));
    const uint64_t what = draw(100);
    if (what < 12) {
      ASSERT_OK(Put(key, std::to_string(i) + std::string(50, 'v')));
      model[key] = std::to_string(i) + std::string(50, 'v');
    } else if (what < 16) {
      ASSERT_OK(db_->Delete(WriteOptions(), key));
      model.erase(key);
    } else if (what < 20) {
      ASSERT_OK(db_->Merge(WriteOptions(), key, "m"));
      model[key] += model[key].empty() ? "m" : ",m";
    } else if (what == 20 && key < end) {
      ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), key, end));
      model.erase(model.lower_bound(key), model.lower_bound(end));
    } else if (what == 21 && draw(4) == 0) {
      Flush();
    } else if (what == 22 && snapshots.size() < 4) {
      snapshots.emplace_back(db_->GetSnapshot(), model);
    } else if (what == 23 && !snapshots.empty()) {
      db_->ReleaseSnapshot(snapshots.front().first);
      snapshots.erase(snapshots.begin());
    } else {
      const bool old = !snapshots.empty() && draw(2) == 0;
      const auto& [snapshot, shown] = old ? snapshots[draw(snapshots.size())]
                                          : std::pair<const Snapshot*, Model>{nullptr, model};
      const auto it = shown.find(key);
      ASSERT_EQ(Get(key, snapshot), it == shown.end() ? "NOT_FOUND" : it->second) << "step " << i;
    }
  }
  for (const auto& [snapshot, shown] : snapshots) db_->ReleaseSnapshot(snapshot);
  EXPECT_GT(Hits(), 0u);
}

}  // namespace
}  // namespace system_test
