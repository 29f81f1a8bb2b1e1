// A bank whose accounts have one constant sum, in a database with transactions of either kind.
// Shared by the race test of a bank at work and the crash test of one that is killed.
//
//   family "accounts":   account00 -> balance                    all balances together: kTotal
//   family "journal":    thread0   -> transfers that thread 0 has committed
//
// A transfer moves money between some accounts and counts itself, in one transaction: at once or in
// two phases, over keys in any order, with timeouts of a few milliseconds. Whoever meets a conflict
// gives up.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/utilities/optimistic_transaction_db.h"
#include "rocksdb/utilities/transaction.h"
#include "rocksdb/utilities/transaction_db.h"
#include "test/support/scratch.h"

namespace system_test {

enum class BankForm { kPessimistic, kOptimistic };

class Bank {
 public:
  static constexpr int kAccounts = 40;
  static constexpr int kThreads = 4;
  static constexpr int64_t kTotal = kAccounts * 1000;

  // Transfers that were committed for certain, by thread. It may lie in a shared page.
  struct Progress {
    std::atomic<uint64_t> acknowledged[kThreads] = {};
  };
  struct Outcomes {
    std::atomic<uint64_t> committed{0}, conflicts{0}, rolled_back{0};
  };

  Bank(BankForm form, std::string path, const Options& options)
      : form_(form), path_(std::move(path)), options_(options) {
    options_.create_if_missing = options_.create_missing_column_families = true;
  }
  ~Bank() { Close().PermitUncheckedError(); }
  Bank(const Bank&) = delete;
  Bank& operator=(const Bank&) = delete;

  // A new bank gives its money out. Prepared transfers wait for Resolve().
  Status Open() {
    const std::vector<ColumnFamilyDescriptor> families = {
        {kDefaultColumnFamilyName, options_}, {"accounts", options_}, {"journal", options_}};
    Status s;
    if (form_ == BankForm::kPessimistic) {
      TransactionDB* opened = nullptr;
      s = TransactionDB::Open(options_, TransactionDBOptions(), path_, families, &handles_,
                              &opened);
      db_.reset(opened);
    } else {
      OptimisticTransactionDB* opened = nullptr;
      s = OptimisticTransactionDB::Open(options_, path_, families, &handles_, &opened);
      db_.reset(opened);
    }
    std::string balance;
    if (s.ok()) s = db_->Get(ReadOptions(), accounts(), AccountKey(0), &balance);
    return s.IsNotFound() ? GiveOut() : s;
  }
  Status Close() {
    Status s;
    for (ColumnFamilyHandle* handle : handles_) {
      if (s.ok()) s = db_->DestroyColumnFamilyHandle(handle);
    }
    handles_.clear();
    if (s.ok() && db_ != nullptr) s = db_->Close();
    db_.reset();
    return s;
  }
  Status Flush(std::mt19937_64* random) {
    return db_->Flush(FlushOptions(), handles_[1 + (*random)() % 2]);
  }

  // ---- work

  // One transfer of a thread, or none after a conflict. Not OK: something that may not happen.
  Status TransferOnce(int thread, std::mt19937_64* random, Progress* progress, Outcomes* outcomes) {
    const std::unique_ptr<Transaction> txn = Begin(random);
    Status s = Move(txn.get(), random);
    const uint64_t number = progress->acknowledged[thread] + 1;
    if (s.ok()) s = txn->Put(journal(), "thread" + std::to_string(thread), std::to_string(number));
    bool commits = (*random)() % 8 != 0;
    if (s.ok()) s = End(txn.get(), thread, number, commits, random);
    if (s.ok()) {
      if (commits) progress->acknowledged[thread] = number;
      ++(commits ? outcomes->committed : outcomes->rolled_back);
      return s;
    }
    const bool stolen = txn->GetState() == Transaction::LOCKS_STOLEN;  // it had expired
    if (!stolen && !s.IsBusy() && !s.IsTimedOut() && !s.IsTryAgain() && !s.IsExpired()) return s;
    ++outcomes->conflicts;
    s = txn->Rollback();
    // Others may take its locks at any moment.
    return txn->GetState() == Transaction::LOCKS_STOLEN ? Status::OK() : s;
  }

  // ---- checks

  // By an iterator, and by lookups in turn, at one moment.
  Status ExpectTotal() const {
    ManagedSnapshot held(db_.get());
    ReadOptions read;
    read.snapshot = held.snapshot();
    int64_t walked = 0;
    int accounts_seen = 0;
    const std::unique_ptr<Iterator> it(db_->NewIterator(read, accounts()));
    for (it->SeekToFirst(); it->Valid(); it->Next(), ++accounts_seen) {
      walked += std::stoll(it->value().ToString());
    }
    Status s = it->status();
    int64_t read_one_by_one = 0;
    for (int account = 0; account < kAccounts && s.ok(); ++account) {
      int64_t balance = 0;
      s = BalanceOf(read, account, &balance);
      read_one_by_one += balance;
    }
    if (!s.ok()) return s;
    if (accounts_seen == kAccounts && walked == kTotal && read_one_by_one == kTotal) return s;
    return Status::Corruption(
        "the bank holds " + std::to_string(walked) + " and " + std::to_string(read_one_by_one) +
        " in " + std::to_string(accounts_seen) + " accounts instead of " + std::to_string(kTotal));
  }
  // What a thread has committed; at most one more than was acknowledged.
  Status ExpectJournal(Progress* progress) const {
    for (int thread = 0; thread < kThreads; ++thread) {
      std::string text;
      Status s = db_->Get(ReadOptions(), journal(), "thread" + std::to_string(thread), &text);
      if (!s.ok() && !s.IsNotFound()) return s;
      const uint64_t found = s.ok() ? std::stoull(text) : 0;
      const uint64_t least = progress->acknowledged[thread];
      if (found < least || found > least + 1) {
        return Status::Corruption("thread " + std::to_string(thread) + " has committed " +
                                  std::to_string(found) + " transfers, " + std::to_string(least) +
                                  " were acknowledged");
      }
      progress->acknowledged[thread] = found;
    }
    return Status::OK();
  }
  // Ends every transfer that a crash left prepared, one way or the other.
  Status Resolve(std::mt19937_64* random, uint64_t* found) {
    *found = 0;
    if (form_ != BankForm::kPessimistic) return Status::OK();
    std::vector<Transaction*> prepared;
    static_cast<TransactionDB*>(db_.get())->GetAllPreparedTransactions(&prepared);
    Status s;
    for (Transaction* txn : prepared) {
      if (s.ok()) s = (*random)() % 2 == 0 ? txn->Commit() : txn->Rollback();
      if (s.ok()) delete txn;
    }
    *found = prepared.size();
    return s;
  }

 private:
  ColumnFamilyHandle* accounts() const { return handles_[1]; }
  ColumnFamilyHandle* journal() const { return handles_[2]; }
  static std::string AccountKey(int account) {
    char key[24];
    std::snprintf(key, sizeof(key), "account%02d", account);
    return key;
  }

  Status GiveOut() {
    WriteBatch batch;
    Status s;
    for (int account = 0; account < kAccounts && s.ok(); ++account) {
      s = batch.Put(accounts(), AccountKey(account), std::to_string(kTotal / kAccounts));
    }
    return s.ok() ? db_->Write(WriteOptions(), &batch) : s;
  }
  Status BalanceOf(const ReadOptions& read, int account, int64_t* balance) const {
    std::string text;
    Status s = db_->Get(read, accounts(), AccountKey(account), &text);
    if (s.ok()) *balance = std::stoll(text);
    return s;
  }

  std::unique_ptr<Transaction> Begin(std::mt19937_64* random) const {
    const bool set_snapshot = (*random)() % 3 == 0;
    if (form_ == BankForm::kOptimistic) {
      OptimisticTransactionOptions options;
      options.set_snapshot = set_snapshot;
      return std::unique_ptr<Transaction>(
          static_cast<OptimisticTransactionDB*>(db_.get())->BeginTransaction(WriteOptions(),
                                                                             options));
    }
    TransactionOptions options;
    options.set_snapshot = set_snapshot;
    options.deadlock_detect = (*random)() % 2 == 0;
    options.lock_timeout = static_cast<int64_t>((*random)() % 20);
    if ((*random)() % 8 == 0) options.expiration = static_cast<int64_t>((*random)() % 4);
    return std::unique_ptr<Transaction>(
        static_cast<TransactionDB*>(db_.get())->BeginTransaction(WriteOptions(), options));
  }

  // Among 2 to 5 accounts, in any order. Some of it is taken back by a save point.
  Status Move(Transaction* txn, std::mt19937_64* random) const {
    std::vector<int> order(kAccounts);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), *random);
    order.resize(2 + (*random)() % 4);
    Status s;
    for (size_t i = 1; i < order.size() && s.ok(); ++i) {
      const bool undone = (*random)() % 6 == 0;
      const auto sum = static_cast<int64_t>((*random)() % 50);
      if (undone) txn->SetSavePoint();
      s = Add(txn, order[0], -sum);
      if (s.ok()) s = Add(txn, order[i], sum);
      if (s.ok() && undone) s = txn->RollbackToSavePoint();
    }
    return s;
  }
  Status Add(Transaction* txn, int account, int64_t sum) const {
    ReadOptions read;
    std::string text;
    Status s = txn->GetForUpdate(read, accounts(), AccountKey(account), &text);
    if (!s.ok()) return s;
    return txn->Put(accounts(), AccountKey(account), std::to_string(std::stoll(text) + sum));
  }

  Status End(Transaction* txn, int thread, uint64_t number, bool commits,
             std::mt19937_64* random) const {
    Status s;
    if (form_ == BankForm::kPessimistic && (*random)() % 2 == 0) {
      s = txn->SetName("thread" + std::to_string(thread) + "-" + std::to_string(number));
      if (s.ok()) s = txn->Prepare();
    }
    if (!s.ok()) return s;
    return commits ? txn->Commit() : txn->Rollback();
  }

  const BankForm form_;
  const std::string path_;
  Options options_;
  std::unique_ptr<DB> db_;
  std::vector<ColumnFamilyHandle*> handles_;
};

}  // namespace system_test
