// What an indexed batch promises, one promise a test.
#include "rocksdb/utilities/write_batch_with_index.h"

#include "rocksdb/attribute_groups.h"
#include "utilities/write_batch_with_index/wbwi_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Entries of a family as text: kind, key, value, update count.
std::string Entries(WriteBatchWithIndex* batch, ColumnFamilyHandle* cf = nullptr) {
  std::unique_ptr<WBWIIterator> it(batch->NewIterator(cf));
  std::string text;
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    const WriteEntry entry = it->Entry();
    text += "PMDS"[entry.type] + entry.key.ToString() + "=" + entry.value.ToString();
    if (it->GetUpdateCount() != 0) text += "#" + std::to_string(it->GetUpdateCount());
    if (it->HasOverWrittenSingleDel()) text += "!";
    text += " ";
  }
  EXPECT_OK(it->status());
  return text;
}

TEST_F(IndexedBatchTest, EntriesAreOrderedByKeyAndThenByAge) {
  WriteBatchWithIndex batch;
  ASSERT_OK(batch.Put("b", "1"));
  ASSERT_OK(batch.Delete("a"));
  ASSERT_OK(batch.Put("b", "2"));
  ASSERT_OK(batch.SingleDelete("c"));
  ASSERT_OK(batch.Merge("b", "3"));
  EXPECT_EQ(Entries(&batch), "Da= Pb=1 Pb=2 Mb=3 Sc= ");
  EXPECT_EQ(batch.GetWriteBatch()->Count(), 5u);
  EXPECT_EQ(batch.GetWBWIOpCount(), 5u);
}

TEST_F(IndexedBatchTest, EachFamilyHasItsOwnOrderAndEntries) {
  WriteBatchWithIndex batch;
  for (const char* key : {"b", "a", "c"}) {
    ASSERT_OK(batch.Put(key, ""));
    ASSERT_OK(batch.Put(reverse_, key, ""));
  }
  EXPECT_EQ(Entries(&batch), "Pa= Pb= Pc= ");
  EXPECT_EQ(Entries(&batch, reverse_), "Pc= Pb= Pa= ");
  EXPECT_EQ(Entries(&batch, plain_), "");
  EXPECT_EQ(batch.GetCFStats().at(reverse_->GetID()).entry_count, 3u);
  EXPECT_EQ(batch.GetCFStats().count(plain_->GetID()), 0u);
}

TEST_F(IndexedBatchTest, TheComparatorOfTheBatchOrdersKeysWithoutFamily) {
  WriteBatchWithIndex batch(ReverseBytewiseComparator());
  ASSERT_OK(batch.Put("a", ""));
  ASSERT_OK(batch.Put("b", ""));
  EXPECT_EQ(Entries(&batch), "Pb= Pa= ");
}

TEST_F(IndexedBatchTest, AClearedBatchIsAsANewOne) {
  WriteBatchWithIndex batch(ReverseBytewiseComparator(), 0, true);
  // Small batches leave their memory to the next one, large ones do not.
  for (const int count : {3, 1000, 3}) {
    for (int i = 0; i < count; ++i) ASSERT_OK(batch.Put(std::to_string(i % 500), "x"));
    ASSERT_OK(batch.Put(plain_, "p", ""));
    batch.Clear();
    EXPECT_EQ(Entries(&batch), "");
    EXPECT_EQ(Entries(&batch, plain_), "");
    EXPECT_TRUE(batch.GetCFStats().empty());
    EXPECT_EQ(batch.GetWBWIOpCount(), 0u);
    ASSERT_OK(batch.Put("a", "1"));
    ASSERT_OK(batch.Put("b", "2"));
    EXPECT_EQ(Entries(&batch), "Pb=2#1 Pa=1#1 ");
    EXPECT_EQ(batch.GetCFStats().at(0).entry_count, 2u);
    batch.Clear();
    // The first who names the family says how it is ordered.
    ASSERT_OK(batch.Put(default_, "a", "1"));
    ASSERT_OK(batch.Put("b", "2"));
    EXPECT_EQ(Entries(&batch), "Pa=1#1 Pb=2#1 ");
    batch.Clear();
  }
}

TEST_F(IndexedBatchTest, OverwritingLeavesTheNewestUpdateAndCountsTheOthers) {
  WriteBatchWithIndex batch(BytewiseComparator(), 0, true);
  EXPECT_TRUE(batch.GetOverwriteKey());
  ASSERT_OK(batch.Put("a", "1"));
  ASSERT_OK(batch.Put("a", "2"));
  ASSERT_OK(batch.Delete("a"));
  ASSERT_OK(batch.Put("b", "1"));
  EXPECT_EQ(Entries(&batch), "Da=#3 Pb=1#1 ");
  EXPECT_EQ(batch.GetWriteBatch()->Count(), 4u);
  EXPECT_EQ(batch.GetCFStats().at(0).entry_count, 2u);
}

TEST_F(IndexedBatchTest, OverwritingKeepsOperandsBesideWhatTheyAreMergedWith) {
  WriteBatchWithIndex batch(BytewiseComparator(), 0, true);
  ASSERT_OK(batch.Put("a", "1"));
  ASSERT_OK(batch.Merge("a", "2"));
  ASSERT_OK(batch.Merge("a", "3"));
  EXPECT_EQ(Entries(&batch), "Pa=1#1 Ma=2#2 Ma=3#3 ");
  EXPECT_EQ(GetAlone(&batch, default_, "a"), "1,2,3");
  ASSERT_OK(batch.Put("a", "4"));
  EXPECT_EQ(Entries(&batch), "Pa=1#1 Ma=2#2 Pa=4#4 ");
  EXPECT_EQ(GetAlone(&batch, default_, "a"), "4");
}

TEST_F(IndexedBatchTest, AnOverwrittenSingleDeletionIsRemembered) {
  WriteBatchWithIndex batch(BytewiseComparator(), 0, true);
  ASSERT_OK(batch.SingleDelete("a"));
  EXPECT_EQ(batch.GetCFStats().at(0).overwritten_sd_count, 0u);
  batch.SetSavePoint();
  ASSERT_OK(batch.Put("a", "1"));
  ASSERT_OK(batch.Put("a", "2"));
  EXPECT_EQ(Entries(&batch), "Pa=2#3! ");
  EXPECT_EQ(batch.GetCFStats().at(0).overwritten_sd_count, 1u);
  ASSERT_OK(batch.RollbackToSavePoint());
  EXPECT_EQ(Entries(&batch), "Sa=#1 ");
  EXPECT_EQ(batch.GetCFStats().at(0).overwritten_sd_count, 0u);
}

TEST_F(IndexedBatchTest, SeekingFindsTheFirstEntryOfAKeyAndSeekingBackTheLast) {
  WriteBatchWithIndex batch;
  for (const char* value : {"1", "2"}) {
    ASSERT_OK(batch.Put("b", value));
    ASSERT_OK(batch.Put("d", value));
  }
  std::unique_ptr<WBWIIterator> it(batch.NewIterator());
  it->Seek("a");
  EXPECT_EQ(it->Entry().value, "1");
  it->Seek("b");
  EXPECT_EQ(it->Entry().value, "1");
  it->SeekForPrev("b");
  EXPECT_EQ(it->Entry().value, "2");
  it->SeekForPrev("c");
  EXPECT_EQ(it->Entry().key, "b");
  EXPECT_EQ(it->Entry().value, "2");
  it->Next();
  EXPECT_EQ(it->Entry().key, "d");
  it->SeekToLast();
  EXPECT_EQ(it->Entry().value, "2");
  it->Prev();
  EXPECT_EQ(it->Entry().value, "1");
  it->Seek("e");
  EXPECT_FALSE(it->Valid());
  it->SeekForPrev("a");
  EXPECT_FALSE(it->Valid());
}

TEST_F(IndexedBatchTest, TheBatchAloneAnswersWhatItKnows) {
  WriteBatchWithIndex batch;
  ASSERT_OK(db_->Put(WriteOptions(), "in db", "x"));
  ASSERT_OK(batch.Put("put", "1"));
  ASSERT_OK(batch.Delete("gone"));
  ASSERT_OK(batch.Merge("operand", "1"));
  ASSERT_OK(batch.Delete("anew"));
  ASSERT_OK(batch.Merge("anew", "1"));
  EXPECT_EQ(GetAlone(&batch, default_, "put"), "1");
  EXPECT_EQ(GetAlone(&batch, default_, "gone"), "NotFound: ");
  EXPECT_EQ(GetAlone(&batch, default_, "in db"), "NotFound: ");
  EXPECT_EQ(GetAlone(&batch, default_, "operand"), "Merge in progress: ");
  EXPECT_EQ(GetAlone(&batch, default_, "anew"), "1");
  EXPECT_EQ(GetAlone(&batch, nullptr, "anew"), "Invalid argument: Must provide a column family");
}

TEST_F(IndexedBatchTest, TheBatchHidesWhatTheDatabaseSays) {
  for (const char* key : {"kept", "replaced", "removed", "merged"}) {
    ASSERT_OK(db_->Put(WriteOptions(), key, "db"));
  }
  WriteBatchWithIndex batch;
  ASSERT_OK(batch.Put("replaced", "batch"));
  ASSERT_OK(batch.Delete("removed"));
  ASSERT_OK(batch.Merge("merged", "1"));
  ASSERT_OK(batch.Merge("merged", "2"));
  ASSERT_OK(batch.Merge("new", "1"));
  EXPECT_EQ(Get(&batch, default_, "kept"), "db");
  EXPECT_EQ(Get(&batch, default_, "replaced"), "batch");
  EXPECT_EQ(Get(&batch, default_, "removed"), "NotFound: ");
  EXPECT_EQ(Get(&batch, default_, "merged"), "db,1,2");
  EXPECT_EQ(Get(&batch, default_, "new"), "1");
  EXPECT_EQ(Get(&batch, default_, "absent"), "NotFound: ");
  const Pairs all = {{"kept", "db"}, {"merged", "db,1,2"}, {"new", "1"}, {"replaced", "batch"}};
  EXPECT_EQ(Forward(Over(&batch, default_).get()), all);
  EXPECT_EQ(Backward(Over(&batch, default_).get()), Pairs(all.rbegin(), all.rend()));
}

TEST_F(IndexedBatchTest, OperandsOfTheBatchComeAfterThoseOfTheDatabase) {
  ASSERT_OK(db_->Merge(WriteOptions(), "k", "1"));
  WriteBatchWithIndex batch;
  ASSERT_OK(batch.Merge("k", "2"));
  EXPECT_EQ(Get(&batch, default_, "k"), "1,2");
}

TEST_F(IndexedBatchTest, ReadsSeeTheSnapshotOfTheirOptions) {
  ASSERT_OK(db_->Put(WriteOptions(), "k", "old"));
  ReadOptions options;
  options.snapshot = db_->GetSnapshot();
  ASSERT_OK(db_->Put(WriteOptions(), "k", "new"));
  WriteBatchWithIndex batch;
  ASSERT_OK(batch.Merge("k", "1"));
  EXPECT_EQ(Get(&batch, default_, "k", options), "old,1");
  EXPECT_EQ(Forward(Over(&batch, default_, options).get()), (Pairs{{"k", "old,1"}}));
  db_->ReleaseSnapshot(options.snapshot);
  EXPECT_EQ(Get(&batch, default_, "k"), "new,1");
}

TEST_F(IndexedBatchTest, AMissingOrFailingMergeOperatorIsReported) {
  WriteBatchWithIndex batch;
  ASSERT_OK(batch.Put(plain_, "k", "v"));
  ASSERT_OK(batch.Merge(plain_, "k", "1"));
  const std::string missing = "Invalid argument: Merge operator must be set for column family";
  EXPECT_EQ(Get(&batch, plain_, "k"), missing);
  EXPECT_EQ(GetAlone(&batch, plain_, "k"), missing);
  const auto it = Over(&batch, plain_);
  it->SeekToFirst();
  EXPECT_FALSE(it->Valid());
  EXPECT_EQ(it->status().ToString(), missing);

  ASSERT_OK(batch.Merge("k", "bad"));
  EXPECT_EQ(Get(&batch, default_, "k").find("Corruption: Merge operator failed"), 0u);
}

TEST_F(IndexedBatchTest, ALookupOfManyKeysAnswersAsLookupsOfOne) {
  for (const char* key : {"a", "b", "c"}) ASSERT_OK(db_->Put(WriteOptions(), key, "db"));
  WriteBatchWithIndex batch;
  ASSERT_OK(batch.Put("b", "batch"));
  ASSERT_OK(batch.Merge("c", "1"));
  ASSERT_OK(batch.Delete("d"));
  ASSERT_OK(batch.Merge("e", "1"));
  const Slice keys[] = {"a", "b", "c", "d", "e", "f"};
  PinnableSlice values[6];
  Status statuses[6];
  batch.MultiGetFromBatchAndDB(db_.get(), ReadOptions(), default_, 6, keys, values, statuses,
                               false);
  for (size_t i = 0; i < 6; ++i) {
    const std::string got = statuses[i].ok() ? values[i].ToString() : statuses[i].ToString();
    EXPECT_EQ(got, Get(&batch, default_, keys[i])) << keys[i].ToString();
  }
}

TEST_F(IndexedBatchTest, RollingBackRestoresWhatWasOverwritten) {
  for (const bool overwrite : {false, true}) {
    WriteBatchWithIndex batch(BytewiseComparator(), 0, overwrite);
    ASSERT_OK(batch.Put("a", "1"));
    ASSERT_OK(batch.Merge("m", "1"));
    const std::string first = Entries(&batch);
    batch.SetSavePoint();
    ASSERT_OK(batch.Put("a", "2"));
    ASSERT_OK(batch.Delete("b"));
    const std::string second = Entries(&batch);
    batch.SetSavePoint();
    ASSERT_OK(batch.Delete("a"));
    ASSERT_OK(batch.Put("m", "2"));
    ASSERT_OK(batch.Put("b", "3"));
    ASSERT_OK(batch.Put(reverse_, "r", "3"));
    EXPECT_EQ(batch.GetCFStats().count(reverse_->GetID()), 1u);
    ASSERT_OK(batch.RollbackToSavePoint());
    EXPECT_EQ(Entries(&batch), second);
    EXPECT_EQ(Entries(&batch, reverse_), "");
    EXPECT_EQ(batch.GetCFStats().count(reverse_->GetID()), 0u);
    EXPECT_EQ(batch.GetWBWIOpCount(), 4u);
    ASSERT_OK(batch.RollbackToSavePoint());
    EXPECT_EQ(Entries(&batch), first);
    EXPECT_EQ(batch.GetWriteBatch()->Count(), 2u);
    EXPECT_TRUE(batch.RollbackToSavePoint().IsNotFound());
  }
}

TEST_F(IndexedBatchTest, PoppingASavePointLeavesItsUpdatesToTheOuterOne) {
  WriteBatchWithIndex batch(BytewiseComparator(), 0, true);
  ASSERT_OK(batch.Put("a", "1"));
  batch.SetSavePoint();
  ASSERT_OK(batch.Put("a", "2"));
  batch.SetSavePoint();
  ASSERT_OK(batch.Put("a", "3"));
  ASSERT_OK(batch.PopSavePoint());
  EXPECT_EQ(GetAlone(&batch, default_, "a"), "3");
  ASSERT_OK(batch.RollbackToSavePoint());
  EXPECT_EQ(GetAlone(&batch, default_, "a"), "1");
  EXPECT_TRUE(batch.PopSavePoint().IsNotFound());
}

TEST_F(IndexedBatchTest, ClearingLeavesAnEmptyBatchThatCanBeFilledAgain) {
  WriteBatchWithIndex batch(BytewiseComparator(), 0, true);
  ASSERT_OK(batch.Put("a", "1"));
  batch.SetSavePoint();
  batch.Clear();
  EXPECT_EQ(Entries(&batch), "");
  EXPECT_EQ(batch.GetWriteBatch()->Count(), 0u);
  EXPECT_TRUE(batch.GetCFStats().empty());
  EXPECT_TRUE(batch.RollbackToSavePoint().IsNotFound());
  ASSERT_OK(batch.Put("b", "2"));
  EXPECT_EQ(Entries(&batch), "Pb=2#1 ");
}

TEST_F(IndexedBatchTest, AMovedBatchKeepsItsIndex) {
  WriteBatchWithIndex first;
  ASSERT_OK(first.Put("a", "1"));
  WriteBatchWithIndex second(std::move(first));
  EXPECT_EQ(Entries(&second), "Pa=1 ");
  WriteBatchWithIndex third;
  third = std::move(second);
  ASSERT_OK(third.Put("b", "2"));
  EXPECT_EQ(Entries(&third), "Pa=1 Pb=2 ");
}

TEST_F(IndexedBatchTest, AnUpdateBeyondTheLimitChangesNeitherBatchNorIndex) {
  WriteBatchWithIndex batch(BytewiseComparator(), 0, true, 30);
  ASSERT_OK(batch.Put("a", "1"));
  EXPECT_TRUE(batch.Put("a", std::string(30, 'x')).IsMemoryLimit());
  EXPECT_EQ(Entries(&batch), "Pa=1#1 ");
  batch.SetMaxBytes(0);
  ASSERT_OK(batch.Put("a", std::string(30, 'x')));
}

TEST_F(IndexedBatchTest, ProtectionCoversTheUpdates) {
  WriteBatchWithIndex batch(BytewiseComparator(), 0, true, 0, 8);
  EXPECT_EQ(batch.GetWriteBatch()->GetProtectionBytesPerKey(), 8u);
  ASSERT_OK(batch.Put("a", "1"));
  ASSERT_OK(batch.GetWriteBatch()->VerifyChecksum());
  const_cast<char&>(batch.GetWriteBatch()->Data().back()) ^= 1;
  EXPECT_TRUE(batch.GetWriteBatch()->VerifyChecksum().IsCorruption());
  EXPECT_TRUE(db_->Write(WriteOptions(), batch.GetWriteBatch()).IsCorruption());
}

TEST_F(IndexedBatchTest, LogDataIsInTheBatchAndNotInTheIndex) {
  WriteBatchWithIndex batch;
  ASSERT_OK(batch.PutLogData("blob"));
  ASSERT_OK(batch.Put("a", "1"));
  EXPECT_EQ(Entries(&batch), "Pa=1 ");
  EXPECT_EQ(batch.GetDataSize(), batch.GetWriteBatch()->GetDataSize());
  ASSERT_OK(db_->Write(WriteOptions(), batch.GetWriteBatch()));
}

TEST_F(IndexedBatchTest, WhatAnIndexCannotHoldIsRefusedByName) {
  WriteBatchWithIndex batch;
  const std::string range = "Not implemented: DeleteRange unsupported in WriteBatchWithIndex";
  EXPECT_EQ(batch.DeleteRange("a", "b").ToString(), range);
  EXPECT_EQ(batch.DeleteRange(plain_, "a", "b").ToString(), range);
  EXPECT_EQ(batch.TimedPut(nullptr, "a", "b", 1).ToString(),
            "Not implemented: TimedPut not supported by WriteBatchWithIndex");
  EXPECT_TRUE(batch.PutEntity("a", {AttributeGroup(plain_, {})}).IsNotSupported());
  EXPECT_TRUE(batch.Merge(default_, "a", "ts", "1").IsNotSupported());
  EXPECT_EQ(batch.GetWriteBatch()->Count(), 0u);
}

TEST_F(IndexedBatchTest, AnEntityShowsItsDefaultColumn) {
  WriteBatchWithIndex batch;
  ASSERT_OK(batch.PutEntity(default_, "a", {{"", "plain"}, {"name", "x"}}));
  EXPECT_EQ(GetAlone(&batch, default_, "a"), "plain");
  EXPECT_EQ(Get(&batch, default_, "a"), "plain");
  const auto it = Over(&batch, default_);
  it->SeekToFirst();
  ASSERT_TRUE(it->Valid());
  EXPECT_EQ(it->value(), "plain");
  EXPECT_EQ(it->columns().size(), 2u);
}

TEST_F(IndexedBatchTest, BoundsHoldForTheBatchToo) {
  for (const char* key : {"a", "c", "e", "g"}) ASSERT_OK(db_->Put(WriteOptions(), key, "db"));
  WriteBatchWithIndex batch;
  for (const char* key : {"b", "d", "f"}) ASSERT_OK(batch.Put(key, "batch"));
  const Slice lower = "b", upper = "f";
  ReadOptions options;
  options.iterate_lower_bound = &lower;
  options.iterate_upper_bound = &upper;
  const auto it = Over(&batch, default_, options);
  const Pairs inside = {{"b", "batch"}, {"c", "db"}, {"d", "batch"}, {"e", "db"}};
  EXPECT_EQ(Forward(it.get()), inside);
  EXPECT_EQ(Backward(it.get()), Pairs(inside.rbegin(), inside.rend()));
  it->Seek("a");
  ASSERT_TRUE(it->Valid());
  EXPECT_EQ(it->key(), "b");
  it->Prev();
  EXPECT_FALSE(it->Valid());
  it->SeekForPrev("z");
  ASSERT_TRUE(it->Valid());
  EXPECT_EQ(it->key(), "e");
  it->Next();
  EXPECT_FALSE(it->Valid());
  EXPECT_OK(it->status());
}

TEST_F(IndexedBatchTest, AnIteratorTurnsAroundOnEveryKey) {
  for (const char* key : {"a", "c", "d"}) ASSERT_OK(db_->Put(WriteOptions(), key, "db"));
  WriteBatchWithIndex batch;
  for (const char* key : {"b", "c", "e"}) ASSERT_OK(batch.Put(key, "batch"));
  const auto it = Over(&batch, default_);
  const std::string keys = "abcde";
  for (size_t i = 0; i + 1 < keys.size(); ++i) {
    it->Seek(keys.substr(i, 1));
    it->Next();
    ASSERT_TRUE(it->Valid());
    EXPECT_EQ(it->key(), keys.substr(i + 1, 1));
    it->Prev();
    ASSERT_TRUE(it->Valid());
    EXPECT_EQ(it->key(), keys.substr(i, 1));
    it->Next();
    ASSERT_TRUE(it->Valid());
    EXPECT_EQ(it->key(), keys.substr(i + 1, 1));
  }
}

TEST_F(IndexedBatchTest, UpdatesBeyondTheBatchsPositionShowFromTheNextMoveOn) {
  for (const char* key : {"a", "c", "d"}) ASSERT_OK(db_->Put(WriteOptions(), key, "db"));
  WriteBatchWithIndex batch(BytewiseComparator(), 0, true);
  ASSERT_OK(batch.Put("a", "batch"));
  const auto it = Over(&batch, default_);
  std::string seen;
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    const std::string key = it->key().ToString();
    seen += key;
    if (key == "a") ASSERT_OK(batch.Put("b", "batch"));
    ASSERT_OK(batch.Delete(key));
  }
  EXPECT_EQ(seen, "abcd");
  EXPECT_TRUE(Forward(it.get()).empty());
}

// A base that gives two keys and then fails.
class FailingIterator final : public Iterator {
 public:
  bool Valid() const override { return at_ < 2; }
  void SeekToFirst() override { at_ = 0; }
  void SeekToLast() override { at_ = 2; }
  void Seek(const Slice& target) override { at_ = target.compare("b") > 0 ? 2 : 0; }
  void SeekForPrev(const Slice& /*target*/) override { at_ = 0; }
  void Next() override { ++at_; }
  void Prev() override { at_ = 2; }
  Slice key() const override { return at_ == 0 ? "a" : "b"; }
  Slice value() const override { return "base"; }
  Status status() const override { return Valid() ? Status::OK() : Status::IOError("failed"); }

 private:
  int at_ = 2;
};

TEST_F(IndexedBatchTest, AFailureOfTheBaseEndsTheWalkAndASeekEndsTheFailure) {
  WriteBatchWithIndex batch;
  ASSERT_OK(batch.Put("c", "batch"));
  std::unique_ptr<Iterator> it(batch.NewIteratorWithBase(new FailingIterator));
  it->SeekToFirst();
  it->Next();
  ASSERT_TRUE(it->Valid());
  EXPECT_EQ(it->key(), "b");
  it->Next();
  EXPECT_FALSE(it->Valid());
  EXPECT_TRUE(it->status().IsIOError());
  it->Seek("a");
  EXPECT_TRUE(it->Valid());
  EXPECT_OK(it->status());
}

TEST_F(IndexedBatchTest, MovingAnInvalidIteratorIsAnErrorUntilTheNextSeek) {
  WriteBatchWithIndex batch;
  ASSERT_OK(batch.Put("a", "1"));
  const auto it = Over(&batch, default_);
  it->SeekToLast();
  it->Next();
  EXPECT_FALSE(it->Valid());
  EXPECT_OK(it->status());
  it->Next();
  EXPECT_EQ(it->status().ToString(), "Not implemented: Next() on invalid iterator");
  it->Prev();
  EXPECT_EQ(it->status().ToString(), "Not implemented: Prev() on invalid iterator");
  it->Seek("a");
  EXPECT_TRUE(it->Valid());
  EXPECT_OK(it->status());
  EXPECT_EQ(it->Refresh().ToString(), "Not implemented: Refresh() is not supported");
  EXPECT_EQ(batch.NewIteratorWithBase(nullptr), nullptr);
}

TEST_F(IndexedBatchTest, ABatchThatWasCutBehindTheIndexIsCorruptionAndNoCrash) {
  WriteBatchWithIndex batch;
  ASSERT_OK(batch.Put("a", std::string(100, 'x')));
  ASSERT_OK(batch.Put("b", "1"));
  batch.GetWriteBatch()->Clear();
  std::unique_ptr<WBWIIterator> it(batch.NewIterator());
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    EXPECT_EQ(it->Entry().type, kUnknownRecord);
    EXPECT_TRUE(it->status().IsCorruption());
  }
  std::string value;
  EXPECT_NOT_OK(batch.GetFromBatch(DBOptions(), "", &value));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
