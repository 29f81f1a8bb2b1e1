// Makes a static link of the database take in what the options floor refers to only weakly: the
// makers of the default table factory and of filter policies. Without these, options would be made
// without a table factory. Included by db_impl.cc alone; it holds nothing to call.
#pragma once

#include "rocksdb/filter_policy.h"
#include "rocksdb/table.h"

namespace ROCKSDB_NAMESPACE {

void RegisterTableObjects();

namespace {

struct WeaklyReferenced {
  TableFactory* (*table)(const BlockBasedTableOptions&) = &NewBlockBasedTableFactory;
  const FilterPolicy* (*bloom)(double, bool) = &NewBloomFilterPolicy;
  FilterPolicy* (*ribbon)(double, int) = &NewRibbonFilterPolicy;
  void (*by_name)() = &RegisterTableObjects;
};
[[gnu::used]] const WeaklyReferenced kTakenIn;

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
