// MANIFEST reading, and the rebuilding of all column families from it.
//
//   records  [ +cf 1 ][ cf 1: +#7 +#8 ][ cf 0: +#9 ][ cf 1: -#7 -#8 +#11 ][ drop cf 1 ] ...
//                |            |                              |
//   entries_   add          Apply to its TreeBuilder       Apply       at the end: Build each tree
//
// A tree is built once, from the sum of all records; what came and went in between never becomes
// one. Nothing is installed before the whole MANIFEST was read and found complete.
#include "db/state/manifest_recovery.h"

#include <algorithm>
#include <set>

#include "db/state/best_manifest.h"
#include "db/state/stats_on_disk.h"
#include "db/state/version_set.h"
#include "env/file_io.h"
#include "env/filename.h"
#include "version/tree_builder.h"

namespace ROCKSDB_NAMESPACE {

Status ManifestFamilies::Read(FileSystem* fs, const std::string& manifest_path,
                              ManifestFamilies* out) {
  std::unique_ptr<ManifestReader> reader;
  Status s = ManifestReader::Open(fs, manifest_path, &reader);
  if (!s.ok()) return s;
  // No record creates the default family.
  out->names = {{0, kDefaultColumnFamilyName}};
  VersionEdit edit;
  while (reader->Next(&edit)) {
    if (edit.added_column_family) out->names[edit.column_family] = *edit.added_column_family;
    if (edit.drops_column_family) out->names.erase(edit.column_family);
  }
  return reader->status();
}

// Gathers what the MANIFEST says, family by family, then turns it into ColumnFamily objects.
// Used once, by VersionSet::Recover, while nobody else has the database.
class ManifestRecovery {
 public:
  // `plan`: how much of the MANIFEST counts; null: all, and damage is an error.
  ManifestRecovery(VersionSet* set, DbContext* context,
                   const std::vector<ColumnFamilyDescriptor>& wanted, const RecoveryPlan* plan)
      : set_(set), context_(context), plan_(plan) {
    // Nobody has to name it.
    known_[stats_family_.name] = &stats_family_;
    for (const ColumnFamilyDescriptor& d : wanted) known_[d.name] = wanted_[d.name] = &d;
  }

  Status Run(const std::string& path, bool read_only) {
    std::unique_ptr<ManifestReader> reader;
    Status s = ManifestReader::Open(context_->fs.get(), path, &reader);
    if (!s.ok()) return s;
    Entry& first = entries_[0];
    first.name = kDefaultColumnFamilyName;
    s = Prepare(&first);
    VersionEdit edit;
    for (; s.ok() && reader->Next(&edit); ++edits_) s = Take(edit);
    if (s.ok() && !EndsAsPlanned(reader->status())) s = reader->status();
    // For the replay of logs, which knows what a torn end should have left behind.
    set_->manifest_torn_ = reader->torn();
    if (s.ok()) s = CheckCounters(path);
    if (s.ok()) s = CheckNames(read_only);
    if (s.ok()) s = Finish();
    return s;
  }

 private:
  struct Entry {
    std::string name;
    FamilyPtr family;  // null: the user did not name it
    std::unique_ptr<TreeBuilder> builder;
    std::string boundaries;
    bool dropped = false;
  };

  // The plan was made with this damage in sight.
  bool EndsAsPlanned(const Status& end) const {
    return plan_ != nullptr && end.IsCorruption() && edits_ == plan_->edits;
  }

  Status Prepare(Entry* entry) {
    auto it = known_.find(entry->name);
    if (it == known_.end()) return Status::OK();
    std::shared_ptr<const CfConfig> config;
    const auto db = context_->config();
    Status s = MakeCfConfig(db->options, it->second->options, &config);
    if (!s.ok()) return s;
    const uint32_t id = IdOf(*entry);
    entry->family = std::make_shared<ColumnFamily>(context_, id, entry->name, config);
    entry->builder =
        std::make_unique<TreeBuilder>(entry->family->order, nullptr, config->options.num_levels);
    entry->builder->set_checks(config->options.force_consistency_checks);
    return s;
  }

  uint32_t IdOf(const Entry& entry) const {
    for (const auto& [id, e] : entries_) {
      if (&e == &entry) return id;
    }
    return 0;
  }

  // Counters first, for every record, also of families that are not wanted: file numbers and
  // sequence numbers are the database's.
  Status Take(const VersionEdit& edit) {
    if (edit.db_id) context_->db_id = *edit.db_id;
    if (edit.next_file_number) next_file_ = std::max(next_file_, *edit.next_file_number);
    if (edit.last_sequence) last_sequence_ = std::max(last_sequence_, *edit.last_sequence);
    if (edit.min_log_to_keep) min_log_ = std::max(min_log_, *edit.min_log_to_keep);
    if (edit.max_column_family) max_family_ = std::max(max_family_, *edit.max_column_family);
    seen_next_file_ |= edit.next_file_number.has_value();
    seen_last_sequence_ |= edit.last_sequence.has_value();
    seen_log_ |= edit.log_number.has_value();
    TakeLogs(edit);
    // Refused rather than opened without the values that are in blob files.
    if (!edit.blob_records.empty()) {
      return Status::NotSupported(
          "blob files: the MANIFEST lists separated values (options enable_blob_files)");
    }
    if (edit.added_column_family) {
      Status s = AddFamily(edit.column_family, *edit.added_column_family);
      if (!s.ok()) return s;
    }
    auto it = entries_.find(edit.column_family);
    if (it == entries_.end()) {
      return Status::Corruption("MANIFEST names column family " +
                                std::to_string(edit.column_family) + " before it is created");
    }
    return TakeFamily(edit, &it->second);
  }

  // A log without a size was not synced.
  void TakeLogs(const VersionEdit& edit) {
    for (const auto& [number, size] : edit.wal_additions) {
      if (number >= gone_logs_ && size != UINT64_MAX) tracked_logs_[number] = size;
    }
    if (!edit.wals_deleted_before) return;
    gone_logs_ = std::max(gone_logs_, *edit.wals_deleted_before);
    tracked_logs_.erase(tracked_logs_.begin(), tracked_logs_.lower_bound(gone_logs_));
  }

  // Ids and names of families that live at the same time are distinct; those of dropped ones may
  // come again.
  Status AddFamily(uint32_t id, const std::string& name) {
    for (const auto& [other, entry] : entries_) {
      if (entry.dropped || (other != id && entry.name != name)) continue;
      return Status::Corruption("MANIFEST creates column family " + std::to_string(id) + " (" +
                                name + ") beside " + std::to_string(other) + " (" + entry.name +
                                ")");
    }
    max_family_ = std::max(max_family_, id);
    Entry& entry = entries_[id];
    entry.name = name;
    entry.dropped = false;
    return Prepare(&entry);
  }

  Status TakeFamily(const VersionEdit& edit, Entry* entry) {
    if (edit.drops_column_family && edit.column_family == 0)
      return Status::Corruption("MANIFEST drops the default column family");
    if (edit.drops_column_family) {
      // Its files, if they are still there, are strays that the clean-up after opening removes.
      entry->dropped = true;
      entry->family.reset();
      entry->builder.reset();
      return Status::OK();
    }
    // Left out by a read-only opening: nothing of it is built.
    if (entry->family == nullptr) return Status::OK();
    ColumnFamily* family = entry->family.get();
    if (edit.comparator && *edit.comparator != family->order.user_comparator()->Name()) {
      return Status::InvalidArgument(family->order.user_comparator()->Name(),
                                     "does not match existing comparator " + *edit.comparator +
                                         " of column family " + entry->name);
    }
    if (plan_ != nullptr && !plan_->Takes(edit.column_family, edits_)) return Status::OK();
    StateLock lock(&context_->mutex);
    if (edit.log_number) family->NoteRecordedLog(*edit.log_number);
    if (edit.bucket_boundaries) entry->boundaries = *edit.bucket_boundaries;
    if (edit.new_files.empty() && edit.deleted_files.empty() && edit.compact_cursors.empty())
      return Status::OK();
    VersionEdit tracked = edit;
    // Tracked from the first: files that later records remove again are destroyed while reports are
    // ignored (ObsoleteFiles invariant 2).
    for (auto& [level, file] : tracked.new_files) {
      file = ObsoleteFiles::Track(set_->obsolete_, file,
                                  set_->DirectoryOf(*family->state().config(), *file));
    }
    return entry->builder->Apply(tracked);
  }

  Status CheckCounters(const std::string& path) const {
    if (!seen_next_file_)
      return Status::Corruption("MANIFEST " + path + " has no next-file-number entry");
    if (!seen_log_) return Status::Corruption("MANIFEST " + path + " has no log-file-number entry");
    if (!seen_last_sequence_)
      return Status::Corruption("MANIFEST " + path + " has no last-sequence-number entry");
    return Status::OK();
  }

  Status CheckNames(bool read_only) const {
    std::set<std::string> existing;
    std::string missing;
    for (const auto& [id, entry] : entries_) {
      if (entry.dropped) continue;
      existing.insert(entry.name);
      if (entry.family == nullptr) missing += (missing.empty() ? "" : ", ") + entry.name;
    }
    // Logs would be released without regard to a family that is not there.
    if (!missing.empty() && !read_only)
      return Status::InvalidArgument("Column families not opened: " + missing);
    const auto config = context_->config();
    const DBOptions& options = config->options;
    for (const auto& [name, descriptor] : wanted_) {
      const bool create =
          options.create_missing_column_families ||
          (options.persist_stats_to_disk && name == kPersistentStatsColumnFamilyName);
      if (existing.count(name) == 0 && (!create || read_only)) {
        return Status::InvalidArgument("Column family not found", name);
      }
    }
    return Status::OK();
  }

  Status Finish() {
    for (auto& [id, entry] : entries_) {
      if (entry.family == nullptr) continue;
      TreePtr tree;
      Status s = entry.builder->Build(&tree);
      if (!s.ok()) return Status::Corruption("Column family " + entry.name, s.ToString());
      ColumnFamily* family = entry.family.get();
      StateLock lock(&context_->mutex);
      family->state().SetTree(tree);
      family->state().RaiseNextEpoch(tree->max_epoch() + 1);
      for (const auto& [level, key] : entry.builder->cursors())
        family->state().SetCursor(level, key);
      family->RestoreBuckets(entry.boundaries);
      set_->families_->Add(entry.family);
      for (int level = 0; level < tree->num_levels(); ++level) {
        for (const FilePtr& file : tree->files(level)) {
          file->installed.store(true, std::memory_order_relaxed);
          // Counters in the MANIFEST may lag behind what it names; numbers must never be given out
          // twice.
          next_file_ = std::max(next_file_, file->number + 1);
          last_sequence_ = std::max(last_sequence_, file->largest_seqno);
        }
      }
    }
    set_->families_->max_id = std::max(set_->families_->max_id, max_family_);
    set_->MarkFileNumberUsed(next_file_ - 1);
    set_->set_last_sequence(last_sequence_);
    set_->SetMinLogToKeep(min_log_);
    set_->tracked_logs_ = std::move(tracked_logs_);
    return Status::OK();
  }

  VersionSet* const set_;
  DbContext* const context_;
  const RecoveryPlan* const plan_;
  size_t edits_ = 0;  // taken so far
  const ColumnFamilyDescriptor stats_family_ = StatsOnDisk::Family();
  // What the caller has named, and what is opened where it is met.
  std::map<std::string, const ColumnFamilyDescriptor*> wanted_;
  std::map<std::string, const ColumnFamilyDescriptor*> known_;
  std::map<uint32_t, Entry> entries_;
  uint64_t next_file_ = 0;
  SequenceNumber last_sequence_ = 0;
  uint64_t min_log_ = 0;
  uint32_t max_family_ = 0;
  std::map<uint64_t, uint64_t> tracked_logs_;
  uint64_t gone_logs_ = 0;
  bool seen_next_file_ = false;
  bool seen_last_sequence_ = false;
  bool seen_log_ = false;
};

Status VersionSet::ReadCurrent(FileSystem* fs, const std::string& dbname,
                               std::string* manifest_path, uint64_t* manifest_number) {
  std::string contents;
  const std::string current = CurrentFileName(dbname);
  Status s = ReadFileToString(fs, current, &contents);
  if (!s.ok()) return s;
  if (contents.empty() || contents.back() != '\n') {
    return Status::Corruption("CURRENT file does not end with newline: " + current);
  }
  // The newline says that the name was written whole.
  contents.pop_back();
  FileType type;
  if (!ParseFileName(contents, manifest_number, &type) || type != kDescriptorFile) {
    return Status::Corruption("CURRENT file " + current + " names no MANIFEST: " + contents);
  }
  *manifest_path = dbname + "/" + contents;
  return s;
}

Status VersionSet::ListFamilies(FileSystem* fs, const std::string& dbname,
                                std::vector<std::string>* names) {
  std::string path;
  uint64_t number = 0;
  names->clear();
  Status s = ReadCurrent(fs, dbname, &path, &number);
  ManifestFamilies families;
  if (s.ok()) s = ManifestFamilies::Read(fs, path, &families);
  if (!s.ok()) return s;
  for (const auto& [id, name] : families.names) names->push_back(name);
  return s;
}

Status VersionSet::Recover(const std::vector<ColumnFamilyDescriptor>& wanted, bool read_only) {
  BestManifest manifest;
  const bool best_efforts = context_->config()->options.best_efforts_recovery;
  Status s = best_efforts ? BestManifest::Find(*context_, wanted, &manifest)
                          : ReadCurrent(context_->fs.get(), context_->dbname, &manifest.path,
                                        &manifest.number);
  if (!s.ok()) return s;
  ManifestRecovery recovery(this, context_, wanted, best_efforts ? &manifest.plan : nullptr);
  s = recovery.Run(manifest.path, read_only);
  if (!s.ok()) return s;
  manifest_number_ = manifest.number;
  recovered_in_part_ = manifest.incomplete;
  MarkFileNumberUsed(manifest.number);
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
