// LevelDB's options as options of this library.
#include "rocksdb/utilities/leveldb_options.h"

#include "rocksdb/cache.h"
#include "rocksdb/comparator.h"
#include "rocksdb/env.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/options.h"
#include "rocksdb/table.h"

namespace ROCKSDB_NAMESPACE {

LevelDBOptions::LevelDBOptions()
    : create_if_missing(false),
      error_if_exists(false),
      paranoid_checks(false),
      max_open_files(1000),
      comparator(BytewiseComparator()),
      env(Env::Default()),
      info_log(nullptr),
      write_buffer_size(4 << 20),
      block_cache(nullptr),
      block_size(4096),
      block_restart_interval(16),
      compression(kSnappyCompression),
      filter_policy(nullptr) {}

Options ConvertOptions(const LevelDBOptions& leveldb_options) {
  constexpr size_t kLevelDbCache = 8 << 20;
  Options options;
  options.create_if_missing = leveldb_options.create_if_missing;
  options.error_if_exists = leveldb_options.error_if_exists;
  options.paranoid_checks = leveldb_options.paranoid_checks;
  options.max_open_files = leveldb_options.max_open_files;
  options.comparator = leveldb_options.comparator;
  options.env = leveldb_options.env;
  options.info_log.reset(leveldb_options.info_log);
  options.write_buffer_size = leveldb_options.write_buffer_size;
  options.compression = leveldb_options.compression;

  BlockBasedTableOptions table;
  table.block_size = leveldb_options.block_size;
  table.block_restart_interval = leveldb_options.block_restart_interval;
  table.block_cache = leveldb_options.block_cache == nullptr
                          ? NewLRUCache(kLevelDbCache)
                          : std::shared_ptr<Cache>(leveldb_options.block_cache);
  table.filter_policy.reset(leveldb_options.filter_policy);
  options.table_factory.reset(NewBlockBasedTableFactory(table));
  return options;
}

}  // namespace ROCKSDB_NAMESPACE
