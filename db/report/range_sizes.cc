// See the header.
#include "db/report/range_sizes.h"

#include "db/state/family_view.h"

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

}  // namespace

Status ApproximateSizes(DbParts* parts, const FamilyPtr& family,
                        const SizeApproximationOptions& options, const Range* ranges, int n,
                        uint64_t* sizes) {
  if (!options.include_memtables && !options.include_files) {
    return Status::InvalidArgument("Invalid options: neither memtables nor files are wanted");
  }
  SuperVersionHold sv(&family->super_versions);
  FileSizer files(parts->tables.get(), *sv, options.files_size_error_margin);
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

MemTable::RangeStats ApproximateMemtableStats(const FamilyPtr& family, const Range& range) {
  SuperVersionHold sv(&family->super_versions);
  return MemtableStats(*sv, range);
}

}  // namespace ROCKSDB_NAMESPACE
