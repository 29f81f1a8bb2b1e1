// RepairDB and transactions in the logs: what was prepared counts only if its commit is there.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "db/batch/write_batch_internal.h"
#include "db/log/log_writer.h"
#include "db/state/module_fixture.h"
#include "env/filename.h"
#include "rocksdb/db.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class RepairPreparedTest : public ModuleTest {
 protected:
  RepairPreparedTest() {
    options_.env = env_.get();
    options_.create_if_missing = true;
    options_.compression = kNoCompression;
  }
  enum Policy { kCommitted, kPrepared, kUnprepared };
  // A batch that prepares `key` = `value` under `transaction`.
  static WriteBatch Prepare(Policy policy, const std::string& transaction, const std::string& key,
                            const std::string& value) {
    WriteBatch batch;
    BatchAccess::AppendNoop(&batch);
    EXPECT_OK(batch.Put(key, value));
    EXPECT_OK(BatchAccess::ClosePrepared(&batch, transaction, policy == kCommitted,
                                         policy == kUnprepared));
    return batch;
  }
  static WriteBatch Commit(const std::string& transaction) {
    WriteBatch batch;
    BatchAccess::AppendCommit(&batch, transaction);
    return batch;
  }
  static WriteBatch Rollback(const std::string& transaction) {
    WriteBatch batch;
    BatchAccess::AppendRollback(&batch, transaction);
    return batch;
  }
  static WriteBatch Plain(const std::string& key, const std::string& value) {
    WriteBatch batch;
    EXPECT_OK(batch.Put(key, value));
    return batch;
  }
  // Leaves a database whose newest log holds `batches`, and repairs it.
  void RepairWith(std::vector<WriteBatch> batches) {
    ASSERT_OK(DB::Open(options_, "/db", &db_));
    ASSERT_OK(db_->Close());
    db_.reset();
    const uint64_t number = 100;
    std::unique_ptr<WritableFileWriter> file;
    ASSERT_OK(
        WritableFileWriter::Create(fs_.get(), WalFileName("/db", number), FileOptions(), &file));
    log::Writer log(std::move(file), number, false, false);
    SequenceNumber sequence = 1;
    for (WriteBatch& batch : batches) {
      BatchAccess::SetSequence(&batch, sequence);
      sequence += 10;
      ASSERT_OK(log.AddRecord(batch.Data()));
    }
    ASSERT_OK(log.Close());
    ASSERT_OK(RepairDB("/db", options_));
    ASSERT_OK(DB::Open(options_, "/db", &db_));
  }
  std::string Get(const std::string& key) {
    std::string value;
    Status s = db_->Get(ReadOptions(), key, &value);
    return s.ok() ? value : s.IsNotFound() ? "NOT_FOUND" : s.ToString();
  }

  Options options_;
  std::unique_ptr<DB> db_;
};

TEST_F(RepairPreparedTest, WhatWasPreparedAndNeverCommittedIsNotTaken) {
  RepairWith({Prepare(kCommitted, "t1", "a", "1"), Prepare(kPrepared, "t2", "b", "2"),
              Prepare(kUnprepared, "t3", "c", "3"), Plain("d", "4")});
  EXPECT_EQ("NOT_FOUND", Get("a"));
  EXPECT_EQ("NOT_FOUND", Get("b"));
  EXPECT_EQ("NOT_FOUND", Get("c"));
  EXPECT_EQ("4", Get("d"));
}

TEST_F(RepairPreparedTest, WhatWasCommittedLaterInTheLogIsTaken) {
  RepairWith({Prepare(kCommitted, "t1", "a", "1"), Prepare(kPrepared, "t2", "b", "2"),
              Prepare(kUnprepared, "t3", "c", "3"), Prepare(kUnprepared, "t3", "d", "4"),
              Commit("t3"), Commit("t2"), Commit("t1")});
  EXPECT_EQ("1", Get("a"));
  EXPECT_EQ("2", Get("b"));
  EXPECT_EQ("3", Get("c"));
  EXPECT_EQ("4", Get("d"));
}

TEST_F(RepairPreparedTest, APersistedUpdateIsAsOldAsItsOwnPlaceInTheLog) {
  RepairWith(
      {Prepare(kPrepared, "t", "a", "prepared"), Plain("a", "written after it"), Commit("t")});
  EXPECT_EQ("written after it", Get("a"));
}

TEST_F(RepairPreparedTest, ACommitCountsForTheLastUseOfItsIdOnly) {
  RepairWith({Prepare(kPrepared, "t", "a", "1"), Rollback("t"), Prepare(kPrepared, "t", "b", "2"),
              Commit("t"), Prepare(kPrepared, "t", "c", "3")});
  EXPECT_EQ("NOT_FOUND", Get("a"));
  EXPECT_EQ("2", Get("b"));
  EXPECT_EQ("NOT_FOUND", Get("c"));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
