// Protection of batches end to end (WriteOptions::protection_bytes_per_key, or the batch's own):
// the engine reports bytes that change between the caller, the log record and the memtable before
// they do harm. Tests that damage bytes need sync points.
#include <atomic>
#include <thread>

#include "rocksdb/write_batch.h"
#include "test/support/at_sync_point.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

class BatchProtectionTest : public DbTest {
 protected:
  BatchProtectionTest() {
    options_ = SmallOptions(4);
    options_.merge_operator = std::make_shared<AppendOperator>();
    options_.avoid_flush_during_shutdown = true;
    options_.max_bgerror_resume_count = 0;
    options_.create_missing_column_families = true;
    protected_.protection_bytes_per_key = 8;
  }
  Status OpenFresh() {
    Close();
    Status s = DestroyDB(DbPath(), options_);
    return s.ok() ? Open(options_) : s;
  }
  // A batch with a record of each kind.
  void FillBatch(WriteBatch* batch) {
    ASSERT_OK(batch->Put("a", "1"));
    ASSERT_OK(batch->Put("b", "2"));
    ASSERT_OK(batch->PutLogData("blob"));
    ASSERT_OK(batch->Delete("b"));
    ASSERT_OK(batch->Merge("c", "3"));
    ASSERT_OK(batch->SingleDelete("d"));
    ASSERT_OK(batch->DeleteRange("x", "y"));
  }
  static constexpr const char* kBatchContents = "a=1 c=3";

  Options options_;
  WriteOptions protected_;
};

TEST_F(BatchProtectionTest, ProtectedWritesOfEveryKindAreReadAndRecovered) {
  for (const uint32_t memtable : {0u, 1u, 8u}) {
    options_.memtable_protection_bytes_per_key = memtable;
    ASSERT_OK(OpenFresh());
    WriteBatch own(0, 0, 8, 0);
    FillBatch(&own);
    ASSERT_OK(db_->Write(WriteOptions(), &own));
    EXPECT_EQ(Contents(), kBatchContents);
    WriteBatch plain;
    FillBatch(&plain);
    ASSERT_OK(db_->Write(protected_, &plain));
    EXPECT_EQ(Contents(), "a=1 c=3,3");
    ASSERT_OK(db_->Put(protected_, "e", "5"));
    ASSERT_OK(db_->Merge(protected_, "e", "6"));
    ASSERT_OK(db_->Delete(protected_, "a"));
    ASSERT_OK(db_->DeleteRange(protected_, db_->DefaultColumnFamily(), "c", "d"));
    EXPECT_EQ(Contents(), "e=5,6");
    ASSERT_OK(Open(options_));
    EXPECT_EQ(Contents(), "e=5,6");
    ASSERT_OK(db_->Flush(FlushOptions()));
    EXPECT_EQ(Contents(), "e=5,6");
  }
}

TEST_F(BatchProtectionTest, AnyBitThatChangesAfterTheBatchWasFilledStopsTheWrite) {
  ASSERT_OK(Open(options_));
  WriteBatch batch(0, 0, 8, 0);
  FillBatch(&batch);
  char* bytes = const_cast<char*>(batch.Data().data());
  const uint64_t before = db_->GetLatestSequenceNumber();
  for (size_t bit = 64; bit < batch.Data().size() * 8; ++bit) {
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
    const Status s = db_->Write(WriteOptions(), &batch);
    EXPECT_TRUE(s.IsCorruption()) << bit << " " << s.ToString();
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
  }
  EXPECT_EQ(db_->GetLatestSequenceNumber(), before);
  EXPECT_EQ(Contents(), "");
  ASSERT_OK(db_->Write(WriteOptions(), &batch));
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Contents(), kBatchContents);
}

TEST_F(BatchProtectionTest, OtherSizesAreRefused) {
  ASSERT_OK(Open(options_));
  for (const size_t bytes : {1, 2, 4, 7, 9, 16}) {
    WriteOptions odd;
    odd.protection_bytes_per_key = bytes;
    WriteBatch batch;
    ASSERT_OK(batch.Put("a", "1"));
    EXPECT_TRUE(db_->Write(odd, &batch).IsNotSupported()) << bytes;
  }
  EXPECT_EQ(Contents(), "");
}

TEST_F(BatchProtectionTest, ConcurrentProtectedAndPlainBatchesAreWrittenTogether) {
  options_.memtable_protection_bytes_per_key = 4;
  options_.write_buffer_size = 1 << 20;
  ASSERT_OK(OpenFamilies(options_, {"default", "other"}));
  constexpr int kThreads = 4;
  const int each = Scaled(1000);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < each; ++i) {
        const std::string key = NumberedKey(static_cast<uint64_t>(t * each + i));
        // Every other one is large: inserted in parallel.
        const std::string value = key + std::string(i % 2 == 0 ? 10 : 9000, 'v');
        WriteBatch batch(0, 0, t == 0 ? 8 : 0, 0);
        EXPECT_OK(batch.Put(handles_[0], key, value));
        EXPECT_OK(batch.Put(handles_[1], key, key));
        EXPECT_OK(db_->Write(t == 1 ? protected_ : WriteOptions(), &batch));
      }
    });
  }
  for (std::thread& t : threads) t.join();
  const auto check = [&] {
    for (int i = 0; i < kThreads * each; ++i) {
      const std::string key = NumberedKey(static_cast<uint64_t>(i));
      std::string value;
      ASSERT_OK(db_->Get(ReadOptions(), handles_[0], key, &value));
      EXPECT_EQ(value.substr(0, key.size()), key);
      ASSERT_OK(db_->Get(ReadOptions(), handles_[1], key, &value));
      EXPECT_EQ(value, key);
    }
  };
  check();
  ASSERT_OK(OpenFamilies(options_, {"default", "other"}));
  check();
}

#ifdef BUCKETLSM_SYNC_POINTS

void Flip(void* bytes, size_t bit) {
  char* byte = static_cast<char*>(bytes) + bit / 8;
  *byte = static_cast<char>(*byte ^ (1 << (bit % 8)));
}

TEST_F(BatchProtectionTest, AnyBitOfTheLogRecordThatChangesBeforeItIsWrittenStopsTheWrite) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("old", "value"));
  WriteBatch sample;
  FillBatch(&sample);
  const size_t bits = sample.Data().size() * 8;
  for (size_t bit = 0; bit < bits; bit += 3) {
    WriteBatch batch;
    FillBatch(&batch);
    const At damage("GroupGuards:Record", [bit](void* record) { Flip(record, bit); });
    const Status s = db_->Write(protected_, &batch);
    EXPECT_TRUE(s.IsCorruption()) << bit << " " << s.ToString();
  }
  EXPECT_EQ(Contents(), "old=value");
  ASSERT_OK(db_->Put(protected_, "later", "x"));
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Contents(), "later=x old=value") << "the log holds nothing of them";
}

TEST_F(BatchProtectionTest, ABatchThatChangesBetweenLogAndMemtableIsTold) {
  for (const uint32_t memtable : {0u, 8u}) {
    options_.memtable_protection_bytes_per_key = memtable;
    ASSERT_OK(OpenFresh());
    ASSERT_OK(Put("old", "value"));
    {
      const At damage("WritePath::ApplyOwn", [](void* batch) {
        const_cast<char&>(static_cast<WriteBatch*>(batch)->Data().back()) ^= 1;
      });
      WriteBatch batch;
      ASSERT_OK(batch.Put("before", "x"));
      ASSERT_OK(batch.Put("old", "new"));
      const Status s = db_->Write(protected_, &batch);
      EXPECT_TRUE(s.IsCorruption()) << s.ToString();
    }
    EXPECT_EQ(Contents(), "old=value");
    EXPECT_NOT_OK(Put("later", "x")) << "log and memtable disagree: writes stop";
    ASSERT_OK(Open(options_));
    EXPECT_EQ(Contents(), "before=x old=new") << "what the log got was right";
  }
}

TEST_F(BatchProtectionTest, WithoutALogTheBatchIsCheckedBeforeAnythingIsInserted) {
  ASSERT_OK(Open(options_));
  protected_.disableWAL = true;
  {
    WriteBatch batch(0, 0, 8, 0);
    ASSERT_OK(batch.Put("a", "1"));
    ASSERT_OK(batch.Put("b", "2"));
    const At damage("WriteQueue::Join:Linked",
                    [&](void*) { const_cast<char&>(batch.Data().back()) ^= 1; });
    const Status s = db_->Write(protected_, &batch);
    EXPECT_TRUE(s.IsCorruption()) << s.ToString();
  }
  EXPECT_EQ(Contents(), "");
  ASSERT_OK(Put("later", "x"));
  EXPECT_EQ(Contents(), "later=x");
}

// Three writers behind a slow one: their batches become one record.
TEST_F(BatchProtectionTest, DamageInOnePartOfAGroupsRecordWritesNothingOfTheGroup) {
  ASSERT_OK(Open(options_));
  for (const size_t part : {size_t{0}, size_t{1}, size_t{2}}) {
    std::atomic<int> lined_up{0};
    std::atomic<int> met{0};
    size_t record_bytes = 0;
    SyncPoints::Get().SetCallback("WriteQueue::Join:Linked", [&](void*) { ++lined_up; });
    SyncPoints::Get().SetCallback("WritePath::Commit:BeforePublish", [&](void*) {
      while (lined_up < 4) std::this_thread::yield();
    });
    SyncPoints::Get().SetCallback("GroupGuards:Record", [&](void* record) {
      ++met;
      Flip(record, (12 + part * record_bytes + 3) * 8);
    });
    SyncPoints::Get().Enable();
    std::vector<std::thread> threads;
    threads.emplace_back([&] { EXPECT_OK(Put("first", "x")); });
    while (lined_up < 1) std::this_thread::yield();
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([&, t] {
        WriteBatch batch(0, 0, 8, 0);
        EXPECT_OK(batch.Put("key" + std::to_string(t), "value"));
        if (t == 0) record_bytes = batch.GetDataSize() - 12;
        EXPECT_TRUE(db_->Write(WriteOptions(), &batch).IsCorruption());
      });
      while (lined_up < 2 + t) std::this_thread::yield();
    }
    for (std::thread& t : threads) t.join();
    SyncPoints::Get().Clear();
    EXPECT_EQ(met, 1) << "one group";
    EXPECT_EQ(Contents(), "first=x");
  }
  ASSERT_OK(db_->Put(protected_, "later", "x"));
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Contents(), "first=x later=x");
}

TEST_F(BatchProtectionTest, ALogRecordThatChangesWhileItIsReplayedFailsTheOpenAndCostsNothing) {
  options_.memtable_protection_bytes_per_key = 8;
  for (const WALRecoveryMode mode :
       {WALRecoveryMode::kTolerateCorruptedTailRecords, WALRecoveryMode::kAbsoluteConsistency,
        WALRecoveryMode::kPointInTimeRecovery, WALRecoveryMode::kSkipAnyCorruptedRecords}) {
    options_.wal_recovery_mode = mode;
    ASSERT_OK(OpenFresh());
    for (int i = 0; i < 20; ++i) ASSERT_OK(Put(NumberedKey(static_cast<uint64_t>(i)), "value"));
    const std::string before = Contents();
    Close();
    int passed = 0;
    {
      const At damage("WalReplay::TakeRecord:Guarded", [&](void* record) {
        if (++passed == 10) Flip(record, 20 * 8);
      });
      const Status s = Open(options_);
      EXPECT_TRUE(s.IsCorruption()) << s.ToString();
    }
    EXPECT_EQ(passed, 10);
    ASSERT_OK(Open(options_));
    EXPECT_EQ(Contents(), before);
  }
}

#endif  // BUCKETLSM_SYNC_POINTS

}  // namespace
}  // namespace system_test
