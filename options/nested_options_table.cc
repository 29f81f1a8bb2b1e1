// Tables of nested option structs; see nested_options_table.h.
#include "options/nested_options_table.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Nested structs have no aliases, and no retired names but those given.
template <size_t N>
constexpr OptionTable TableOf(const char* name, const OptionSpec (&specs)[N]) {
  return {name, specs, N, nullptr, 0, nullptr, 0};
}

}  // namespace

#define OPTION_STRUCT CompressionOptions
const OptionTable& StructTable<CompressionOptions>::Get() {
  static const OptionSpec kSpecs[] = {
      OPTION(window_bits, kLive, "zlib history window as log2; negative for a raw stream."),
      OPTION(level, kLive, "Effort of the algorithm; 32767 is the algorithm's own default."),
      OPTION(strategy, kLive, "zlib deflate strategy."),
      OPTION(max_dict_bytes, kLive, "Largest dictionary of a file; 0 uses none."),
      OPTION(zstd_max_train_bytes, kLive, "Samples given to the ZSTD trainer."),
      OPTION(parallel_threads, kLive, "Threads compressing one file."),
      OPTION(enabled, kLive | kWordInLog, "Whether bottommost_compression_opts is in force."),
      OPTION(max_dict_buffer_bytes, kLive, "Most data held while sampling for a dictionary."),
      OPTION(use_zstd_dict_trainer, kLive | kWordInLog,
             "Train the dictionary instead of only finalizing it."),
      OPTION(max_compressed_bytes_per_kb, kLive,
             "Keep a block uncompressed if it compresses worse."),
      OPTION(checksum, kLive | kWordInLog, "Use ZSTD's own frame checksum."),
  };
  static const OptionTable kTable = TableOf("CompressionOptions", kSpecs);
  return kTable;
}
#undef OPTION_STRUCT

#define OPTION_STRUCT CompactionOptionsUniversal
const OptionTable& StructTable<CompactionOptionsUniversal>::Get() {
  static const OptionSpec kSpecs[] = {
      OPTION(size_ratio, kLive, "Percent of size difference that still counts as similar."),
      OPTION(min_merge_width, kLive, "Fewest sorted runs merged by size ratio."),
      OPTION(max_merge_width, kLive, "Most sorted runs merged by size ratio."),
      OPTION(max_size_amplification_percent, kLive, "Full merge above this much extra space."),
      OPTION(compression_size_percent, kLive, "Share of the oldest data that is compressed."),
      OPTION(stop_style, kLive | kWordInLog, "How similarity of the next run is judged."),
      OPTION(max_read_amp, kLive, "Sorted runs allowed; -1 follows the Level-0 trigger."),
      OPTION(allow_trivial_move, kLive, "Move files that overlap nothing."),
      OPTION(incremental, kLive, "Reduce space amplification piecewise."),
      OPTION(reduce_file_locking, kLive, "Hold fewer files while a job waits."),
  };
  static const OptionTable kTable = TableOf("CompactionOptionsUniversal", kSpecs);
  return kTable;
}
#undef OPTION_STRUCT

#define OPTION_STRUCT FileTemperatureAge
const OptionTable& StructTable<FileTemperatureAge>::Get() {
  static const OptionSpec kSpecs[] = {
      OPTION(temperature, kLive | kWordInLog, "Temperature given to files of that age."),
      OPTION(age, kLive, "Age in seconds."),
  };
  static const OptionTable kTable = TableOf("FileTemperatureAge", kSpecs);
  return kTable;
}
#undef OPTION_STRUCT

#define OPTION_STRUCT CompactionOptionsFIFO
const OptionTable& StructTable<CompactionOptionsFIFO>::Get() {
  static const OptionSpec kSpecs[] = {
      OPTION(max_table_files_size, kLive, "Oldest files are dropped above this total."),
      OPTION(allow_compaction, kLive, "Merge small files."),
      OPTION(age_for_warm, kLive, "Superseded by file_temperature_age_thresholds."),
      OPTION(file_temperature_age_thresholds, kLive, "Ages at which files change temperature."),
      OPTION(allow_trivial_copy_when_change_temperature, kLive,
             "Change the temperature by copying, not compacting."),
      OPTION(trivial_copy_buffer_size, kLive, "Buffer size of such a copy."),
  };
  static const char* const kRetired[] = {"ttl"};
  static const OptionTable kTable = {"CompactionOptionsFIFO",
                                     kSpecs,
                                     std::size(kSpecs),
                                     kRetired,
                                     std::size(kRetired),
                                     nullptr,
                                     0};
  return kTable;
}
#undef OPTION_STRUCT

#define OPTION_STRUCT BucketOptions
const OptionTable& StructTable<BucketOptions>::Get() {
  static const OptionSpec kSpecs[] = {
      OPTION(enabled, kLive, "Split Level 0 into key-range buckets."),
      OPTION(initial_buckets, kLive, "Buckets made by the first flush; 0 is automatic."),
      OPTION(max_buckets, kLive, "Upper limit on buckets."),
      OPTION(window_flushes, kLive, "Flushes over which temperature is measured."),
      OPTION(split_temperature, kLive, "Hotter buckets are split."),
      OPTION(merge_temperature, kLive, "Buckets this cold are merged."),
      OPTION(min_file_size, kLive, "Smallest piece of a flush; 0 is automatic."),
      OPTION(dynamic, kLive, "Let boundaries follow the load."),
      OPTION(flush_threads, kLive, "Threads writing one flush; 0 is automatic."),
  };
  static const OptionTable kTable = TableOf("BucketOptions", kSpecs);
  return kTable;
}
#undef OPTION_STRUCT

#define OPTION_STRUCT MetadataCacheOptions
const OptionTable& StructTable<MetadataCacheOptions>::Get() {
  static const OptionSpec kSpecs[] = {
      OPTION(top_level_index_pinning, kLive, "Tables that pin the top of a partitioned index."),
      OPTION(partition_pinning, kLive, "Tables that pin partitions."),
      OPTION(unpartitioned_pinning, kLive, "Tables that pin whole index and filter blocks."),
  };
  static const OptionTable kTable = TableOf("MetadataCacheOptions", kSpecs);
  return kTable;
}
#undef OPTION_STRUCT

}  // namespace ROCKSDB_NAMESPACE
