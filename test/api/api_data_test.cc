// The public API, reading and writing: Get, Put, batches, deletes, merges, snapshots, iterators.
#include <atomic>
#include <thread>

#include "rocksdb/comparator.h"
#include "rocksdb/write_batch.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

class ApiData : public DbTest {
 protected:
  void SetUp() override {
    options_ = SmallOptions();
    options_.merge_operator = std::make_shared<AppendOperator>();
    ASSERT_OK(Open(options_));
  }
  Status Flush() { return db_->Flush(FlushOptions()); }
  Status CompactAll() { return db_->CompactRange(CompactRangeOptions(), nullptr, nullptr); }
  Options options_;
};

TEST_F(ApiData, GetFindsWhatPutWroteFromMemtableFlushAndReopen) {
  ASSERT_OK(Put("k", "v"));
  EXPECT_EQ(Get("k"), "v");
  ASSERT_OK(Flush());
  EXPECT_EQ(Get("k"), "v");
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Get("k"), "v");
  EXPECT_EQ(Get("absent"), "NOT_FOUND");
}

// As stock 10.6.2 answers.
TEST_F(ApiData, MergesIntoEntitiesReadTheSameEverywhere) {
  const WideColumns entities[] = {{{"a", "b"}},
                                  {},
                                  {{kDefaultWideColumnName, ""}},
                                  {{kDefaultWideColumnName, "x"}, {"a", "b"}}};
  const std::vector<std::string> expected = {",op", ",op", ",op", "x,op"};
  for (size_t i = 0; i < expected.size(); ++i) {
    WriteBatch batch;
    ASSERT_OK(batch.PutEntity(db_->DefaultColumnFamily(), std::to_string(i), entities[i]));
    ASSERT_OK(batch.Merge(std::to_string(i), "op"));
    ASSERT_OK(db_->Write(WriteOptions(), &batch));
  }
  for (int layout = 0; layout < 3; ++layout) {
    std::vector<std::string> got, seen, back;
    std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
    for (it->SeekToFirst(); it->Valid(); it->Next()) {
      got.push_back(Get(it->key().ToString()));
      seen.push_back(it->value().ToString());
    }
    for (it->SeekToLast(); it->Valid(); it->Prev())
      back.insert(back.begin(), it->value().ToString());
    EXPECT_EQ(got, expected) << layout;
    EXPECT_EQ(seen, expected) << layout;
    EXPECT_EQ(back, expected) << layout;
    ASSERT_OK(layout == 0 ? Flush() : CompactAll());
  }
}

TEST_F(ApiData, KeysAndValuesMayBeEmptyOrHoldAnyByte) {
  const std::string bytes("\0\xff\n\r\0", 5);
  ASSERT_OK(Put("", "empty key"));
  ASSERT_OK(Put(bytes, ""));
  ASSERT_OK(Put("bytes", bytes));
  ASSERT_OK(Flush());
  EXPECT_EQ(Get(""), "empty key");
  EXPECT_EQ(Get(bytes), "");
  EXPECT_EQ(Get("bytes"), bytes);
}

TEST_F(ApiData, ValuesOfManyMegabytesSurviveFlushAndCompaction) {
  const std::string big(9 << 20, 'B');
  ASSERT_OK(Put("big", big));
  ASSERT_OK(Put("small", "s"));
  ASSERT_OK(Flush());
  ASSERT_OK(CompactAll());
  EXPECT_EQ(Get("big"), big);
  EXPECT_EQ(Get("small"), "s");
}

TEST_F(ApiData, UnflushedWritesComeBackFromTheWal) {
  ASSERT_OK(Put("a", "1"));
  WriteOptions sync;
  sync.sync = true;
  ASSERT_OK(db_->Put(sync, "b", "2"));
  ASSERT_OK(db_->Delete(WriteOptions(), "a"));
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Contents(), "b=2");
}

TEST_F(ApiData, WritesWithoutWalSurviveOnceFlushed) {
  WriteOptions no_wal;
  no_wal.disableWAL = true;
  ASSERT_OK(db_->Put(no_wal, "a", "1"));
  ASSERT_OK(Flush());
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Get("a"), "1");
}

TEST_F(ApiData, SyncWithoutWalIsRefused) {
  WriteOptions both;
  both.disableWAL = true;
  both.sync = true;
  EXPECT_TRUE(db_->Put(both, "a", "1").IsInvalidArgument());
}

TEST_F(ApiData, DeleteHidesOlderValuesAtEveryDepth) {
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(CompactAll());
  ASSERT_OK(db_->Delete(WriteOptions(), "a"));
  EXPECT_EQ(Get("a"), "NOT_FOUND");
  ASSERT_OK(Flush());
  EXPECT_EQ(Get("a"), "NOT_FOUND");
  ASSERT_OK(CompactAll());
  EXPECT_EQ(Get("a"), "NOT_FOUND");
  EXPECT_EQ(Contents(), "");
}

TEST_F(ApiData, SingleDeleteRemovesAKeyWrittenOnce) {
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(Flush());
  ASSERT_OK(db_->SingleDelete(WriteOptions(), "a"));
  EXPECT_EQ(Get("a"), "NOT_FOUND");
  ASSERT_OK(Flush());
  ASSERT_OK(CompactAll());
  EXPECT_EQ(Contents(), "");
}

TEST_F(ApiData, DeleteRangeRemovesBeginAndSparesEnd) {
  for (const char* key : {"a", "b", "c", "d"}) ASSERT_OK(Put(key, "1"));
  ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "b", "d"));
  EXPECT_EQ(Contents(), "a=1 d=1");
  ASSERT_OK(Flush());
  EXPECT_EQ(Contents(), "a=1 d=1");
  ASSERT_OK(Put("c", "again"));
  ASSERT_OK(CompactAll());
  EXPECT_EQ(Contents(), "a=1 c=again d=1");
}

TEST_F(ApiData, DeleteRangeBackwardsIsRefusedOrRemovesNothing) {
  ASSERT_OK(Put("b", "1"));
  (void)db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "c", "a");
  EXPECT_EQ(Get("b"), "1");
  ASSERT_OK(Flush());
  EXPECT_EQ(Get("b"), "1");
}

TEST_F(ApiData, RangeDeletionIsInvisibleToOlderSnapshots) {
  ASSERT_OK(Put("b", "1"));
  const Snapshot* before = db_->GetSnapshot();
  ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "a", "z"));
  ASSERT_OK(CompactAll());
  EXPECT_EQ(Get("b"), "NOT_FOUND");
  EXPECT_EQ(Get("b", before), "1");
  db_->ReleaseSnapshot(before);
}

TEST_F(ApiData, MergeCombinesOperandsAcrossMemtableAndFiles) {
  ASSERT_OK(Put("k", "base"));
  ASSERT_OK(Flush());
  ASSERT_OK(db_->Merge(WriteOptions(), "k", "1"));
  ASSERT_OK(Flush());
  ASSERT_OK(db_->Merge(WriteOptions(), "k", "2"));
  ASSERT_OK(db_->Merge(WriteOptions(), "fresh", "x"));
  EXPECT_EQ(Get("k"), "base,1,2");
  EXPECT_EQ(Contents(), "fresh=x k=base,1,2");
  ASSERT_OK(CompactAll());
  EXPECT_EQ(Get("k"), "base,1,2");
}

TEST_F(ApiData, MergeAfterDeleteStartsFromNothing) {
  ASSERT_OK(Put("k", "old"));
  ASSERT_OK(db_->Delete(WriteOptions(), "k"));
  ASSERT_OK(db_->Merge(WriteOptions(), "k", "1"));
  EXPECT_EQ(Get("k"), "1");
  ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "a", "z"));
  ASSERT_OK(db_->Merge(WriteOptions(), "k", "2"));
  EXPECT_EQ(Get("k"), "2");
  ASSERT_OK(CompactAll());
  EXPECT_EQ(Get("k"), "2");
}

TEST_F(ApiData, MergeWithoutOperatorIsRefused) {
  options_.merge_operator = nullptr;
  ASSERT_OK(Open(options_));
  EXPECT_NOT_OK(db_->Merge(WriteOptions(), "k", "1"));
}

TEST_F(ApiData, MergeInABatchWithoutOperatorIsRefusedAndTheDatabaseOpensAgain) {
  options_.merge_operator = nullptr;
  ASSERT_OK(Open(options_));
  WriteBatch batch;
  ASSERT_OK(batch.Put("a", "1"));
  ASSERT_OK(batch.Merge("k", "m"));
  const Status s = db_->Write(WriteOptions(), &batch);
  EXPECT_TRUE(s.IsInvalidArgument()) << s.ToString();
  ASSERT_OK(Put("b", "2"));
  EXPECT_EQ(Contents(), "b=2");
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Get("k"), "NOT_FOUND");
  EXPECT_EQ(Contents(), "b=2");
  ASSERT_OK(db_->Flush(FlushOptions()));
}

TEST_F(ApiData, BatchesKnowTheirNumbersOnceTheyAreWritten) {
  for (const bool logged : {true, false}) {
    WriteOptions how;
    how.disableWAL = !logged;
    WriteBatch batch;
    ASSERT_OK(batch.Put("a", "1"));
    ASSERT_OK(db_->Write(how, &batch));
    EXPECT_EQ(static_cast<SequenceNumber>(batch.Data()[0]), db_->GetLatestSequenceNumber());
  }
}

TEST_F(ApiData, BatchIsAppliedWholeAndInOrder) {
  WriteBatch batch;
  ASSERT_OK(batch.Put("a", "1"));
  ASSERT_OK(batch.Put("a", "2"));
  ASSERT_OK(batch.Put("b", "1"));
  ASSERT_OK(batch.Delete("b"));
  ASSERT_OK(batch.Merge("c", "m"));
  EXPECT_EQ(batch.Count(), 5u);
  const SequenceNumber before = db_->GetLatestSequenceNumber();
  ASSERT_OK(db_->Write(WriteOptions(), &batch));
  EXPECT_EQ(db_->GetLatestSequenceNumber(), before + 5);
  EXPECT_EQ(Contents(), "a=2 c=m");
}

TEST_F(ApiData, BatchRollsBackToItsSavePoint) {
  WriteBatch batch;
  ASSERT_OK(batch.Put("a", "1"));
  batch.SetSavePoint();
  ASSERT_OK(batch.Put("b", "2"));
  ASSERT_OK(batch.RollbackToSavePoint());
  EXPECT_TRUE(batch.RollbackToSavePoint().IsNotFound());
  ASSERT_OK(db_->Write(WriteOptions(), &batch));
  EXPECT_EQ(Contents(), "a=1");
}

// Writes down what it is shown.
class Recorder : public WriteBatch::Handler {
 public:
  Status PutCF(uint32_t cf, const Slice& key, const Slice& value) override {
    return Note("put " + std::to_string(cf) + " " + key.ToString() + "=" + value.ToString());
  }
  Status DeleteCF(uint32_t cf, const Slice& key) override {
    return Note("delete " + key.ToString());
  }
  Status SingleDeleteCF(uint32_t cf, const Slice& key) override {
    return Note("single " + key.ToString());
  }
  Status DeleteRangeCF(uint32_t cf, const Slice& from, const Slice& to) override {
    return Note("range " + from.ToString() + ".." + to.ToString());
  }
  Status MergeCF(uint32_t cf, const Slice& key, const Slice& value) override {
    return Note("merge " + key.ToString() + "+" + value.ToString());
  }
  void LogData(const Slice& blob) override { (void)Note("log " + blob.ToString()); }
  std::string seen;

 private:
  Status Note(const std::string& line) {
    seen += line + "\n";
    return Status::OK();
  }
};

TEST_F(ApiData, BatchHandlerSeesEveryRecordInOrder) {
  WriteBatch batch;
  ASSERT_OK(batch.Put("a", "1"));
  ASSERT_OK(batch.Delete("b"));
  ASSERT_OK(batch.SingleDelete("c"));
  ASSERT_OK(batch.DeleteRange("d", "e"));
  ASSERT_OK(batch.Merge("f", "2"));
  ASSERT_OK(batch.PutLogData("note"));
  Recorder recorder;
  ASSERT_OK(batch.Iterate(&recorder));
  EXPECT_EQ(recorder.seen, "put 0 a=1\ndelete b\nsingle c\nrange d..e\nmerge f+2\nlog note\n");
  Recorder again;
  WriteBatch copy(batch.Data());
  ASSERT_OK(copy.Iterate(&again));
  EXPECT_EQ(again.seen, recorder.seen);
}

TEST_F(ApiData, MultiGetAnswersKeyByKeyInTheCallersOrder) {
  for (int i = 0; i < 100; i += 2) ASSERT_OK(Put(NumberedKey(i), std::to_string(i)));
  ASSERT_OK(Flush());
  ASSERT_OK(db_->Delete(WriteOptions(), NumberedKey(4)));
  std::vector<std::string> names = {NumberedKey(98), NumberedKey(4), NumberedKey(1), NumberedKey(0),
                                    NumberedKey(98)};
  std::vector<Slice> keys(names.begin(), names.end());
  std::vector<std::string> values;
  const std::vector<Status> statuses = db_->MultiGet(ReadOptions(), keys, &values);
  ASSERT_EQ(statuses.size(), 5u);
  EXPECT_EQ(values[0], "98");
  EXPECT_TRUE(statuses[1].IsNotFound());
  EXPECT_TRUE(statuses[2].IsNotFound());
  EXPECT_EQ(values[3], "0");
  EXPECT_EQ(values[4], "98");
}

TEST_F(ApiData, PinnedValueStaysReadableAfterItsFileIsGone) {
  ASSERT_OK(Put("a", std::string(3000, 'p')));
  ASSERT_OK(Flush());
  PinnableSlice value;
  ASSERT_OK(db_->Get(ReadOptions(), db_->DefaultColumnFamily(), "a", &value));
  ASSERT_OK(Put("a", "new"));
  ASSERT_OK(Flush());
  ASSERT_OK(CompactAll());
  EXPECT_EQ(value.ToString(), std::string(3000, 'p'));
  value.Reset();
}

TEST_F(ApiData, SnapshotShowsTheMomentItWasTaken) {
  ASSERT_OK(Put("a", "old"));
  const Snapshot* snapshot = db_->GetSnapshot();
  ASSERT_OK(Put("a", "new"));
  ASSERT_OK(Put("b", "later"));
  ASSERT_OK(Flush());
  ASSERT_OK(CompactAll());
  EXPECT_EQ(Get("a", snapshot), "old");
  EXPECT_EQ(Get("b", snapshot), "NOT_FOUND");
  ReadOptions read;
  read.snapshot = snapshot;
  EXPECT_EQ(Contents(read), "a=old");
  EXPECT_EQ(IntProperty("rocksdb.num-snapshots"), 1u);
  db_->ReleaseSnapshot(snapshot);
  EXPECT_EQ(IntProperty("rocksdb.num-snapshots"), 0u);
}

TEST_F(ApiData, IteratorShowsTheMomentItWasMade) {
  ASSERT_OK(Put("a", "1"));
  std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
  ASSERT_OK(Put("b", "2"));
  ASSERT_OK(Flush());
  ASSERT_OK(CompactAll());
  it->SeekToFirst();
  ASSERT_TRUE(it->Valid());
  EXPECT_EQ(it->key(), "a");
  it->Next();
  EXPECT_FALSE(it->Valid());
  EXPECT_OK(it->status());
}

TEST_F(ApiData, IteratorTurnsRoundBetweenMemtableAndFiles) {
  for (int i = 0; i < 50; i++) {
    ASSERT_OK(Put(NumberedKey(i), "v"));
    if (i % 10 == 9) ASSERT_OK(Flush());
  }
  ASSERT_OK(db_->Delete(WriteOptions(), NumberedKey(25)));
  std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
  it->Seek(NumberedKey(24));
  it->Next();
  EXPECT_EQ(it->key(), NumberedKey(26));
  it->Prev();
  EXPECT_EQ(it->key(), NumberedKey(24));
  it->Prev();
  EXPECT_EQ(it->key(), NumberedKey(23));
  it->SeekForPrev(NumberedKey(25));
  EXPECT_EQ(it->key(), NumberedKey(24));
  it->SeekToLast();
  EXPECT_EQ(it->key(), NumberedKey(49));
  it->Next();
  EXPECT_FALSE(it->Valid());
}

TEST_F(ApiData, IteratorStaysWithinItsBounds) {
  for (const char* key : {"a", "b", "c", "d", "e"}) ASSERT_OK(Put(key, "1"));
  ASSERT_OK(Flush());
  ReadOptions read;
  Slice lower("b"), upper("d");
  read.iterate_lower_bound = &lower;
  read.iterate_upper_bound = &upper;
  EXPECT_EQ(Contents(read), "b=1 c=1");
  std::unique_ptr<Iterator> it(db_->NewIterator(read));
  it->SeekToLast();
  EXPECT_EQ(it->key(), "c");
  it->Seek("a");
  EXPECT_EQ(it->key(), "b");
  it->Prev();
  EXPECT_FALSE(it->Valid());
  it->SeekForPrev("z");
  EXPECT_EQ(it->key(), "c");
  it->Seek("d");
  EXPECT_FALSE(it->Valid());
}

TEST_F(ApiData, ScanWithoutCacheFillLeavesTheCacheAlone) {
  for (int i = 0; i < 200; i++) ASSERT_OK(Put(NumberedKey(i), std::string(100, 'c')));
  ASSERT_OK(Flush());
  ReadOptions read;
  read.fill_cache = false;
  const uint64_t before = IntProperty("rocksdb.block-cache-usage");
  EXPECT_FALSE(Contents(read).empty());
  EXPECT_EQ(IntProperty("rocksdb.block-cache-usage"), before);
}

TEST_F(ApiData, CacheOnlyReadsReportIncompleteInsteadOfReadingFiles) {
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(Flush());
  ASSERT_OK(Open(options_));
  ReadOptions read;
  read.read_tier = kBlockCacheTier;
  std::string value;
  EXPECT_TRUE(db_->Get(read, "a", &value).IsIncomplete());
  EXPECT_EQ(Get("a"), "1");
  EXPECT_OK(db_->Get(read, "a", &value));
}

TEST_F(ApiData, ReverseComparatorOrdersScansAndRangesBackwards) {
  Close();
  options_.comparator = ReverseBytewiseComparator();
  ScratchDir elsewhere;
  DB* raw = nullptr;
  ASSERT_OK(DB::Open(options_, elsewhere / "db", &raw));
  db_.reset(raw);
  for (const char* key : {"a", "b", "c", "d"}) ASSERT_OK(Put(key, "1"));
  ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "c", "a"));
  EXPECT_EQ(Contents(), "d=1 a=1");
  ASSERT_OK(Flush());
  EXPECT_EQ(Contents(), "d=1 a=1");
  Close();
}

TEST_F(ApiData, KeyMayExistNeverDeniesAKeyThatExists) {
  ASSERT_OK(Put("a", "1"));
  std::string value;
  EXPECT_TRUE(db_->KeyMayExist(ReadOptions(), "a", &value));
  ASSERT_OK(Flush());
  EXPECT_TRUE(db_->KeyMayExist(ReadOptions(), "a", &value));
}

// As in stock: only its sequence number is used up.
TEST_F(ApiData, ARangeDeletionWithoutKeysLeavesNoEntry) {
  ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "a", "a"));
  EXPECT_EQ(db_->GetLatestSequenceNumber(), 1u);
  EXPECT_EQ(IntProperty("rocksdb.num-entries-active-mem-table"), 0u);
  EXPECT_EQ(IntProperty("rocksdb.estimate-num-keys"), 0u);
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(Open(options_));
  EXPECT_EQ(db_->GetLatestSequenceNumber(), 2u);
  EXPECT_EQ(Get("a"), "1");
}

// As stock 10.6.2 answers: callers look at the flag for keys that are absent as well.
TEST_F(ApiData, KeyMayExistSaysThatAValueWasNotFoundOnlyWhereAFileWouldHaveToBeRead) {
  const auto ask = [this](const std::string& key) {
    std::string value;
    bool found = false;
    const bool may = db_->KeyMayExist(ReadOptions(), key, &value, &found);
    return std::string(may ? "may" : "no") + (found ? " found " : " ") + value;
  };
  EXPECT_EQ(ask("a"), "no found ");
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(db_->Delete(WriteOptions(), "b"));
  EXPECT_EQ(ask("a"), "may found 1");
  EXPECT_EQ(ask("b"), "no found ");
  ASSERT_OK(Flush());
  EXPECT_EQ(ask("z"), "no found ");
  EXPECT_EQ(ask("a"), "may ");
  EXPECT_EQ(Get("a"), "1");
  EXPECT_EQ(Get("b"), "NOT_FOUND");
  EXPECT_EQ(ask("a"), "may found 1");
  EXPECT_EQ(ask("b"), "no found ");
}

TEST_F(ApiData, ApproximateSizesGrowWithTheRange) {
  for (int i = 0; i < 2000; i++) ASSERT_OK(Put(NumberedKey(i), std::string(100, 's')));
  ASSERT_OK(Flush());
  const std::string first = NumberedKey(0), middle = NumberedKey(1000), last = NumberedKey(2000);
  const Range ranges[] = {{first, middle}, {first, last}};
  uint64_t sizes[2] = {0, 0};
  ASSERT_OK(db_->GetApproximateSizes(SizeApproximationOptions(), db_->DefaultColumnFamily(), ranges,
                                     2, sizes));
  EXPECT_GT(sizes[0], 50000u);
  EXPECT_GT(sizes[1], sizes[0] * 3 / 2);
}

TEST_F(ApiData, ConcurrentWritersReadersAndScansSeeWholeBatches) {
  // Each batch writes one number to two keys far apart; readers at a snapshot must find them equal.
  std::atomic<bool> stop{false};
  std::atomic<int> torn{0};
  std::vector<std::thread> threads;
  for (int w = 0; w < 2; w++) {
    threads.emplace_back([&, w] {
      for (int i = 0; i < Scaled(3000); i++) {
        WriteBatch batch;
        const std::string pad(50, 'p');
        (void)batch.Put("a" + std::to_string(w), std::to_string(i) + pad);
        (void)batch.Put("z" + std::to_string(w), std::to_string(i) + pad);
        EXPECT_OK(db_->Write(WriteOptions(), &batch));
      }
    });
  }
  threads.emplace_back([&] {
    while (!stop) {
      const Snapshot* snapshot = db_->GetSnapshot();
      if (Get("a0", snapshot) != Get("z0", snapshot)) torn++;
      if (Get("a1", snapshot) != Get("z1", snapshot)) torn++;
      db_->ReleaseSnapshot(snapshot);
    }
  });
  threads[0].join();
  threads[1].join();
  stop = true;
  threads[2].join();
  EXPECT_EQ(torn, 0);
}

}  // namespace
}  // namespace system_test
