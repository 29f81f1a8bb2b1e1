// The functions of rocksdb/convenience.h that act on databases and tables: dropping whole files,
// stopping background work, checking a table file.
#include <algorithm>

#include "db/db_impl.h"
#include "env/file_io.h"
#include "rocksdb/convenience.h"
#include "table/table_builder.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// The engine under `db`; null when it is somebody else's.
DBImpl* EngineOf(DB* db) { return dynamic_cast<DBImpl*>(db->GetRootDB()); }

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
// hold. REQUIRES: state lock.
Drop CollectFiles(const ColumnFamily& family, const RangePtr* ranges, size_t n, bool include_end) {
  Drop drop;
  const FilesInJobs busy(family.running);
  for (int level = 1; level < family.tree->num_levels(); ++level) {
    for (const FilePtr& file : family.tree->files(level)) {
      const bool inside = std::any_of(ranges, ranges + n, [&](const RangePtr& range) {
        return LiesWithin(family.order, *file, range, include_end);
      });
      if (inside && !busy.Holds(*file)) drop.Add(family.order, level, *file);
    }
  }
  return drop;
}

Status DropFiles(DbParts* parts, const FamilyPtr& family, const RangePtr* ranges, size_t n,
                 bool include_end) EXCLUDES_LOCK(state_lock) {
  StateLock lock(&parts->context.mutex);
  Drop drop = CollectFiles(*family, ranges, n, include_end);
  if (drop.job.inputs.empty()) return Status::OK();
  drop.job.job_id = static_cast<uint64_t>(parts->background->services()->NextJobId());
  // A job like any other while the lock is let go for the MANIFEST: nobody picks these files, nor
  // outputs into their range.
  family->running.push_back(drop.job);
  std::vector<VersionSet::FamilyEdit> edits(1);
  edits[0].family = family;
  edits[0].edit = std::move(drop.edit);
  // Unregistered after Apply also when it failed: the files are then still in the tree and free.
  Status s = parts->versions->Apply(std::move(edits), [&family] { family->InstallSuperVersion(); });
  std::erase_if(family->running,
                [&](const RunningJob& job) { return job.job_id == drop.job.job_id; });
  parts->background->UpdateStall(family);
  parts->background->MaybeSchedule();
  parts->background->SignalChange();
  return s;
}

}  // namespace

Status DeleteFilesInRanges(DB* db, ColumnFamilyHandle* cf, const RangePtr* ranges, size_t n,
                           bool include_end) {
  DBImpl* engine = EngineOf(db);
  if (engine == nullptr)
    return Status::NotSupported("DeleteFilesInRanges: not a database of this library");
  if (engine->parts()->context.read_only) {
    return Status::NotSupported("Not supported operation in read only mode.");
  }
  Status s = DropFiles(engine->parts(), FamilyOf(cf), ranges, n, include_end);
  engine->parts()->obsolete->Purge();
  return s;
}

Status DeleteFilesInRange(DB* db, ColumnFamilyHandle* cf, const Slice* begin, const Slice* end,
                          bool include_end) {
  const RangePtr range(begin, end);
  return DeleteFilesInRanges(db, cf, &range, 1, include_end);
}

void CancelAllBackgroundWork(DB* db, bool wait) {
  DBImpl* engine = EngineOf(db);
  if (engine == nullptr) return;
  DbParts& parts = *engine->parts();
  StateLock lock(&parts.context.mutex);
  parts.context.shutting_down.store(true, std::memory_order_release);
  // All who wait look at shutting_down when they wake: writers, manual flushes and compactions.
  parts.writes->SignalStall();
  parts.background->SignalChange();
  if (wait) parts.background->Shutdown(true);
}

Status VerifySstFileChecksum(const Options& options, const EnvOptions& env_options,
                             const ReadOptions& read_options, const std::string& path,
                             const SequenceNumber& largest_seqno) {
  const std::shared_ptr<FileSystem> fs = options.env->GetFileSystem();
  uint64_t size = 0;
  std::unique_ptr<RandomAccessFileReader> file;
  Status s = fs->GetFileSize(path, IOOptions(), &size, nullptr);
  if (s.ok()) s = RandomAccessFileReader::Open(fs.get(), path, FileOptions(env_options), &file);
  if (!s.ok()) return s;
  // No database, so no block cache of one, no statistics and no file number: only this file is
  // asked.
  TableReaderOptions how{InternalKeyOrder(options.comparator)};
  how.prefix_extractor = options.prefix_extractor;
  how.env_options = env_options;
  how.largest_seqno = largest_seqno;
  std::unique_ptr<TableReader> table;
  s = options.table_factory->NewTableReader(read_options, how, std::move(file), size, &table,
                                            false);
  return s.ok() ? table->VerifyChecksums(read_options) : s;
}

Status VerifySstFileChecksum(const Options& options, const EnvOptions& env_options,
                             const std::string& path) {
  return VerifySstFileChecksum(options, env_options, ReadOptions(), path);
}

}  // namespace ROCKSDB_NAMESPACE
