// Tables of the structs nested in options: compression, compaction styles, buckets, cache pinning.
// option_type.h finds the table of a struct by its type.
#pragma once

#include "options/option_type.h"

namespace ROCKSDB_NAMESPACE {

template <>
struct StructTable<CompressionOptions> {
  static const OptionTable& Get();
  // Order of the unnamed form "window_bits:level:strategy:...", and how many it has at least.
  static constexpr const char* kShorthand[] = {
      "window_bits",
      "level",
      "strategy",
      "max_dict_bytes",
      "zstd_max_train_bytes",
      "parallel_threads",
      "enabled",
      "max_dict_buffer_bytes",
      "use_zstd_dict_trainer",
  };
  static constexpr size_t kFewest = 3;
};

template <>
struct StructTable<CompactionOptionsUniversal> {
  static const OptionTable& Get();
};

template <>
struct StructTable<CompactionOptionsFIFO> {
  static const OptionTable& Get();
  static constexpr const char* kShorthand[] = {"max_table_files_size"};
  static constexpr size_t kFewest = 1;
};

template <>
struct StructTable<FileTemperatureAge> {
  static const OptionTable& Get();
};

template <>
struct StructTable<BucketOptions> {
  static const OptionTable& Get();
};

template <>
struct StructTable<MetadataCacheOptions> {
  static const OptionTable& Get();
};

}  // namespace ROCKSDB_NAMESPACE
