// A database, a backup engine and their directories, on a file system in memory that fails on
// request. Shared by the tests of this folder.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "rocksdb/utilities/backup_engine.h"
#include "rocksdb/utilities/fault_file_system.h"
#include "test/support/scratch.h"

namespace system_test {

class BackupTest : public testing::Test {
 protected:
  BackupTest()
      : fs_(NewFaultyFileSystem()),
        env_(NewCompositeEnv(fs_)),
        options_(SmallOptions(/*buckets=*/0)) {
    fs_->Ignore("/LOG");
    options_.env = env_.get();
    EXPECT_OK(OpenDb());
  }
  ~BackupTest() override {
    engine_.reset();
    CloseDb();
    EXPECT_EQ(fs_->OpenFiles(), 0);
  }

  Status OpenDb(const std::string& path = "/db") {
    CloseDb();
    DB* raw = nullptr;
    Status s = DB::Open(options_, path, &raw);
    db_.reset(raw);
    return s;
  }
  void CloseDb() {
    if (db_ != nullptr) {
      EXPECT_OK(db_->Close());
    }
    db_.reset();
  }
  // Keys key<from> to key<to - 1>, each with its own number as value, and a flush.
  void Fill(int from, int to) {
    for (int i = from; i < to; ++i) {
      ASSERT_OK(db_->Put(WriteOptions(), NumberedKey(i), std::to_string(i)));
    }
    ASSERT_OK(db_->Flush(FlushOptions()));
  }

  BackupEngineOptions EngineOptions() { return BackupEngineOptions("/backup", env_.get()); }
  IOStatus OpenEngine(const BackupEngineOptions& options) {
    engine_.reset();
    BackupEngine* raw = nullptr;
    IOStatus s = BackupEngine::Open(options, env_.get(), &raw);
    engine_.reset(raw);
    return s;
  }
  IOStatus OpenEngine() { return OpenEngine(EngineOptions()); }
  IOStatus Back() { return engine_->CreateNewBackup(db_.get()); }

  std::vector<BackupID> Ids() {
    std::vector<BackupInfo> infos;
    engine_->GetBackupInfo(&infos);
    std::vector<BackupID> ids;
    for (const BackupInfo& info : infos) ids.push_back(info.backup_id);
    return ids;
  }
  std::vector<BackupID> DamagedIds() {
    std::vector<BackupID> ids;
    engine_->GetCorruptedBackups(&ids);
    return ids;
  }
  std::vector<std::string> Children(const std::string& directory) {
    std::vector<std::string> names;
    env_->GetChildren(directory, &names).PermitUncheckedError();
    std::sort(names.begin(), names.end());
    return names;
  }
  // Restores the backup and finds exactly the keys below `keys` in it.
  void ExpectRestores(BackupID id, int keys) {
    const std::string path = "/restored";
    ASSERT_OK(engine_->RestoreDBFromBackup(id, path, path));
    ExpectHolds(path, keys);
    ASSERT_OK(DestroyDB(path, options_));
  }
  void ExpectHolds(const std::string& path, int keys) {
    DB* raw = nullptr;
    ASSERT_OK(DB::OpenForReadOnly(options_, path, &raw));
    const std::unique_ptr<DB> restored(raw);
    const std::unique_ptr<Iterator> it(restored->NewIterator(ReadOptions()));
    int found = 0;
    for (it->SeekToFirst(); it->Valid(); it->Next(), ++found) {
      ASSERT_EQ(it->key().ToString(), NumberedKey(found));
      ASSERT_EQ(it->value().ToString(), std::to_string(found));
    }
    ASSERT_OK(it->status());
    EXPECT_EQ(found, keys);
  }
  std::string Read(const std::string& path) {
    std::string text;
    EXPECT_OK(ReadFileToString(env_.get(), path, &text));
    return text;
  }
  void Write(const std::string& path, const std::string& text) {
    ASSERT_OK(WriteStringToFile(env_.get(), text, path));
  }

  std::shared_ptr<FaultyFileSystem> fs_;
  std::unique_ptr<Env> env_;
  Options options_;
  std::unique_ptr<DB> db_;
  std::unique_ptr<BackupEngine> engine_;
};

}  // namespace system_test
