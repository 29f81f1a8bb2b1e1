// Logs on file systems whose files answer false to IsSyncThreadSafe(), the default of
// FSWritableFile. The engine refuses the syncs it cannot do, all else works, and no two threads use
// one file at once.
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "db/state/module_fixture.h"
#include "db/state/wal_manager.h"
#include "rocksdb/db.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Notices when two threads are in a file at once.
class LoneFile : public FSWritableFileOwnerWrapper {
 public:
  LoneFile(std::unique_ptr<FSWritableFile>&& file, std::atomic<int>* overlaps)
      : FSWritableFileOwnerWrapper(std::move(file)), overlaps_(overlaps) {}

  bool IsSyncThreadSafe() const override { return false; }
  using FSWritableFileWrapper::Append;
  IOStatus Append(const Slice& data, const IOOptions& o, IODebugContext* d) override {
    return Alone([&] { return FSWritableFileWrapper::Append(data, o, d); });
  }
  IOStatus Flush(const IOOptions& o, IODebugContext* d) override {
    return Alone([&] { return FSWritableFileWrapper::Flush(o, d); });
  }
  IOStatus Sync(const IOOptions& o, IODebugContext* d) override {
    return Alone([&] { return FSWritableFileWrapper::Sync(o, d); });
  }
  IOStatus Close(const IOOptions& o, IODebugContext* d) override {
    return Alone([&] { return FSWritableFileWrapper::Close(o, d); });
  }

 private:
  IOStatus Alone(const std::function<IOStatus()>& work) {
    if (inside_.fetch_add(1) > 0) ++*overlaps_;
    std::this_thread::yield();
    IOStatus s = work();
    inside_.fetch_sub(1);
    return s;
  }

  std::atomic<int> inside_{0};
  std::atomic<int>* const overlaps_;
};

class LoneFs : public FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;
  const char* Name() const override { return "LoneFs"; }
  IOStatus NewWritableFile(const std::string& f, const FileOptions& o,
                           std::unique_ptr<FSWritableFile>* r, IODebugContext* d) override {
    const IOStatus s = FileSystemWrapper::NewWritableFile(f, o, r, d);
    if (s.ok()) *r = std::make_unique<LoneFile>(std::move(*r), &overlaps);
    return s;
  }
  std::atomic<int> overlaps{0};
};

class WalSync : public ModuleTest {
 protected:
  WalSync() {
    fs_ = std::make_shared<FaultFileSystem>(lone_);
    env_ = NewCompositeEnv(fs_);
    EXPECT_OK(fs_->CreateDir("/db", IOOptions(), nullptr));
    context_.fs = fs_;
    context_.env = env_.get();
    SetDbOptions(DBOptions());
  }
  ~WalSync() override {
    Close();
    EXPECT_EQ(lone_->overlaps.load(), 0) << "two threads were in one file";
  }
  void Open() {
    Options options;
    options.env = env_.get();
    options.create_if_missing = options.create_missing_column_families = true;
    options.manual_wal_flush = manual_flush_;
    DB* raw = nullptr;
    ASSERT_OK(DB::Open(options, "/db", {{kDefaultColumnFamilyName, options}, {"other", options}},
                       &families_, &raw));
    db_.reset(raw);
  }
  // With `writable` false the disk is gone, and Close() may return an error.
  void Close(bool writable = true) {
    if (db_ == nullptr) return;
    for (ColumnFamilyHandle* family : families_) {
      EXPECT_OK(db_->DestroyColumnFamilyHandle(family));
    }
    families_.clear();
    const Status s = db_->Close();
    EXPECT_TRUE(s.ok() || !writable) << s.ToString();
    db_.reset();
  }
  void CutPower() {
    fs_->SetActive(false);
    Close(false);
    fs_->SetActive(true);
    ASSERT_OK(fs_->Crash());
    Open();
  }
  void Put(int family, const std::string& key, bool sync = false) {
    WriteOptions how;
    how.sync = sync;
    ASSERT_OK(db_->Put(how, families_[family], key, "v"));
  }
  bool Has(int family, const std::string& key) {
    std::string value;
    return db_->Get(ReadOptions(), families_[family], key, &value).ok();
  }

  std::shared_ptr<LoneFs> lone_ = std::make_shared<LoneFs>(std::make_shared<MemFileSystem>());
  bool manual_flush_ = false;
  std::unique_ptr<DB> db_;
  std::vector<ColumnFamilyHandle*> families_;
};

TEST_F(WalSync, WhatCannotBeSyncedIsRefusedByNameAndWithoutHarm) {
  Open();
  Put(0, "a");
  const Status s = db_->SyncWAL();
  EXPECT_TRUE(s.IsNotSupported()) << s.ToString();
  EXPECT_NE(s.ToString().find("IsSyncThreadSafe"), std::string::npos) << s.ToString();
  EXPECT_NE(s.ToString().find(".log"), std::string::npos) << s.ToString();
  uint64_t errors = 1;
  ASSERT_TRUE(db_->GetIntProperty(DB::Properties::kBackgroundErrors, &errors));
  EXPECT_EQ(errors, 0u);
  Put(0, "b");
  ASSERT_OK(db_->Flush(FlushOptions(), families_[0]));
  Put(0, "c", true);
  CutPower();
  for (const char* key : {"a", "b", "c"}) EXPECT_TRUE(Has(0, key)) << key;
}

TEST_F(WalSync, ASecondCloseSaysHowTheFirstOneEnded) {
  manual_flush_ = true;
  Open();
  Put(0, "buffered");
  for (ColumnFamilyHandle* family : families_) EXPECT_OK(db_->DestroyColumnFamilyHandle(family));
  families_.clear();
  fs_->SetActive(false);
  const Status first = db_->Close();
  EXPECT_FALSE(first.ok());
  EXPECT_EQ(db_->Close().ToString(), first.ToString());
  db_.reset();
  fs_->SetActive(true);
}

TEST_F(WalSync, FlushWalWithSyncMakesDurable) {
  for (const bool manual : {false, true}) {
    manual_flush_ = manual;
    Open();
    Put(0, manual ? "manual" : "plain");
    ASSERT_OK(db_->FlushWAL(true));
    CutPower();
    EXPECT_TRUE(Has(0, manual ? "manual" : "plain"));
    Close();
  }
}

TEST_F(WalSync, WritesAndFlushesBehindAnUnsyncedClosedLogGoOn) {
  Open();
  Put(0, "a");
  Put(1, "a");
  ASSERT_OK(db_->Flush(FlushOptions(), families_[0]));  // the other family needs the closed log
  Put(0, "b");
  Put(1, "b", true);
  CutPower();
  EXPECT_TRUE(Has(0, "a") && Has(0, "b") && Has(1, "a") && Has(1, "b"));
}

TEST_F(WalSync, ClosedLogsAreSyncedWhileTheOneBeingWrittenIsLeftOut) {
  TableCache tables(&context_, -1);
  auto obsolete = std::make_shared<ObsoleteFiles>(&context_, &tables, events_.get());
  WalManager wals(&context_, obsolete, "/db");
  ASSERT_OK(wals.StartNew(5, 0));
  ASSERT_OK(wals.Append("one", 0));
  ASSERT_OK(wals.StartNew(6, 0));
  ASSERT_OK(wals.Append("two", 0));
  std::string left_out;
  for (const uint64_t syncs : {1, 0}) {
    const uint64_t before = fs_->Count(FsOp::kSync);
    ASSERT_OK(wals.SyncBesideAppends(&left_out));
    EXPECT_EQ(fs_->Count(FsOp::kSync), before + syncs);
    EXPECT_NE(left_out.find("000006.log"), std::string::npos) << left_out;
  }
  EXPECT_FALSE(wals.broken());
  ASSERT_OK(wals.Append("three", 0));
  ASSERT_OK(wals.Sync());
  ASSERT_OK(wals.Close());
}

TEST_F(WalSync, ThreadsThatWriteFlushAndSyncNeverShareAFile) {
  Open();
  std::vector<std::thread> threads;
  const auto repeat = [&](int times, std::function<Status(int)> work) {
    threads.emplace_back([times, work] {
      for (int i = 0; i < times; ++i) {
        const Status s = work(i);
        EXPECT_TRUE(s.ok() ||
                    (s.IsNotSupported() && s.ToString().find("SyncWAL") != std::string::npos))
            << s.ToString();
      }
    });
  };
  for (const int family : {0, 1}) {
    repeat(300, [this, family](int i) {
      WriteOptions how;
      how.sync = i % 7 == 0;
      return db_->Put(how, families_[family], std::to_string(i), "v");
    });
    repeat(20, [this, family](int) { return db_->Flush(FlushOptions(), families_[family]); });
  }
  repeat(100, [this](int) { return db_->SyncWAL(); });
  repeat(50, [this](int) { return db_->FlushWAL(true); });
  for (std::thread& thread : threads) thread.join();
  CutPower();
  for (const int family : {0, 1}) EXPECT_TRUE(Has(family, "294")) << "was synced";
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
