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

// What is known about a file when its filter is started.
struct FilterBuildingContext {
  explicit FilterBuildingContext(const BlockBasedTableOptions& table_options);

  const BlockBasedTableOptions& table_options;
  CompactionStyle compaction_style = kCompactionStyleLevel;
  int num_levels = -1;  // -1: unknown
  Logger* info_log = nullptr;
  std::string column_family_name;
  int level_at_creation = -1;  // -1: unknown
  bool is_bottommost = false;
  TableFileCreationReason reason = TableFileCreationReason::kMisc;
};

// Chooses a filter per file. Shared by tables of many threads, so it must be immutable.
class FilterPolicy : public Customizable {
 public:
  ~FilterPolicy() override;
  static const char* Type() { return "FilterPolicy"; }
  // Accepts "nullptr", "bloomfilter:BITS[:ignored]", "ribbonfilter:BITS[:LEVEL]" and Name()s.
  static Status CreateFromString(const ConfigOptions& config_options, const std::string& value,
                                 std::shared_ptr<const FilterPolicy>* result);
  // Policies of one compatibility name read each other's filters.
  virtual const char* CompatibilityName() const = 0;
  // nullptr: build no filter for this file.
  virtual FilterBitsBuilder* GetBuilderWithContext(const FilterBuildingContext&) const = 0;
  virtual FilterBitsReader* GetFilterBitsReader(const Slice& contents) const = 0;
};

// A Bloom filter; 10 bits per key give about 1 % false positives. The caller owns the result.
extern const FilterPolicy* NewBloomFilterPolicy(double bits_per_key,
                                                bool IGNORED_use_block_based_builder = false);

// A Ribbon filter with the false-positive rate of such a Bloom filter, in about 30 % less memory
// and more CPU to build. Levels below bloom_before_level (flushes are level -1) get Bloom filters.
extern const FilterPolicy* NewRibbonFilterPolicy(double bloom_equivalent_bits_per_key,
                                                 int bloom_before_level = 0);

}  // namespace ROCKSDB_NAMESPACE
