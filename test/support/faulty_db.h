// A database over a failing file system in memory, and the history that was written to it. Shared
// by fault_test.cc, crash_point_test.cc and recovery_test.cc. Every batch of the history also
// writes its number to a second family, so the families must always agree.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>
#include <thread>

#include "rocksdb/env_encryption.h"
#include "rocksdb/utilities/fault_file_system.h"
#include "test/support/crash_batch.h"
#include "test/support/crash_copies.h"
#include "test/support/crash_transactions.h"
#include "test/support/scratch.h"
#include "test/support/wait_until.h"

namespace system_test {

// An error that a retry may recover from.
inline IOStatus PassingError() {
  IOStatus s = IOStatus::IOError("injected, may pass");
  s.SetRetryable(true);
  return s;
}

class FaultyDb {
 public:
  static constexpr char kTwin[] = "twin";
  static constexpr char kPassing[] = "passing";
  static constexpr uint64_t kSeed = 42;

  explicit FaultyDb(uint32_t buckets = 8)
      : fs_(NewFaultyFileSystem()), env_(NewCompositeEnv(fs_)), options_(SmallOptions(buckets)) {
    fs_->Ignore("/LOG");  // nothing depends on what is logged
    options_.env = env_.get();
    options_.create_missing_column_families = true;
    options_.level0_file_num_compaction_trigger = 2;
    options_.max_background_jobs = 2;
    options_.stats_dump_period_sec = 0;
    options_.bgerror_resume_retry_interval = 5000;
    BlockBasedTableOptions table;
    table.no_block_cache = true;
    table.verify_compression = false;
    options_.table_factory.reset(NewBlockBasedTableFactory(table));
  }
  ~FaultyDb() { Close().PermitUncheckedError(); }

  FaultyFileSystem& fs() { return *fs_; }
  // From the next opening on all files are encrypted; the failing file system is below.
  void Encrypt() {
    const auto cipher = BlockCipher::NewROT13Cipher(16);
    encrypted_.reset(NewEncryptedEnv(env_.get(), EncryptionProvider::NewCTRProvider(cipher)));
    options_.env = encrypted_.get();
  }
  Options& options() { return options_; }  // for the next Open
  // The script makes no checkpoints and backups from now on.
  void MakeNoCopies() { makes_copies_ = false; }
  // From the next opening on the database is a TransactionDB, and the script has transactions in
  // one phase and in two, and ingestions.
  void UseTransactions() { transactional_ = true; }
  // What is written through it asks for no lock.
  DB* db() { return db_; }
  ColumnFamilyHandle* twin() { return handles_.at(1); }
  uint64_t acknowledged() const { return acknowledged_; }
  uint64_t durable() const { return durable_; }

  // Opens all families there are; the first time, the default one and its twin.
  Status Open() {
    std::vector<std::string> names;
    Status s = DB::ListColumnFamilies(options_, "/db", &names);
    if (s.IsPathNotFound() || s.IsNotFound() || names.empty()) names = {kDefaultColumnFamilyName};
    std::vector<ColumnFamilyDescriptor> families{{kDefaultColumnFamilyName, options_},
                                                 {kTwin, options_}};
    for (const std::string& name : names) {
      if (name != kDefaultColumnFamilyName && name != kTwin) families.emplace_back(name, options_);
    }
    s = transactional_ ? OpenTransactional(families)
                       : DB::Open(options_, "/db", families, &handles_, &db_);
    top_.reset(transactional_ ? top_.release() : db_);
    // Ingestions have left gaps in the logs that are there.
    followed_ = s.ok() && transactional_ ? db_->GetLatestSequenceNumber() : 0;
    return s;
  }
  Status Close() {
    if (db_ == nullptr) return Status::OK();
    for (ColumnFamilyHandle* handle : handles_)
      db_->DestroyColumnFamilyHandle(handle).PermitUncheckedError();
    handles_.clear();
    Status s = top_->Close();
    top_.reset();
    db_ = nullptr;
    return s;
  }
  // The process dies: all that it wrote stays, durable or not.
  void KillProcess() {
    fs_->SetActive(false);
    Close().PermitUncheckedError();
    fs_->CutPowerAfter(UINT64_MAX);
    fs_->SetActive(true);
  }
  // The machine dies; what `rest` says stays, and is durable.
  void Kill(const PowerCut& rest) {
    KillProcess();
    ASSERT_OK(fs_->Crash(rest));
  }

  // ---- the history ----

  // The next operation, synced every 16th time.
  Status Write() {
    const uint64_t i = acknowledged_ + 1;
    WriteOptions how;
    how.sync = i % 16 == 0;
    written_ = i;
    const CrashOp op = MakeCrashOp(kSeed, i);
    const bool in_transaction = transactional_ && i % 4 == 3 && op.kind != CrashOp::kDeleteRange;
    const Status s =
        in_transaction ? WriteInTransaction(op, i, how) : WriteCrashOp(db_, op, i, how, twin());
    if (s.ok()) acknowledged_ = i;
    if (s.ok() && how.sync) durable_ = i;
    return s;
  }
  // Step `step` of a script that meets every part of the engine: writes, flushes, compactions,
  // options, a family that comes and goes, checkpoints, backups, a reader of the logs.
  Status Step(int step) {
    Status s = Write();
    if (s.ok() && step % 60 == 0) s = Flush();
    if (s.ok() && step % 60 == 37) s = FlushBehind();
    if (s.ok() && step % 150 == 0) s = db_->CompactRange(CompactRangeOptions(), nullptr, nullptr);
    if (s.ok() && step % 80 == 20) s = CreatePassing();
    if (s.ok() && step % 80 == 70) s = DropPassing();
    if (s.ok() && step % 100 == 50)
      s = db_->SetOptions({{"write_buffer_size", step % 200 == 50 ? "50000" : "65536"}});
    if (s.ok() && step % 40 == 30) s = FollowLogs();
    if (s.ok() && transactional_) s = TransactionStep(step);
    if (s.ok() && makes_copies_ && step % 250 == 115) s = MakeBackup();
    if (s.ok() && makes_copies_ && step % 250 == 130) s = MakeCheckpoint();
    return s;
  }
  // Stops at the first error, which it returns.
  Status Script(int steps) {
    Status s;
    for (int step = 1; step <= steps && s.ok(); step++) s = Step(step);
    return s;
  }
  // Goes on after errors that the database recovers from, as an application would: waits, calls
  // Resume, repeats the write.
  Status StubbornScript(int steps) {
    Status s;
    for (int step = 1; step <= steps; step++) {
      s = Step(step);
      if (!s.ok()) WaitUntil([&] { return IsOver(&s); }, std::chrono::seconds(5));
      if (!s.ok()) return s;
    }
    return s;
  }

  // The database holds exactly the first `counter` operations, at least `least` of them. So do its
  // copies, up to where they were made.
  void ExpectPrefix(uint64_t least) {
    uint64_t found = 0, in_twin = 0;
    ASSERT_NO_FATAL_FAILURE(history_.ExpectPrefix(db_, least, written_, &found));
    ASSERT_NO_FATAL_FAILURE(CrashHistory::ReadCounter(db_, twin(), &in_twin));
    ASSERT_EQ(found, in_twin) << "families disagree";
    if (transactional_) {
      ASSERT_NO_FATAL_FAILURE(transactions_.ExpectSound());
    }
    ASSERT_NO_FATAL_FAILURE(copies_.ExpectSound(finished_, written_, &history_));
    finished_ = {};  // those that were looked at are gone, or known
    ASSERT_NO_FATAL_FAILURE(copies_.ExpectNothingInTheWay(db_, found, &history_));
    // A failed write that is missing now may still be in the log: written_ stays.
    acknowledged_ = durable_ = found;
  }
  // After background work has ended, every file is live and none is open that should be closed.
  void ExpectNothingLeftBehind() {
    ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
    // Whoever ended the last job may still be deleting.
    std::string stray;
    WaitUntil(
        [&] {
          FindStray(&stray);
          return stray.empty() || testing::Test::HasFatalFailure();
        },
        std::chrono::seconds(5));
    EXPECT_EQ(stray, "") << "left behind";
  }
  void ExpectNothingOpen() { EXPECT_EQ(fs_->OpenFiles(), 0); }

 private:
  Status OpenTransactional(const std::vector<ColumnFamilyDescriptor>& families) {
    TransactionDB* opened = nullptr;
    const Status s =
        TransactionDB::Open(options_, TransactionDBOptions(), "/db", families, &handles_, &opened);
    top_.reset(opened);
    db_ = s.ok() ? opened->GetBaseDB() : nullptr;
    if (s.ok()) transactions_.Attach(opened, {handles_[0], handles_[1]}, options_);
    return s;
  }
  Status WriteInTransaction(const CrashOp& op, uint64_t i, const WriteOptions& how) {
    WriteBatch batch;
    const Status s = FillCrashBatch(op, i, twin(), &batch);
    return s.ok() ? transactions_.Write(&batch, how) : s;
  }
  Status TransactionStep(int step) {
    if (step % 50 == 10) return transactions_.Prepare();
    if (step % 70 == 45) return transactions_.EndOldest();
    if (step % 70 != 55) return Status::OK();
    // Its numbers are in no log.
    Status s = FollowLogs();
    if (s.ok()) s = transactions_.Ingest();
    followed_ = db_->GetLatestSequenceNumber();
    return s;
  }
  Status Flush() {
    Status s = db_->Flush(FlushOptions(), {handles_[0], handles_[1]});
    if (s.ok()) durable_ = acknowledged_;
    return s;
  }
  // While it runs writes go on, the next synced one perhaps into a new log.
  Status FlushBehind() {
    FlushOptions how;
    how.wait = false;
    return db_->Flush(how, {handles_[0], handles_[1]});
  }
  ColumnFamilyHandle* FindPassing() {
    for (ColumnFamilyHandle* handle : handles_) {
      if (handle->GetName() == kPassing) return handle;
    }
    return nullptr;
  }
  Status CreatePassing() {
    if (FindPassing() != nullptr) return Status::OK();
    ColumnFamilyHandle* handle = nullptr;
    Status s = db_->CreateColumnFamily(options_, kPassing, &handle);
    if (handle != nullptr) handles_.push_back(handle);
    if (s.ok()) s = db_->Put(WriteOptions(), handle, "k", std::string(500, 'v'));
    return s.ok() ? db_->Flush(FlushOptions(), handle) : s;
  }
  Status DropPassing() {
    ColumnFamilyHandle* handle = FindPassing();
    if (handle == nullptr) return Status::OK();
    Status s = db_->Put(WriteOptions(), handle, "l", "unflushed");
    if (s.ok()) s = db_->DropColumnFamily(handle);
    if (!s.ok() && !DropAgain(handle)) return s;
    handles_.erase(std::find(handles_.begin(), handles_.end(), handle));
    const Status released = db_->DestroyColumnFamilyHandle(handle);
    return s.ok() ? released : s;
  }
  // After an error: true when it is fatal, else resumes and writes again, and true when that works.
  bool IsOver(Status* s) {
    if (s->severity() >= Status::Severity::kFatalError) return true;
    db_->Resume().PermitUncheckedError();
    *s = Write();
    return s->ok();
  }
  // Drops a family whose first drop returned an error and returns true when it is gone. The first
  // call may have dropped it and failed to write the OPTIONS file; a second drop is the only way to
  // find out, and it may be the one that drops. A dropped family keeps its files until its handle
  // goes.
  bool DropAgain(ColumnFamilyHandle* handle) {
    const Status s = db_->DropColumnFamily(handle);
    return s.ok() || s.ToString().find("already dropped") != std::string::npos;
  }
  // Sets `stray` to a file that no MANIFEST names, if there is one.
  void FindStray(std::string* stray) {
    stray->clear();
    std::set<std::string> live;
    std::vector<LiveFileMetaData> tables;
    db_->GetLiveFilesMetaData(&tables);
    for (const LiveFileMetaData& table : tables) live.insert(table.name.substr(1));
    // From here on logs stay, also those that a power cut has left without a whole record.
    uint64_t oldest_log = 0;
    ASSERT_TRUE(db_->GetIntProperty("rocksdb.min-log-number-to-keep", &oldest_log));
    std::vector<std::string> names;
    ASSERT_OK(env_->GetChildren("/db", &names));
    int manifests = 0, option_files = 0;
    for (const std::string& name : names) {
      manifests += name.compare(0, 9, "MANIFEST-") == 0;
      option_files += name.compare(0, 8, "OPTIONS-") == 0;
      const bool log = name.find(".log") != std::string::npos;
      const bool stays = log && std::strtoull(name.c_str(), nullptr, 10) >= oldest_log;
      const bool numbered =
          log || name.find(".sst") != std::string::npos || name.find(".dbtmp") != std::string::npos;
      if (numbered && !stays && live.count(name) == 0) *stray = name;
    }
    if (manifests != 1) *stray = std::to_string(manifests) + " MANIFESTs";
    if (option_files > 2) *stray = std::to_string(option_files) + " OPTIONS files";
  }
  Status MakeCheckpoint() {
    const Status s = copies_.MakeCheckpoint(db_, acknowledged_);
    if (s.ok()) finished_.checkpoint = acknowledged_;
    return s;
  }
  Status MakeBackup() {
    const Status s = copies_.MakeBackup(db_, acknowledged_);
    if (s.ok()) finished_.backup = acknowledged_;
    return s;
  }
  // The logs give one batch behind the other, up to the last one, from where they were left.
  // Flushes may have released the first of them.
  Status FollowLogs() {
    const SequenceNumber last = db_->GetLatestSequenceNumber();
    std::unique_ptr<TransactionLogIterator> logs;
    SequenceNumber next = 0;
    Status s = db_->GetUpdatesSince(followed_ + 1, &logs);
    for (; s.ok() && logs->Valid(); logs->Next()) {
      const BatchResult batch = logs->GetBatch();
      if (next != 0) {
        EXPECT_EQ(batch.sequence, next) << "a gap in the logs";
      }
      next = batch.sequence + transactions_.NumbersOf(*batch.writeBatchPtr);
    }
    if (s.ok()) s = logs->status();
    if (s.ok()) {
      EXPECT_EQ(next, last + 1) << "the logs end early";
    }
    if (s.ok()) followed_ = last;
    return s;
  }

  std::shared_ptr<FaultyFileSystem> fs_;
  std::unique_ptr<Env> env_;
  std::unique_ptr<Env> encrypted_;  // null: nothing is
  Options options_;
  std::unique_ptr<DB> top_;  // a TransactionDB, or db_ itself
  DB* db_ = nullptr;
  bool transactional_ = false;
  CrashTransactions transactions_;
  std::vector<ColumnFamilyHandle*> handles_;  // of the default family and the twin first
  CrashHistory history_{kSeed};
  bool makes_copies_ = true;
  CrashCopies copies_{options_, "/copies"};
  CrashCopies::Finished finished_;
  uint64_t written_ = 0;
  uint64_t acknowledged_ = 0;
  uint64_t durable_ = 0;
  // The sequence number up to which the logs of this opening were read.
  SequenceNumber followed_ = 0;
};

}  // namespace system_test
