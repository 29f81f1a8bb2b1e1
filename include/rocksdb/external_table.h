// Tables in a format of the application's own, for bulk data. This library cannot use them:
// NewExternalTableFactory() makes a factory that a database refuses at open.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/advanced_iterator.h"
#include "rocksdb/customizable.h"
#include "rocksdb/file_checksum.h"
#include "rocksdb/file_system.h"
#include "rocksdb/iterator_base.h"
#include "rocksdb/options.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class ExternalTableFactory;
class SliceTransform;
class TableFactory;
struct TableProperties;

// Keys are user keys.
class ExternalTableIterator : public IteratorBase {
 public:
  ~ExternalTableIterator() override = default;

  // Announces the ranges of a scan over several.
  virtual void Prepare(const ScanOptions scan_opts[], size_t num_opts) = 0;
  // Next(), with the place it led to; false at the end.
  virtual bool NextAndGetResult(IterateResult* result) = 0;
  bool PrepareValue() override = 0;
  // REQUIRES: Valid(), and PrepareValue() returned true
  virtual Slice value() const = 0;
  virtual IterBoundCheck UpperBoundCheckResult() = 0;
};

// An open table. Many threads.
class ExternalTableReader {
 public:
  virtual ~ExternalTableReader() = default;

  // The caller owns the iterator.
  virtual ExternalTableIterator* NewIterator(const ReadOptions& read_options,
                                             const SliceTransform* prefix_extractor) = 0;
  virtual Status Get(const ReadOptions& read_options, const Slice& key,
                     const SliceTransform* prefix_extractor, std::string* value) = 0;
  virtual void MultiGet(const ReadOptions& read_options, const std::vector<Slice>& keys,
                        const SliceTransform* prefix_extractor, std::vector<std::string>* values,
                        std::vector<Status>* statuses) = 0;
  // Null when the properties are in a block of the database's making; that block then.
  virtual std::shared_ptr<const TableProperties> GetTableProperties() const = 0;
  virtual Status GetPropertiesBlock(std::unique_ptr<char[]>* /*property_block*/, uint64_t* /*size*/,
                                    uint64_t* /*file_offset*/) {
    return Status::NotSupported("ExternalTableReader::GetPropertiesBlock");
  }
  virtual Status VerifyChecksum(const ReadOptions& /*read_options*/) {
    return Status::NotSupported("ExternalTableReader::VerifyChecksum");
  }
};

// Writes one table. One thread.
class ExternalTableBuilder {
 public:
  virtual ~ExternalTableBuilder() = default;

  // REQUIRES: keys ascend.
  virtual void Add(const Slice& key, const Slice& value) = 0;
  // The first error.
  virtual Status status() const = 0;
  // Ends the table, or gives it up.
  virtual Status Finish() = 0;
  virtual void Abandon() = 0;
  // Bytes so far.
  virtual uint64_t FileSize() const = 0;
  // Bytes of the database's making that the table must keep.
  virtual Status PutPropertiesBlock(const Slice& /*property_block*/) {
    return Status::NotSupported("ExternalTableBuilder::PutPropertiesBlock");
  }
  virtual TableProperties GetTableProperties() const = 0;
  virtual std::string GetFileChecksum() const { return kUnknownFileChecksum; }
  virtual const char* GetFileChecksumFuncName() const { return kUnknownFileChecksumFuncName; }
};

// How a table is to be read.
struct ExternalTableOptions {
  const std::shared_ptr<const SliceTransform>& prefix_extractor;
  const Comparator* comparator;
  const std::shared_ptr<FileSystem>& fs;
  const FileOptions& file_options;

  ExternalTableOptions(const std::shared_ptr<const SliceTransform>& extractor,
                       const Comparator* order, const std::shared_ptr<FileSystem>& file_system,
                       const FileOptions& how)
      : prefix_extractor(extractor), comparator(order), fs(file_system), file_options(how) {}
};

// For what a table is written. The references are good during the call.
struct ExternalTableBuilderOptions {
  const ReadOptions& read_options;
  const WriteOptions& write_options;
  const std::shared_ptr<const SliceTransform>& prefix_extractor;
  const Comparator* comparator;
  const std::string& column_family_name;
  std::string db_id;
  std::string db_session_id;
  const TableFileCreationReason reason;

  ExternalTableBuilderOptions(const ReadOptions& reading, const WriteOptions& writing,
                              const std::shared_ptr<const SliceTransform>& extractor,
                              const Comparator* order, const std::string& family,
                              const TableFileCreationReason why)
      : read_options(reading),
        write_options(writing),
        prefix_extractor(extractor),
        comparator(order),
        column_family_name(family),
        reason(why) {}
};

class ExternalTableFactory : public Customizable {
 public:
  ~ExternalTableFactory() override = default;
  const char* Name() const override { return "ExternalTableFactory"; }

  virtual Status NewTableReader(const ReadOptions& read_options, const std::string& file_path,
                                const ExternalTableOptions& table_options,
                                std::unique_ptr<ExternalTableReader>* table_reader) const = 0;
  // The caller owns the result; `file` outlives it.
  virtual ExternalTableBuilder* NewTableBuilder(const ExternalTableBuilderOptions& builder_options,
                                                const std::string& file_path,
                                                FSWritableFile* file) const = 0;
};

// A factory for ColumnFamilyOptions::table_factory that a database refuses.
std::unique_ptr<TableFactory> NewExternalTableFactory(
    std::shared_ptr<ExternalTableFactory> inner_factory);

}  // namespace ROCKSDB_NAMESPACE
