// See the header.
#include "utilities/backup/backup_set.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "env/plain_io.h"
#include "rocksdb/env.h"
#include "utilities/backup/backup_names.h"

namespace ROCKSDB_NAMESPACE::backup {

namespace {

// What makes a backup unusable rather than the attempt to look at it.
bool IsDamage(const Status& s) { return s.IsCorruption() || s.IsNotSupported(); }

Status SizeMismatch(const std::string& path, uint64_t recorded, uint64_t found) {
  return Status::Corruption("For file " + path, "expected size " + std::to_string(recorded) +
                                                    " but found size " + std::to_string(found));
}

}  // namespace

IOStatus BackupSet::ListIds(std::vector<BackupID>* ids) {
  std::vector<std::string> names;
  IOStatus s = context_->fs->GetChildren(context_->Path(kMetaDirectory), kPlainIo, &names, nullptr);
  if (!s.ok()) return s;
  for (const std::string& name : names) {
    BackupID id = 0;
    if (ParseBackupId(name, &id)) {
      ids->push_back(id);
    } else if (name != "." && name != "..") {
      Log(InfoLogLevel::INFO_LEVEL, context_->options.info_log,
          "Skipping unrecognized meta file %s", name.c_str());
    }
  }
  std::sort(ids->rbegin(), ids->rend());
  return s;
}

IOStatus BackupSet::ListSizes(const std::string& directory, Sizes* sizes) const {
  std::vector<Env::FileAttributes> files;
  IOStatus s = context_->fs->FileExists(context_->Path(directory), kPlainIo, nullptr);
  if (s.ok()) {
    s = context_->fs->GetChildrenFileAttributes(context_->Path(directory), kPlainIo, &files,
                                                nullptr);
  }
  if (IsMissing(s)) return IOStatus::OK();
  for (const Env::FileAttributes& file : files) {
    (*sizes)[directory + "/" + file.name] = file.size_bytes;
  }
  return s;
}

IOStatus BackupSet::Load(size_t max_sound) {
  auto before = std::make_tuple(std::exchange(sound_, {}), std::exchange(damaged_, {}),
                                std::exchange(files_, {}), std::exchange(named_by_damaged_, {}),
                                std::exchange(unknown_needs_, false));
  IOStatus s = LoadAll(max_sound);
  if (!s.ok()) {
    std::tie(sound_, damaged_, files_, named_by_damaged_, unknown_needs_) = std::move(before);
  }
  return s;
}

IOStatus BackupSet::LoadAll(size_t max_sound) {
  std::vector<BackupID> ids;
  Sizes shared;
  IOStatus s = ListIds(&ids);
  if (s.ok()) s = ListSizes(kSharedDirectory, &shared);
  if (s.ok()) s = ListSizes(kSharedChecksumDirectory, &shared);
  if (!s.ok()) return s;
  if (!ids.empty()) newest_ = std::max(newest_, ids.front());
  for (const BackupID id : ids) {
    if (sound_.size() >= max_sound) break;
    BackupMeta meta;
    const Status loaded = LoadOne(id, shared, &meta);
    if (loaded.ok()) {
      Add(id, std::move(meta));
    } else if (IsDamage(loaded)) {
      NoteDamage(id, loaded, meta);
    } else if (!IsMissing(loaded)) {
      return status_to_io_status(Status(loaded));
    }
    // One that is missing was deleted since it was listed.
  }
  return s;
}

void BackupSet::NoteDamage(BackupID id, const Status& damage, const BackupMeta& meta) {
  Log(InfoLogLevel::WARN_LEVEL, context_->options.info_log, "Backup %u corrupted -- %s", id,
      damage.ToString().c_str());
  damaged_[id] = damage;
  if (meta.files.empty()) unknown_needs_ = true;
  for (const BackupFile& file : meta.files) named_by_damaged_.insert(file.name);
}

// *meta keeps its files only if the whole description could be read.
Status BackupSet::LoadOne(BackupID id, const Sizes& shared, BackupMeta* meta) const {
  const std::string path = context_->Path(MetaFile(id));
  std::string text;
  Status s = ReadFileToString(context_->fs.get(), path, &text);
  if (!s.ok()) return s;
  s = DecodeMeta(text, path, meta);
  if (!s.ok()) {
    *meta = BackupMeta();
    return s;
  }
  Sizes own;
  s = ListSizes(PrivateDirectory(id), &own);
  if (s.ok()) s = CheckFiles(path, shared, own, meta);
  return s;
}

Status BackupSet::CheckFiles(const std::string& path, const Sizes& shared, const Sizes& own,
                             BackupMeta* meta) const {
  for (BackupFile& file : meta->files) {
    if (file.excluded) continue;
    auto found = shared.find(file.name);
    const bool is_shared = found != shared.end();
    if (!is_shared) found = own.find(file.name);
    if (!is_shared && found == own.end()) {
      return Status::Corruption(
          "Pathname in meta file not found on disk: " + context_->Path(file.name), path);
    }
    if (file.has_size && file.size != found->second) {
      return SizeMismatch(context_->Path(file.name), file.size, found->second);
    }
    file.size = found->second;
    const BackupFile* other = is_shared ? FindFile(file.name) : nullptr;
    if (other != nullptr && other->has_crc && file.has_crc && other->crc != file.crc) {
      return Status::Corruption(
          "Checksum mismatch for existing backup file: " + context_->Path(file.name), path);
    }
  }
  return Status::OK();
}

Status BackupSet::Find(BackupID id, const BackupMeta** meta) const {
  const auto damage = damaged_.find(id);
  if (damage != damaged_.end()) return damage->second;
  const auto found = sound_.find(id);
  if (found == sound_.end()) return Status::NotFound("Backup not found", std::to_string(id));
  *meta = &found->second;
  return Status::OK();
}

const BackupFile* BackupSet::FindFile(const std::string& name) const {
  const auto found = files_.find(name);
  return found == files_.end() ? nullptr : &found->second;
}

bool BackupSet::MayNeed(const std::string& name) const {
  return unknown_needs_ || files_.count(name) > 0 || named_by_damaged_.count(name) > 0;
}

void BackupSet::Add(BackupID id, BackupMeta meta) {
  newest_ = std::max(newest_, id);
  for (const BackupFile& file : meta.files) {
    if (file.excluded) continue;
    BackupFile& known = files_[file.name];
    // A description that has the checksum can vouch for the file in later backups.
    if (known.name.empty() || !known.has_crc) known = file;
  }
  sound_[id] = std::move(meta);
}

}  // namespace ROCKSDB_NAMESPACE::backup
