// Transactions and ingestions beside the history of crash_ops.h, and what must be found of them
// after a failure. Shared by the tests of failing files and of power cuts.
//
//   "2pc-7"      written to both families by a transaction in two phases with steps in between
//   "ingest-3"   in a file for each family, ingested together
//
// Everything here is synced: what was acknowledged survives a power cut too.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rocksdb/sst_file_writer.h"
#include "rocksdb/utilities/transaction.h"
#include "rocksdb/utilities/transaction_db.h"
#include "test/support/status_assertions.h"

namespace system_test {

using namespace ROCKSDB_NAMESPACE;  // NOLINT: a header of tests only

class CrashTransactions {
 public:
  // `families`: the default one and its twin, while the database is open.
  using Families = std::vector<ColumnFamilyHandle*>;

  // The database is open (again).
  void Attach(TransactionDB* db, const Families& families, const Options& options) {
    db_ = db;
    families_ = families;
    options_ = options;
  }

  // ---- steps ----

  // The updates of `batch` as one transaction, every second time in two phases.
  Status Write(WriteBatch* batch, const WriteOptions& how) {
    const std::unique_ptr<Transaction> txn(db_->BeginTransaction(how));
    Status s = txn->RebuildFromWriteBatch(batch);
    if (s.ok() && ++made_ % 2 == 0) {
      s = txn->SetName("write-" + std::to_string(made_));
      sizes_[txn->GetName()] = batch->Count();
      if (s.ok()) s = txn->Prepare();
    }
    if (s.ok()) s = txn->Commit();
    if (!s.ok()) txn->Rollback().PermitUncheckedError();
    return s;
  }
  Status Prepare() {
    const std::string name = "2pc-" + std::to_string(++made_);
    WriteOptions how;
    how.sync = true;
    std::unique_ptr<Transaction> txn(db_->BeginTransaction(how));
    Status s = txn->SetName(name);
    for (ColumnFamilyHandle* family : families_) {
      if (s.ok()) s = txn->Put(family, name, name);
    }
    if (!s.ok()) return s;
    sizes_[name] = families_.size();
    fates_[name] = Fate::kPreparing;
    s = txn->Prepare();
    if (!s.ok()) return s;
    fates_[name] = Fate::kPrepared;
    // It is the database's until somebody ends it.
    (void)txn.release();
    return s;
  }
  // Every third one is rolled back.
  Status EndOldest() {
    for (auto& [name, fate] : fates_) {
      if (fate != Fate::kPrepared) continue;
      Transaction* const txn = db_->GetTransactionByName(name);
      if (txn == nullptr) return Status::Corruption("a prepared transaction is gone", name);
      WriteOptions how;
      how.sync = true;
      *txn->GetWriteOptions() = how;
      const bool commits = ++ended_ % 3 != 0;
      fate = commits ? Fate::kCommitting : Fate::kRollingBack;
      const Status s = commits ? txn->Commit() : txn->Rollback();
      if (!s.ok()) return s;
      delete txn;
      fate = commits ? Fate::kCommitted : Fate::kRolledBack;
      return s;
    }
    return Status::OK();
  }
  Status Ingest() {
    const std::string key = "ingest-" + std::to_string(++made_);
    std::vector<IngestExternalFileArg> files(families_.size());
    Status s = options_.env->CreateDirIfMissing("/made");
    for (size_t i = 0; i < families_.size(); ++i) {
      const std::string path = "/made/" + key + "-" + std::to_string(i);
      SstFileWriter writer(EnvOptions(), options_);
      if (s.ok()) s = writer.Open(path);
      // Its range holds the history's counter: memtables are flushed, and a number is taken.
      if (s.ok()) s = writer.Put("before-counter", key);
      if (s.ok()) s = writer.Put(key, key);
      if (s.ok()) s = writer.Finish();
      files[i].column_family = families_[i];
      files[i].external_files = {path};
      files[i].options.move_files = made_ % 2 == 0;
    }
    if (!s.ok()) return s;
    ingested_[key] = false;
    s = db_->IngestExternalFiles(files);
    if (s.ok()) ingested_[key] = true;
    return s;
  }

  // ---- after a failure ----

  // The database is open. Ends what nobody waits for.
  void ExpectSound() {
    for (auto& [name, fate] : fates_) {
      SCOPED_TRACE(name);
      ASSERT_NO_FATAL_FAILURE(ExpectFate(name, &fate));
    }
    for (const auto& [key, acknowledged] : ingested_) {
      bool there = false;
      ASSERT_NO_FATAL_FAILURE(Find(key, &there));
      ASSERT_TRUE(there || !acknowledged) << key << " was lost";
    }
    std::vector<Transaction*> found;
    db_->GetAllPreparedTransactions(&found);
    for (Transaction* txn : found) {
      if (txn->GetName().rfind("write-", 0) == 0 && txn->Rollback().ok()) delete txn;
    }
  }

  // Sequence numbers that a batch of the logs takes; a prepared section none before its commit.
  uint64_t NumbersOf(const WriteBatch& batch) const {
    Counter counter(sizes_);
    EXPECT_OK(batch.Iterate(&counter));
    return counter.taken;
  }

 private:
  enum class Fate { kPreparing, kPrepared, kCommitting, kRollingBack, kCommitted, kRolledBack };

  struct Counter : WriteBatch::Handler {
    explicit Counter(const std::map<std::string, uint64_t>& known) : sizes(known) {}
    Status Take() {
      if (!in_section) ++taken;
      return Status::OK();
    }
    Status PutCF(uint32_t, const Slice&, const Slice&) override { return Take(); }
    Status DeleteCF(uint32_t, const Slice&) override { return Take(); }
    Status DeleteRangeCF(uint32_t, const Slice&, const Slice&) override { return Take(); }
    Status MarkBeginPrepare(bool) override {
      in_section = true;
      return Status::OK();
    }
    Status MarkEndPrepare(const Slice&) override {
      in_section = false;
      return Status::OK();
    }
    Status MarkCommit(const Slice& name) override {
      const auto found = sizes.find(name.ToString());
      if (found != sizes.end()) taken += found->second;
      return Status::OK();
    }
    Status MarkRollback(const Slice&) override { return Status::OK(); }
    Status MarkNoop(bool) override { return Status::OK(); }

    const std::map<std::string, uint64_t>& sizes;
    bool in_section = false;
    uint64_t taken = 0;
  };

  // All families must agree.
  void Find(const std::string& key, bool* there) {
    for (size_t i = 0; i < families_.size(); ++i) {
      std::string value;
      const Status s = db_->Get(ReadOptions(), families_[i], key, &value);
      ASSERT_TRUE(s.ok() || s.IsNotFound()) << s.ToString();
      if (i == 0) *there = s.ok();
      ASSERT_EQ(s.ok(), *there) << "half of " << key << " is there";
      ASSERT_TRUE(!s.ok() || value == key) << value;
    }
  }

  void ExpectFate(const std::string& name, Fate* fate) {
    Transaction* const txn = db_->GetTransactionByName(name);
    bool there = false;
    ASSERT_NO_FATAL_FAILURE(Find(name, &there));
    const bool waits = txn != nullptr;
    switch (*fate) {
      case Fate::kPreparing:  // its section may be in a log that the next opening reads
        ASSERT_FALSE(there);
        if (waits && txn->Rollback().ok()) *fate = Fate::kRolledBack;
        break;
      case Fate::kPrepared:
        ASSERT_TRUE(waits) << "a prepared section was lost";
        ASSERT_FALSE(there);
        return;
      case Fate::kCommitting:
        ASSERT_NE(there, waits);
        if (there) *fate = Fate::kCommitted;
        if (waits && txn->Rollback().ok()) *fate = Fate::kRolledBack;
        break;
      case Fate::kRollingBack:
        ASSERT_FALSE(there);
        if (!waits || txn->Rollback().ok()) *fate = Fate::kRolledBack;
        break;
      case Fate::kCommitted:
        ASSERT_TRUE(there) << "a commit was lost";
        ASSERT_FALSE(waits);
        return;
      case Fate::kRolledBack:
        ASSERT_FALSE(there) << "what was rolled back has come back";
        ASSERT_FALSE(waits) << "what was rolled back is prepared again";
        return;
    }
    if (*fate == Fate::kRolledBack) delete txn;
  }

  TransactionDB* db_ = nullptr;
  Families families_;
  Options options_;
  uint64_t made_ = 0;
  uint64_t ended_ = 0;
  std::map<std::string, Fate> fates_;
  std::map<std::string, bool> ingested_;   // whether it was acknowledged
  std::map<std::string, uint64_t> sizes_;  // updates of a section
};

}  // namespace system_test
