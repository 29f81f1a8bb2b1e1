// Makes a directory the database that was backed up:
//
//   find every file, in the directory too -> delete CURRENT -> delete what is not kept -> copy
//     -> sync -> CURRENT
//
// Without CURRENT nothing opens the directory, so a restoring that was cut short is not mistaken
// for a database. A log gets its name once it is complete: one that is there may be kept.
#pragma once

#include <map>
#include <string>
#include <unordered_set>
#include <vector>

#include "utilities/backup/backup_context.h"
#include "utilities/backup/backup_meta.h"

namespace ROCKSDB_NAMESPACE::backup {

// Where the file of an excluded entry is, and what the backup that has it says of it.
struct FileElsewhere {
  FileSystem* fs = nullptr;
  std::string path;
  BackupFile file;
};
// By the name in the backup.
using FilesElsewhere = std::map<std::string, FileElsewhere>;

// One thread uses an object, once. The copies run on more.
class BackupRestorer {
 public:
  // The directories belong to nobody else meanwhile.
  BackupRestorer(const BackupContext& context, const BackupMeta& meta,
                 const FilesElsewhere& elsewhere, const RestoreOptions& options, std::string db_dir,
                 std::string wal_dir);
  BackupRestorer(const BackupRestorer&) = delete;
  BackupRestorer& operator=(const BackupRestorer&) = delete;

  [[nodiscard]] IOStatus Run();

 private:
  struct Item {
    const BackupFile* file = nullptr;
    std::string target;
    bool kept = false;
  };

  [[nodiscard]] Status Plan();
  [[nodiscard]] IOStatus Prepare();
  // Marks the tables of db_dir that are already those of the backup.
  [[nodiscard]] IOStatus FindKept();
  // What cannot be read is not kept: it is copied anew.
  void DecideKept(Item* item) const;
  [[nodiscard]] IOStatus IsKept(const Item& item, bool* kept) const;
  // The same by session, for a table of so many bytes; by checksum.
  [[nodiscard]] IOStatus IsOfSession(const Item& item, uint64_t size, bool* kept) const;
  [[nodiscard]] IOStatus HasChecksum(const Item& item, uint32_t crc, bool* kept) const;
  // Null: a file that the backup left out, and that is nowhere else.
  const BackupFile* DescriptionOf(const BackupFile& file) const;
  // InvalidArgument if a file is neither in a backup nor kept.
  [[nodiscard]] IOStatus CheckExcluded() const;
  // A restoring that was cut short may have left them unsynced.
  [[nodiscard]] IOStatus SyncKept() const;
  [[nodiscard]] IOStatus Clean(const std::string& directory) const;
  // Marks the logs that wal_dir has already: they may go on where the backup's end.
  [[nodiscard]] IOStatus KeepLogs();
  // Logs of the archive go back to where recovery reads them.
  [[nodiscard]] IOStatus ReviveArchive() const;
  [[nodiscard]] IOStatus CopyItem(const Item& item) const;
  // CopyItem to `path`.
  [[nodiscard]] IOStatus CopyTo(const std::string& path, const BackupFile& file) const;
  [[nodiscard]] IOStatus Finish();

  const BackupContext& context_;
  const BackupMeta& meta_;
  const FilesElsewhere& elsewhere_;
  const RestoreOptions& how_;
  const std::string db_dir_;
  const std::string wal_dir_;
  FileSystem* const fs_;
  std::vector<Item> items_;
  // Without their directory, which may have two names.
  std::unordered_set<std::string> kept_tables_;
};

}  // namespace ROCKSDB_NAMESPACE::backup
