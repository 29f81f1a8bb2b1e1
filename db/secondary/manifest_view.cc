// See the header.
#include "db/secondary/manifest_view.h"

#include <algorithm>
#include <utility>

#include "rocksdb/db.h"

namespace ROCKSDB_NAMESPACE {

ManifestView::ManifestView(std::set<std::string> wanted, std::string dbname,
                           std::shared_ptr<ObsoleteFiles> obsolete, const ManifestView* former)
    : wanted_(std::move(wanted)),
      dbname_(std::move(dbname)),
      obsolete_(std::move(obsolete)),
      former_(former) {
  // No record creates it.
  families_[0].name = kDefaultColumnFamilyName;
}

Status ManifestView::Take(const VersionEdit& edit) {
  if (edit.db_id) {
    if (!db_id_.empty() && db_id_ != *edit.db_id)
      return Status::Corruption("The MANIFEST is of another database: " + *edit.db_id);
    db_id_ = *edit.db_id;
  }
  if (edit.next_file_number) next_file_ = std::max(next_file_, *edit.next_file_number);
  if (edit.last_sequence) last_sequence_ = std::max(last_sequence_, *edit.last_sequence);
  if (edit.min_log_to_keep) min_log_ = std::max(min_log_, *edit.min_log_to_keep);
  seen_next_file_ |= edit.next_file_number.has_value();
  seen_last_sequence_ |= edit.last_sequence.has_value();
  seen_log_ |= edit.log_number.has_value();
  if (!edit.blob_records.empty())
    return Status::NotSupported("blob files: the MANIFEST lists separated values");
  if (edit.added_column_family) {
    if (wanted_.count(*edit.added_column_family) != 0) {
      families_[edit.column_family].name = *edit.added_column_family;
    } else {
      passed_over_.insert(edit.column_family);
    }
  }
  if (passed_over_.count(edit.column_family) != 0) {
    if (edit.drops_column_family) passed_over_.erase(edit.column_family);
    return Status::OK();
  }
  const auto it = families_.find(edit.column_family);
  if (it == families_.end()) {
    return Status::Corruption("The MANIFEST names column family " +
                              std::to_string(edit.column_family) + ", which there is not");
  }
  if (!edit.drops_column_family) return TakeFamily(edit, &it->second);
  if (edit.column_family == 0)
    return Status::Corruption("The MANIFEST drops the default column family");
  families_.erase(it);
  return Status::OK();
}

Status ManifestView::TakeFamily(const VersionEdit& edit, Family* family) {
  if (edit.comparator) family->comparator = *edit.comparator;
  if (edit.bucket_boundaries && family->boundaries != *edit.bucket_boundaries) {
    family->boundaries = *edit.bucket_boundaries;
    ++family->changes;
  }
  bool adds = false;
  Status s = TakeFiles(edit, family, &adds);
  if (edit.log_number && *edit.log_number > family->log_number) {
    family->log_number = *edit.log_number;
    adds = true;
  }
  if (adds) {
    ++family->additions;
    ++additions_;
  }
  return s;
}

// Deletions first: a table that moves is in both lists.
Status ManifestView::TakeFiles(const VersionEdit& edit, Family* family, bool* adds) {
  if (edit.new_files.empty() && edit.deleted_files.empty()) return Status::OK();
  ++family->changes;
  std::map<uint64_t, Place> removed;
  uint64_t newest_removed = 0;
  for (const auto& [level, number] : edit.deleted_files) {
    const auto it = family->files.find(number);
    if (it == family->files.end() || it->second.level != level) {
      return Status::Corruption("The MANIFEST removes table " + std::to_string(number) +
                                " of column family " + family->name + ", which is not there");
    }
    newest_removed = std::max(newest_removed, it->second.file->epoch);
    removed.insert(family->files.extract(it));
  }
  for (const auto& [level, file] : edit.new_files) {
    // What a compaction writes has the lowest epoch of its inputs, and a table that moves its own.
    *adds |= removed.empty() || file->epoch > newest_removed;
    const auto moved = removed.find(file->number);
    Place place{level,
                moved != removed.end() ? moved->second.file : Adopt(edit.column_family, file)};
    if (!family->files.emplace(file->number, std::move(place)).second) {
      return Status::Corruption("The MANIFEST adds table " + std::to_string(file->number) +
                                " of column family " + family->name + " twice");
    }
  }
  return Status::OK();
}

std::shared_ptr<FileMeta> ManifestView::Adopt(uint32_t family,
                                              const std::shared_ptr<FileMeta>& file) const {
  if (former_ != nullptr) {
    const auto known = former_->families_.find(family);
    if (known != former_->families_.end()) {
      const auto it = known->second.files.find(file->number);
      if (it != known->second.files.end()) return it->second.file;
    }
  }
  return ObsoleteFiles::Track(obsolete_, file, dbname_);
}

bool ManifestView::IsOfAnother() const {
  return former_ != nullptr && !db_id_.empty() && !former_->db_id_.empty() &&
         db_id_ != former_->db_id_;
}

// What the former view did not know may be anything.
void ManifestView::Replace() {
  if (former_ == nullptr) return;
  if (db_id_.empty()) db_id_ = former_->db_id_;
  for (auto& [id, family] : families_) {
    const auto known = former_->families_.find(id);
    if (known == former_->families_.end()) continue;
    family.changes = known->second.changes + 1;
    family.additions = known->second.additions + 1;
  }
  additions_ = former_->additions_ + 1;
  former_ = nullptr;
}

}  // namespace ROCKSDB_NAMESPACE
