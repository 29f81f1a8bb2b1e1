// The options of LevelDB, and what they are here.
#pragma once

#include <cstddef>

#include "rocksdb/compression_type.h"
#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

class Cache;
class Comparator;
class Env;
class FilterPolicy;
class Logger;
class Snapshot;
struct Options;

// With LevelDB's names and defaults. Nothing is owned.
struct LevelDBOptions {
  LevelDBOptions();

  // Opening.
  bool create_if_missing;
  bool error_if_exists;
  bool paranoid_checks;
  int max_open_files;

  // Keys, and where everything goes. A null logger: a LOG file.
  const Comparator* comparator;
  Env* env;
  Logger* info_log;

  // Memory. A null cache: 8 MB of its own.
  size_t write_buffer_size;
  Cache* block_cache;

  // Tables. A null policy: no filters.
  size_t block_size;
  int block_restart_interval;
  CompressionType compression;
  const FilterPolicy* filter_policy;
};

// Options with the same effect. They take over block cache, logger and filter policy, which must
// then be on the heap and nobody else's.
Options ConvertOptions(const LevelDBOptions& leveldb_options);

}  // namespace ROCKSDB_NAMESPACE
