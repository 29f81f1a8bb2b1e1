// See the header.
#include "db/jobs/range_replacement.h"

#include "version/tree_builder.h"

namespace ROCKSDB_NAMESPACE {

bool ReplacedRange::Holds(const InternalKeyOrder& order, const UserRange& other) const {
  if (everything) return true;
  if (ComparePlaces(order, other.smallest, start) < 0) return false;
  const int c = ComparePlaces(order, other.largest, limit);
  return c < 0 || (c == 0 && other.exclusive_end);
}

Status TakeReplacedRange(const IngestExternalFileArg& arg, std::optional<ReplacedRange>* replaced) {
  replaced->reset();
  if (!arg.atomic_replace_range) return Status::OK();
  const RangeOpt& asked = *arg.atomic_replace_range;
  if (arg.options.ingest_behind)
    return Status::InvalidArgument("Can't combine atomic_replace_range with ingest_behind");
  if (arg.options.snapshot_consistency) {
    return Status::NotSupported(
        "atomic_replace_range with snapshot_consistency: snapshots would lose what is replaced");
  }
  if (asked.start.has_value() != asked.limit.has_value())
    return Status::NotSupported("atomic_replace_range with one of start and limit only");
  replaced->emplace();
  if (!asked.start.has_value()) return Status::OK();
  (*replaced)->everything = false;
  (*replaced)->start = asked.start->ToString();
  (*replaced)->limit = asked.limit->ToString();
  return Status::OK();
}

namespace {

Status Collect(const IngestSource& source, TableCache* tables, const ReplacedRange& range,
               Replacement* result) {
  const InternalKeyOrder& order = source.config->order;
  for (int level = 0; level < result->tree->num_levels(); ++level) {
    for (const FilePtr& file : result->tree->files(level)) {
      const UserRange bounds = UserRange::Of(*file);
      if (!range.Meets(order, bounds)) continue;
      if (range.Holds(order, bounds)) {
        result->files.emplace_back(level, file);
        continue;
      }
      bool has = false;
      Status s = HasEntryIn(source, tables, file, level, range.range(), &has);
      if (!s.ok()) return s;
      if (has) {
        return Status::InvalidArgument("atomic_replace_range cuts through the table " +
                                       std::to_string(file->number) + " of level " +
                                       std::to_string(level));
      }
    }
  }
  return Status::OK();
}

}  // namespace

Status FindReplacedFiles(const IngestSource& source, TableCache* tables, TreePtr tree,
                         const ReplacedRange& range, Replacement* result) {
  *result = Replacement();
  result->tree = std::move(tree);
  Status s = Collect(source, tables, range, result);
  if (!s.ok()) return s;
  VersionEdit edit;
  for (const auto& [level, file] : result->files) edit.DeleteFile(level, file->number);
  TreeBuilder builder(source.config->order, result->tree, result->tree->num_levels());
  s = builder.Apply(edit);
  return s.ok() ? builder.Build(&result->rest) : s;
}

std::vector<RunningJob> JobsOfReplacement(const InternalKeyOrder& order,
                                          const Replacement& replacement) {
  std::vector<RunningJob> jobs;
  UserRange all;
  // Level by level, as they were collected.
  for (const auto& [level, file] : replacement.files) {
    if (jobs.empty() || jobs.back().start_level != level) {
      all = UserRange::Of(*file);
      jobs.emplace_back();
      jobs.back().start_level = jobs.back().output_level = level;
    }
    Extend(order, &all, UserRange::Of(*file));
    RunningJob& job = jobs.back();
    job.inputs.push_back(file->number);
    job.input_bytes += file->file_size;
    job.smallest_user_key = all.smallest.ToString();
    job.largest_user_key = all.largest.ToString();
    job.exclusive_end = all.exclusive_end;
  }
  return jobs;
}

}  // namespace ROCKSDB_NAMESPACE
