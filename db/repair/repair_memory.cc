// Reading old MANIFESTs for repair: see repair_memory.h. Unlike an opening, this takes what it
// gets: no record makes it fail, contradictions are settled by the later one.
#include "db/repair/repair_memory.h"

#include "db/state/manifest_recovery.h"
#include "env/filename.h"
#include "env/plain_io.h"

namespace ROCKSDB_NAMESPACE {

// Counters never go back, whatever a record says.
void RepairMemory::Take(const VersionEdit& edit) {
  if (edit.db_id) db_id = *edit.db_id;
  if (edit.next_file_number) next_file = std::max(next_file, *edit.next_file_number);
  if (edit.last_sequence) last_sequence = std::max(last_sequence, *edit.last_sequence);
  if (edit.max_column_family) max_family = std::max(max_family, *edit.max_column_family);
  const uint32_t id = edit.column_family;
  max_family = std::max(max_family, id);
  if (edit.added_column_family) {
    families[id].name = *edit.added_column_family;
    dropped.erase(id);
  }
  if (edit.drops_column_family) {
    const auto it = families.find(id);
    if (it != families.end()) {
      for (const auto& [number, place] : it->second.files) gone.insert(number);
      families.erase(it);
    }
    dropped.insert(id);
    return;
  }
  const auto it = families.find(id);
  if (it == families.end()) return;
  Family& family = it->second;
  if (edit.comparator) family.comparator = *edit.comparator;
  if (edit.bucket_boundaries) family.boundaries = *edit.bucket_boundaries;
  if (edit.log_number) family.log_number = std::max(family.log_number, *edit.log_number);
  for (const auto& [level, number] : edit.deleted_files) {
    family.files.erase(number);
    gone.insert(number);
  }
  for (const auto& [level, file] : edit.new_files) {
    // A file that moves is removed and added in one record: removals come first.
    family.files[file->number] = {level, file};
    gone.erase(file->number);
  }
}

Status RepairMemory::ReadOne(const RepairContext& context, const std::string& path) {
  // Nothing of a MANIFEST read before is mixed in.
  *this = RepairMemory();
  families[0].name = kDefaultColumnFamilyName;
  std::unique_ptr<ManifestReader> reader;
  Status s = ManifestReader::Open(context.fs.get(), path, &reader);
  if (s.ok()) {
    VersionEdit edit;
    while (reader->Next(&edit)) Take(edit);
    s = reader->status();
  }
  // A MANIFEST without counters is the beginning of one.
  whole = s.ok() && next_file > 0;
  LogInfo(context.logger, "Repair: %s: %s", path.c_str(),
          whole    ? "read to its end"
          : s.ok() ? "says nothing"
                   : s.ToString().c_str());
  return s.IsCorruption() || IsMissing(s) ? Status::OK() : s;
}

Status RepairMemory::Read(const RepairContext& context, const RepairFiles& files,
                          RepairMemory* memory) {
  *memory = RepairMemory();
  Status s;
  if (!files.current.empty()) s = memory->ReadOne(context, files.current);
  for (auto number = files.manifests.rbegin(); number != files.manifests.rend(); ++number) {
    if (!s.ok() || memory->whole) break;
    const std::string path = ManifestFileName(context.dbname, *number);
    if (path == files.current) continue;
    RepairMemory other;
    s = other.ReadOne(context, path);
    // Among damaged MANIFESTs the longest readable one knows most.
    if (other.next_file > memory->next_file || other.whole) *memory = std::move(other);
  }
  return s;
}

const RepairMemory::Family* RepairMemory::OwnerOf(uint64_t table, uint32_t* id) const {
  for (const auto& [family_id, family] : families) {
    if (family.files.count(table) == 0) continue;
    *id = family_id;
    return &family;
  }
  return nullptr;
}

std::shared_ptr<FileMeta> RepairMemory::RecordOf(uint64_t table) const {
  uint32_t id = 0;
  const Family* owner = OwnerOf(table, &id);
  return owner == nullptr ? nullptr : owner->files.at(table).second;
}

bool RepairMemory::Knows(const std::vector<FoundTable>& tables) const {
  uint32_t id = 0;
  for (const FoundTable& table : tables) {
    if (gone.count(table.number) == 0 && OwnerOf(table.number, &id) == nullptr) return false;
  }
  return true;
}

}  // namespace ROCKSDB_NAMESPACE
