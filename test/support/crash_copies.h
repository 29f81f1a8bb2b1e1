// Checkpoints and backups that are made of a database until it is killed, and what must be found of
// them afterwards. Shared by the tests that kill.
//
//   HOME/checkpoint-N     a checkpoint that was begun after N operations
//   HOME/backups          the last two backups; their metadata is such an N
//   HOME/restored         the newest backup, while it is looked at
#pragma once

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "rocksdb/utilities/backup_engine.h"
#include "rocksdb/utilities/checkpoint.h"
#include "test/support/crash_history.h"

namespace system_test {

class CrashCopies {
 public:
  // The number with which the last copy of each kind was begun that was also finished; 0: none.
  struct Finished {
    uint64_t checkpoint = 0;
    uint64_t backup = 0;
  };

  // What was looked at so far.
  struct Seen {
    uint64_t checkpoints = 0;
    uint64_t backups = 0;
    uint64_t interrupted_checkpoints = 0;
    uint64_t interrupted_backups = 0;
  };

  // `options` are those of the database.
  CrashCopies(const Options& options, std::string home) : options_(options), home_(home) {}

  // ---- while the database runs; `begun` operations are acknowledged ----

  // Every second copy of a kind takes the logs instead of flushing, if kinds take turns.
  Status MakeCheckpoint(DB* db, uint64_t begun) {
    Checkpoint* raw = nullptr;
    Status s = env()->CreateDirIfMissing(home_);
    if (s.ok()) s = Checkpoint::Create(db, &raw);
    const std::unique_ptr<Checkpoint> checkpoint(raw);
    if (s.ok()) {
      s = checkpoint->CreateCheckpoint(home_ + "/" + kCheckpoint + std::to_string(begun),
                                       FlushesNext() ? 0 : UINT64_MAX);
    }
    return s;
  }
  Status MakeBackup(DB* db, uint64_t begun) {
    std::unique_ptr<BackupEngine> engine;
    Status s = env()->CreateDirIfMissing(home_);
    if (s.ok()) s = OpenEngine(&engine);
    if (s.ok()) {
      s = engine->CreateNewBackupWithMetadata(db, std::to_string(begun),
                                              /*flush_before_backup=*/FlushesNext());
    }
    return s.ok() ? engine->PurgeOldBackups(2) : s;
  }

  // ---- after it was killed; some gtest assertion fails if not ----

  // Every checkpoint, and the newest backup unless it was seen before, holds a prefix of the
  // history: what was acknowledged when it was begun, and at most `most` operations. None that was
  // finished is missing, no backup is damaged. Deletes the checkpoints.
  void ExpectSound(const Finished& finished, uint64_t most, CrashHistory* history) {
    std::map<uint64_t, std::string> copies;  // by their number, so that history goes forwards
    for (const std::string& name : Children(home_)) {
      const uint64_t number = NumberOf(name);
      if (number > 0 && !IsStaging(name)) copies[number] = home_ + "/" + name;
    }
    if (finished.checkpoint > 0) {
      ASSERT_EQ(copies.count(finished.checkpoint), 1u) << "checkpoint " << finished.checkpoint;
    }
    uint64_t restored = 0;
    ASSERT_NO_FATAL_FAILURE(RestoreNewest(finished.backup, &restored));
    if (restored > 0) {
      ASSERT_NO_FATAL_FAILURE(ExpectCopy(RestoredPath(), restored, most, history));
      seen_.backups++;
    }
    for (const auto& [number, path] : copies) {
      ASSERT_NO_FATAL_FAILURE(ExpectCopy(path, number, most, history));
      seen_.checkpoints++;
    }
  }

  // An interrupted checkpoint or backup is in nobody's way: the next one works, after which nothing
  // of the old one is left. `db` is open again and holds `found` operations.
  void ExpectNothingInTheWay(DB* db, uint64_t found, CrashHistory* history) {
    for (const std::string& name : Children(home_)) {
      if (!IsStaging(name)) continue;
      const uint64_t number = NumberOf(name);
      ASSERT_OK(MakeCheckpoint(db, number));
      const std::string path = home_ + "/" + kCheckpoint + std::to_string(number);
      ASSERT_TRUE(env()->FileExists(path + kStaging).IsNotFound());
      ASSERT_NO_FATAL_FAILURE(ExpectCopy(path, found, found, history));
      seen_.interrupted_checkpoints++;
    }
    if (!IsGarbageAmongBackups()) return;
    ASSERT_OK(MakeBackup(db, found));
    uint64_t restored = 0;
    ASSERT_NO_FATAL_FAILURE(RestoreNewest(found, &restored));
    ASSERT_NO_FATAL_FAILURE(ExpectCopy(RestoredPath(), found, found, history));
    std::unique_ptr<BackupEngine> engine;
    ASSERT_OK(OpenEngine(&engine));
    ASSERT_OK(engine->GarbageCollect());
    EXPECT_FALSE(IsGarbageAmongBackups());
    seen_.interrupted_backups++;
  }

  const Seen& seen() const { return seen_; }

 private:
  static constexpr char kCheckpoint[] = "checkpoint-";
  static constexpr char kStaging[] = ".tmp";

  Env* env() const { return options_.env; }
  bool FlushesNext() { return ++made_ / 2 % 2 == 0; }
  std::string BackupPath() const { return home_ + "/backups"; }
  std::string RestoredPath() const { return home_ + "/restored"; }
  static bool IsStaging(const std::string& name) {
    return name.rfind(kCheckpoint, 0) == 0 && name.find(kStaging) != std::string::npos;
  }
  // Of a checkpoint; 0: it is none.
  static uint64_t NumberOf(const std::string& name) {
    const size_t prefix = std::string(kCheckpoint).size();
    return name.rfind(kCheckpoint, 0) == 0 ? std::strtoull(name.c_str() + prefix, nullptr, 10) : 0;
  }
  // Without the directories themselves; none where there is no such directory.
  std::vector<std::string> Children(const std::string& directory) const {
    std::vector<std::string> names;
    env()->GetChildren(directory, &names).PermitUncheckedError();
    names.erase(std::remove_if(names.begin(), names.end(),
                               [](const std::string& name) { return name[0] == '.'; }),
                names.end());
    return names;
  }

  Status OpenEngine(std::unique_ptr<BackupEngine>* engine) const {
    BackupEngine* raw = nullptr;
    Status s = BackupEngine::Open(BackupEngineOptions(BackupPath()), env(), &raw);
    engine->reset(raw);
    return s;
  }

  // All backups verify. Restores the newest one if it is new; `number` gets its number then.
  void RestoreNewest(uint64_t least, uint64_t* number) {
    if (env()->FileExists(BackupPath()).IsNotFound()) {
      ASSERT_EQ(least, 0u) << "a finished backup is missing";
      return;
    }
    std::unique_ptr<BackupEngine> engine;
    ASSERT_OK(OpenEngine(&engine));
    std::vector<BackupID> damaged;
    engine->GetCorruptedBackups(&damaged);
    ASSERT_TRUE(damaged.empty()) << "backup " << damaged[0] << " is damaged";
    std::vector<BackupInfo> infos;
    engine->GetBackupInfo(&infos);
    ASSERT_TRUE(least == 0 || !infos.empty()) << "a finished backup is missing";
    if (infos.empty() || infos.back().backup_id == seen_backup_) return;
    const uint64_t newest = std::strtoull(infos.back().app_metadata.c_str(), nullptr, 10);
    ASSERT_GE(newest, least) << "a finished backup is missing";
    for (const BackupInfo& info : infos) ASSERT_OK(engine->VerifyBackup(info.backup_id, true));
    ASSERT_OK(engine->RestoreDBFromLatestBackup(RestoredPath(), RestoredPath()));
    seen_backup_ = infos.back().backup_id;
    *number = newest;
  }

  // Opens the copy, compares, deletes it.
  void ExpectCopy(const std::string& path, uint64_t least, uint64_t most, CrashHistory* history) {
    SCOPED_TRACE(path);
    std::vector<std::string> names;
    ASSERT_OK(DB::ListColumnFamilies(options_, path, &names));
    std::vector<ColumnFamilyDescriptor> families;
    for (const std::string& name : names) families.emplace_back(name, options_);
    std::vector<ColumnFamilyHandle*> handles;
    DB* raw = nullptr;
    ASSERT_OK(DB::Open(options_, path, families, &handles, &raw));
    const std::unique_ptr<DB> db(raw);
    uint64_t found = 0;
    history->ExpectPrefix(db.get(), least, most, &found);
    for (ColumnFamilyHandle* handle : handles) {
      uint64_t also = 0;
      CrashHistory::ReadCounter(db.get(), handle, &also);
      if (handle->GetName() == "twin") {
        EXPECT_EQ(also, found) << "families disagree";
      }
      EXPECT_OK(db->DestroyColumnFamilyHandle(handle));
    }
    EXPECT_OK(db->Close());
    ASSERT_OK(DestroyDB(path, options_));
    env()->DeleteDir(path).PermitUncheckedError();
  }

  // Files that no backup names.
  bool IsGarbageAmongBackups() const {
    std::unique_ptr<BackupEngine> engine;
    if (env()->FileExists(BackupPath()).IsNotFound()) return false;
    const Status s = OpenEngine(&engine);
    EXPECT_OK(s);
    if (!s.ok()) return false;
    std::vector<BackupInfo> infos;
    engine->GetBackupInfo(&infos, /*include_file_details=*/true);
    std::set<std::string> known;
    for (const BackupInfo& info : infos) {
      known.insert("private/" + std::to_string(info.backup_id));
      known.insert("meta/" + std::to_string(info.backup_id));
      for (const BackupFileInfo& file : info.file_details) known.insert(file.relative_filename);
    }
    for (const std::string folder : {"private", "meta", "shared_checksum"}) {
      for (const std::string& name : Children(BackupPath() + "/" + folder)) {
        if (known.count(folder + "/" + name) == 0) return true;
      }
    }
    return false;
  }

  const Options& options_;
  const std::string home_;
  uint64_t made_ = 0;
  Seen seen_;
  BackupID seen_backup_ = 0;
};

}  // namespace system_test
