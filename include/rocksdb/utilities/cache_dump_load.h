// The blocks of a cache into a file, and from there into a secondary cache. Refused: the makers
// below return NotSupported and null.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "rocksdb/cache.h"
#include "rocksdb/env.h"
#include "rocksdb/file_system.h"
#include "rocksdb/io_status.h"
#include "rocksdb/secondary_cache.h"
#include "rocksdb/table.h"

namespace ROCKSDB_NAMESPACE {

class DB;

const int kCacheDumpMajorVersion = 0;
const int kCacheDumpMinorVersion = 1;

// Takes the parts of a dump, in this order.
class CacheDumpWriter {
 public:
  virtual ~CacheDumpWriter() = default;
  virtual IOStatus WriteMetadata(const Slice& metadata) = 0;
  virtual IOStatus WritePacket(const Slice& data) = 0;
  virtual IOStatus Close() = 0;
};

// Gives them back.
class CacheDumpReader {
 public:
  virtual ~CacheDumpReader() = default;
  virtual IOStatus ReadMetadata(std::string* metadata) = 0;
  virtual IOStatus ReadPacket(std::string* data) = 0;
};

struct CacheDumpOptions {
  SystemClock* clock;
  // Microseconds of that clock; 0: none.
  std::chrono::microseconds deadline = std::chrono::microseconds::zero();
  // Bytes of blocks; later ones are left out.
  uint64_t max_size_bytes = std::numeric_limits<uint64_t>::max();
};

class CacheDumper {
 public:
  virtual ~CacheDumper() = default;
  // Only blocks of these databases.
  virtual Status SetDumpFilter(std::vector<DB*> /*db_list*/) {
    return Status::NotSupported("CacheDumper::SetDumpFilter");
  }
  virtual IOStatus DumpCacheEntriesToWriter() {
    return IOStatus::NotSupported("CacheDumper::DumpCacheEntriesToWriter");
  }
};

class CacheDumpedLoader {
 public:
  virtual ~CacheDumpedLoader() = default;
  virtual IOStatus RestoreCacheEntriesToSecondaryCache() {
    return IOStatus::NotSupported("CacheDumpedLoader::RestoreCacheEntriesToSecondaryCache");
  }
};

IOStatus NewToFileCacheDumpWriter(const std::shared_ptr<FileSystem>& fs,
                                  const FileOptions& file_opts, const std::string& file_name,
                                  std::unique_ptr<CacheDumpWriter>* writer);
IOStatus NewFromFileCacheDumpReader(const std::shared_ptr<FileSystem>& fs,
                                    const FileOptions& file_opts, const std::string& file_name,
                                    std::unique_ptr<CacheDumpReader>* reader);
Status NewDefaultCacheDumper(const CacheDumpOptions& dump_options,
                             const std::shared_ptr<Cache>& cache,
                             std::unique_ptr<CacheDumpWriter>&& writer,
                             std::unique_ptr<CacheDumper>* cache_dumper);
Status NewDefaultCacheDumpedLoader(const CacheDumpOptions& dump_options,
                                   const BlockBasedTableOptions& toptions,
                                   const std::shared_ptr<SecondaryCache>& secondary_cache,
                                   std::unique_ptr<CacheDumpReader>&& reader,
                                   std::unique_ptr<CacheDumpedLoader>* cache_dump_loader);

}  // namespace ROCKSDB_NAMESPACE
