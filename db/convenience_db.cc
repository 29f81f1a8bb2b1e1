// The functions of rocksdb/convenience.h that act on databases and tables: dropping whole files,
// stopping background work, checking a table file.
#include "db/db_impl.h"
#include "db/engine_of.h"
#include "db/jobs/file_drop.h"
#include "db/recovery/db_closer.h"
#include "env/file_io.h"
#include "rocksdb/convenience.h"
#include "table/table_builder.h"

namespace ROCKSDB_NAMESPACE {

Status DeleteFilesInRanges(DB* db, ColumnFamilyHandle* cf, const RangePtr* ranges, size_t n,
                           bool include_end) {
  DBImpl* engine = EngineOf(db);
  if (engine == nullptr)
    return Status::NotSupported("DeleteFilesInRanges: not a database of this library");
  Status s = DropFilesInRanges(engine->parts(), FamilyOf(cf), ranges, n, include_end);
  if (!engine->parts()->context.read_only) engine->parts()->background->AnnounceStalls();
  return s;
}

Status DeleteFilesInRanges(DB* db, ColumnFamilyHandle* cf, const RangeOpt* ranges, size_t n,
                           bool include_end) {
  std::vector<RangePtr> pointers;
  for (size_t i = 0; i < n; ++i) {
    pointers.emplace_back(ranges[i].start.AsPtr(), ranges[i].limit.AsPtr());
  }
  return DeleteFilesInRanges(db, cf, pointers.data(), n, include_end);
}

Status DeleteFilesInRange(DB* db, ColumnFamilyHandle* cf, const Slice* begin, const Slice* end,
                          bool include_end) {
  const RangePtr range(begin, end);
  return DeleteFilesInRanges(db, cf, &range, 1, include_end);
}

void CancelAllBackgroundWork(DB* db, bool wait) {
  DBImpl* engine = EngineOf(db);
  if (engine != nullptr) CancelWork(engine->parts(), wait);
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
