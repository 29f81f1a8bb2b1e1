// Ranges, sizes and places of picks: see pick_ranges.h.
#include "compaction/pick_ranges.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

UserRange RangeOf(const InternalKeyOrder& order, const FileList& files) {
  UserRange range = UserRange::Of(*files.front());
  for (const FilePtr& f : files) Extend(order, &range, UserRange::Of(*f));
  return range;
}

uint64_t BytesOf(const FileList& files) {
  uint64_t bytes = 0;
  for (const FilePtr& f : files) bytes += f->file_size;
  return bytes;
}

bool OutputFree(const PickContext& ctx, int level, const UserRange& range) {
  return std::none_of(ctx.jobs->begin(), ctx.jobs->end(), [&](const RunningJob& job) {
    return job.exclusive || WritesInto(ctx.order(), job, level, range);
  });
}

uint32_t PathForLevel(const CfConfig& config, const LevelTargets& targets, int level) {
  if (config.paths.size() < 2) return 0;
  uint32_t path = 0;
  uint64_t free = config.paths[0].target_size;
  for (int l = 0; l <= level;) {
    // Levels that fit nowhere go to the last path.
    if (path + 1 >= config.paths.size()) return path;
    const bool used = l == 0 || l >= targets.base_level;
    const uint64_t need = used ? targets.bytes[l] : 0;
    if (need <= free) {
      free -= need;
      ++l;
    } else {
      free = config.paths[++path].target_size;
    }
  }
  return path;
}

}  // namespace ROCKSDB_NAMESPACE
