#include "db/state/log_need.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

namespace {

// Null: none of `ahead` is of this family.
const FlushAhead* FlushOf(const ColumnFamily* family, std::span<const FlushAhead> ahead) {
  const auto flush = std::find_if(ahead.begin(), ahead.end(),
                                  [family](const FlushAhead& one) { return one.family == family; });
  return flush == ahead.end() ? nullptr : &*flush;
}

}  // namespace

uint64_t OldestLogOfSections(const DbParts& parts, std::span<const FlushAhead> ahead) {
  // Sections first: a commit goes from there to a memtable, and must be met in one of them.
  uint64_t oldest = parts.prepared.oldest();
  for (const auto& [id, family] : parts.families.all()) {
    if (family->dropped) continue;
    const FlushAhead* const flush = FlushOf(family.get(), ahead);
    oldest = std::min(oldest, family->mem()->kept_log());
    for (size_t i = flush == nullptr ? 0 : flush->memtables; i < family->imm().size(); ++i)
      oldest = std::min(oldest, family->imm()[i]->kept_log());
  }
  return oldest;
}

uint64_t OldestLogNeeded(const DbParts& parts, std::span<const FlushAhead> ahead) {
  uint64_t of_families = UINT64_MAX;
  const uint64_t of_sections = OldestLogOfSections(parts, ahead);
  for (const auto& [id, family] : parts.families.all()) {
    if (family->dropped) continue;
    const FlushAhead* const flush = FlushOf(family.get(), ahead);
    const uint64_t log = family->log_number();
    of_families = std::min(of_families, flush == nullptr ? log : std::max(log, flush->next_log));
  }
  return std::min(of_sections, parts.prepared.NeededWith(of_families));
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
