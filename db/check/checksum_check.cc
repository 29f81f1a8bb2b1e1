// See the header.
#include "db/check/checksum_check.h"

#include <vector>

#include "db/state/family_view.h"
#include "env/checksum_of_file.h"
#include "env/filename.h"
#include "util/io_activity.h"
#include "util/perf_context_imp.h"
#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE {
namespace {

Status VerifyTable(const FamilyView& view, const FilePtr& file, int level,
                   const ReadOptions& options) {
  TableCache::Handle handle;
  Status s = view.parts.tables->Find(view.config(), *file, level, &handle);
  // This thread's own count: the calling thread reads the table.
  const uint64_t before = iostats_context.bytes_read;
  if (s.ok()) s = handle->VerifyChecksums(options);
  RecordTick(view.parts.context.stats, VERIFY_CHECKSUM_READ_BYTES,
             iostats_context.bytes_read - before);
  return s;
}

Status VerifyWholeFile(const FamilyView& view, const FilePtr& file, const ReadOptions& options) {
  if (file->checksum_func_name.empty()) return Status::OK();
  const DbContext& c = view.parts.context;
  const auto config = c.config();
  ChecksumReading how;
  how.fs = c.fs.get();
  how.file_options = c.file_options;
  how.file_options.temperature = file->temperature;
  how.clock = c.clock.get();
  how.stats = c.stats;
  how.limiter = config->options.rate_limiter.get();
  how.priority = options.rate_limiter_priority;
  how.piece = options.readahead_size;
  const std::string path =
      TableFileName(view.config().PathOf(file->path_id, c.dbname), file->number);
  ChecksumOfFile found;
  const uint64_t before = iostats_context.bytes_read;
  Status s = ReadChecksumOfFile(how, path, config->options.file_checksum_gen_factory.get(),
                                file->checksum_func_name, &found);
  RecordTick(c.stats, VERIFY_CHECKSUM_READ_BYTES, iostats_context.bytes_read - before);
  if (!s.ok() || (found.value == file->checksum && found.function == file->checksum_func_name))
    return s;
  return Status::Corruption(
      path + " has the " + found.function + " " + Slice(found.value).ToString(true),
      "the MANIFEST says " + file->checksum_func_name + " " + Slice(file->checksum).ToString(true));
}

// Calls fn(view, file, level) for every table until it fails.
template <typename Fn>
Status ForEveryTable(DbParts* parts, Fn fn) {
  std::vector<FamilyPtr> families;
  {
    StateLock lock(&parts->context.mutex);
    for (const auto& [id, family] : parts->families.all()) families.push_back(family);
  }
  for (const FamilyPtr& family : families) {
    const FamilyView view(parts, family, false);
    for (int level = 0; level < view.tree().num_levels(); ++level) {
      for (const FilePtr& file : view.tree().files(level)) {
        Status s = fn(view, file, level);
        if (!s.ok()) return s;
      }
    }
  }
  return Status::OK();
}

}  // namespace

Status VerifyAllChecksums(DbParts* parts, const ReadOptions& given) {
  const IoActivityScope activity(Env::IOActivity::kVerifyDBChecksum);
  ReadOptions options = given;
  options.io_activity = Env::IOActivity::kVerifyDBChecksum;
  return ForEveryTable(parts, [&](const FamilyView& view, const FilePtr& file, int level) {
    return VerifyTable(view, file, level, options);
  });
}

Status VerifyWholeFiles(DbParts* parts, const ReadOptions& options) {
  const IoActivityScope activity(Env::IOActivity::kVerifyFileChecksums);
  if (parts->context.config()->options.file_checksum_gen_factory == nullptr) {
    return Status::InvalidArgument(
        "Cannot verify file checksum if options.file_checksum_gen_factory is null");
  }
  return ForEveryTable(parts, [&](const FamilyView& view, const FilePtr& file, int /*level*/) {
    return VerifyWholeFile(view, file, options);
  });
}

}  // namespace ROCKSDB_NAMESPACE
