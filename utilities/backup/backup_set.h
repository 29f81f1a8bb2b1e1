// The backups of one directory as they are known: those that are sound, those that are damaged, and
// which files they need. Loaded from disk; the engine's lock guards it.
//
// Invariants
//  1. A sound backup's description could be read, and every file that it has was on disk, with its
//     size if that is recorded, when the set was loaded.
//  2. Two sound backups that have a shared file agree about its size and checksum.
//  3. The newest id never goes down while the set lives, so no id is given twice by one engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "utilities/backup/backup_context.h"
#include "utilities/backup/backup_meta.h"

namespace ROCKSDB_NAMESPACE::backup {

class BackupSet {
 public:
  explicit BackupSet(const BackupContext* context) : context_(context) {}
  BackupSet(const BackupSet&) = delete;
  BackupSet& operator=(const BackupSet&) = delete;

  // Reads all descriptions, newest first, until max_sound sound backups were found. Fails only
  // when the file system does: what was known stays then. A damaged backup is noted as such.
  [[nodiscard]] IOStatus Load(size_t max_sound);

  const std::map<BackupID, BackupMeta>& sound() const { return sound_; }
  // With what is wrong with each.
  const std::map<BackupID, Status>& damaged() const { return damaged_; }
  BackupID newest() const { return newest_; }
  // OK and *meta for a sound backup; NotFound, or what is wrong with a damaged one.
  [[nodiscard]] Status Find(BackupID id, const BackupMeta** meta) const;

  // A file of sound backups; null: none has it.
  const BackupFile* FindFile(const std::string& name) const;
  // Whether any backup, sound or damaged, may need the file.
  bool MayNeed(const std::string& name) const;

  // REQUIRES: the files are in place, and agree with invariant 2.
  void Add(BackupID id, BackupMeta meta);

 private:
  using Sizes = std::unordered_map<std::string, uint64_t>;

  // Load, into an empty set.
  [[nodiscard]] IOStatus LoadAll(size_t max_sound);
  // The ids of the descriptions on disk.
  [[nodiscard]] IOStatus ListIds(std::vector<BackupID>* ids);
  // Adds the files of a directory to *sizes; one that does not exist has none.
  [[nodiscard]] IOStatus ListSizes(const std::string& directory, Sizes* sizes) const;
  [[nodiscard]] Status LoadOne(BackupID id, const Sizes& shared, BackupMeta* meta) const;
  // Invariants 1 and 2; sets the sizes.
  [[nodiscard]] Status CheckFiles(const std::string& path, const Sizes& shared, const Sizes& own,
                                  BackupMeta* meta) const;
  void NoteDamage(BackupID id, const Status& damage, const BackupMeta& meta);

  const BackupContext* const context_;
  std::map<BackupID, BackupMeta> sound_;
  std::map<BackupID, Status> damaged_;
  // Files of sound backups, by name.
  std::unordered_map<std::string, BackupFile> files_;
  // Files that damaged backups name.
  std::set<std::string> named_by_damaged_;
  // A damaged backup's description cannot be read, so it may need any file.
  bool unknown_needs_ = false;
  BackupID newest_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE::backup
