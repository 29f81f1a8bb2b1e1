// See the header.
#include "db/report/file_metadata.h"

#include <algorithm>

#include "db/state/family_view.h"
#include "env/filename.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// `busy`: a running job has it as input.
SstFileMetaData MetaOf(const FileMeta& f, const std::string& directory, bool busy) {
  SstFileMetaData m(TableFileName(f.number), f.number, directory, f.file_size, f.smallest_seqno,
                    f.largest_seqno, f.smallest_user_key().ToString(),
                    f.largest_user_key().ToString(),
                    f.sampled_reads.load(std::memory_order_relaxed), busy, f.temperature,
                    f.oldest_blob_file_number, f.oldest_ancestor_time, f.creation_time, f.epoch,
                    f.checksum, ChecksumName(f));
  m.num_entries = f.num_entries;
  m.num_deletions = f.num_deletions;
  m.smallest = f.smallest;
  m.largest = f.largest;
  return m;
}

// Calls fn(level, metadata) for every table of the view, level by level.
template <typename Fn>
void ForEachTable(const FamilyView& view, Fn fn) {
  const FilesInJobs busy = view.BusyFiles();
  for (int level = 0; level < view.tree().num_levels(); ++level) {
    for (const FilePtr& file : view.tree().files(level)) {
      fn(level, MetaOf(*file, view.config().PathOf(file->path_id, view.parts.context.dbname),
                       busy.Holds(*file)));
    }
  }
}

ColumnFamilyMetaData MetaOf(const FamilyView& view) {
  ColumnFamilyMetaData meta;
  meta.name = view.family->name;
  std::vector<std::vector<SstFileMetaData>> by_level(static_cast<size_t>(view.tree().num_levels()));
  ForEachTable(view, [&](int level, SstFileMetaData&& table) {
    by_level[static_cast<size_t>(level)].push_back(std::move(table));
  });
  for (int level = 0; level < view.tree().num_levels(); ++level) {
    auto& tables = by_level[static_cast<size_t>(level)];
    meta.file_count += tables.size();
    meta.size += view.tree().level_bytes(level);
    meta.levels.emplace_back(level, view.tree().level_bytes(level), std::move(tables));
  }
  return meta;
}

}  // namespace

// A copy, so that the lock is not held over what is done with each.
std::vector<FamilyPtr> AllFamilies(DbParts* parts) {
  std::vector<FamilyPtr> families;
  StateLock lock(&parts->context.mutex);
  for (const auto& [id, family] : parts->families.all()) families.push_back(family);
  return families;
}

void DescribeLiveFiles(DbParts* parts, std::vector<LiveFileMetaData>* metadata) {
  metadata->clear();
  for (const FamilyPtr& family : AllFamilies(parts)) {
    // Deep, for the running jobs: they show which files are being compacted.
    const FamilyView view(parts, family, true);
    ForEachTable(view, [&](int level, SstFileMetaData&& table) {
      LiveFileMetaData live;
      static_cast<SstFileMetaData&>(live) = std::move(table);
      live.column_family_name = family->name;
      live.level = level;
      metadata->push_back(std::move(live));
    });
  }
}

void DescribeFamily(DbParts* parts, const FamilyPtr& family, ColumnFamilyMetaData* metadata) {
  // Levels are constant once made, so a description is constructed, not assigned.
  ColumnFamilyMetaData fresh = MetaOf(FamilyView(parts, family, true));
  metadata->name = fresh.name;
  metadata->size = fresh.size;
  metadata->file_count = fresh.file_count;
  metadata->levels.swap(fresh.levels);
}

void DescribeAllFamilies(DbParts* parts, std::vector<ColumnFamilyMetaData>* metadata) {
  metadata->clear();
  for (const FamilyPtr& family : AllFamilies(parts)) {
    metadata->push_back(MetaOf(FamilyView(parts, family, true)));
  }
}

Status ListChecksums(DbParts* parts, FileChecksumList* list) {
  if (list == nullptr) return Status::InvalidArgument("checksum_list has not been set");
  list->reset();
  for (const FamilyPtr& family : AllFamilies(parts)) {
    const FamilyView view(parts, family, false);
    for (int level = 0; level < view.tree().num_levels(); ++level) {
      for (const FilePtr& file : view.tree().files(level)) {
        Status s = list->InsertOneFileChecksum(file->number, file->checksum, ChecksumName(*file));
        if (!s.ok()) return s;
      }
    }
  }
  return Status::OK();
}

Status OldestCreationTime(DbParts* parts, uint64_t* creation_time) {
  if (parts->context.config()->options.max_open_files != -1) {
    return Status::NotSupported("This API is only supported if max_open_files = -1");
  }
  uint64_t oldest = UINT64_MAX;
  for (const FamilyPtr& family : AllFamilies(parts)) {
    const FamilyView view(parts, family, false);
    for (int level = 0; level < view.tree().num_levels(); ++level) {
      for (const FilePtr& file : view.tree().files(level))
        oldest = std::min(oldest, file->creation_time);
    }
  }
  *creation_time = oldest;  // one of unknown time makes it 0
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
