// MergeOperator::ShouldMerge: point lookups ask it at each operand and look no further once it has
// enough; everything else never asks.
#include <limits>
#include <utility>

#include "rocksdb/sst_file_reader.h"
#include "rocksdb/statistics.h"
#include "rocksdb/utilities/write_batch_with_index.h"
#include "rocksdb/wide_columns.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

// Has enough once it sees `enough` operands, and notes what it was asked: "3|3 2|3 2 1". Only the
// thread of the test looks keys up and changes the fields.
class ContentAppend : public AppendOperator {
 public:
  static constexpr size_t kNeverEnough = std::numeric_limits<size_t>::max();

  bool ShouldMerge(const std::vector<Slice>& operands) const override {
    if (!asked.empty()) asked += "|";
    for (size_t i = 0; i < operands.size(); ++i)
      asked += (i > 0 ? " " : "") + operands[i].ToString();
    return operands.size() >= enough;
  }
  bool PartialMerge(const Slice& key, const Slice& left, const Slice& right, std::string* out,
                    Logger* logger) const override {
    return combines && AppendOperator::PartialMerge(key, left, right, out, logger);
  }

  size_t enough = kNeverEnough;
  bool combines = true;
  mutable std::string asked;
};

class ShouldMergeTest : public DbTest {
 protected:
  ShouldMergeTest() {
    options_ = SmallOptions(4);
    options_.disable_auto_compactions = true;
    options_.merge_operator = operator_;
    options_.statistics = CreateDBStatistics();
  }
  void TearDown() override { ReleaseSnapshots(); }
  void ReleaseSnapshots() {
    for (const Snapshot* snapshot : snapshots_) db_->ReleaseSnapshot(snapshot);
    snapshots_.clear();
  }

  void Merge(const std::string& key, const std::string& operand) {
    ASSERT_OK(db_->Merge(WriteOptions(), key, operand));
  }
  void Flush() { ASSERT_OK(db_->Flush(FlushOptions())); }
  void Compact() { ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr)); }
  // Of "k": a base and 1 and 2 in the last level, 3 in Level 0, 4 in the memtable. Snapshots keep
  // the compaction from folding.
  void Spread() {
    ASSERT_OK(Put("k", "base"));
    for (const char* operand : {"1", "2"}) {
      snapshots_.push_back(db_->GetSnapshot());
      Merge("k", operand);
    }
    Flush();
    Compact();
    Merge("k", "3");
    Flush();
    Merge("k", "4");
    EXPECT_EQ(Property("rocksdb.num-files-at-level0"), "1");
    EXPECT_EQ(Property("rocksdb.num-files-at-level6"), "1");
    operator_->asked.clear();
  }

  // What every point lookup shows of the key, if they agree.
  std::string Shown(const Slice& key, size_t enough) {
    operator_->enough = enough;
    std::string value = Get(key.ToString());
    ColumnFamilyHandle* family = db_->DefaultColumnFamily();
    PinnableSlice many;
    Status s;
    db_->MultiGet(ReadOptions(), family, 1, &key, &many, &s);
    EXPECT_OK(s);
    EXPECT_EQ(many.ToString(), value);
    const WideColumns expected{{kDefaultWideColumnName, value}};
    PinnableWideColumns columns;
    EXPECT_OK(db_->GetEntity(ReadOptions(), family, key, &columns));
    EXPECT_EQ(columns.columns(), expected);
    columns.Reset();
    db_->MultiGetEntity(ReadOptions(), family, 1, &key, &columns, &s);
    EXPECT_OK(s);
    EXPECT_EQ(columns.columns(), expected);
    operator_->asked.clear();
    return value;
  }
  // What one Get asks.
  std::string AskedByGet(const std::string& key, size_t enough) {
    operator_->enough = enough;
    operator_->asked.clear();
    Get(key);
    return Asked();
  }
  std::string Asked() { return std::exchange(operator_->asked, ""); }
  uint64_t Ticks(Tickers ticker) { return options_.statistics->getAndResetTickerCount(ticker); }

  const std::shared_ptr<ContentAppend> operator_ = std::make_shared<ContentAppend>();
  Options options_;
  std::vector<const Snapshot*> snapshots_;
};

TEST_F(ShouldMergeTest, InMemoryTheNewestOperandsThatAreEnoughMakeTheValue) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("k", "base"));
  for (const char* operand : {"1", "2", "3"}) Merge("k", operand);
  EXPECT_EQ(Shown("k", 1), "3");
  EXPECT_EQ(Shown("k", 2), "2,3");
  EXPECT_EQ(Shown("k", 3), "1,2,3") << "enough at the last operand leaves the base out";
  EXPECT_EQ(Shown("k", 4), "base,1,2,3");
  EXPECT_EQ(AskedByGet("k", 2), "3|3 2");
  EXPECT_EQ(AskedByGet("k", 4), "3|3 2|3 2 1");
}

TEST_F(ShouldMergeTest, OperandsOfMemtablesAndTablesAreShownTogether) {
  ASSERT_OK(Open(options_));
  Spread();
  EXPECT_EQ(Shown("k", 1), "4");
  EXPECT_EQ(Shown("k", 2), "3,4");
  EXPECT_EQ(Shown("k", 3), "2,3,4") << "ends between two entries of the last level";
  EXPECT_EQ(Shown("k", 4), "1,2,3,4");
  EXPECT_EQ(Shown("k", 5), "base,1,2,3,4");
  EXPECT_EQ(AskedByGet("k", 1), "4");
  EXPECT_EQ(AskedByGet("k", 3), "4|4 3|4 3 2");
  EXPECT_EQ(AskedByGet("k", 5), "4|4 3|4 3 2|4 3 2 1");
}

TEST_F(ShouldMergeTest, WhatHasEnoughAnsweredTheLookup) {
  ASSERT_OK(Open(options_));
  Spread();
  ASSERT_OK(options_.statistics->Reset());
  AskedByGet("k", 1);
  EXPECT_EQ(Ticks(MEMTABLE_HIT), 1u);
  EXPECT_EQ(Ticks(GET_HIT_L0) + Ticks(GET_HIT_L2_AND_UP), 0u);
  AskedByGet("k", 2);
  EXPECT_EQ(Ticks(MEMTABLE_HIT), 0u);
  EXPECT_EQ(Ticks(GET_HIT_L0), 1u);
  EXPECT_EQ(Ticks(GET_HIT_L2_AND_UP), 0u);
  AskedByGet("k", 3);
  EXPECT_EQ(Ticks(GET_HIT_L0), 0u);
  EXPECT_EQ(Ticks(GET_HIT_L2_AND_UP), 1u);
}

TEST_F(ShouldMergeTest, OperandsOverATablesDeletionAreItsAnswerAndOverNothingNobodys) {
  ASSERT_OK(Open(options_));
  // Keeps the deletion below the operand.
  ASSERT_OK(Put("deleted", "base"));
  snapshots_.push_back(db_->GetSnapshot());
  ASSERT_OK(db_->Delete(WriteOptions(), "deleted"));
  snapshots_.push_back(db_->GetSnapshot());
  for (const char* key : {"deleted", "alone"}) Merge(key, "1");
  Flush();
  ASSERT_OK(options_.statistics->Reset());
  EXPECT_EQ(Get("alone"), "1");
  EXPECT_EQ(Ticks(GET_HIT_L0), 0u);
  EXPECT_EQ(Get("deleted"), "1");
  EXPECT_EQ(Ticks(GET_HIT_L0), 1u);
}

TEST_F(ShouldMergeTest, WithoutOperandsNobodyIsAsked) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("k", "1"));
  EXPECT_EQ(AskedByGet("k", 0), "");
  Flush();
  EXPECT_EQ(AskedByGet("k", 0), "");
  EXPECT_EQ(AskedByGet("missing", 0), "");
  EXPECT_EQ(Get("k"), "1");
}

TEST_F(ShouldMergeTest, AnOperatorThatNeverHasEnoughChangesNothing) {
  ASSERT_OK(Open(options_));
  Spread();
  EXPECT_EQ(Shown("k", ContentAppend::kNeverEnough), "base,1,2,3,4");
  ASSERT_OK(db_->Delete(WriteOptions(), "k"));
  Flush();
  Merge("k", "5");
  Flush();
  Merge("k", "6");
  EXPECT_EQ(Shown("k", ContentAppend::kNeverEnough), "5,6");
  EXPECT_EQ(AskedByGet("k", ContentAppend::kNeverEnough), "6|6 5");
}

TEST_F(ShouldMergeTest, OperandsThatAFlushCombinedCountAsOne) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("k", "base"));
  Flush();
  for (const char* operand : {"1", "2", "3"}) Merge("k", operand);
  Flush();
  Merge("k", "4");
  EXPECT_EQ(Shown("k", 1), "4");
  EXPECT_EQ(Shown("k", 2), "1,2,3,4");
  EXPECT_EQ(Shown("k", 3), "base,1,2,3,4");
  EXPECT_EQ(AskedByGet("k", 3), "4|4 1,2,3");
}

TEST_F(ShouldMergeTest, IteratorsJobsAndGetMergeOperandsTakeAllWithoutAsking) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("k", "base"));
  Flush();
  Merge("k", "1");
  Merge("k", "2");
  operator_->enough = 1;
  EXPECT_EQ(Contents(), "k=base,1,2");
  PinnableSlice operands[3];
  GetMergeOperandsOptions how;
  how.expected_max_number_of_operands = 3;
  int number = 0;
  ASSERT_OK(db_->GetMergeOperands(ReadOptions(), db_->DefaultColumnFamily(), "k", operands, &how,
                                  &number));
  ASSERT_EQ(number, 3);
  EXPECT_EQ(operands[0].ToString(), "base");
  Flush();
  Compact();
  EXPECT_EQ(Asked(), "");
  EXPECT_EQ(Shown("k", 1), "base,1,2") << "a value by now";
}

TEST_F(ShouldMergeTest, OperandsThatASnapshotOrADeletionHidesAreNotShown) {
  ASSERT_OK(Open(options_));
  Merge("k", "1");
  Merge("k", "2");
  snapshots_.push_back(db_->GetSnapshot());
  ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "a", "z"));
  Merge("k", "3");
  EXPECT_EQ(Shown("k", 2), "3");
  EXPECT_EQ(AskedByGet("k", 2), "3");
  EXPECT_EQ(Get("k", snapshots_[0]), "1,2");
  EXPECT_EQ(Asked(), "2|2 1");
}

TEST_F(ShouldMergeTest, AnEntityBelowEnoughOperandsIsNotSeen) {
  ASSERT_OK(Open(options_));
  ColumnFamilyHandle* family = db_->DefaultColumnFamily();
  ASSERT_OK(db_->PutEntity(WriteOptions(), family, "k", {{"", "default"}, {"n", "named"}}));
  Flush();
  Merge("k", "1");
  Merge("k", "2");
  EXPECT_EQ(Shown("k", 2), "1,2");
  operator_->enough = 3;
  PinnableWideColumns columns;
  ASSERT_OK(db_->GetEntity(ReadOptions(), family, "k", &columns));
  EXPECT_EQ(columns.columns(), (WideColumns{{"", "default,1,2"}, {"n", "named"}}));
}

TEST_F(ShouldMergeTest, TheCountThresholdLooksAtTheOperandsThatWereTaken) {
  ASSERT_OK(Open(options_));
  Spread();
  operator_->enough = 2;
  ReadOptions read;
  std::string value;
  read.merge_operand_count_threshold = 1;
  EXPECT_TRUE(db_->Get(read, "k", &value).IsOkMergeOperandThresholdExceeded());
  read.merge_operand_count_threshold = 2;
  EXPECT_FALSE(db_->Get(read, "k", &value).IsOkMergeOperandThresholdExceeded());
  EXPECT_EQ(value, "3,4");
}

TEST_F(ShouldMergeTest, RowsInACacheHideNeitherOperandsNorTheBase) {
  options_.row_cache = NewLRUCache(1 << 20);
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("k", "base"));
  Flush();
  operator_->combines = false;
  for (const char* operand : {"1", "2"}) Merge("k", operand);
  Flush();
  Merge("k", "3");
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(Shown("k", 2), "2,3");
    EXPECT_EQ(AskedByGet("k", 2), "3|3 2");
    EXPECT_EQ(Shown("k", 4), "base,1,2,3");
    EXPECT_EQ(AskedByGet("k", 4), "3|3 2|3 2 1");
  }
}

// Without cached blocks, so that MultiGet has to wait for some and goes on in the middle of a
// table.
TEST_F(ShouldMergeTest, MultiGetEndsEachKeyOnItsOwnWhileOthersWaitForBlocks) {
  BlockBasedTableOptions table;
  table.no_block_cache = true;
  table.block_size = 256;
  options_.table_factory.reset(NewBlockBasedTableFactory(table));
  operator_->combines = false;
  ASSERT_OK(Open(options_));
  constexpr int kKeys = 20;
  for (int i = 0; i < kKeys; ++i) ASSERT_OK(Put(NumberedKey(i), "base"));
  Flush();
  Compact();
  // Key i gets i % 4 operands, each larger than a block.
  std::vector<std::string> names, all(kKeys), newest(kKeys);
  const std::string padding(300, '.');
  for (int i = 0; i < kKeys; ++i) {
    names.push_back(NumberedKey(i));
    all[i] = "base";
    for (int n = 1; n <= i % 4; ++n) {
      Merge(names[i], std::to_string(n) + padding);
      all[i] += "," + std::to_string(n) + padding;
    }
    newest[i] = i % 4 < 2 ? all[i] : all[i].substr(all[i].size() - 2 * (padding.size() + 1) - 1);
  }
  Flush();
  const std::vector<Slice> keys(names.begin(), names.end());
  for (const size_t enough : {ContentAppend::kNeverEnough, size_t{2}}) {
    operator_->enough = enough;
    std::vector<std::string> values;
    for (const Status& s : db_->MultiGet(ReadOptions(), keys, &values)) EXPECT_OK(s);
    EXPECT_EQ(values, enough == 2 ? newest : all);
  }
}

TEST_F(ShouldMergeTest, ReadOnlyAndSecondaryInstancesAsk) {
  options_.max_open_files = -1;
  ASSERT_OK(Open(options_));
  Spread();
  ReleaseSnapshots();
  Close();
  operator_->enough = 2;
  std::string value;
  {
    DB* raw = nullptr;
    ASSERT_OK(DB::OpenForReadOnly(options_, DbPath(), &raw));
    const std::unique_ptr<DB> read_only(raw);
    EXPECT_OK(read_only->Get(ReadOptions(), "k", &value));
    EXPECT_EQ(value, "3,4");
  }
  value.clear();
  DB* raw = nullptr;
  ASSERT_OK(DB::OpenAsSecondary(options_, DbPath(), dir_ / "secondary", &raw));
  const std::unique_ptr<DB> secondary(raw);
  EXPECT_OK(secondary->TryCatchUpWithPrimary());
  EXPECT_OK(secondary->Get(ReadOptions(), "k", &value));
  EXPECT_EQ(value, "3,4");
}

TEST_F(ShouldMergeTest, IndexedBatchesFoldTheirOperandsOverWhatTheDatabaseShows) {
  ASSERT_OK(Open(options_));
  Spread();
  operator_->enough = 1;
  WriteBatchWithIndex batch;
  ASSERT_OK(batch.Merge(db_->DefaultColumnFamily(), "k", "5"));
  ASSERT_OK(batch.Merge(db_->DefaultColumnFamily(), "k", "6"));
  std::string value;
  ASSERT_OK(batch.GetFromBatchAndDB(db_.get(), ReadOptions(), "k", &value));
  EXPECT_EQ(value, "4,5,6");
  EXPECT_EQ(Asked(), "4") << "about operands of the database only";
}

TEST_F(ShouldMergeTest, AFoldAtWriteTakesWhatAGetShows) {
  options_.max_successive_merges = 3;
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("k", "base"));
  Flush();
  for (const char* operand : {"1", "2", "3"}) Merge("k", operand);
  operator_->enough = 2;
  Merge("k", "4");
  EXPECT_EQ(Asked(), "3|3 2");
  EXPECT_EQ(Contents(), "k=2,3,4");
  EXPECT_EQ(Shown("k", 2), "2,3,4");
}

TEST_F(ShouldMergeTest, ReadersOfOneTableAskInLookupsOnly) {
  ASSERT_OK(Open(options_));
  Spread();
  std::vector<LiveFileMetaData> files;
  db_->GetLiveFilesMetaData(&files);
  std::string deepest;
  for (const LiveFileMetaData& file : files) {
    if (file.level == 6) deepest = file.db_path + file.name;
  }
  SstFileReader reader(options_);
  ASSERT_OK(reader.Open(deepest));
  std::vector<std::string> values;
  const auto shown = [&](size_t enough) {
    operator_->enough = enough;
    for (const Status& s : reader.MultiGet(ReadOptions(), {"k"}, &values)) EXPECT_OK(s);
    return values[0];
  };
  EXPECT_EQ(shown(1), "2");
  EXPECT_EQ(shown(2), "1,2");
  EXPECT_EQ(shown(3), "base,1,2");
  operator_->enough = 1;
  const std::unique_ptr<Iterator> it(reader.NewIterator(ReadOptions()));
  it->SeekToFirst();
  ASSERT_TRUE(it->Valid());
  EXPECT_EQ(it->value().ToString(), "base,1,2");
}

}  // namespace
}  // namespace system_test
