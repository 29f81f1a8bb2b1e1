// SstFileWriter: makes table files outside of a database, for DB::IngestExternalFile().
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "rocksdb/env.h"
#include "rocksdb/options.h"
#include "rocksdb/table_properties.h"
#include "rocksdb/types.h"
#include "rocksdb/wide_columns.h"

#ifndef ROCKSDB_DEPRECATED_FUNC
#if defined(__GNUC__) || defined(__clang__)
#define ROCKSDB_DEPRECATED_FUNC __attribute__((__deprecated__))
#elif defined(_WIN32)
#define ROCKSDB_DEPRECATED_FUNC __declspec(deprecated)
#endif
#endif

namespace ROCKSDB_NAMESPACE {

class ColumnFamilyHandle;
class Comparator;

// What SstFileWriter::Finish() says about the new file. Keys are user keys.
struct ExternalSstFileInfo {
  ExternalSstFileInfo() = default;
  ExternalSstFileInfo(const std::string& path, const std::string& smallest,
                      const std::string& largest, SequenceNumber sequence, uint64_t size,
                      uint64_t entries, int32_t format)
      : file_path(path),
        smallest_key(smallest),
        largest_key(largest),
        sequence_number(sequence),
        file_size(size),
        num_entries(entries),
        version(format) {}

  std::string file_path;
  // The ends of the entries, and those of the range deletions; empty without any.
  std::string smallest_key;
  std::string largest_key;
  std::string smallest_range_del_key;
  std::string largest_range_del_key;
  // The checksum of the whole file, raw bytes, and the name of its function: "" and "Unknown"
  // without DBOptions::file_checksum_gen_factory.
  std::string file_checksum;
  std::string file_checksum_func_name;
  // That of all entries.
  SequenceNumber sequence_number = 0;
  // Bytes.
  uint64_t file_size = 0;
  uint64_t num_entries = 0;
  uint64_t num_range_del_entries = 0;
  // Of the format.
  int32_t version = 0;
};

// One thread uses a writer. Open(), then entries in ascending order of their keys, each key once,
// and range deletions at any time between, then Finish(). A writer may be opened again after that.
class SstFileWriter {
 public:
  // `cf` says which family's files these will be; null: that is found out at ingestion. With
  // invalidate_page_cache the system forgets the written pages.
  SstFileWriter(const EnvOptions& env_options, const Options& options,
                ColumnFamilyHandle* cf = nullptr, bool invalidate_page_cache = true,
                Env::IOPriority io_priority = Env::IOPriority::IO_TOTAL, bool skip_filters = false)
      : SstFileWriter(env_options, options, options.comparator, cf, invalidate_page_cache,
                      io_priority, skip_filters) {}
  SstFileWriter(const EnvOptions& env_options, const Options& options,
                const Comparator* user_comparator, ColumnFamilyHandle* cf = nullptr,
                bool invalidate_page_cache = true,
                Env::IOPriority io_priority = Env::IOPriority::IO_TOTAL, bool skip_filters = false);

  // Leaves a file that has not been finished where it is, without its end.
  ~SstFileWriter();

  // Begins a new file at this path; one that is open is left unfinished. NotSupported with a
  // comparator that has timestamps.
  Status Open(const std::string& file_path, Temperature temp = Temperature::kUnknown);

  // InvalidArgument when no file is open, or when the key does not sort after the last one.
  Status Put(const Slice& user_key, const Slice& value);
  Status PutEntity(const Slice& user_key, const WideColumns& columns);
  Status Merge(const Slice& user_key, const Slice& value);
  Status Delete(const Slice& user_key);
  Status DeleteRange(const Slice& begin_key, const Slice& end_key);

  // User-defined timestamps: InvalidArgument.
  Status Put(const Slice& user_key, const Slice& timestamp, const Slice& value);
  Status Delete(const Slice& user_key, const Slice& timestamp);
  Status DeleteRange(const Slice& begin_key, const Slice& end_key, const Slice& timestamp);

  // An older name of Put().
  ROCKSDB_DEPRECATED_FUNC Status Add(const Slice& user_key, const Slice& value);

  // Syncs and closes the file, or removes it when that fails. `file_info` may be null.
  // InvalidArgument when nothing was added; the file is then still open.
  Status Finish(ExternalSstFileInfo* file_info = nullptr);

  // Bytes so far.
  uint64_t FileSize();

  // Whether a table was made by a writer of this kind, by its properties.
  static bool CreatedBySstFileWriter(const TableProperties& properties);

 private:
  struct Rep;
  std::unique_ptr<Rep> rep_;
};

}  // namespace ROCKSDB_NAMESPACE
