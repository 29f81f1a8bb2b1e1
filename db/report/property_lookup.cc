// See the header.
#include "db/report/property_lookup.h"

#include <set>

#include "db/report/cache_report.h"
#include "db/report/file_metadata.h"

namespace ROCKSDB_NAMESPACE {

bool PropertyAsText(DbParts* parts, const FamilyPtr& family, const Slice& name,
                    std::string* value) {
  value->clear();
  PropertyQuery query{parts, family, 0};
  const Property* property = FindProperty(name, &query);
  if (property == nullptr) return false;
  // Numbers are text as well; a few properties have a text of their own.
  if (property->as_text != nullptr) return property->as_text(query, value);
  uint64_t number = 0;
  if (property->as_number == nullptr || !property->as_number(query, &number)) return false;
  *value = std::to_string(number);
  return true;
}

bool PropertyAsMap(DbParts* parts, const FamilyPtr& family, const Slice& name, PropertyMap* value) {
  value->clear();
  PropertyQuery query{parts, family, 0};
  const Property* property = FindProperty(name, &query);
  return property != nullptr && property->as_map != nullptr && property->as_map(query, value);
}

bool PropertyAsNumber(DbParts* parts, const FamilyPtr& family, const Slice& name, uint64_t* value) {
  PropertyQuery query{parts, family, 0};
  const Property* property = FindProperty(name, &query);
  return property != nullptr && property->as_number != nullptr && property->as_number(query, value);
}

bool PropertySum(DbParts* parts, const Slice& name, uint64_t* value) {
  // No family yet: FindProperty fills in the number only.
  PropertyQuery query{parts, nullptr, 0};
  const Property* property = FindProperty(name, &query);
  if (property == nullptr || property->as_number == nullptr) return false;
  // Families usually share a block cache: it counts once.
  std::set<const Cache*> seen;
  uint64_t total = 0;
  for (const FamilyPtr& family : AllFamilies(parts)) {
    if (DescribesBlockCache(*property)) {
      SuperVersionHold sv(&family->super_versions);
      if (!seen.insert(BlockCacheOf(*sv->config)).second) continue;
    }
    query.family = family;
    uint64_t one = 0;
    if (!property->as_number(query, &one)) return false;
    total += one;
  }
  *value = total;
  return true;
}

void ResetCounts(DbParts* parts) {
  const uint64_t now = parts->context.NowMicros();
  parts->counters.Reset(now);
  StateLock lock(&parts->context.mutex);
  for (const auto& [id, family] : parts->families.all()) family->stats().Reset(now);
}

}  // namespace ROCKSDB_NAMESPACE
