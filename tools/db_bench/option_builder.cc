// Engine options from flags: see option_builder.h.
#include "tools/db_bench/option_builder.h"

#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>

#include "rocksdb/env.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/rate_limiter.h"
#include "rocksdb/slice_transform.h"
#include "rocksdb/table.h"
#include "rocksdb/utilities/options_util.h"
#include "tools/db_bench/device.h"
#include "tools/db_bench/flags.h"

namespace bench {
namespace {

using namespace ROCKSDB_NAMESPACE;  // NOLINT: option names only

struct CompressionName {
  const char* flag;
  const char* label;
  CompressionType type;
};

constexpr CompressionName kCompressions[] = {
    {"none", "NoCompression", kNoCompression},
    {"snappy", "Snappy", kSnappyCompression},
    {"zlib", "Zlib", kZlibCompression},
    {"bzip2", "BZip2", kBZip2Compression},
    {"lz4", "LZ4", kLZ4Compression},
    {"lz4hc", "LZ4HC", kLZ4HCCompression},
    {"zstd", "ZSTD", kZSTD},
};

const CompressionName* FindCompression(const std::string& flag) {
  for (const CompressionName& c : kCompressions) {
    if (flag == c.flag) return &c;
  }
  return nullptr;
}

// True if a flag sets its option: always without --options_file, else only if the user gave the
// flag.
class FlagFilter {
 public:
  explicit FlagFilter(bool from_file) : from_file_(from_file) {}
  bool operator()(const char* name) const { return !from_file_ || FlagWasGiven(name); }

 private:
  bool from_file_;
};

void ApplyPlainFlags(const FlagFilter& counts, Options* options, BlockBasedTableOptions* table) {
  Options& o = *options;
  BlockBasedTableOptions& t = *table;
#define FLAG(type, name, value, target, help) \
  if (counts(#name))                          \
    target = static_cast<std::remove_reference_t<decltype((target))>>(FLAGS_##name);
#include "tools/db_bench/option_flags.inc"
#undef FLAG
}

Status ApplyCompression(const FlagFilter& counts, Options* o) {
  if (counts("compression_type")) {
    const CompressionName* found = FindCompression(FLAGS_compression_type);
    if (found == nullptr) {
      return Status::InvalidArgument("--compression_type", FLAGS_compression_type);
    }
    o->compression = found->type;
  }
  if (FLAGS_min_level_to_compress >= 0) {
    o->compression_per_level.assign(static_cast<size_t>(o->num_levels), o->compression);
    for (int i = 0; i < o->num_levels && i < FLAGS_min_level_to_compress; ++i) {
      o->compression_per_level[static_cast<size_t>(i)] = kNoCompression;
    }
  }
  if (FLAGS_wal_compression != "none" && FLAGS_wal_compression != "zstd") {
    return Status::InvalidArgument("--wal_compression", FLAGS_wal_compression);
  }
  if (counts("wal_compression")) {
    o->wal_compression = FLAGS_wal_compression == "zstd" ? kZSTD : kNoCompression;
  }
  return Status::OK();
}

Status ApplyCompactionStyle(const FlagFilter& counts, Options* o) {
  if (FLAGS_compaction_style < 0 || FLAGS_compaction_style > kCompactionStyleNone) {
    return Status::InvalidArgument("--compaction_style must be 0, 1, 2 or 3");
  }
  if (counts("compaction_style")) {
    o->compaction_style = static_cast<CompactionStyle>(FLAGS_compaction_style);
  }
  if (FLAGS_compaction_pri < 0 || FLAGS_compaction_pri > 4) {
    return Status::InvalidArgument("--compaction_pri must lie between 0 and 4");
  }
  if (counts("compaction_pri"))
    o->compaction_pri = static_cast<CompactionPri>(FLAGS_compaction_pri);
  if (FLAGS_fifo_compaction_max_table_files_size_mb > 0) {
    o->compaction_options_fifo.max_table_files_size = FLAGS_fifo_compaction_max_table_files_size_mb
                                                      << 20;
  }
  if (counts("fifo_compaction_allow_compaction")) {
    o->compaction_options_fifo.allow_compaction = FLAGS_fifo_compaction_allow_compaction;
  }
  if (!FLAGS_max_bytes_for_level_multiplier_additional.empty()) {
    o->max_bytes_for_level_multiplier_additional.clear();
    const char* p = FLAGS_max_bytes_for_level_multiplier_additional.c_str();
    while (*p != '\0') {
      char* end = nullptr;
      o->max_bytes_for_level_multiplier_additional.push_back(
          static_cast<int>(std::strtol(p, &end, 10)));
      if (end == p || (*end != ',' && *end != '\0')) {
        return Status::InvalidArgument("--max_bytes_for_level_multiplier_additional");
      }
      p = *end == ',' ? end + 1 : end;
    }
  }
  return Status::OK();
}

Status ApplyTable(const FlagFilter& counts, const SharedParts& parts, BlockBasedTableOptions* t) {
  t->block_cache = parts.block_cache;
  t->no_block_cache = parts.block_cache == nullptr;
  if (FLAGS_checksum_type < 0 || FLAGS_checksum_type > 4) {
    return Status::InvalidArgument("--checksum_type must lie between 0 and 4");
  }
  if (counts("checksum_type")) t->checksum = static_cast<ChecksumType>(FLAGS_checksum_type);
  if (FLAGS_bloom_bits > 0) {
    t->filter_policy.reset(FLAGS_use_ribbon_filter ? NewRibbonFilterPolicy(FLAGS_bloom_bits)
                                                   : NewBloomFilterPolicy(FLAGS_bloom_bits));
  }
  if (FLAGS_partition_index || FLAGS_partition_index_and_filters) {
    t->index_type = BlockBasedTableOptions::kTwoLevelIndexSearch;
  }
  if (FLAGS_use_data_block_hash_index) {
    t->data_block_index_type = BlockBasedTableOptions::kDataBlockBinaryAndHash;
  }
  return Status::OK();
}

void ApplyRateLimiter(Options* o) {
  if (FLAGS_rate_limiter_bytes_per_sec == 0) return;
  o->rate_limiter.reset(NewGenericRateLimiter(
      static_cast<int64_t>(FLAGS_rate_limiter_bytes_per_sec), FLAGS_rate_limiter_refill_period_us,
      10, FLAGS_rate_limit_bg_reads ? RateLimiter::Mode::kAllIo : RateLimiter::Mode::kWritesOnly,
      FLAGS_rate_limiter_auto_tuned));
}

// The threads belong to the Env, so they outlive every open of the database.
void ApplyPools(Options* o) {
  if (FLAGS_num_high_pri_threads > 0) {
    o->env->SetBackgroundThreads(FLAGS_num_high_pri_threads, Env::Priority::HIGH);
  }
  if (FLAGS_num_low_pri_threads > 0) {
    o->env->SetBackgroundThreads(FLAGS_num_low_pri_threads, Env::Priority::LOW);
  }
  if (FLAGS_num_bottom_pri_threads > 0) {
    o->env->SetBackgroundThreads(FLAGS_num_bottom_pri_threads, Env::Priority::BOTTOM);
  }
}

#ifdef BUCKETLSM
void ApplyBuckets(Options* o) {
  auto& b = o->bucket_options;
  if (FlagWasGiven("bucket_enabled")) b.enabled = FLAGS_bucket_enabled;
  if (FlagWasGiven("bucket_dynamic")) b.dynamic = FLAGS_bucket_dynamic;
#define TAKE(field) \
  if (FLAGS_bucket_##field > 0) b.field = static_cast<decltype(b.field)>(FLAGS_bucket_##field)
  TAKE(initial_buckets);
  TAKE(max_buckets);
  TAKE(window_flushes);
  TAKE(split_temperature);
  TAKE(merge_temperature);
  TAKE(min_file_size);
  TAKE(flush_threads);
#undef TAKE
}
#endif

Status ApplyDevice(Options* o) {
  if (FLAGS_device.empty()) return Status::OK();
  DeviceSpec spec;
  Status s = ParseDevice(FLAGS_device, &spec);
  if (s.ok()) InstallDevice(spec, o);
  return s;
}

// Skips options that this engine does not know: another engine may have written the file.
Status LoadOptionsFile(Options* options) {
  ConfigOptions config;
  config.ignore_unknown_options = true;
  DBOptions db_options;
  std::vector<ColumnFamilyDescriptor> families;
  Status s = LoadOptionsFromFile(config, FLAGS_options_file, &db_options, &families);
  if (!s.ok()) return s;
  if (families.empty()) return Status::InvalidArgument("--options_file names no column family");
  *options = Options(db_options, families[0].options);
  return s;
}

}  // namespace

Status MakeSharedParts(SharedParts* parts) {
  if (FLAGS_cache_type == "lru_cache") {
    if (FLAGS_cache_size >= 0) {
      parts->block_cache =
          NewLRUCache(static_cast<size_t>(FLAGS_cache_size), FLAGS_cache_numshardbits, false,
                      FLAGS_cache_high_pri_pool_ratio);
    }
  } else if (FLAGS_cache_type == "hyper_clock_cache") {
    if (FLAGS_cache_size >= 0) {
      parts->block_cache =
          NewHyperClockCache(static_cast<size_t>(FLAGS_cache_size),
                             static_cast<size_t>(FLAGS_block_size), FLAGS_cache_numshardbits);
    }
  } else {
    return Status::InvalidArgument("--cache_type must be lru_cache or hyper_clock_cache");
  }
  if (FLAGS_row_cache_size > 0) {
    parts->row_cache = NewLRUCache(static_cast<size_t>(FLAGS_row_cache_size));
  }
  if (FLAGS_statistics) {
    parts->statistics = CreateDBStatistics();
    parts->statistics->set_stats_level(static_cast<StatsLevel>(FLAGS_stats_level));
  }
  return Status::OK();
}

Status BuildOptions(const SharedParts& parts, Options* options) {
  const bool from_file = !FLAGS_options_file.empty();
  if (from_file) {
    if (Status s = LoadOptionsFile(options); !s.ok()) return s;
  }
  const FlagFilter counts(from_file);
  BlockBasedTableOptions table;
  // Flags override table options of the file one by one.
  if (from_file && options->table_factory != nullptr) {
    const auto* loaded = options->table_factory->GetOptions<BlockBasedTableOptions>();
    if (loaded != nullptr) table = *loaded;
  }
  ApplyPlainFlags(counts, options, &table);
  if (FLAGS_memtablerep != "skip_list") {
    return Status::InvalidArgument("--memtablerep: only skip_list is known to this db_bench");
  }
  Status s = ApplyCompression(counts, options);
  if (s.ok()) s = ApplyCompactionStyle(counts, options);
  if (s.ok()) s = ApplyTable(counts, parts, &table);
  if (!s.ok()) return s;
  options->table_factory.reset(NewBlockBasedTableFactory(table));
  if (FLAGS_prefix_size > 0) {
    options->prefix_extractor.reset(
        NewFixedPrefixTransform(static_cast<size_t>(FLAGS_prefix_size)));
  }
  options->create_if_missing = !FLAGS_use_existing_db;
  options->create_missing_column_families = FLAGS_num_column_families > 1;
  if (!FLAGS_wal_dir.empty()) options->wal_dir = FLAGS_wal_dir;
  options->row_cache = parts.row_cache;
  options->statistics = parts.statistics;
  ApplyRateLimiter(options);
  s = ApplyDevice(options);
  // The pools are those of the Env that the database gets.
  ApplyPools(options);
#ifdef BUCKETLSM
  ApplyBuckets(options);
#endif
  return s;
}

const char* CompressionLabel() {
  const CompressionName* found = FindCompression(FLAGS_compression_type);
  return found == nullptr ? "?" : found->label;
}

}  // namespace bench
