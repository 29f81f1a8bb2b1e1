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

// Facts about a file whose filter is started. Valid during GetBuilderWithContext only.
struct FilterBuildingContext {
  explicit FilterBuildingContext(const BlockBasedTableOptions& table_options);

  const BlockBasedTableOptions& table_options;
  // The engine does not set this field.
  CompactionStyle compaction_style = kCompactionStyleLevel;
  int num_levels = -1;  // -1: unknown
  Logger* info_log = nullptr;
  std::string column_family_name;
  int level_at_creation = -1;  // -1: unknown
  bool is_bottommost = false;
  TableFileCreationReason reason = TableFileCreationReason::kMisc;
};

// Chooses a filter for each file. Tables of many threads share it, so it must be immutable. The
// builder and reader classes are internal: an application's policy can only pick among the
// built-in ones, by calling them.
class FilterPolicy : public Customizable {
 public:
  ~FilterPolicy() override;
  static const char* Type() { return "FilterPolicy"; }
  // Accepts "nullptr", "bloomfilter:BITS[:ignored]", "ribbonfilter:BITS[:LEVEL]" and Name()s.
  static Status CreateFromString(const ConfigOptions& config_options, const std::string& value,
                                 std::shared_ptr<const FilterPolicy>* result);
  // Policies with the same compatibility name read each other's filters. The name is part of the
  // filter's name in the file; a file with another name is read without its filter.
  virtual const char* CompatibilityName() const = 0;
  // nullptr: builds no filter for this file. The caller owns the result, here and below. The
  // thread that writes the table calls it.
  virtual FilterBitsBuilder* GetBuilderWithContext(const FilterBuildingContext&) const = 0;
  // REQUIRES: `contents` stay valid as long as the reader.
  virtual FilterBitsReader* GetFilterBitsReader(const Slice& contents) const = 0;
};

// A Bloom filter that keeps a key's probes in one cache line; 10 bits per key give about 1 % false
// positives. Below 0.5 there is no filter, up to 1 counts as 1, above 100 as 100; the value is
// rounded to 1/1000. The caller owns the result, usually in a shared_ptr in the options.
extern const FilterPolicy* NewBloomFilterPolicy(double bits_per_key,
                                                bool IGNORED_use_block_based_builder = false);

// Reads Ribbon and Bloom filters. On every level it writes Bloom filters of that many bits per
// key; bloom_before_level is kept for round trips only.
extern FilterPolicy* NewRibbonFilterPolicy(double bloom_equivalent_bits_per_key,
                                           int bloom_before_level = 0);

}  // namespace ROCKSDB_NAMESPACE
