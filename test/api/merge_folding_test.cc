// max_successive_merges through the public API: the engine folds merges as they are written, and
// reads return the same values as without it.
#include <atomic>
#include <thread>

#include "rocksdb/utilities/fault_file_system.h"
#include "rocksdb/write_batch.h"
#include "test/support/scratch.h"
#include "util/sync_point.h"

namespace system_test {
namespace {

// Fails while `failing` is set.
class MoodyAppend : public AppendOperator {
 public:
  bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const override {
    ++calls;
    return !failing && AppendOperator::FullMergeV2(in, out);
  }
  std::atomic<bool> failing{false};
  mutable std::atomic<int> calls{0};
};

class MergeFoldingTest : public DbTest {
 protected:
  MergeFoldingTest() {
    options_ = SmallOptions(4);
    options_.disable_auto_compactions = true;
    options_.merge_operator = operator_;
    options_.max_successive_merges = 3;
    options_.create_missing_column_families = true;
  }
  // Merges the next `n` numbers into "k".
  void Merge(int n) {
    for (int i = 0; i < n; ++i) {
      expected_ += (expected_.empty() ? "" : ",") + std::to_string(next_);
      ASSERT_OK(db_->Merge(WriteOptions(), "k", std::to_string(next_++)));
      ASSERT_EQ(Get("k"), expected_);
    }
  }
  // How many pieces a read of the key has to merge: operands, and a value if there is one.
  int Pieces(ColumnFamilyHandle* family = nullptr) {
    PinnableSlice operands[20];
    GetMergeOperandsOptions how;
    how.expected_max_number_of_operands = 20;
    int number = 0;
    EXPECT_OK(db_->GetMergeOperands(ReadOptions(),
                                    family != nullptr ? family : db_->DefaultColumnFamily(), "k",
                                    operands, &how, &number));
    return number;
  }

  const std::shared_ptr<MoodyAppend> operator_ = std::make_shared<MoodyAppend>();
  Options options_;
  std::string expected_;
  int next_ = 0;
};

TEST_F(MergeFoldingTest, TheOperandBeyondTheLimitIsFoldedIntoAValue) {
  ASSERT_OK(Open(options_));
  Merge(3);
  EXPECT_EQ(Pieces(), 3);
  Merge(1);
  EXPECT_EQ(Pieces(), 1);
  Merge(3);
  EXPECT_EQ(Pieces(), 4);
  Merge(1);
  EXPECT_EQ(Pieces(), 1);
}

TEST_F(MergeFoldingTest, TheCallerMayStopAtAnOperandAndGetsThatAndNewerOnes) {
  options_.max_successive_merges = 0;
  ASSERT_OK(Open(options_));
  ASSERT_OK(db_->Put(WriteOptions(), "k", "base"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  for (const char* operand : {"1", "2", "3"}) {
    ASSERT_OK(db_->Merge(WriteOptions(), "k", operand));
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  std::string asked;
  GetMergeOperandsOptions how;
  how.expected_max_number_of_operands = 4;
  how.continue_cb = [&asked](Slice operand) {
    asked += operand.ToString();
    return operand != Slice("2");
  };
  PinnableSlice operands[4];
  int number = 0;
  ASSERT_OK(db_->GetMergeOperands(ReadOptions(), db_->DefaultColumnFamily(), "k", operands, &how,
                                  &number));
  EXPECT_EQ(asked, "32");
  ASSERT_EQ(number, 2);
  EXPECT_EQ(operands[0].ToString() + operands[1].ToString(), "23");
  how.continue_cb = [](Slice operand) { return operand != Slice("1"); };
  for (PinnableSlice& operand : operands) operand.Reset();
  ASSERT_OK(db_->GetMergeOperands(ReadOptions(), db_->DefaultColumnFamily(), "k", operands, &how,
                                  &number));
  EXPECT_EQ(number, 3) << "no base value after a stop at the oldest operand";
  how.continue_cb = [](Slice) { return true; };
  for (PinnableSlice& operand : operands) operand.Reset();
  ASSERT_OK(db_->GetMergeOperands(ReadOptions(), db_->DefaultColumnFamily(), "k", operands, &how,
                                  &number));
  EXPECT_EQ(number, 4) << "the base value, too";
}

TEST_F(MergeFoldingTest, WithoutALimitNoMergeIsFoldedUntilAMemtableWithOneIsMade) {
  options_.max_successive_merges = 0;
  ASSERT_OK(Open(options_));
  for (int i = 0; i < 6; ++i) ASSERT_OK(db_->Merge(WriteOptions(), "k", "x"));
  EXPECT_EQ(operator_->calls, 0);
  ASSERT_OK(db_->SetOptions({{"max_successive_merges", "2"}}));
  ASSERT_OK(db_->Merge(WriteOptions(), "k", "x"));
  EXPECT_EQ(Pieces(), 7) << "the memtable is an old one";
  ASSERT_OK(db_->Flush(FlushOptions()));
  operator_->calls = 0;
  for (int i = 0; i < 3; ++i) ASSERT_OK(db_->Merge(WriteOptions(), "other", "x"));
  EXPECT_EQ(operator_->calls, 1);
  EXPECT_EQ(Get("other"), "x,x,x");
  EXPECT_EQ(operator_->calls, 1) << "nothing is left to merge";
}

TEST_F(MergeFoldingTest, ReplayOfTheLogGivesTheSameWithAnyLimit) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("k", "base"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  expected_ = "base";
  Merge(9);
  for (const size_t limit : {size_t{0}, size_t{1}, size_t{3}}) {
    options_.max_successive_merges = limit;
    options_.avoid_flush_during_recovery = limit != 0;
    operator_->calls = 0;
    ASSERT_OK(Open(options_));
    EXPECT_EQ(operator_->calls, 0) << "what the log has is inserted as it is";
    EXPECT_EQ(Get("k"), expected_);
    Merge(5);
  }
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Get("k"), expected_);
}

TEST_F(MergeFoldingTest, OperandsOfOneBatchAreFoldedToo) {
  ASSERT_OK(Open(options_));
  WriteBatch batch;
  for (const char* operand : {"a", "b", "c", "d", "e"}) ASSERT_OK(batch.Merge("k", operand));
  ASSERT_OK(db_->Write(WriteOptions(), &batch));
  EXPECT_EQ(Get("k"), "a,b,c,d,e");
  EXPECT_EQ(Pieces(), 2);
}

TEST_F(MergeFoldingTest, WhatComesBetweenOperandsCounts) {
  ASSERT_OK(Open(options_));
  WriteBatch batch;
  for (const char* operand : {"a", "b", "c"}) ASSERT_OK(batch.Merge("k", operand));
  ASSERT_OK(batch.DeleteRange("k", "l"));
  ASSERT_OK(batch.Merge("k", "d"));
  ASSERT_OK(db_->Write(WriteOptions(), &batch));
  EXPECT_EQ(Get("k"), "d");
  ASSERT_OK(db_->Delete(WriteOptions(), "k"));
  for (const char* operand : {"e", "f", "g", "h"})
    ASSERT_OK(db_->Merge(WriteOptions(), "k", operand));
  EXPECT_EQ(Get("k"), "e,f,g,h");
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Get("k"), "e,f,g,h");
}

TEST_F(MergeFoldingTest, EachFamilyOfABatchHasItsOwnLimit) {
  ASSERT_OK(OpenFamilies(options_, {"default", "other"}));
  ColumnFamilyOptions free = options_;
  free.max_successive_merges = 0;
  ColumnFamilyHandle* made = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(free, "free", &made));
  handles_.push_back(made);
  WriteBatch batch;
  for (int i = 0; i < 4; ++i) {
    for (ColumnFamilyHandle* family : handles_) ASSERT_OK(batch.Merge(family, "k", "x"));
  }
  ASSERT_OK(db_->Write(WriteOptions(), &batch));
  EXPECT_EQ(Pieces(handles_[0]), 1);
  EXPECT_EQ(Pieces(handles_[1]), 1);
  EXPECT_EQ(Pieces(made), 4);
  for (ColumnFamilyHandle* family : handles_) {
    std::string value;
    ASSERT_OK(db_->Get(ReadOptions(), family, "k", &value));
    EXPECT_EQ(value, "x,x,x,x");
  }
}

TEST_F(MergeFoldingTest, ALimitOfAFamilyMadeLaterIsHeeded) {
  ColumnFamilyOptions limited = options_;
  options_.max_successive_merges = 0;
  ASSERT_OK(Open(options_));
  ASSERT_OK(db_->Merge(WriteOptions(), "k", "x"));
  ColumnFamilyHandle* made = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(limited, "limited", &made));
  handles_.push_back(made);
  for (int i = 0; i < 4; ++i) ASSERT_OK(db_->Merge(WriteOptions(), made, "k", "x"));
  EXPECT_EQ(Pieces(made), 1);
}

TEST_F(MergeFoldingTest, FilesAreReadForItOnlyWhenStrict) {
  BlockBasedTableOptions table;
  table.no_block_cache = true;
  options_.table_factory.reset(NewBlockBasedTableFactory(table));
  for (const bool strict : {false, true}) {
    options_.strict_max_successive_merges = strict;
    ASSERT_OK(Open(options_));
    ASSERT_OK(Put("k", "base"));
    ASSERT_OK(db_->Flush(FlushOptions()));
    expected_ = "base";
    Merge(5);
    EXPECT_EQ(Pieces(), strict ? 2 : 6);
  }
}

TEST_F(MergeFoldingTest, SnapshotsKeepSeeingTheirOperands) {
  ASSERT_OK(Open(options_));
  Merge(2);
  const std::string before = expected_;
  const Snapshot* snapshot = db_->GetSnapshot();
  Merge(6);
  EXPECT_EQ(Get("k", snapshot), before);
  ASSERT_OK(db_->Flush(FlushOptions()));
  EXPECT_EQ(Get("k", snapshot), before);
  EXPECT_EQ(Get("k"), expected_);
  db_->ReleaseSnapshot(snapshot);
}

TEST_F(MergeFoldingTest, AMergeThatFailsLeavesItsOperands) {
  ASSERT_OK(Open(options_));
  Merge(3);
  operator_->failing = true;
  for (int i = 0; i < 4; ++i) ASSERT_OK(db_->Merge(WriteOptions(), "k", "x"));
  EXPECT_EQ(Pieces(), 7);
  operator_->failing = false;
  EXPECT_EQ(Get("k"), "0,1,2,x,x,x,x");
  ASSERT_OK(db_->Merge(WriteOptions(), "k", "y"));
  EXPECT_EQ(Pieces(), 1);
  EXPECT_EQ(Get("k"), "0,1,2,x,x,x,x,y");
}

TEST_F(MergeFoldingTest, AReadThatFailsOrIsDamagedLeavesTheOperand) {
  const auto fs = NewFaultyFileSystem(FileSystem::Default());
  const std::unique_ptr<Env> env = NewCompositeEnv(fs);
  options_.env = env.get();
  options_.strict_max_successive_merges = true;
  BlockBasedTableOptions table;
  table.no_block_cache = true;
  options_.table_factory.reset(NewBlockBasedTableFactory(table));
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("k", "base"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  for (int i = 0; i < 3; ++i) ASSERT_OK(db_->Merge(WriteOptions(), "k", "x"));
  fs->FailNth(FsOp::kRead, 1, IOStatus::IOError("lost for now"), true, ".sst");
  ASSERT_OK(db_->Merge(WriteOptions(), "k", "y"));
  EXPECT_NE(Get("k").find("lost for now"), std::string::npos) << Get("k");
  fs->ClearFaults();
  fs->DamageNthRead(ReadDamage::kFlipBit, 1, true, ".sst");
  ASSERT_OK(db_->Merge(WriteOptions(), "k", "z"));
  fs->ClearFaults();
  EXPECT_EQ(Get("k"), "base,x,x,x,y,z");
  EXPECT_EQ(Pieces(), 6);
  ASSERT_OK(db_->Merge(WriteOptions(), "k", "w"));
  EXPECT_EQ(Pieces(), 1);
  EXPECT_EQ(Get("k"), "base,x,x,x,y,z,w");
  Close();
}

TEST_F(MergeFoldingTest, AnEntityStaysOne) {
  ASSERT_OK(Open(options_));
  WriteBatch batch;
  ASSERT_OK(batch.PutEntity(db_->DefaultColumnFamily(), "k", {{"", "base"}, {"c", "d"}}));
  ASSERT_OK(db_->Write(WriteOptions(), &batch));
  expected_ = "base";
  Merge(5);
  EXPECT_EQ(Pieces(), 2);
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Get("k"), expected_);
}

#ifdef BUCKETLSM_SYNC_POINTS
TEST_F(MergeFoldingTest, NoMergeIsMadeOverAValueThatIsInABlobFile) {
  ASSERT_OK(Open(options_));
  WriteBatch batch;
  ASSERT_OK(batch.Put("k", "index"));
  // Only other libraries write such a record.
  SyncPoints::Get().SetCallback("WriteQueue::Join:Linked", [&](void*) {
    constexpr size_t kTag = 12;
    constexpr char kBlobIndex = 0x11;
    const_cast<char&>(batch.Data()[kTag]) = kBlobIndex;
  });
  SyncPoints::Get().Enable();
  ASSERT_OK(db_->Write(WriteOptions(), &batch));
  SyncPoints::Get().Clear();
  for (int i = 0; i < 5; ++i) {
    ASSERT_OK(db_->Merge(WriteOptions(), "k", "x"));
    EXPECT_NE(Get("k").find("blob files: the value"), std::string::npos) << Get("k");
  }
  PinnableSlice operands[8];
  GetMergeOperandsOptions how;
  how.expected_max_number_of_operands = 8;
  int number = 0;
  const Status s = db_->GetMergeOperands(ReadOptions(), db_->DefaultColumnFamily(), "k", operands,
                                         &how, &number);
  EXPECT_TRUE(s.IsNotSupported()) << s.ToString() << ": an index is no operand";
  EXPECT_EQ(operator_->calls, 0);
}
#endif

TEST_F(MergeFoldingTest, ConcurrentMergesAreFoldedWithoutLosingAny) {
  options_.max_successive_merges = 2;
  options_.write_buffer_size = 1 << 20;
  options_.disable_auto_compactions = false;
  ASSERT_OK(Open(options_));
  constexpr int kThreads = 4;
  const int each = Scaled(200);
  std::atomic<bool> done{false};
  std::thread reader([&] {
    size_t longest = 0;
    while (!done) {
      const size_t size = Get("k").size();
      EXPECT_GE(size, longest);
      longest = size;
    }
  });
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < each; ++i) {
        WriteBatch batch;  // large enough for parallel insertion
        EXPECT_OK(batch.Put(NumberedKey(static_cast<uint64_t>(t)), std::string(9000, 'p')));
        for (int n = 0; n < 2; ++n) EXPECT_OK(batch.Merge("k", "operand-beyond-a-short-string"));
        EXPECT_OK(db_->Write(WriteOptions(), &batch));
      }
    });
  }
  for (std::thread& t : threads) t.join();
  done = true;
  reader.join();
  const size_t operands = static_cast<size_t>(kThreads * each) * 2;
  EXPECT_EQ(Get("k").size(), operands * 30 - 1);
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Get("k").size(), operands * 30 - 1);
}

}  // namespace
}  // namespace system_test
