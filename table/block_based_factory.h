// The factory behind NewBlockBasedTableFactory: opens and builds block-based tables with one set
// of BlockBasedTableOptions. Callers see it as a TableFactory only. It is configured before a
// database gets it and does not change afterwards, so any thread may open and build tables through
// it; readers and writers copy the options.
#pragma once

#include <memory>
#include <string>
#include <unordered_set>

#include "rocksdb/table.h"

namespace ROCKSDB_NAMESPACE {

class BlockBasedFactory : public TableFactory {
 public:
  explicit BlockBasedFactory(const BlockBasedTableOptions& options = BlockBasedTableOptions());

  static const char* kClassName() { return kBlockBasedTableName(); }
  const char* Name() const override { return kBlockBasedTableName(); }

  using TableFactory::NewTableReader;
  Status NewTableReader(const ReadOptions& ro, const TableReaderOptions& reader_options,
                        std::unique_ptr<RandomAccessFileReader>&& file, uint64_t file_size,
                        std::unique_ptr<TableReader>* table_reader,
                        bool prefetch_index_and_filter_in_cache) const override;
  TableBuilder* NewTableBuilder(const TableBuilderOptions& builder_options,
                                WritableFileWriter* file) const override;
  bool IsDeleteRangeSupported() const override { return true; }
  std::unique_ptr<TableFactory> Clone() const override;

  Status ConfigureOption(const ConfigOptions& config_options, const std::string& name,
                         const std::string& value) override;
  Status GetOption(const ConfigOptions& config_options, const std::string& name,
                   std::string* value) const override;
  std::string GetPrintableOptions() const override;
  Status ValidateOptions(const DBOptions& db_opts,
                         const ColumnFamilyOptions& cf_opts) const override;

 protected:
  const void* GetOptionsPtr(const std::string& name) const override;
  std::string SerializeOptions(const ConfigOptions& config_options,
                               const std::string& header) const override;

 private:
  BlockBasedTableOptions options_;
};

}  // namespace ROCKSDB_NAMESPACE
