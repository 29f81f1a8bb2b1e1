// BlockBasedFactory brings options into range and makes SstReaders and SstWriters. ValidateOptions
// refuses impossible combinations when a database is opened; WithConsequences corrects values that
// merely make no sense.
#include "table/block_based_factory.h"

#include <algorithm>

#include "env/file_io.h"
#include "options/table_options_table.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/flush_block_policy.h"
#include "table/sst_reader.h"
#include "table/sst_writer.h"

namespace ROCKSDB_NAMESPACE {

const std::string BlockBasedTablePropertyNames::kIndexType = "rocksdb.block.based.table.index.type";
const std::string BlockBasedTablePropertyNames::kWholeKeyFiltering =
    "rocksdb.block.based.table.whole.key.filtering";
const std::string BlockBasedTablePropertyNames::kPrefixFiltering =
    "rocksdb.block.based.table.prefix.filtering";
const std::string BlockBasedTablePropertyNames::kDecoupledPartitionedFilters =
    "rocksdb.block.based.table.decoupled.partitioned.filters";

namespace {

constexpr size_t kDefaultCacheBytes = size_t{32} << 20;

// The options as they take effect: defaults filled in, values brought into range. Runs again after
// each change, so that GetOption and OPTIONS files show the options in force.
BlockBasedTableOptions WithConsequences(BlockBasedTableOptions o) {
  if (o.flush_block_policy_factory == nullptr) {
    o.flush_block_policy_factory = std::make_shared<FlushBlockBySizePolicyFactory>();
  }
  if (o.no_block_cache) {
    o.block_cache.reset();
  } else if (o.block_cache == nullptr) {
    // One cache for each factory, not for the process: the application gives a cache to families
    // that should share one.
    o.block_cache = NewLRUCache(kDefaultCacheBytes);
  }
  if (o.block_size_deviation < 0 || o.block_size_deviation > 100) o.block_size_deviation = 0;
  o.block_restart_interval = std::max(o.block_restart_interval, 1);
  o.index_block_restart_interval = std::max(o.index_block_restart_interval, 1);
  // Stock does the same for hash indexes, so the option reads back the same.
  if (o.index_type == BlockBasedTableOptions::kHashSearch) o.index_block_restart_interval = 1;
  if (o.partition_filters && o.index_type != BlockBasedTableOptions::kTwoLevelIndexSearch) {
    // Partitions of a filter exist only together with index partitions.
    o.partition_filters = false;
  }
  return o;
}

}  // namespace

BlockBasedFactory::BlockBasedFactory(const BlockBasedTableOptions& options)
    : options_(WithConsequences(options)) {}

Status BlockBasedFactory::NewTableReader(const ReadOptions& ro,
                                         const TableReaderOptions& reader_options,
                                         std::unique_ptr<RandomAccessFileReader>&& file,
                                         uint64_t file_size,
                                         std::unique_ptr<TableReader>* table_reader,
                                         bool prefetch_index_and_filter_in_cache) const {
  return SstReader::Open(ro, options_, reader_options, std::move(file), file_size,
                         prefetch_index_and_filter_in_cache, table_reader);
}

TableBuilder* BlockBasedFactory::NewTableBuilder(const TableBuilderOptions& builder_options,
                                                 WritableFileWriter* file) const {
  return new SstWriter(options_, builder_options, file);
}

std::unique_ptr<TableFactory> BlockBasedFactory::Clone() const {
  return std::make_unique<BlockBasedFactory>(options_);
}

Status BlockBasedFactory::ConfigureOption(const ConfigOptions& config_options,
                                          const std::string& name, const std::string& value) {
  // Parses into a copy: a value that does not parse leaves the factory as it was.
  BlockBasedTableOptions changed = options_;
  Status s = ParseTableOptions(config_options, {{name, value}}, &changed);
  if (s.ok()) options_ = WithConsequences(std::move(changed));
  return s;
}

Status BlockBasedFactory::GetOption(const ConfigOptions& config_options, const std::string& name,
                                    std::string* value) const {
  return FormatTableOption(config_options, options_, name, value);
}

std::string BlockBasedFactory::GetPrintableOptions() const {
  return PrintableTableOptions(options_);
}

Status BlockBasedFactory::ValidateOptions(const DBOptions& db_opts,
                                          const ColumnFamilyOptions& cf_opts) const {
  if (options_.index_type == BlockBasedTableOptions::kHashSearch &&
      cf_opts.prefix_extractor == nullptr) {
    return Status::InvalidArgument(
        "Hash index is specified for block-based table, but prefix_extractor is not given");
  }
  if (options_.cache_index_and_filter_blocks && options_.no_block_cache) {
    return Status::InvalidArgument(
        "Enable cache_index_and_filter_blocks, but block cache is disabled");
  }
  if (options_.pin_l0_filter_and_index_blocks_in_cache && options_.no_block_cache) {
    return Status::InvalidArgument(
        "pin_l0_filter_and_index_blocks_in_cache needs a block cache, but no_block_cache is set");
  }
  if (options_.format_version > kNewestReadableFormat || options_.format_version < 2) {
    return Status::InvalidArgument(
        "Unsupported BlockBasedTable format_version. Please check "
        "include/rocksdb/table.h for more info");
  }
  if (options_.block_align && cf_opts.compression != kNoCompression) {
    return Status::InvalidArgument("Enable block_align, but compression enabled");
  }
  if (options_.block_align && (options_.block_size & (options_.block_size - 1)) != 0) {
    return Status::InvalidArgument("block_align needs a block_size that is a power of two");
  }
  if (options_.block_size > UINT32_MAX) {
    return Status::InvalidArgument("block size exceeds maximum number (4GiB) allowed");
  }
  return TableFactory::ValidateOptions(db_opts, cf_opts);
}

const void* BlockBasedFactory::GetOptionsPtr(const std::string& name) const {
  if (name == BlockBasedTableOptions::kName()) return &options_;
  if (name == kBlockCacheOpts()) return options_.block_cache.get();
  return TableFactory::GetOptionsPtr(name);
}

std::string BlockBasedFactory::SerializeOptions(const ConfigOptions& config_options,
                                                const std::string& header) const {
  return header + FormatTableOptions(config_options, options_);
}

TableFactory* NewBlockBasedTableFactory(const BlockBasedTableOptions& table_options) {
  return new BlockBasedFactory(table_options);
}

}  // namespace ROCKSDB_NAMESPACE
