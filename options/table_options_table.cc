// The table of BlockBasedTableOptions, and the table factory as an option.
#include "options/table_options_table.h"

#include "options/nested_options_table.h"
#include "options/option_tables.h"
#include "rocksdb/advanced_cache.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/flush_block_policy.h"
#include "util/braced_pairs.h"

#define OPTION_STRUCT BlockBasedTableOptions

namespace ROCKSDB_NAMESPACE {

// The table floor defines it; null in tests of lower floors.
extern TableFactory* NewBlockBasedTableFactory(const BlockBasedTableOptions&) __attribute__((weak));

namespace {

const OptionSpec kSpecs[] = {
    OPTION(flush_block_policy_factory, kByName, "Decides where data blocks end."),
    OPTION(cache_index_and_filter_blocks, kLive, "Hold index and filter in the block cache."),
    OPTION(cache_index_and_filter_blocks_with_high_priority, kLive,
           "Give index and filter high priority in the cache."),
    OPTION(pin_l0_filter_and_index_blocks_in_cache, kLive,
           "Pin index and filter of Level-0 tables in the cache."),
    OPTION(pin_top_level_index_and_filter, kLive, "Pin the top of partitioned blocks."),
    OPTION(metadata_cache_options, kLive, "Which tables pin which metadata blocks."),
    OPTION(index_type, kLive, "Structure of the index."),
    OPTION(data_block_index_type, kLive, "Structure inside data blocks."),
    OPTION(index_shortening, kLive, "How far index keys are shortened."),
    OPTION(data_block_hash_table_util_ratio, kLive, "Load factor of hashed data blocks."),
    OPTION(checksum, kLive, "Checksum of blocks."),
    OPTION(no_block_cache, kLive, "Use no block cache."),
    OPAQUE_OPTION(block_cache, "Cache of blocks."),
    OPAQUE_OPTION(persistent_cache, "Second cache on fast storage."),
    OPTION(block_size, kLive, "Uncompressed size of a data block."),
    OPTION(block_size_deviation, kLive, "Percent of a block that may stay unused."),
    OPTION(block_restart_interval, kLive, "Entries between full keys in data blocks."),
    OPTION(index_block_restart_interval, kLive, "Entries between full keys in index blocks."),
    OPTION(metadata_block_size, kLive, "Size of a partition."),
    OPTION(partition_filters, kLive, "Partition the filter."),
    OPTION(decouple_partitioned_filters, kLive, "Cut filter partitions at their own boundaries."),
    OPTION(optimize_filters_for_memory, kLive, "Filter sizes that suit the allocator."),
    OPTION(use_delta_encoding, kLive, "Share prefixes between keys."),
    OPTION(filter_policy, kLive | kByName, "Filter for point lookups."),
    UNNAMED_OPTION(user_defined_index_factory, kByName, "Application's index."),
    OPTION(fail_if_no_udi_on_open, kLive, "Refuse tables without the application's index."),
    OPTION(whole_key_filtering, kLive, "Put whole keys into the filter."),
    OPTION(detect_filter_construct_corruption, kLive, "Check each filter before writing it."),
    OPTION(verify_compression, kLive, "Decompress and compare while writing."),
    OPTION(read_amp_bytes_per_bit, kLive, "Bytes per bit in read amplification tracking."),
    OPTION(format_version, kLive, "Format of new tables."),
    OPTION(enable_index_compression, kLive, "Compress index blocks."),
    OPTION(block_align, kLive, "Align data blocks with pages."),
    OPTION(max_auto_readahead_size, kLive, "Largest automatic readahead."),
    OPTION(prepopulate_block_cache, kLive, "Cache blocks when they are written."),
    OPTION(initial_auto_readahead_size, kLive, "First automatic readahead."),
    OPTION(num_file_reads_for_auto_readahead, kLive, "Sequential reads before readahead."),
    OPAQUE_OPTION(cache_usage_options, "Memory charged to the block cache."),
};

const char* const kRetired[] = {
    "block_cache_compressed",   "enable_filter_block_hash",     "hash_index_allow_collision",
    "index_per_partition",      "reserve_table_builder_memory", "reserve_table_reader_memory",
    "skip_table_builder_flush",
};

const OptionTable kTable = {
    "BlockBasedTableOptions", kSpecs, std::size(kSpecs), kRetired, std::size(kRetired), nullptr, 0};

// Lines about the cache itself, instead of only its address.
void ListCache(const Cache* cache, std::string* out) {
  *out += "  block_cache: " + LogPointer(cache) + "\n";
  if (cache == nullptr) {
    return;
  }
  *out += std::string("  block_cache_name: ") + cache->Name() + "\n  block_cache_options:\n";
  *out += cache->GetPrintableOptions();
}

// Properties without a name are those of an LRU cache.
Status ParseBlockCache(const ConfigOptions& config, const std::string& text,
                       std::shared_ptr<Cache>* cache) {
  std::string id;
  OptionMap properties;
  Status s = ParseObjectRequest(text, &id, &properties);
  if (s.ok() && id.empty() && !properties.empty()) {
    return Cache::CreateFromString(config, StripBraces(text), cache);
  }
  return s.ok() ? MakeObject<Cache>(config, text, cache) : s;
}

}  // namespace

const OptionTable& BlockBasedTable() { return kTable; }

Status ParseTableOptions(const ConfigOptions& config, const OptionMap& values,
                         BlockBasedTableOptions* options) {
  OptionMap rest = values;
  if (auto cache = rest.find("block_cache"); cache != rest.end()) {
    Status s = ParseBlockCache(config, cache->second, &options->block_cache);
    if (!s.ok() && !(s.IsNotSupported() && config.ignore_unsupported_options)) {
      return Status::InvalidArgument("Error parsing block_cache", cache->second);
    }
    rest.erase(cache);
  }
  rest.erase("cache_usage_options");
  rest.erase("persistent_cache");
  return ParseOptions(config, kTable, rest, options);
}

std::string FormatTableOptions(const ConfigOptions& config, const BlockBasedTableOptions& options) {
  std::string out;
  FormatOptions(config, kTable, &options, ";", /*keep_empty=*/false, &out);
  return out;
}

Status FormatTableOption(const ConfigOptions& config, const BlockBasedTableOptions& options,
                         const std::string& name, std::string* value) {
  const OptionSpec* spec = kTable.Find(name);
  if (spec == nullptr) {
    return Status::NotFound("No such table option", name);
  }
  *value = spec->codec->format(config, &options);
  return Status::OK();
}

std::string PrintableTableOptions(const BlockBasedTableOptions& options) {
  std::string out;
  for (const auto& [name, value] : LogRows(kTable, &options)) {
    if (name == "block_cache") {
      ListCache(options.block_cache.get(), &out);
    } else if (name == "flush_block_policy_factory") {
      out += "  " + name + ": " + value + " (" +
             LogPointer(options.flush_block_policy_factory.get()) + ")\n";
    } else if (name == "persistent_cache") {
      out += "  persistent_cache: " + LogPointer(options.persistent_cache.get()) + "\n";
    } else if (value == "None") {
      out += "  " + name + ": nullptr\n";
    } else if (name.rfind("metadata_cache_options.", 0) != 0 && name != "cache_usage_options") {
      out += "  " + name + ": " + value + "\n";
    }
  }
  return out;
}

const BlockBasedTableOptions* TableOptionsOf(const TableFactory* factory) {
  return factory == nullptr ? nullptr : factory->GetOptions<BlockBasedTableOptions>();
}

Status MakeBlockBasedFactory(const ConfigOptions& config, const BlockBasedTableOptions* base,
                             const OptionMap& values, std::shared_ptr<TableFactory>* result) {
  if (&NewBlockBasedTableFactory == nullptr) {
    return Status::NotSupported("No object of that name can be made", "BlockBasedTable");
  }
  BlockBasedTableOptions options = base == nullptr ? BlockBasedTableOptions() : *base;
  Status s = ParseTableOptions(config, values, &options);
  if (s.ok()) {
    result->reset(NewBlockBasedTableFactory(options));
  }
  return s;
}

Status OptionKind<std::shared_ptr<TableFactory>>::Parse(const ConfigOptions& config,
                                                        const std::string& text,
                                                        std::shared_ptr<TableFactory>* v) {
  std::string id;
  OptionMap values;
  Status s = ParseObjectRequest(text, &id, &values);
  const BlockBasedTableOptions* present = TableOptionsOf(v->get());
  const bool block_based = id == TableFactory::kBlockBasedTableName();
  if (s.ok() && present != nullptr && (id.empty() || block_based)) {
    // Without values the present factory stays, with its warm cache.
    return values.empty() ? s : MakeBlockBasedFactory(config, present, values, v);
  }
  if (s.ok() && !values.empty() && (id.empty() || block_based)) {
    return MakeBlockBasedFactory(config, nullptr, values, v);
  }
  if (s.ok()) {
    s = MakeObject<TableFactory>(config, text, v);
  }
  return s.IsNotSupported() && config.ignore_unsupported_options ? Status::OK() : s;
}

std::string OptionKind<std::shared_ptr<TableFactory>>::Format(
    const ConfigOptions& config, const std::shared_ptr<TableFactory>& v) {
  const BlockBasedTableOptions* options = TableOptionsOf(v.get());
  if (config.IsDetailed() && options != nullptr) {
    return "{id=" + v->GetId() + ";" + FormatTableOptions(config, *options) + "}";
  }
  return FormatObject(config, v.get(), config.IsDetailed());
}

std::string OptionKind<std::shared_ptr<TableFactory>>::Log(const std::shared_ptr<TableFactory>& v) {
  return v == nullptr ? "None" : v->Name();
}

bool OptionKind<std::shared_ptr<TableFactory>>::Equal(const std::shared_ptr<TableFactory>& a,
                                                      const std::shared_ptr<TableFactory>& b) {
  if (a == nullptr || b == nullptr) {
    return a == b;
  }
  return std::string_view(a->Name()) == b->Name();
}

}  // namespace ROCKSDB_NAMESPACE
