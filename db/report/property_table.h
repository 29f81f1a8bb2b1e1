// The table of everything DB::GetProperty and its relatives can answer: one entry a property, with
// its name, its kind and the function that works it out. DBImpl looks properties up here and knows
// none by name; docs and tests walk the table.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "db/state/family_view.h"
#include "rocksdb/slice.h"

namespace ROCKSDB_NAMESPACE {

// A property asked of one column family. `number` is what follows the name, for those that take
// one.
struct PropertyQuery {
  DbParts* parts = nullptr;
  FamilyPtr family;
  uint64_t number = 0;
};

using PropertyMap = std::map<std::string, std::string>;

// How one property is answered. Null: not in this form. False from a handler: no answer, as for an
// unknown property. A property with `as_number` is text, too.
struct Property {
  const std::string* name;
  bool takes_number = false;
  bool (*as_number)(const PropertyQuery&, uint64_t*) = nullptr;
  bool (*as_text)(const PropertyQuery&, std::string*) = nullptr;
  bool (*as_map)(const PropertyQuery&, PropertyMap*) = nullptr;
};

// The entry for `name`, or null; sets query->number from digits at its end.
const Property* FindProperty(const Slice& name, PropertyQuery* query);

// The whole table.
struct PropertyList {
  const Property* begin;
  const Property* end;
};
PropertyList AllProperties();

// True for the properties that describe a block cache: families that share one must count it once.
bool DescribesBlockCache(const Property& property);

}  // namespace ROCKSDB_NAMESPACE
