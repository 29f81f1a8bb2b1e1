// How big ranges are, what tables say about themselves, and whether their blocks are intact.
#include "db/db_impl.h"
#include "db/state/family_view.h"
#include "env/filename.h"
#include "util/io_activity.h"
#include "util/perf_context_imp.h"
#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// A range of user keys as bounds that hold every version of its keys.
// The limit is excluded: its bound sorts before every version of that key.
struct InternalRange {
  explicit InternalRange(const Range& range)
      : start(MakeInternalKey(range.start, kLargestSequence, kSeekType)),
        limit(MakeInternalKey(range.limit, kLargestSequence, kSeekType)) {}
  const std::string start;
  const std::string limit;
};

// Entries and bytes of the memtables in a range, estimated.
MemTable::RangeStats MemtableStats(const SuperVersion& sv, const Range& range) {
  const InternalRange keys(range);
  MemTable::RangeStats total = sv.mem->ApproximateStats(keys.start, keys.limit);
  for (const MemTablePtr& mem : sv.imm) {
    const MemTable::RangeStats one = mem->ApproximateStats(keys.start, keys.limit);
    total.count += one.count;
    total.size += one.size;
  }
  return total;
}

// Files that a range covers count whole; those at its ends are asked, unless they are too small to
// matter.
// With a margin (files_size_error_margin) files at the ends count half each when all of them
// together are smaller than that share of what is covered: no table need be opened then.
class FileSizer {
 public:
  FileSizer(TableCache* tables, const SuperVersion& sv, double margin)
      : tables_(tables), sv_(sv), margin_(margin) {}

  Status Add(const Range& range, uint64_t* size) {
    const TreeVersion& tree = *sv_.tree;
    // An empty or reversed range has no size; it is no error.
    if (tree.order().CompareUserKeys(range.start, range.limit) >= 0) return Status::OK();
    const UserRange wanted{range.start, range.limit, true};
    // At most two in each deeper level; in Level 0 as many as lie across an end.
    std::vector<std::pair<int, FilePtr>> at_ends;
    uint64_t covered = 0, unsure = 0;
    for (int level = 0; level < tree.num_levels(); ++level) {
      FileList files;
      tree.FilesOverlapping(level, wanted, &files);
      for (const FilePtr& file : files) {
        const bool whole = Contains(tree.order(), wanted, file->smallest_user_key()) &&
                           Contains(tree.order(), wanted, file->largest_user_key());
        (whole ? covered : unsure) += file->file_size;
        if (!whole) at_ends.emplace_back(level, file);
      }
    }
    *size += covered;
    if (margin_ > 0 && static_cast<double>(unsure) < static_cast<double>(covered) * margin_) {
      *size += unsure / 2;
      return Status::OK();
    }
    return AskTables(range, at_ends, size);
  }

 private:
  Status AskTables(const Range& range, const std::vector<std::pair<int, FilePtr>>& files,
                   uint64_t* size) {
    const InternalRange keys(range);
    for (const auto& [level, file] : files) {
      TableCache::Handle handle;
      Status s = tables_->Find(*sv_.config, *file, level, &handle);
      if (!s.ok()) return s;
      *size += handle->ApproximateSize(ReadOptions(), keys.start, keys.limit);
    }
    return Status::OK();
  }

  TableCache* const tables_;
  const SuperVersion& sv_;
  const double margin_;
};

// Properties of `file`, under its full name.
Status CollectProperties(const FamilyView& view, int level, const FilePtr& file,
                         TablePropertiesCollection* out) {
  std::shared_ptr<const TableProperties> properties;
  // The view holds the super version, so the file cannot go meanwhile.
  Status s = view.parts.tables->Properties(view.config(), *file, level, &properties);
  if (!s.ok()) return s;
  const std::string& directory = view.config().PathOf(file->path_id, view.parts.context.dbname);
  out->emplace(TableFileName(directory, file->number), std::move(properties));
  return s;
}

}  // namespace

Status DBImpl::GetApproximateSizes(const SizeApproximationOptions& options, ColumnFamilyHandle* cf,
                                   const Range* ranges, int n, uint64_t* sizes) {
  if (!options.include_memtables && !options.include_files) {
    return Status::InvalidArgument("Invalid options: neither memtables nor files are wanted");
  }
  const FamilyPtr family = FamilyOf(cf);
  SuperVersionHold sv(&family->super_versions);
  FileSizer files(parts_.tables.get(), *sv, options.files_size_error_margin);
  for (int i = 0; i < n; ++i) {
    sizes[i] = 0;
    if (options.include_files) {
      Status s = files.Add(ranges[i], &sizes[i]);
      if (!s.ok()) return s;
    }
    if (options.include_memtables) sizes[i] += MemtableStats(*sv, ranges[i]).size;
  }
  return Status::OK();
}

void DBImpl::GetApproximateMemTableStats(ColumnFamilyHandle* cf, const Range& range,
                                         uint64_t* const count, uint64_t* const size) {
  SuperVersionHold sv(&FamilyOf(cf)->super_versions);
  const MemTable::RangeStats stats = MemtableStats(*sv, range);
  *count = stats.count;
  *size = stats.size;
}

Status DBImpl::GetPropertiesOfTablesByLevel(
    ColumnFamilyHandle* cf,
    std::vector<std::unique_ptr<TablePropertiesCollection>>* props_by_level) {
  const FamilyView view(&parts_, FamilyOf(cf), false);
  props_by_level->clear();
  for (int level = 0; level < view.tree().num_levels(); ++level) {
    auto props = std::make_unique<TablePropertiesCollection>();
    for (const FilePtr& file : view.tree().files(level)) {
      Status s = CollectProperties(view, level, file, props.get());
      if (!s.ok()) return s;
    }
    props_by_level->push_back(std::move(props));
  }
  return Status::OK();
}

Status DBImpl::GetPropertiesOfAllTables(ColumnFamilyHandle* cf, TablePropertiesCollection* props) {
  const FamilyView view(&parts_, FamilyOf(cf), false);
  for (int level = 0; level < view.tree().num_levels(); ++level) {
    for (const FilePtr& file : view.tree().files(level)) {
      Status s = CollectProperties(view, level, file, props);
      if (!s.ok()) return s;
    }
  }
  return Status::OK();
}

Status DBImpl::GetPropertiesOfTablesInRange(ColumnFamilyHandle* cf, const Range* ranges,
                                            std::size_t n, TablePropertiesCollection* props) {
  const FamilyView view(&parts_, FamilyOf(cf), false);
  for (size_t i = 0; i < n; ++i) {
    for (int level = 0; level < view.tree().num_levels(); ++level) {
      FileList files;
      view.tree().FilesOverlapping(level, UserRange{ranges[i].start, ranges[i].limit, false},
                                   &files);
      for (const FilePtr& file : files) {
        Status s = CollectProperties(view, level, file, props);
        if (!s.ok()) return s;
      }
    }
  }
  return Status::OK();
}

Status DBImpl::VerifyChecksum(const ReadOptions& given) {
  const IoActivityScope activity(Env::IOActivity::kVerifyDBChecksum);
  ReadOptions options = given;
  options.io_activity = Env::IOActivity::kVerifyDBChecksum;
  std::vector<FamilyPtr> families;
  {
    StateLock lock(&parts_.context.mutex);
    for (const auto& [id, family] : parts_.families.all()) families.push_back(family);
  }
  for (const FamilyPtr& family : families) {
    const FamilyView view(&parts_, family, false);
    for (int level = 0; level < view.tree().num_levels(); ++level) {
      for (const FilePtr& file : view.tree().files(level)) {
        TableCache::Handle handle;
        Status s = parts_.tables->Find(view.config(), *file, level, &handle);
        // This thread's own count: the table is read in the calling thread.
        const uint64_t before = iostats_context.bytes_read;
        if (s.ok()) s = handle->VerifyChecksums(options);
        RecordTick(parts_.context.stats, VERIFY_CHECKSUM_READ_BYTES,
                   iostats_context.bytes_read - before);
        if (!s.ok()) return s;
      }
    }
  }
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
