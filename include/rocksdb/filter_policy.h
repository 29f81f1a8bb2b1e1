// Filters stored in SST files that let point lookups skip files without the key.
#pragma once

#include <memory>
#include <string>

#include "rocksdb/advanced_options.h"
#include "rocksdb/customizable.h"
#include "rocksdb/types.h"

namespace ROCKSDB_NAMESPACE {

class FilterBitsBuilder;
class FilterBitsReader;
class Logger;
class Slice;
struct BlockBasedTableOptions;
struct ConfigOptions;

// What is known about a file when its filter is started. Valid during GetBuilderWithContext only.
struct FilterBuildingContext {
  explicit FilterBuildingContext(const BlockBasedTableOptions& table_options);

  const BlockBasedTableOptions& table_options;
  // Not filled in by our engine.
  CompactionStyle compaction_style = kCompactionStyleLevel;
  int num_levels = -1;  // -1: unknown
  Logger* info_log = nullptr;
  std::string column_family_name;
  int level_at_creation = -1;  // -1: unknown
  bool is_bottommost = false;
  TableFileCreationReason reason = TableFileCreationReason::kMisc;
};

// Chooses a filter per file. Shared by tables of many threads, so it must be immutable. The builder
// and reader classes are internal: a policy of an application can only pick among the built-in
// ones, by calling them.
class FilterPolicy : public Customizable {
 public:
  ~FilterPolicy() override;
  static const char* Type() { return "FilterPolicy"; }
  // Accepts "nullptr", "bloomfilter:BITS[:ignored]", "ribbonfilter:BITS[:LEVEL]" and Name()s.
  static Status CreateFromString(const ConfigOptions& config_options, const std::string& value,
                                 std::shared_ptr<const FilterPolicy>* result);
  // Policies of one compatibility name read each other's filters. It is part of the filter's name
  // in the file; a file whose name does not match is read without its filter.
  virtual const char* CompatibilityName() const = 0;
  // nullptr: build no filter for this file. The caller owns the result, here and below. Called by
  // the thread that writes the table.
  virtual FilterBitsBuilder* GetBuilderWithContext(const FilterBuildingContext&) const = 0;
  // `contents` stays valid as long as the reader.
  virtual FilterBitsReader* GetFilterBitsReader(const Slice& contents) const = 0;
};

// A Bloom filter whose probes for one key stay in one cache line; 10 bits per key give about 1 %
// false positives. Below 0.5 there is no filter, up to 1 it is 1, above 100 it is 100; steps of
// 1/1000 count. The caller owns the result, usually a shared_ptr in the options.
extern const FilterPolicy* NewBloomFilterPolicy(double bits_per_key,
                                                bool IGNORED_use_block_based_builder = false);

// Reads Ribbon and Bloom filters. What it writes are Bloom filters of that many bits per key on
// every level: bloom_before_level is kept for round trips only.
extern const FilterPolicy* NewRibbonFilterPolicy(double bloom_equivalent_bits_per_key,
                                                 int bloom_before_level = 0);

}  // namespace ROCKSDB_NAMESPACE
