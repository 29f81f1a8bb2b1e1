// What tables and properties tell of the times of keys, and the ttl that goes by them.
#include <gtest/gtest.h>

#include "rocksdb/table_properties.h"
#include "test/support/hand_clock.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

class KeyTimesTest : public DbTest {
 protected:
  KeyTimesTest() { options_.env = &env_; }
  // The database goes before its Env does.
  ~KeyTimesTest() override { Close(); }
  void UseFifo() {
    options_.compaction_style = kCompactionStyleFIFO;
    options_.compaction_options_fifo.max_table_files_size = 1 << 30;
    options_.ttl = 500;
    options_.level0_file_num_compaction_trigger = 100;
    options_.level0_slowdown_writes_trigger = options_.level0_stop_writes_trigger = 200;
  }
  void PutAt(uint64_t second, const std::string& key) {
    clock_->Set(second);
    ASSERT_OK(Put(key, "v"));
  }
  void FlushAt(uint64_t second) {
    clock_->Set(second);
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  void CompactAt(uint64_t second) {
    clock_->Set(second);
    CompactRangeOptions all;
    all.bottommost_level_compaction = BottommostLevelCompaction::kForce;
    ASSERT_OK(db_->CompactRange(all, nullptr, nullptr));
  }
  void ReopenAt(uint64_t second) {
    Close();
    clock_->Set(second);
    ASSERT_OK(Open(options_));
  }
  // Of the only table.
  TableProperties OnlyTable() {
    TablePropertiesCollection tables;
    EXPECT_OK(db_->GetPropertiesOfAllTables(&tables));
    EXPECT_EQ(tables.size(), 1u);
    return tables.empty() ? TableProperties() : *tables.begin()->second;
  }
  std::vector<LiveFileMetaData> Tables() {
    std::vector<LiveFileMetaData> tables;
    db_->GetLiveFilesMetaData(&tables);
    return tables;
  }
  uint64_t OldestAncestor() { return Tables().at(0).oldest_ancester_time; }
  // 0: there is no answer.
  uint64_t Estimate() {
    uint64_t oldest = 0;
    return db_->GetIntProperty(DB::Properties::kEstimateOldestKeyTime, &oldest) ? oldest : 0;
  }
  // Once what was due when the database was opened is done.
  size_t TablesLeft() {
    EXPECT_OK(db_->WaitForCompact(WaitForCompactOptions()));
    return Tables().size();
  }

  std::shared_ptr<HandClock> clock_ = std::make_shared<HandClock>(900);
  HandClockEnv env_{FileSystem::Default(), clock_};
  Options options_ = SmallOptions(0);
};

TEST_F(KeyTimesTest, AFlushedTableTellsTheFirstInsertAndTheFlush) {
  ASSERT_OK(Open(options_));
  PutAt(1000, "a");
  PutAt(1500, "b");
  FlushAt(2000);
  const TableProperties table = OnlyTable();
  EXPECT_EQ(table.oldest_key_time, 1000u);
  EXPECT_EQ(table.newest_key_time, 2000u);
  EXPECT_EQ(table.creation_time, 1000u);
  EXPECT_EQ(table.file_creation_time, 2000u);
  EXPECT_EQ(OldestAncestor(), 1000u);
}

TEST_F(KeyTimesTest, TheCreationOfATableOfAFifoFamilyIsTheFlush) {
  UseFifo();
  ASSERT_OK(Open(options_));
  PutAt(1000, "a");
  FlushAt(1200);
  EXPECT_EQ(OnlyTable().oldest_key_time, 1000u);
  EXPECT_EQ(OnlyTable().creation_time, 1200u);
  EXPECT_EQ(OldestAncestor(), 1000u);
}

TEST_F(KeyTimesTest, KeysThatAreReplayedAreAsOldAsTheReplay) {
  ASSERT_OK(Open(options_));
  PutAt(1000, "a");
  ReopenAt(3000);
  FlushAt(4000);
  EXPECT_EQ(OnlyTable().oldest_key_time, 3000u);
}

TEST_F(KeyTimesTest, ACompactionKeepsTheNewestTimeOfItsInputs) {
  options_.disable_auto_compactions = true;
  ASSERT_OK(Open(options_));
  PutAt(1000, "a");
  FlushAt(2000);
  PutAt(2500, "a");
  FlushAt(2600);
  CompactAt(5000);
  const TableProperties merged = OnlyTable();
  EXPECT_EQ(merged.newest_key_time, 2600u);
  EXPECT_EQ(merged.oldest_key_time, 0u) << "as in stock";
  EXPECT_EQ(merged.creation_time, 1000u);
  EXPECT_EQ(merged.file_creation_time, 5000u);
  ReopenAt(6000);
  CompactAt(7000);
  EXPECT_EQ(OnlyTable().file_creation_time, 7000u);
  EXPECT_EQ(OnlyTable().newest_key_time, 2600u);
}

TEST_F(KeyTimesTest, TheEstimateIsAnsweredFromTheFirstInsertOn) {
  UseFifo();
  options_.ttl = 0;
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Estimate(), 0u);
  PutAt(1000, "a");
  EXPECT_EQ(Estimate(), 1000u);
  PutAt(1500, "b");
  EXPECT_EQ(Estimate(), 1000u);
  FlushAt(2000);
  EXPECT_EQ(Estimate(), 1000u);
  PutAt(2500, "c");
  EXPECT_EQ(Estimate(), 1000u);
  ReopenAt(3000);
  EXPECT_EQ(Estimate(), 1000u);
}

TEST_F(KeyTimesTest, TheTtlOfAFifoFamilyCountsFromTheNewestKeyAlsoAfterAReopening) {
  UseFifo();
  ASSERT_OK(Open(options_));
  PutAt(1000, "first");
  FlushAt(2000);
  ReopenAt(2400);
  EXPECT_EQ(TablesLeft(), 1u) << "its first key came long before";
  ReopenAt(2501);
  EXPECT_EQ(TablesLeft(), 0u);
}

TEST_F(KeyTimesTest, TheTtlKnowsTheNewestKeyOfEachTableOfAFamilyWithMany) {
  UseFifo();
  options_.max_open_files = 10;
  ASSERT_OK(Open(options_));
  constexpr size_t kTables = 25;  // more than an opening samples in other families
  PutAt(1000, "first");
  for (size_t i = 0; i < kTables; ++i) {
    FlushAt(2000);
    PutAt(2000, "key" + std::to_string(i));
  }
  ReopenAt(2400);
  EXPECT_EQ(TablesLeft(), kTables + 1) << "the last one is of what was replayed";
  EXPECT_EQ(Get("first"), "v");
}

}  // namespace
}  // namespace system_test
