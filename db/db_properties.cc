// GetProperty and its relatives of DBImpl: each looks its answer up in the table of properties.
#include <set>

#include "db/db_impl.h"
#include "db/report/cache_report.h"
#include "db/report/property_table.h"

namespace ROCKSDB_NAMESPACE {

bool DBImpl::GetProperty(ColumnFamilyHandle* cf, const Slice& name, std::string* value) {
  value->clear();
  PropertyQuery query{&parts_, FamilyOf(cf), 0};
  const Property* property = FindProperty(name, &query);
  if (property == nullptr) return false;
  // Numbers are text as well; a few properties have a text of their own.
  if (property->as_text != nullptr) return property->as_text(query, value);
  uint64_t number = 0;
  if (property->as_number == nullptr || !property->as_number(query, &number)) return false;
  *value = std::to_string(number);
  return true;
}

bool DBImpl::GetMapProperty(ColumnFamilyHandle* cf, const Slice& name,
                            std::map<std::string, std::string>* value) {
  value->clear();
  PropertyQuery query{&parts_, FamilyOf(cf), 0};
  const Property* property = FindProperty(name, &query);
  return property != nullptr && property->as_map != nullptr && property->as_map(query, value);
}

bool DBImpl::GetIntProperty(ColumnFamilyHandle* cf, const Slice& name, uint64_t* value) {
  PropertyQuery query{&parts_, FamilyOf(cf), 0};
  const Property* property = FindProperty(name, &query);
  return property != nullptr && property->as_number != nullptr && property->as_number(query, value);
}

// The families' numbers are read one after another: their sum is of no single moment.
bool DBImpl::GetAggregatedIntProperty(const Slice& name, uint64_t* value) {
  // No family yet: only FindProperty's number is filled in here.
  PropertyQuery query{&parts_, nullptr, 0};
  const Property* property = FindProperty(name, &query);
  if (property == nullptr || property->as_number == nullptr) return false;
  std::vector<FamilyPtr> families;
  {
    StateLock lock(&parts_.context.mutex);
    for (const auto& [id, family] : parts_.families.all()) families.push_back(family);
  }
  // Families usually share a block cache: it counts once.
  std::set<const Cache*> seen;
  uint64_t total = 0;
  for (const FamilyPtr& family : families) {
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

// What jobs and stalls have counted; sizes and trees are facts, not counts, and stay.
Status DBImpl::ResetStats() {
  const uint64_t now = parts_.context.NowMicros();
  parts_.counters.Reset(now);
  StateLock lock(&parts_.context.mutex);
  for (const auto& [id, family] : parts_.families.all()) family->stats.Reset(now);
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
