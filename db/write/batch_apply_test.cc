// Records of a write batch become memtable entries of their families.
#include "db/write/batch_apply.h"

#include <gtest/gtest.h>

#include <thread>

#include "db/batch/write_batch_internal.h"
#include "db/state/module_fixture.h"
#include "rocksdb/write_batch.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class BatchApplyTest : public ModuleTest {
 protected:
  BatchApplyTest() {
    for (uint32_t id : {0u, 3u}) {
      auto family =
          std::make_shared<ColumnFamily>(&context_, id, "f" + std::to_string(id), config_);
      family->StartMemTable(0);
      families_.Add(family);
      handles_.push_back(std::make_unique<ColumnFamilyHandleImpl>(family, &context_, obsolete_));
    }
  }
  Status Apply(const WriteBatch& batch, const ApplyOptions& options = ApplyOptions(),
               SequenceNumber first = 10) {
    return ApplyBatch(Slice(batch.Data()), first, families_, options, &result_);
  }
  const MemTable& Mem(uint32_t id) { return *families_.Find(id)->mem(); }
  // "a@11" for a found key.
  std::string Look(uint32_t id, const std::string& key) {
    const LookupKey wanted(key, kLargestSequence);
    PointLookup lookup(config_->order, key, kLargestSequence);
    families_.Find(id)->mem()->Get(wanted, &lookup);
    return lookup.result() == LookupResult::kFound     ? "found"
           : lookup.result() == LookupResult::kDeleted ? "deleted"
                                                       : "absent";
  }

  TableCache tables_{&context_, -1};
  std::shared_ptr<ObsoleteFiles> obsolete_ =
      std::make_shared<ObsoleteFiles>(&context_, &tables_, events_.get());
  ColumnFamilySet families_;
  std::vector<std::unique_ptr<ColumnFamilyHandleImpl>> handles_;
  ApplyResult result_;
};

TEST_F(BatchApplyTest, EachRecordGetsTheNextSequenceInItsFamily) {
  WriteBatch batch;
  ASSERT_OK(batch.Put("a", "1"));
  ASSERT_OK(batch.Put(handles_[1].get(), "b", "2"));
  ASSERT_OK(batch.PutLogData("no sequence number"));
  ASSERT_OK(batch.Delete("c"));
  ASSERT_OK(Apply(batch));
  EXPECT_EQ(result_.next_sequence, 13u);
  EXPECT_FALSE(result_.memtable_full);
  EXPECT_EQ(Look(0, "a"), "found");
  EXPECT_EQ(Look(3, "b"), "found");
  EXPECT_EQ(Look(0, "b"), "absent");
  EXPECT_EQ(Look(0, "c"), "deleted");
  EXPECT_EQ(Mem(0).num_entries(), 2u);
  EXPECT_EQ(Mem(0).num_deletes(), 1u);
  EXPECT_EQ(Mem(3).num_entries(), 1u);
  EXPECT_EQ(Mem(3).first_seq(), 11u);
}

TEST_F(BatchApplyTest, ADeletionHasNoValueWhateverCameBeforeIt) {
  WriteBatch batch;
  ASSERT_OK(batch.Put("a", std::string(1000, 'v')));
  ASSERT_OK(batch.Delete("b"));
  ASSERT_OK(batch.SingleDelete("c"));
  ASSERT_OK(Apply(batch));
  EXPECT_LT(Mem(0).data_size(), 1100u);
}

TEST_F(BatchApplyTest, AnyBitOfAProtectedBatchThatChangesBeforeItsInsertionIsTold) {
  WriteBatch batch(0, 0, 8, 0);
  ASSERT_OK(batch.Put("a", "one"));
  ASSERT_OK(batch.Put(handles_[1].get(), "b", "two"));
  ASSERT_OK(batch.PutLogData("blob"));
  ASSERT_OK(batch.Delete("c"));
  ASSERT_OK(batch.Merge("d", "operand"));
  ASSERT_OK(batch.DeleteRange("e", "f"));
  BatchGuards guards;
  ASSERT_OK(BatchAccess::MakeGuards(batch, &guards));
  ApplyOptions options;
  options.guards = &guards;
  SequenceNumber seq = 100;
  ASSERT_OK(Apply(batch, options, seq));
  char* bytes = const_cast<char*>(batch.Data().data());
  // Flips bits from the count of updates on; the sequence number is not part of the batch.
  for (size_t bit = 64; bit < batch.Data().size() * 8; ++bit) {
    const char mask = static_cast<char>(1 << (bit % 8));
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ mask);
    result_ = ApplyResult();
    const Status s = Apply(batch, options, seq += 100);
    EXPECT_TRUE(s.IsCorruption()) << bit / 8 << "." << bit % 8 << " " << s.ToString();
    EXPECT_TRUE(result_.damaged);
    EXPECT_TRUE(batch.VerifyChecksum().IsCorruption());
    BatchGuards made;
    EXPECT_TRUE(BatchAccess::MakeGuards(batch, &made).IsCorruption());
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ mask);
  }
  result_ = ApplyResult();
  ASSERT_OK(Apply(batch, options, seq + 100));
  EXPECT_FALSE(result_.damaged);
}

TEST_F(BatchApplyTest, GuardsAreHeldAgainstRecordsThatAreNotInserted) {
  WriteBatch batch(0, 0, 8, 0);
  ASSERT_OK(batch.Put("a", "1"));
  BatchGuards guards;
  ASSERT_OK(BatchAccess::MakeGuards(batch, &guards));
  ApplyOptions options;
  options.guards = &guards;
  options.recovering_log = 7;
  families_.Find(0u)->RaiseLogNumber(8);
  ASSERT_OK(Apply(batch, options));
  const_cast<char&>(batch.Data().back()) ^= 1;
  EXPECT_TRUE(Apply(batch, options).IsCorruption());
  guards.push_back(guards.front());
  const_cast<char&>(batch.Data().back()) ^= 1;
  EXPECT_TRUE(Apply(batch, options).IsCorruption()) << "fewer records than guards";
  guards.clear();
  EXPECT_TRUE(Apply(batch, options).IsCorruption()) << "more records than guards";
}

TEST_F(BatchApplyTest, NoRecordOfAFamilyThatTakesNoWritesIsInserted) {
  ColumnFamilyOptions closed = config_->options;
  closed.disallow_memtable_writes = true;
  std::shared_ptr<const CfConfig> config;
  ASSERT_OK(MakeCfConfig(DBOptions(), closed, &config));
  auto family = std::make_shared<ColumnFamily>(&context_, 5, "closed", config);
  family->StartMemTable(0);
  families_.Add(family);
  ColumnFamilyHandleImpl handle(family, &context_, obsolete_);
  WriteBatch batch;
  for (const char* key : {"a", "b", "c"}) ASSERT_OK(batch.Put(&handle, key, "v"));
  EXPECT_TRUE(Apply(batch).IsInvalidArgument());
  ApplyOptions recovery;
  recovery.recovering_log = 7;
  ASSERT_OK(Apply(batch, recovery));
  EXPECT_TRUE(Mem(5).IsEmpty());
}

TEST_F(BatchApplyTest, WhatCannotBeAppliedIsFoundBeforehand) {
  auto gone = std::make_shared<ColumnFamily>(&context_, 9, "gone", config_);
  ColumnFamilyHandleImpl handle(gone, &context_, obsolete_);
  UpdateRules lenient, merges;
  lenient.ignore_missing_families = true;
  merges.merges_only = true;
  const auto check = [this](const WriteBatch& batch, const UpdateRules& rules) {
    return CheckUpdates(Slice(batch.Data()), families_, rules);
  };
  WriteBatch batch;
  ASSERT_OK(batch.Put("a", "1"));
  ASSERT_OK(batch.DeleteRange("c", "m"));
  ASSERT_OK(check(batch, UpdateRules()));
  ASSERT_OK(batch.Put(&handle, "x", "1"));
  EXPECT_TRUE(check(batch, UpdateRules()).IsInvalidArgument());
  ASSERT_OK(check(batch, lenient));
  ASSERT_OK(batch.DeleteRange("m", "c"));
  EXPECT_TRUE(check(batch, lenient).IsInvalidArgument());
  ASSERT_OK(check(batch, merges));
}

// Folds everything into "folded:" and the operand.
class AlwaysFold final : public OperandFolder {
 public:
  bool Fold(ColumnFamily*, SequenceNumber, const Slice&, const Slice& operand, std::string* value,
            ValueType* type) override {
    *value = "folded:" + operand.ToString();
    *type = kTypeValue;
    return true;
  }
};

TEST_F(BatchApplyTest, OperandsAreFoldedOnlyWhereTheFamilyAsksForIt) {
  ColumnFamilyOptions limited = config_->options;
  limited.max_successive_merges = 1;
  std::shared_ptr<const CfConfig> config;
  ASSERT_OK(MakeCfConfig(DBOptions(), limited, &config));
  families_.Find(3)->state().SetConfig(config);
  families_.Find(3)->StartMemTable(0);
  AlwaysFold folder;
  ApplyOptions options;
  options.folder = &folder;
  WriteBatch batch;
  ASSERT_OK(batch.Merge("a", "operand"));
  ASSERT_OK(batch.Merge(handles_[1].get(), "a", "operand"));
  ASSERT_OK(Apply(batch, options));
  EXPECT_EQ(Look(0, "a"), "absent") << "an operand alone";
  EXPECT_EQ(Look(3, "a"), "found");
  BatchGuards guards;
  ASSERT_OK(BatchAccess::MakeGuards(batch, &guards));
  options.guards = &guards;
  ASSERT_OK(Apply(batch, options, 50));
  const_cast<char&>(batch.Data().back()) ^= 1;
  EXPECT_TRUE(Apply(batch, options, 90).IsCorruption()) << "checked before it is folded";
}

TEST_F(BatchApplyTest, AMissingFamilyFailsTheBatchUnlessItMayBePassedOver) {
  auto gone = std::make_shared<ColumnFamily>(&context_, 9, "gone", config_);
  ColumnFamilyHandleImpl handle(gone, &context_, obsolete_);
  WriteBatch batch;
  ASSERT_OK(batch.Put(&handle, "x", "1"));
  ASSERT_OK(batch.Put("a", "2"));
  const Status s = Apply(batch);
  EXPECT_TRUE(s.IsInvalidArgument());
  EXPECT_NE(s.ToString().find("9"), std::string::npos);
  ApplyOptions lenient;
  lenient.ignore_missing_families = true;
  EXPECT_EQ(Mem(0).first_seq(), 11u) << "the rest is applied, as recovery would";
  ASSERT_OK(Apply(batch, lenient, 20));
  EXPECT_EQ(result_.next_sequence, 22u) << "the skipped record keeps its number";
  EXPECT_EQ(Mem(0).num_entries(), 2u);
}

TEST_F(BatchApplyTest, RecoveryPassesOverWhatTablesHaveAlready) {
  families_.Find(3u)->RaiseLogNumber(8);
  WriteBatch batch;
  ASSERT_OK(batch.Put("a", "1"));
  ASSERT_OK(batch.Put(handles_[1].get(), "b", "2"));
  ApplyOptions recovery;
  recovery.recovering_log = 7;
  ASSERT_OK(Apply(batch, recovery));
  EXPECT_EQ(Look(0, "a"), "found");
  EXPECT_EQ(Look(3, "b"), "absent");
  recovery.recovering_log = 8;
  ASSERT_OK(Apply(batch, recovery, 30));
  EXPECT_EQ(Look(3, "b"), "found");
}

TEST_F(BatchApplyTest, ARangeThatEndsBeforeItBeginsIsRefused) {
  WriteBatch batch;
  ASSERT_OK(batch.DeleteRange("m", "c"));
  EXPECT_TRUE(Apply(batch).IsInvalidArgument());
  ApplyOptions recovery;
  recovery.recovering_log = 7;
  ASSERT_OK(Apply(batch, recovery));
  EXPECT_EQ(Mem(0).num_range_deletes(), 0u);
  WriteBatch good;
  ASSERT_OK(good.DeleteRange("c", "m"));
  ASSERT_OK(Apply(good));
  EXPECT_EQ(Mem(0).num_range_deletes(), 1u);
}

TEST_F(BatchApplyTest, DamagedBytesAreAnErrorAndNoCrash) {
  WriteBatch batch;
  ASSERT_OK(batch.Put("key", std::string(50, 'v')));
  const std::string whole = batch.Data();
  for (size_t n = 13; n < whole.size(); ++n) {
    EXPECT_TRUE(
        ApplyBatch(Slice(whole.data(), n), 10, families_, ApplyOptions(), &result_).IsCorruption())
        << n;
  }
}

TEST_F(BatchApplyTest, AFullMemtableIsSaidAndClaimedOnce) {
  ColumnFamilyOptions small = config_->options;
  small.write_buffer_size = 64 << 10;
  std::shared_ptr<const CfConfig> config;
  ASSERT_OK(MakeCfConfig(DBOptions(), small, &config));
  auto family = std::make_shared<ColumnFamily>(&context_, 0, "small", config);
  family->StartMemTable(0);
  families_.Add(family);
  WriteBatch batch;
  ASSERT_OK(batch.Put("key", std::string(1000, 'v')));
  SequenceNumber next = 10;
  for (int i = 0; i < 200 && !result_.memtable_full; ++i) {
    ASSERT_OK(Apply(batch, ApplyOptions(), next));
    next = result_.next_sequence;
  }
  EXPECT_TRUE(result_.memtable_full);
  EXPECT_TRUE(family->mem()->FlushClaimed());
  EXPECT_LT(next, 200u);
}

TEST_F(BatchApplyTest, ConcurrentBatchesAreAllInserted) {
  constexpr int kThreads = 4, kBatches = 200;
  std::vector<std::thread> threads;
  std::atomic<int> failed{0};
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      ApplyOptions options;
      options.concurrent = true;
      for (int i = 0; i < kBatches; ++i) {
        WriteBatch batch;
        const auto first = static_cast<SequenceNumber>(1 + (t * kBatches + i) * 2);
        const std::string key = std::to_string(t) + "/" + std::to_string(i);
        failed += !batch.Put(key, "v").ok() || !batch.Put(handles_[1].get(), key, "v").ok();
        ApplyResult result;
        failed += !ApplyBatch(Slice(batch.Data()), first, families_, options, &result).ok();
      }
    });
  }
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(Mem(0).num_entries(), uint64_t{kThreads} * kBatches);
  EXPECT_EQ(Mem(3).num_entries(), uint64_t{kThreads} * kBatches);
  for (int t = 0; t < kThreads; ++t)
    EXPECT_EQ(Look(3, std::to_string(t) + "/" + std::to_string(kBatches - 1)), "found");
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
