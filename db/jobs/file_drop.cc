// Dropping whole files.
#include "db/jobs/file_drop.h"

#include <algorithm>

#include "version/clean_cut.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Whether every key of `file` lies in the range.
// A file whose end is exclusive does not hold its largest key, so it may end at an excluded limit.
bool LiesWithin(const InternalKeyOrder& order, const FileMeta& file, const RangePtr& range,
                bool include_end) {
  if (range.start != nullptr && order.CompareUserKeys(file.smallest_user_key(), *range.start) < 0)
    return false;
  if (range.limit == nullptr) return true;
  const int c = order.CompareUserKeys(file.largest_user_key(), *range.limit);
  return c < 0 || (c == 0 && (include_end || file.ends_exclusive()));
}

// The files to drop, as a job that holds them while the MANIFEST is written.
struct Drop {
  VersionEdit edit;
  RunningJob job;

  void Add(const InternalKeyOrder& order, int level, const FileMeta& file) {
    edit.DeleteFile(level, file.number);
    job.inputs.push_back(file.number);
    job.input_bytes += file.file_size;
    UserRange all = job.range();
    if (job.inputs.size() == 1) {
      all = UserRange::Of(file);
      job.start_level = job.output_level = level;
    } else {
      Extend(order, &all, UserRange::Of(file));
    }
    // `all` may point into the job's own strings, which are about to be replaced.
    const std::string smallest = all.smallest.ToString(), largest = all.largest.ToString();
    job.smallest_user_key = smallest;
    job.largest_user_key = largest;
    job.exclusive_end = all.exclusive_end;
  }
};

// Level 0 is left alone: its files may hide older values in deeper ones. So are files that jobs
// hold, and those that share a user key with one that stays: older values of it would come back.
Drop CollectFiles(const ColumnFamily& family, const RangePtr* ranges, size_t n, bool include_end)
    REQUIRES_LOCK(state_lock) {
  Drop drop;
  const FilesInJobs busy(family.state().running());
  const TreeVersion& tree = *family.state().tree();
  const auto may_go = [&](const FilePtr& file) {
    const bool inside = std::any_of(ranges, ranges + n, [&](const RangePtr& range) {
      return LiesWithin(family.order, *file, range, include_end);
    });
    return inside && !busy.Holds(*file);
  };
  for (int level = 1; level < tree.num_levels(); ++level) {
    for (const FileList& files : WholeKeys(tree, level)) {
      if (!std::all_of(files.begin(), files.end(), may_go)) continue;
      for (const FilePtr& file : files) drop.Add(family.order, level, *file);
    }
  }
  return drop;
}

// REQUIRES: the state lock is held since `drop` was made; it is released while the MANIFEST is
// written.
Status InstallDrop(DbParts* parts, const FamilyPtr& family, Drop drop) REQUIRES_LOCK(state_lock) {
  drop.job.job_id = static_cast<uint64_t>(parts->background->services()->NextJobId());
  // A job like any other while the lock is released for the MANIFEST: nobody picks these files, nor
  // outputs into their range.
  family->state().AddJob(drop.job);
  std::vector<VersionSet::FamilyEdit> edits(1);
  edits[0].family = family;
  edits[0].edit = std::move(drop.edit);
  // Unregistered after Apply also when it failed: the files are then still in the tree and free.
  Status s = parts->versions->Apply(std::move(edits), [parts, &family] {
    parts->context.mutex.AssertHeld();
    family->InstallSuperVersion();
  });
  family->state().EndJob(drop.job.job_id);
  parts->background->UpdateStall(family);
  parts->background->MaybeSchedule();
  parts->background->SignalChange();
  return s;
}

Status DropFiles(DbParts* parts, const FamilyPtr& family, const RangePtr* ranges, size_t n,
                 bool include_end) EXCLUDES_LOCK(state_lock) {
  StateLock lock(&parts->context.mutex);
  Drop drop = CollectFiles(*family, ranges, n, include_end);
  return drop.job.inputs.empty() ? Status::OK() : InstallDrop(parts, family, std::move(drop));
}

// NotFound: the family's tree has no such file. Busy: a job reads it.
Status CollectFile(const ColumnFamily& family, uint64_t number, Drop* drop)
    REQUIRES_LOCK(state_lock) {
  const FilesInJobs busy(family.state().running());
  for (int level = 0; level < family.state().tree()->num_levels(); ++level) {
    for (const FilePtr& file : family.state().tree()->files(level)) {
      if (file->number != number) continue;
      if (busy.Holds(*file)) return Status::Busy("a job reads the table", std::to_string(number));
      drop->Add(family.order, level, *file);
      return Status::OK();
    }
  }
  return Status::NotFound("File not present in any level");
}

}  // namespace

Status DropFilesInRanges(DbParts* parts, const FamilyPtr& family, const RangePtr* ranges, size_t n,
                         bool include_end) {
  if (parts->context.read_only) {
    return parts->context.ChangeRefused();
  }
  Status s = DropFiles(parts, family, ranges, n, include_end);
  parts->obsolete->Purge();
  return s;
}

Status DropFile(DbParts* parts, uint64_t number) {
  if (parts->context.read_only) return parts->context.ChangeRefused();
  StateLock lock(&parts->context.mutex);
  Status s = Status::NotFound("File not present in any level");
  for (const auto& [id, family] : parts->families.all()) {
    Drop drop;
    s = CollectFile(*family, number, &drop);
    // A copy: the family may be dropped while the lock is released.
    if (s.ok()) return InstallDrop(parts, FamilyPtr(family), std::move(drop));
    if (!s.IsNotFound()) break;
  }
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
