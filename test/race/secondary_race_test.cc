// A secondary instance that catches up, and is read, while its primary writes, flushes, compacts
// and starts new MANIFESTs: each answer is the state after some write, never one with a hole.
//
// Write i puts key i into family i % 2, and i under "count" into both families.
#include <atomic>
#include <thread>

#include "test/support/beside_primary.h"

namespace system_test {
namespace {

class SecondaryRaceTest : public BesidePrimaryTest {
 protected:
  SecondaryRaceTest() {
    options_.write_buffer_size = 16 << 10;
    options_.max_manifest_file_size = 3000;
    options_.level0_file_num_compaction_trigger = 2;
  }

  void WriteAll(int writes) {
    for (int i = 1; i <= writes; ++i) {
      WriteBatch batch;
      ASSERT_OK(batch.Put(primary_.handles[i % 2], NumberedKey(i), std::string(100, 'v')));
      for (ColumnFamilyHandle* handle : primary_.handles)
        ASSERT_OK(batch.Put(handle, "count", std::to_string(i)));
      ASSERT_OK(batch.Merge(primary_.handles[0], "merged", "m"));
      ASSERT_OK(primary_.db->Write(WriteOptions(), &batch));
      if (i % 97 == 0) ASSERT_OK(Flush(0));
    }
  }

  // "count" as several keys at one moment show it; all families must agree.
  int CountByMultiGet() {
    std::vector<std::string> values;
    for (const Status& s :
         secondary_.db->MultiGet(ReadOptions(), secondary_.handles, {"count", "count"}, &values))
      EXPECT_TRUE(s.ok() || s.IsNotFound()) << s.ToString();
    EXPECT_EQ(values[0], values[1]);
    return values[0].empty() ? 0 : std::stoi(values[0]);
  }
  int CountByEntities() {
    PinnableAttributeGroups groups;
    for (ColumnFamilyHandle* handle : secondary_.handles) groups.emplace_back(handle);
    EXPECT_OK(secondary_.db->GetEntity(ReadOptions(), "count", &groups));
    std::vector<std::string> values;
    for (const PinnableAttributeGroup& group : groups) {
      const Status& s = group.status();
      EXPECT_TRUE(s.ok() || s.IsNotFound()) << s.ToString();
      values.push_back(s.ok() ? group.columns()[0].value().ToString() : "0");
    }
    EXPECT_EQ(values[0], values[1]);
    return std::stoi(values[0]);
  }
  // The families of a walk, made one after the other, show one catch-up.
  int CountByWalk() {
    const auto it = secondary_.db->NewAttributeGroupIterator(ReadOptions(), secondary_.handles);
    it->Seek("count");
    EXPECT_OK(it->status());
    if (!it->Valid()) return 0;
    const IteratorAttributeGroups& groups = it->attribute_groups();
    EXPECT_EQ(groups.size(), 2u);
    EXPECT_EQ(groups.front().columns(), groups.back().columns());
    return std::stoi(groups.front().columns()[0].value().ToString());
  }
  int CountByCoalescing() {
    const auto it = secondary_.db->NewCoalescingIterator(ReadOptions(), secondary_.handles);
    int count = 0, keys = 0;
    for (it->SeekToFirst(); it->Valid(); it->Next()) {
      if (it->key() == "count") {
        count = std::stoi(it->value().ToString());
      } else if (it->key() != "merged") {
        ++keys;
      }
    }
    EXPECT_OK(it->status());
    EXPECT_EQ(keys, count);
    return count;
  }
  // Every write up to "count" is there and none behind it.
  int CountByIterators() {
    std::vector<Iterator*> made;
    EXPECT_OK(secondary_.db->NewIterators(ReadOptions(), secondary_.handles, &made));
    int count = 0, keys = 0;
    for (size_t family = 0; family < made.size(); ++family) {
      const std::unique_ptr<Iterator> it(made[family]);
      int largest = 0;
      for (it->SeekToFirst(); it->Valid(); it->Next()) {
        const std::string key = it->key().ToString();
        if (key == "count") {
          const int shown = std::stoi(it->value().ToString());
          EXPECT_TRUE(family == 0 || shown == count) << shown << " and " << count;
          count = shown;
        } else if (key == "merged") {
          EXPECT_EQ(it->value().size(), static_cast<size_t>(2 * count - 1));
        } else {
          largest = std::stoi(key.substr(3));
          EXPECT_EQ(largest % 2, static_cast<int>(family));
          ++keys;
        }
      }
      EXPECT_OK(it->status());
      EXPECT_LE(largest, count);
    }
    EXPECT_EQ(keys, count);
    return count;
  }
};

TEST_F(SecondaryRaceTest, ShowsAPrefixOfTheHistoryWhileThePrimaryWrites) {
  const std::vector<std::string> names = {kDefaultColumnFamilyName, "twin"};
  OpenPrimary(names);
  ASSERT_OK(OpenSecondary(names));
  const int writes = Scaled(4000);
  std::atomic<bool> written{false};
  std::atomic<bool> done{false};
  std::thread writer([&] {
    WriteAll(writes);
    written = true;
  });
  std::thread reader([&] {
    for (int last = 0; !done;) {
      const int count = CountByMultiGet();
      EXPECT_GE(count, last);
      last = count;
      const int walked = CountByIterators();
      EXPECT_GE(walked, last);
      last = walked;
      std::string value;
      Status s = secondary_.db->Get(ReadOptions(), secondary_.handles[1], "count", &value);
      EXPECT_TRUE(s.ok() || s.IsNotFound()) << s.ToString();
      EXPECT_GE(value.empty() ? 0 : std::stoi(value), last);
    }
  });
  std::thread reader_of_entities([&] {
    for (int last = 0; !done;) {
      for (const int count : {CountByEntities(), CountByWalk(), CountByCoalescing()}) {
        EXPECT_GE(count, last);
        last = count;
      }
    }
  });
  while (!written) {
    const Status s = CatchUp();
    EXPECT_TRUE(s.ok() || s.IsTryAgain()) << s.ToString();
  }
  writer.join();
  EXPECT_OK(CatchUp());
  EXPECT_EQ(CountByIterators(), writes);
  done = true;
  reader.join();
  reader_of_entities.join();
}

TEST_F(SecondaryRaceTest, OpensWhileThePrimaryWrites) {
  const std::vector<std::string> names = {kDefaultColumnFamilyName, "twin"};
  OpenPrimary(names);
  std::atomic<bool> written{false};
  std::thread writer([&] {
    WriteAll(Scaled(3000));
    written = true;
  });
  int last = 0;
  while (!written) {
    const Status s = OpenSecondary(names);
    EXPECT_TRUE(s.ok() || s.IsTryAgain()) << s.ToString();
    if (!s.ok()) continue;
    const int count = CountByIterators();
    EXPECT_GE(count, last);
    last = count;
  }
  writer.join();
}

}  // namespace
}  // namespace system_test
