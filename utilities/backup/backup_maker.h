// Makes one backup:
//
//   LiveCapture -> names of all files in the backup -> what the application excludes
//     -> copies of what the directory lacks -> directories synced -> meta/<id>
//
// The backup exists once meta/<id> does. Until then nothing that an earlier backup needs is
// touched, and a failure deletes what was written.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rocksdb/db.h"
#include "rocksdb/metadata.h"
#include "utilities/backup/backup_set.h"
#include "utilities/backup/file_copier.h"
#include "utilities/live_capture.h"

namespace ROCKSDB_NAMESPACE::backup {

// One thread uses an object, for one backup. The copies run on more.
class BackupMaker {
 public:
  // `set` must be as the directory is.
  BackupMaker(BackupContext* context, BackupSet* set, const CreateBackupOptions& options, DB* db);
  BackupMaker(const BackupMaker&) = delete;
  BackupMaker& operator=(const BackupMaker&) = delete;

  // Adds the backup to the set. REQUIRES: private/<id> does not exist.
  [[nodiscard]] IOStatus Make(BackupID id, const std::string& app_metadata);

 private:
  struct Item {
    const LiveFileStorageInfo* source = nullptr;
    // What meta/<id> will say; the name is empty until it is known.
    BackupFile file;
    bool shared = false;
    // The directory has the file already, for another backup.
    bool present = false;
  };

  [[nodiscard]] Status MakeChecked(const std::string& app_metadata);
  void Plan();
  [[nodiscard]] Status NameSharedFiles();
  // Runs on any thread.
  [[nodiscard]] Status NameShared(Item* item) const;
  [[nodiscard]] Status ReadChecksum(Item* item) const;
  // Looks whether the directory has the file of the item's name already.
  [[nodiscard]] Status FindPresent(Item* item) const;
  [[nodiscard]] Status Exclude();
  [[nodiscard]] Status CopyFiles();
  // Runs on any thread.
  [[nodiscard]] IOStatus CopyItem(Item* item) const;
  [[nodiscard]] Status CheckCopy(const Item& item, const CopyResult& copied) const;
  [[nodiscard]] IOStatus RunOnAll(const std::function<IOStatus(Item*)>& work);
  // Everything the description names becomes durable, then the description appears.
  [[nodiscard]] IOStatus Publish();
  void Undo();
  void Report(const Status& s, uint64_t micros) const;

  BackupContext* const context_;
  BackupSet* const set_;
  const CreateBackupOptions& how_;
  LiveCapture capture_;
  ProgressMeter progress_;
  CopyTerms terms_;
  BackupID id_ = 0;
  // private/<id> was made.
  bool began_ = false;
  BackupMeta meta_;
  std::vector<Item> items_;
};

}  // namespace ROCKSDB_NAMESPACE::backup
