// SST file formats: their options and the factory that reads and writes them. Applications fill
// BlockBasedTableOptions and pass it to NewBlockBasedTableFactory().
#pragma once

#include <stdint.h>

#include <map>
#include <memory>
#include <string>
#include <unordered_map>

#include "rocksdb/cache.h"
#include "rocksdb/customizable.h"
#include "rocksdb/env.h"
#include "rocksdb/options.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class FilterPolicy;
class FlushBlockPolicyFactory;
class PersistentCache;
class RandomAccessFileReader;
class TableBuilder;
class TableReader;
class UserDefinedIndexFactory;
class WritableFileWriter;
struct ConfigOptions;
struct EnvOptions;
struct TableBuilderOptions;
struct TableReaderOptions;

// Checksum of a block; stored in the footer. All of them are written and read.
enum ChecksumType : char {
  kNoChecksum = 0x0,
  kCRC32c = 0x1,
  kxxHash = 0x2,
  kxxHash64 = 0x3,
  kXXH3 = 0x4,
};

// Which tables keep metadata blocks of one kind pinned in the block cache.
enum class PinningTier {
  // As the older pin_... options say.
  kFallback,
  // No tables.
  kNone,
  // Level 0 files of about the size of a memtable.
  kFlushedAndSimilar,
  // All tables.
  kAll,
};

// Takes effect with cache_index_and_filter_blocks. partition_pinning has no effect.
struct MetadataCacheOptions {
  PinningTier top_level_index_pinning = PinningTier::kFallback;
  PinningTier partition_pinning = PinningTier::kFallback;
  PinningTier unpartitioned_pinning = PinningTier::kFallback;
};

// Whether memory of one role is charged to the block cache. Kept and compared, but has no effect.
struct CacheEntryRoleOptions {
  enum class Decision {
    kEnabled,
    kDisabled,
    kFallback,
  };
  Decision charged = Decision::kFallback;
  bool operator==(const CacheEntryRoleOptions& o) const { return charged == o.charged; }
};

struct CacheUsageOptions {
  CacheEntryRoleOptions options;
  // Exceptions to `options`.
  std::map<CacheEntryRole, CacheEntryRoleOptions> options_overrides;
};

// Options of the default table format. Sizes are in bytes. The factory copies them and corrects
// values out of range where a note says so. DB::SetOptions changes a family's options while the
// database is open, for tables that are written or opened later.
struct BlockBasedTableOptions {
  static const char* kName() { return "BlockTableOptions"; }

  enum IndexType : char {
    // The default: one block with an entry for each data block.
    kBinarySearch = 0x00,
    // Written and searched as binary search; without a prefix extractor it is refused at open with
    // InvalidArgument.
    kHashSearch = 0x01,  // needs a prefix extractor
    // A partitioned index.
    kTwoLevelIndexSearch = 0x02,
    // Delays the read of a block until its first key is not enough.
    kBinarySearchWithFirstKey = 0x03,
  };
  enum DataBlockIndexType : char {
    kDataBlockBinarySearch = 0,
    // Written like the former; blocks with a hash table that others wrote can be read.
    kDataBlockBinaryAndHash = 1,  // adds a hash table for point lookups to each block
  };
  // How far index keys are shortened between two blocks.
  enum class IndexShorteningMode : char {
    kNoShortening,
    kShortenSeparators,
    kShortenSeparatorsAndSuccessor,
  };
  // Has no effect: flushes put nothing into the cache.
  enum class PrepopulateBlockCache : char {
    kDisable,
    kFlushOnly,
  };

  // RocksDB's order, in which designated initialisers have to name the fields.

  // nullptr means FlushBlockBySizePolicyFactory.
  std::shared_ptr<FlushBlockPolicyFactory> flush_block_policy_factory;

  // Keeps index and filter blocks in the cache instead of in the table reader, with high priority,
  // and pins some of them. Needs a block cache, else InvalidArgument at open.
  bool cache_index_and_filter_blocks = false;
  bool cache_index_and_filter_blocks_with_high_priority = true;
  bool pin_l0_filter_and_index_blocks_in_cache = false;
  bool pin_top_level_index_and_filter = true;
  MetadataCacheOptions metadata_cache_options;

  IndexType index_type = kBinarySearch;
  DataBlockIndexType data_block_index_type = kDataBlockBinarySearch;
  // Has no effect.
  double data_block_hash_table_util_ratio = 0.75;
  ChecksumType checksum = kXXH3;

  // nullptr means a private 32 MiB LRU cache. no_block_cache drops any cache given here. One cache
  // may serve any number of families and databases. persistent_cache has no effect.
  bool no_block_cache = false;
  std::shared_ptr<Cache> block_cache = nullptr;
  std::shared_ptr<PersistentCache> persistent_cache = nullptr;

  // The uncompressed size at which a data block is closed, and the percentage of it that may stay
  // unused rather than be exceeded (outside 0 to 100: 0). More than 4 GiB is refused.
  uint64_t block_size = 4 * 1024;
  int block_size_deviation = 10;
  // Entries between two full keys in data blocks / index blocks; less than 1 becomes 1.
  int block_restart_interval = 16;
  int index_block_restart_interval = 1;
  // Size of a partition of a partitioned index or filter.
  uint64_t metadata_block_size = 4096;
  // Has no effect.
  CacheUsageOptions cache_usage_options;

  // Splits the filter like a partitioned index, at boundaries of its own whatever decouple says.
  // Only with kTwoLevelIndexSearch; off otherwise.
  bool partition_filters = false;
  bool decouple_partitioned_filters = true;
  // Has no effect.
  bool optimize_filters_for_memory = true;

  // Stores only the bytes that differ from the previous key.
  bool use_delta_encoding = true;

  // nullptr: tables get no filter and filters in tables are not used. See filter_policy.h.
  std::shared_ptr<const FilterPolicy> filter_policy = nullptr;
  // Both have no effect: there are no application-defined indexes.
  std::shared_ptr<UserDefinedIndexFactory> user_defined_index_factory = nullptr;
  // Refuses files without that index.
  bool fail_if_no_udi_on_open = false;
  // Puts whole keys, not only prefixes, into the filter.
  bool whole_key_filtering = true;
  // Asks a finished filter for every key before writing it; a miss fails the job with Corruption.
  bool detect_filter_construct_corruption = false;

  // Decompresses each block after compression and compares. A difference fails the job with
  // Corruption.
  bool verify_compression = false;
  // Has no effect.
  uint32_t read_amp_bytes_per_bit = 0;
  // The format of new files, 2 to 6; 7 writes 6, and other values are refused with
  // InvalidArgument. Older files are read whatever this says.
  uint32_t format_version = 6;
  bool enable_index_compression = true;
  // Pads so that no data block crosses a page of 4 KiB; InvalidArgument together with compression.
  bool block_align = false;
  IndexShorteningMode index_shortening = IndexShorteningMode::kShortenSeparators;

  // Readahead of iterators, this one and the last two: its largest and first size, and the number
  // of sequential reads of a file before it starts. The size doubles with each readahead and starts
  // anew after a jump; an initial size of 0 turns readahead off. A table without compression
  // remembers how far iterators went on from where they were sought to: the next one's first read
  // takes as much.
  size_t max_auto_readahead_size = 256 * 1024;
  // Has no effect.
  PrepopulateBlockCache prepopulate_block_cache = PrepopulateBlockCache::kDisable;
  size_t initial_auto_readahead_size = 8 * 1024;
  uint64_t num_file_reads_for_auto_readahead = 2;
};

// Names of table properties that only this format writes.
struct BlockBasedTablePropertyNames {
  static const std::string kIndexType;  // fixed32
  // "1" or "0":
  static const std::string kWholeKeyFiltering;
  static const std::string kPrefixFiltering;
  static const std::string kDecoupledPartitionedFilters;
};

// Makes readers and builders of one SST format. Thread-safe. The engine works with factories of
// the block-based format; its readers and builders are internal classes, so an application can
// wrap a factory but not write one.
class TableFactory : public Customizable {
 public:
  ~TableFactory() override = default;

  // Names for GetOptions<T>() and Name(). "BlockCache" finds the cache itself, or null without
  // one. There are no plain and no cuckoo tables.
  static const char* kBlockCacheOpts() { return "BlockCache"; }
  static const char* kBlockBasedTableName() { return "BlockBasedTable"; }
  static const char* kPlainTableName() { return "PlainTable"; }
  static const char* kCuckooTableName() { return "CuckooTable"; }

  static const char* Type() { return "TableFactory"; }
  // Accepts "BlockBasedTable", or "id=BlockBasedTable; block_size=...". Options for a *factory of
  // that format change a copy of it. Other names must be registered.
  static Status CreateFromString(const ConfigOptions& config_options, const std::string& id,
                                 std::shared_ptr<TableFactory>* factory);

  // Opens the table in `file`, which the reader then owns. If prefetch is false it reads nothing
  // but the footer and meta blocks. Corruption for a damaged or foreign file; *table_reader then
  // stays as it was.
  virtual Status NewTableReader(const ReadOptions& ro, const TableReaderOptions& reader_options,
                                std::unique_ptr<RandomAccessFileReader>&& file, uint64_t file_size,
                                std::unique_ptr<TableReader>* table_reader,
                                bool prefetch_index_and_filter_in_cache) const = 0;
  virtual Status NewTableReader(const TableReaderOptions& reader_options,
                                std::unique_ptr<RandomAccessFileReader>&& file, uint64_t file_size,
                                std::unique_ptr<TableReader>* table_reader,
                                bool prefetch_index_and_filter_in_cache = true) const {
    return NewTableReader(ReadOptions(), reader_options, std::move(file), file_size, table_reader,
                          prefetch_index_and_filter_in_cache);
  }
  // A builder that writes to `file`. The caller owns the builder. Its status has the errors.
  // REQUIRES: `file` outlives the builder.
  virtual TableBuilder* NewTableBuilder(const TableBuilderOptions& builder_options,
                                        WritableFileWriter* file) const = 0;
  // The block-based format returns true.
  virtual bool IsDeleteRangeSupported() const { return false; }
  // An independent factory with equal options, which shares caches and policies.
  virtual std::unique_ptr<TableFactory> Clone() const = 0;
};

// The default format. The caller owns the factory.
extern TableFactory* NewBlockBasedTableFactory(
    const BlockBasedTableOptions& table_options = BlockBasedTableOptions());

// ---- Formats of stock that this library neither reads nor writes ----
// Their options and factories exist, so that programs compile and options survive a round trip. A
// database that names such a factory is refused at open: NotSupported.

// Plain tables: for memory, mapped and searched by hash of a prefix.
enum EncodingType : char {
  kPlain,
  // Writes a common prefix once.
  kPrefix,
};

const uint32_t kPlainTableVariableLength = 0;

struct PlainTableOptions {
  static const char* kName() { return "PlainTableOptions"; }

  // The length of keys, or kPlainTableVariableLength.
  uint32_t user_key_len = kPlainTableVariableLength;
  int bloom_bits_per_key = 10;
  // The index: prefixes per bucket, and keys between two entries of one bucket.
  double hash_table_ratio = 0.75;
  size_t index_sparseness = 16;
  // 0: no huge pages.
  size_t huge_page_tlb_size = 0;
  EncodingType encoding_type = kPlain;
  // No index at all; whether the file keeps it.
  bool full_scan_mode = false;
  bool store_index_in_file = false;
};

struct PlainTablePropertyNames {
  static const std::string kEncodingType;
  static const std::string kBloomVersion;
  static const std::string kNumBloomBlocks;
};

// The caller owns the factories.
TableFactory* NewPlainTableFactory(const PlainTableOptions& options = PlainTableOptions());

// Cuckoo tables: for point lookups of keys and values of fixed length.
struct CuckooTableOptions {
  static const char* kName() { return "CuckooTableOptions"; }

  // How full the hash table is, how many displacements an insertion may cost before the table
  // grows, and how many buckets one hash leads to.
  double hash_table_ratio = 0.9;
  uint32_t max_search_depth = 100;
  uint32_t cuckoo_block_size = 5;
  // The first hash is the key itself; a hash is taken modulo the size instead of its low bits.
  bool identity_as_first_hash = false;
  bool use_module_hash = true;
};

struct CuckooTablePropertyNames {
  static const std::string kEmptyKey;
  static const std::string kValueLength;
  static const std::string kUserKeyLength;
  static const std::string kHashTableSize;
  static const std::string kNumHashFunc;
  static const std::string kCuckooBlockSize;
  static const std::string kIdentityAsFirstHash;
  static const std::string kUseModuleHash;
  static const std::string kIsLastLevel;
};

TableFactory* NewCuckooTableFactory(const CuckooTableOptions& options = CuckooTableOptions());

// Writes the format of the first factory, which defaults to the block-based one, and reads each
// table by the factory of its format. Here only block-based tables can be read, by the second
// factory.
TableFactory* NewAdaptiveTableFactory(
    std::shared_ptr<TableFactory> table_factory_to_write = nullptr,
    std::shared_ptr<TableFactory> block_based_table_factory = nullptr,
    std::shared_ptr<TableFactory> plain_table_factory = nullptr,
    std::shared_ptr<TableFactory> cuckoo_table_factory = nullptr);

}  // namespace ROCKSDB_NAMESPACE
