// For the tests of TransactionDB: a database in a scratch directory and short words for its calls.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rocksdb/utilities/transaction.h"
#include "rocksdb/utilities/transaction_db.h"
#include "rocksdb/utilities/write_batch_with_index.h"
#include "test/support/scratch.h"

namespace ROCKSDB_NAMESPACE {

class LockingDbTest : public testing::Test {
 protected:
  LockingDbTest() {
    options_.create_if_missing = true;
    options_.merge_operator = std::make_shared<system_test::AppendOperator>();
    // Nobody waits for a lock unless the test says so.
    txn_db_options_.transaction_lock_timeout = 0;
    txn_db_options_.default_lock_timeout = 0;
    Open();
  }
  ~LockingDbTest() override { db_.reset(); }

  void Open() {
    db_.reset();
    TransactionDB* raw = nullptr;
    ASSERT_OK(TransactionDB::Open(options_, txn_db_options_, dir_ / "db", &raw));
    db_.reset(raw);
  }
  std::unique_ptr<Transaction> Begin(const TransactionOptions& options = TransactionOptions()) {
    return std::unique_ptr<Transaction>(db_->BeginTransaction(WriteOptions(), options));
  }
  std::unique_ptr<Transaction> BeginWithSnapshot() {
    TransactionOptions options;
    options.set_snapshot = true;
    return Begin(options);
  }
  Status Put(const std::string& key, const std::string& value) {
    return db_->Put(WriteOptions(), key, value);
  }
  std::string Get(const std::string& key) {
    std::string value;
    Status s = db_->Get(ReadOptions(), key, &value);
    return s.ok() ? value : s.IsNotFound() ? "none" : s.ToString();
  }
  static std::string Get(Transaction* txn, const std::string& key) {
    std::string value;
    Status s = txn->Get(ReadOptions(), key, &value);
    return s.ok() ? value : s.IsNotFound() ? "none" : s.ToString();
  }
  static Status Lock(Transaction* txn, const std::string& key, bool exclusive = true) {
    Status s = txn->GetForUpdate(ReadOptions(), key, static_cast<std::string*>(nullptr), exclusive);
    return s;
  }
  // The keys that are locked, in order.
  std::string Locked() {
    std::vector<std::string> keys;
    for (const auto& [cf, lock] : db_->GetLockStatusData()) keys.push_back(lock.key);
    std::sort(keys.begin(), keys.end());
    std::string text;
    for (const std::string& key : keys) text += key + " ";
    return text;
  }

  system_test::ScratchDir dir_;
  Options options_;
  TransactionDBOptions txn_db_options_;
  std::unique_ptr<TransactionDB> db_;
};

}  // namespace ROCKSDB_NAMESPACE
