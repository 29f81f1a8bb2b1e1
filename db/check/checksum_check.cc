// See the header.
#include "db/check/checksum_check.h"

#include <vector>

#include "db/state/family_view.h"
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

}  // namespace

Status VerifyAllChecksums(DbParts* parts, const ReadOptions& given) {
  const IoActivityScope activity(Env::IOActivity::kVerifyDBChecksum);
  ReadOptions options = given;
  options.io_activity = Env::IOActivity::kVerifyDBChecksum;
  std::vector<FamilyPtr> families;
  {
    StateLock lock(&parts->context.mutex);
    for (const auto& [id, family] : parts->families.all()) families.push_back(family);
  }
  for (const FamilyPtr& family : families) {
    const FamilyView view(parts, family, false);
    for (int level = 0; level < view.tree().num_levels(); ++level) {
      for (const FilePtr& file : view.tree().files(level)) {
        Status s = VerifyTable(view, file, level, options);
        if (!s.ok()) return s;
      }
    }
  }
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
