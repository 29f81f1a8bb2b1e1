#include "db/state/log_need.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

uint64_t OldestLogNeeded(const DbParts& parts, std::span<const FlushAhead> ahead) {
  // Sections first: a commit goes from there to a memtable, and must be met in one of them.
  uint64_t oldest = parts.prepared.oldest();
  for (const auto& [id, family] : parts.families.all()) {
    if (family->dropped) continue;
    const ColumnFamily* const self = family.get();
    const auto flush = std::find_if(ahead.begin(), ahead.end(),
                                    [self](const FlushAhead& one) { return one.family == self; });
    const bool flushed = flush != ahead.end();
    const uint64_t log = family->log_number();
    oldest = std::min(oldest, flushed ? std::max(log, flush->next_log) : log);
    oldest = std::min(oldest, family->mem()->kept_log());
    for (size_t i = flushed ? flush->memtables : 0; i < family->imm().size(); ++i)
      oldest = std::min(oldest, family->imm()[i]->kept_log());
  }
  return oldest;
}

uint64_t OldestLogKept(const DbParts& parts) {
  const uint64_t needed = OldestLogNeeded(parts);
  const VersionSet& versions = *parts.versions;
  // A read-only database records nothing, but has read what the MANIFEST says.
  const uint64_t told = versions.min_log_to_keep();
  const bool counts = versions.records_min_log() || (parts.context.read_only && told != 0);
  return counts ? std::min(needed, told) : needed;
}

}  // namespace ROCKSDB_NAMESPACE
