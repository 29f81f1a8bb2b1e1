// Writes of transactions: checks under the leadership of the queue, records that only the log gets,
// commits that log less than they apply, and the newest entry of a key.
#include <gtest/gtest.h>

#include <functional>
#include <thread>
#include <vector>

#include "db/batch/write_batch_internal.h"
#include "db/db_impl.h"
#include "db/engine_of.h"
#include "rocksdb/db.h"
#include "rocksdb/write_buffer_manager.h"
#include "test/support/scratch.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class TransactionWriteTest : public testing::Test {
 protected:
  TransactionWriteTest() {
    options_.create_if_missing = true;
    options_.allow_2pc = true;
    Open();
  }
  void Open() {
    ASSERT_OK(DB::Open(options_, dir_.path(), &db_));
    engine_ = EngineOf(db_.get());
  }
  SequenceNumber Newest(const std::string& key, SequenceNumber since, bool memory_only,
                        bool* complete) {
    SequenceNumber newest = kLargestSequence;
    EXPECT_OK(engine_->NewestSequence(db_->DefaultColumnFamily(), key, since, memory_only, &newest,
                                      complete));
    return newest;
  }
  std::string Value(const std::string& key) {
    std::string value;
    Status s = db_->Get(ReadOptions(), key, &value);
    return s.IsNotFound() ? "none" : s.ok() ? value : s.ToString();
  }
  // Begin, one Put, End(xid), as a transaction logs it.
  static WriteBatch Section(const std::string& xid, const std::string& key) {
    WriteBatch batch;
    BatchAccess::AppendNoop(&batch);
    EXPECT_OK(batch.Put(key, xid));
    EXPECT_OK(BatchAccess::ClosePrepared(&batch, xid, true, false));
    return batch;
  }
  static WriteBatch CommitOf(const std::string& xid, const WriteBatch& section) {
    WriteBatch batch;
    BatchAccess::AppendCommit(&batch, xid);
    batch.MarkWalTerminationPoint();
    EXPECT_OK(BatchAccess::Append(&batch, section, false));
    return batch;
  }

  system_test::ScratchDir dir_;
  Options options_;
  std::unique_ptr<DB> db_;
  DBImpl* engine_ = nullptr;
};

class Verdict : public WriteCheck {
 public:
  explicit Verdict(std::function<Status()> ask) : ask_(std::move(ask)) {}
  Status Check() override { return ask_(); }

 private:
  const std::function<Status()> ask_;
};

TEST_F(TransactionWriteTest, ACheckThatFailsKeepsItsBatchOutOfLogAndMemtable) {
  Verdict busy([] { return Status::Busy("a conflict"); });
  TransactionalWrite write;
  write.check = &busy;
  WriteBatch batch;
  ASSERT_OK(batch.Put("k", "v"));
  EXPECT_TRUE(engine_->WriteTransaction(WriteOptions(), &batch, &write).IsBusy());
  EXPECT_EQ(Value("k"), "none");
  EXPECT_EQ(db_->GetLatestSequenceNumber(), 0u);
  db_.reset();
  Open();
  EXPECT_EQ(Value("k"), "none");
}

TEST_F(TransactionWriteTest, ACheckSeesEveryEarlierWriteAndItsBatchFollows) {
  ASSERT_OK(db_->Put(WriteOptions(), "k", "before"));
  std::string seen;
  Verdict look([&] {
    seen = Value("k");
    return Status::OK();
  });
  TransactionalWrite write;
  write.check = &look;
  WriteBatch batch;
  ASSERT_OK(batch.Put("k", "after"));
  ASSERT_OK(batch.Put("l", "after"));
  ASSERT_OK(engine_->WriteTransaction(WriteOptions(), &batch, &write));
  EXPECT_EQ(seen, "before");
  EXPECT_EQ(Value("k"), "after");
  EXPECT_EQ(write.sequence, 3u);
}

// Each increment reads in its check that nobody has written since its read.
TEST_F(TransactionWriteTest, CheckedIncrementsOfSeveralThreadsAreNeverLost) {
  constexpr int kThreads = 4, kEach = 200;
  ASSERT_OK(db_->Put(WriteOptions(), "n", "0"));
  const auto add_one = [&] {
    bool added = false;
    while (!added) {
      const SequenceNumber since = db_->GetLatestSequenceNumber();
      const Snapshot* at = db_->GetSnapshot();
      ReadOptions as_of;
      as_of.snapshot = at;
      std::string value;
      ASSERT_OK(db_->Get(as_of, "n", &value));
      const SequenceNumber read_at = at->GetSequenceNumber();
      db_->ReleaseSnapshot(at);
      ASSERT_GE(read_at, since);
      Verdict unchanged([&] {
        bool complete = false;
        const SequenceNumber newest = Newest("n", read_at, true, &complete);
        EXPECT_TRUE(complete);
        return newest > read_at ? Status::Busy() : Status::OK();
      });
      TransactionalWrite write;
      write.check = &unchanged;
      WriteBatch batch;
      ASSERT_OK(batch.Put("n", std::to_string(std::stoi(value) + 1)));
      Status s = engine_->WriteTransaction(WriteOptions(), &batch, &write);
      ASSERT_TRUE(s.ok() || s.IsBusy()) << s.ToString();
      added = s.ok();
    }
  };
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < kEach; ++i) add_one();
    });
  }
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(Value("n"), std::to_string(kThreads * kEach));
}

TEST_F(TransactionWriteTest, APreparedSectionIsLoggedAndShowsWithItsCommit) {
  ASSERT_OK(db_->Put(WriteOptions(), "a", "0"));
  WriteBatch section = Section("x", "k");
  TransactionalWrite prepare;
  prepare.log_only = true;
  ASSERT_OK(engine_->WriteTransaction(WriteOptions(), &section, &prepare));
  EXPECT_NE(prepare.log_number, 0u);
  EXPECT_EQ(prepare.sequence, 0u);
  EXPECT_EQ(db_->GetLatestSequenceNumber(), 1u);
  EXPECT_EQ(Value("k"), "none");
  WriteBatch commit = CommitOf("x", section);
  TransactionalWrite write;
  write.prepared_in = prepare.log_number;
  ASSERT_OK(engine_->WriteTransaction(WriteOptions(), &commit, &write));
  EXPECT_EQ(write.sequence, 2u);
  EXPECT_EQ(Value("k"), "x");
}

TEST_F(TransactionWriteTest, PreparingWithoutALogIsRefused) {
  WriteBatch section = Section("x", "k");
  TransactionalWrite prepare;
  prepare.log_only = true;
  WriteOptions unlogged;
  unlogged.disableWAL = true;
  EXPECT_TRUE(engine_->WriteTransaction(unlogged, &section, &prepare).IsInvalidArgument());
}

TEST_F(TransactionWriteTest, AnApplicationsBatchWithMarksIsStillRefused) {
  WriteBatch section = Section("x", "k");
  EXPECT_TRUE(db_->Write(WriteOptions(), &section).IsNotSupported());
}

TEST_F(TransactionWriteTest, ProtectedSectionsAndCommitsPassTheirGuards) {
  WriteBatch section(0, 0, 8, 0);
  BatchAccess::AppendNoop(&section);
  ASSERT_OK(section.Put("k", "v"));
  ASSERT_OK(BatchAccess::ClosePrepared(&section, "x", true, false));
  TransactionalWrite prepare;
  prepare.log_only = true;
  ASSERT_OK(engine_->WriteTransaction(WriteOptions(), &section, &prepare));
  WriteBatch commit(0, 0, 8, 0);
  BatchAccess::AppendCommit(&commit, "x");
  commit.MarkWalTerminationPoint();
  ASSERT_OK(BatchAccess::Append(&commit, section, false));
  TransactionalWrite write;
  write.prepared_in = prepare.log_number;
  ASSERT_OK(engine_->WriteTransaction(WriteOptions(), &commit, &write));
  EXPECT_EQ(Value("k"), "v");
}

// Prepares and commits of many threads share groups; plain writes go between.
TEST_F(TransactionWriteTest, SectionsOfManyThreadsKeepTheirUpdates) {
  constexpr int kThreads = 4, kEach = 100;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kEach; ++i) {
        const std::string name = std::to_string(t) + "." + std::to_string(i);
        WriteBatch section = Section(name, name);
        TransactionalWrite prepare;
        prepare.log_only = true;
        ASSERT_OK(engine_->WriteTransaction(WriteOptions(), &section, &prepare));
        WriteBatch commit = CommitOf(name, section);
        TransactionalWrite write;
        write.prepared_in = prepare.log_number;
        ASSERT_OK(engine_->WriteTransaction(WriteOptions(), &commit, &write));
        ASSERT_OK(db_->Put(WriteOptions(), "plain" + name, name));
      }
    });
  }
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(db_->GetLatestSequenceNumber(), 2u * kThreads * kEach);
  for (int t = 0; t < kThreads; ++t) {
    for (int i = 0; i < kEach; ++i) {
      const std::string name = std::to_string(t) + "." + std::to_string(i);
      ASSERT_EQ(Value(name), name);
    }
  }
}

// There is no merge operator. Refused batches stand in groups with others, and take no numbers.
TEST_F(TransactionWriteTest, ARefusedBatchFailsAloneInItsGroup) {
  constexpr int kThreads = 4, kEach = 100;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kEach; ++i) {
        const std::string name = std::to_string(t) + "." + std::to_string(i);
        WriteBatch refused;
        ASSERT_OK(refused.Put("refused", name));
        ASSERT_OK(refused.Merge("sum", "1"));
        TransactionalWrite plain;
        TransactionalWrite* const write = i % 2 == 0 ? nullptr : &plain;
        ASSERT_TRUE(engine_->WriteTransaction(WriteOptions(), &refused, write).IsInvalidArgument());
        ASSERT_OK(db_->Put(WriteOptions(), name, name));
      }
    });
  }
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(db_->GetLatestSequenceNumber(), uint64_t{kThreads} * kEach);
  db_.reset();
  Open();
  EXPECT_EQ(Value("refused") + " " + Value("sum"), "none none");
  EXPECT_EQ(Value("0.0") + " " + Value("3.99"), "0.0 3.99");
}

TEST_F(TransactionWriteTest, TheNewestEntryIsFoundInMemoryAndInTables) {
  ASSERT_OK(db_->Put(WriteOptions(), "a", "1"));
  ASSERT_OK(db_->Put(WriteOptions(), "a", "2"));
  bool complete = false;
  EXPECT_EQ(Newest("a", 0, true, &complete), 2u);
  EXPECT_TRUE(complete);
  EXPECT_EQ(Newest("b", 0, true, &complete), 0u);
  EXPECT_TRUE(complete) << "nothing was ever flushed";
  ASSERT_OK(db_->Flush(FlushOptions()));
  EXPECT_EQ(Newest("a", 0, false, &complete), 2u);
  EXPECT_TRUE(complete);
  EXPECT_LE(Newest("a", 2, false, &complete), 2u);
  EXPECT_TRUE(complete);
  EXPECT_EQ(Newest("a", 0, true, &complete), 0u);
  EXPECT_FALSE(complete) << "the memtables begin behind 0";
  EXPECT_LE(Newest("a", 2, true, &complete), 2u);
  EXPECT_TRUE(complete) << "everything newer than 2 is in memory";
}

TEST_F(TransactionWriteTest, DeletionsOperandsAndRangesAreEntries) {
  ASSERT_OK(db_->Put(WriteOptions(), "a", "1"));
  ASSERT_OK(db_->Delete(WriteOptions(), "a"));
  bool complete = false;
  EXPECT_EQ(Newest("a", 0, true, &complete), 2u);
  ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "a", "c"));
  EXPECT_EQ(Newest("a", 0, true, &complete), 3u);
  EXPECT_EQ(Newest("b", 0, true, &complete), 3u);
  EXPECT_EQ(Newest("c", 0, true, &complete), 0u);
  ASSERT_OK(db_->Put(WriteOptions(), "b", "4"));
  EXPECT_EQ(Newest("b", 0, true, &complete), 4u);
  ASSERT_OK(db_->Flush(FlushOptions()));
  EXPECT_EQ(Newest("a", 0, false, &complete), 3u);
  EXPECT_EQ(Newest("b", 0, false, &complete), 4u);
}

// ---- the history of flushed memtables

class MemtableHistoryTest : public TransactionWriteTest {
 protected:
  void Reopen(int64_t bytes) {
    db_.reset();
    options_.max_write_buffer_size_to_maintain = bytes;
    Open();
  }
  void PutAndFlush(const std::string& key, size_t bytes) {
    ASSERT_OK(db_->Put(WriteOptions(), key, std::string(bytes, 'v')));
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  uint64_t Number(const char* property) {
    uint64_t value = UINT64_MAX;
    EXPECT_TRUE(db_->GetIntProperty(property, &value)) << property;
    return value;
  }
  bool Knows(const std::string& key, SequenceNumber since) {
    bool complete = false;
    return Newest(key, since, true, &complete) > since;
  }
};

TEST_F(MemtableHistoryTest, FlushedMemtablesAreKeptForChecksAndCounted) {
  Reopen(-1);
  PutAndFlush("a", 1000);
  PutAndFlush("b", 1000);
  EXPECT_EQ(Number("rocksdb.num-immutable-mem-table-flushed"), 2u);
  EXPECT_EQ(Number("rocksdb.num-immutable-mem-table"), 0u);
  EXPECT_GE(Number("rocksdb.size-all-mem-tables"),
            Number("rocksdb.cur-size-all-mem-tables") + 2000);
  EXPECT_TRUE(Knows("a", 0));
  EXPECT_TRUE(Knows("b", 0));
  bool complete = false;
  EXPECT_EQ(Newest("c", 0, true, &complete), 0u);
  EXPECT_TRUE(complete);
}

TEST_F(MemtableHistoryTest, WithoutTheOptionNothingIsKept) {
  PutAndFlush("a", 1000);
  EXPECT_EQ(Number("rocksdb.num-immutable-mem-table-flushed"), 0u);
  EXPECT_EQ(Number("rocksdb.size-all-mem-tables"), Number("rocksdb.cur-size-all-mem-tables"));
}

TEST_F(MemtableHistoryTest, TheOldestLeavesFirstWhereTheSizeIsUsedUp) {
  Reopen(250 << 10);
  for (const char* key : {"a", "b", "c"}) PutAndFlush(key, 100 << 10);
  EXPECT_EQ(Number("rocksdb.num-immutable-mem-table-flushed"), 2u);
  EXPECT_FALSE(Knows("a", 0));
  EXPECT_TRUE(Knows("b", 0));
  EXPECT_TRUE(Knows("c", 0));
  bool complete = true;
  EXPECT_EQ(Newest("a", 0, true, &complete), 0u);
  EXPECT_FALSE(complete) << "its memtable is gone";
  EXPECT_EQ(Newest("a", 1, true, &complete), 0u);
  EXPECT_TRUE(complete) << "what is kept begins behind 1";
}

TEST_F(MemtableHistoryTest, AMemtableThatFillsUpTakesTheHistorysMemory) {
  options_.write_buffer_size = 128 << 10;
  Reopen(150 << 10);
  PutAndFlush("a", 100 << 10);
  EXPECT_TRUE(Knows("a", 0));
  ASSERT_OK(db_->Put(WriteOptions(), "b", std::string(140 << 10, 'v')));
  ASSERT_OK(db_->Put(WriteOptions(), "c", "the next memtable"));
  EXPECT_FALSE(Knows("a", 0));
}

TEST_F(MemtableHistoryTest, ReadsTakeNoValueFromIt) {
  Reopen(-1);
  PutAndFlush("a", 10);
  ASSERT_OK(db_->Delete(WriteOptions(), "a"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  EXPECT_TRUE(Knows("a", 0));
  EXPECT_EQ(Value("a"), "none");
  std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
  it->SeekToFirst();
  EXPECT_FALSE(it->Valid());
  ASSERT_OK(it->status());
}

// The limit of the manager is lower than what the history may have: writers must not wait for it.
TEST_F(MemtableHistoryTest, WritersThatWaitForMemoryGetTheHistorysMemory) {
  constexpr size_t kLimit = 1 << 20;
  auto manager = std::make_shared<WriteBufferManager>(kLimit, nullptr, true);
  options_.write_buffer_manager = manager;
  options_.write_buffer_size = 256 << 10;
  Reopen(64 << 20);
  for (int i = 0; i < 100; ++i) {
    ASSERT_OK(db_->Put(WriteOptions(), std::to_string(i), std::string(64 << 10, 'v')));
  }
  ASSERT_OK(db_->Flush(FlushOptions()));
  EXPECT_LE(manager->memory_usage(), kLimit + options_.write_buffer_size);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
