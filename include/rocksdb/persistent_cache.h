// PersistentCache: blocks of tables on a fast device. It has no effect in this library:
// BlockBasedTableOptions::persistent_cache is kept and not used.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rocksdb/env.h"
#include "rocksdb/slice.h"
#include "rocksdb/statistics.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// Any number of threads may call it at once.
class PersistentCache {
 public:
  // For each tier, numbers by name.
  using StatsType = std::vector<std::map<std::string, double>>;

  virtual ~PersistentCache() = default;

  // Keeps a copy of the bytes, or not.
  virtual Status Insert(const Slice& key, const char* data, const size_t size) = 0;
  // NotFound when it has none.
  virtual Status Lookup(const Slice& key, std::unique_ptr<char[]>* data, size_t* size) = 0;

  // Whether blocks are kept as they are in the file.
  virtual bool IsCompressed() = 0;
  // A new number at each call, for prefixes of keys.
  virtual uint64_t NewId() = 0;

  virtual StatsType Stats() = 0;
  virtual std::string GetPrintableOptions() const = 0;
};

// Refused: *cache becomes null.
Status NewPersistentCache(Env* const env, const std::string& path, const uint64_t size,
                          const std::shared_ptr<Logger>& log, const bool optimized_for_nvm,
                          std::shared_ptr<PersistentCache>* cache);

}  // namespace ROCKSDB_NAMESPACE
