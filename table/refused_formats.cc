// The factories of stock's other table formats: they keep their options and refuse to be used.
#include <string>
#include <utility>

#include "rocksdb/convenience.h"
#include "rocksdb/table.h"

namespace ROCKSDB_NAMESPACE {

// The names are in the files of stock.
const std::string PlainTablePropertyNames::kEncodingType = "rocksdb.plain.table.encoding.type";
const std::string PlainTablePropertyNames::kBloomVersion = "rocksdb.plain.table.bloom.version";
const std::string PlainTablePropertyNames::kNumBloomBlocks = "rocksdb.plain.table.bloom.numblocks";
const std::string CuckooTablePropertyNames::kEmptyKey = "rocksdb.cuckoo.bucket.empty.key";
const std::string CuckooTablePropertyNames::kValueLength = "rocksdb.cuckoo.value.length";
const std::string CuckooTablePropertyNames::kUserKeyLength = "rocksdb.cuckoo.hash.userkeylength";
const std::string CuckooTablePropertyNames::kHashTableSize = "rocksdb.cuckoo.hash.size";
const std::string CuckooTablePropertyNames::kNumHashFunc = "rocksdb.cuckoo.hash.num";
const std::string CuckooTablePropertyNames::kCuckooBlockSize =
    "rocksdb.cuckoo.hash.cuckooblocksize";
const std::string CuckooTablePropertyNames::kIdentityAsFirstHash =
    "rocksdb.cuckoo.hash.identityfirst";
const std::string CuckooTablePropertyNames::kUseModuleHash = "rocksdb.cuckoo.hash.usemodule";
const std::string CuckooTablePropertyNames::kIsLastLevel = "rocksdb.cuckoo.file.islastlevel";

namespace {

// A factory that is nothing but its options.
template <typename Options>
class RefusedFactory final : public TableFactory {
 public:
  RefusedFactory(const char* name, const Options& options) : name_(name), options_(options) {
    RegisterOptions(&options_, nullptr);
  }
  const char* Name() const override { return name_; }

  using TableFactory::NewTableReader;
  Status NewTableReader(const ReadOptions&, const TableReaderOptions&,
                        std::unique_ptr<RandomAccessFileReader>&&, uint64_t,
                        std::unique_ptr<TableReader>*, bool) const override {
    return Refusal();
  }
  TableBuilder* NewTableBuilder(const TableBuilderOptions&, WritableFileWriter*) const override {
    return nullptr;
  }
  std::unique_ptr<TableFactory> Clone() const override {
    return std::make_unique<RefusedFactory>(name_, options_);
  }
  // Opening a database asks this, so neither function above is ever called by the engine.
  Status ValidateOptions(const DBOptions&, const ColumnFamilyOptions&) const override {
    return Refusal();
  }

 private:
  Status Refusal() const {
    return Status::NotSupported("table_factory: only block-based tables are available", name_);
  }

  const char* const name_;
  Options options_;
};

}  // namespace

TableFactory* NewPlainTableFactory(const PlainTableOptions& options) {
  return new RefusedFactory<PlainTableOptions>(TableFactory::kPlainTableName(), options);
}

TableFactory* NewCuckooTableFactory(const CuckooTableOptions& options) {
  return new RefusedFactory<CuckooTableOptions>(TableFactory::kCuckooTableName(), options);
}

namespace {

// Passes everything to one factory, and refuses what that one does.
class AdaptiveFactory final : public TableFactory {
 public:
  AdaptiveFactory(std::shared_ptr<TableFactory> writer, std::shared_ptr<TableFactory> reader)
      : writer_(std::move(writer)), reader_(std::move(reader)) {}
  const char* Name() const override { return "AdaptiveTableFactory"; }
  const Customizable* Inner() const override { return writer_.get(); }

  using TableFactory::NewTableReader;
  Status NewTableReader(const ReadOptions& ro, const TableReaderOptions& options,
                        std::unique_ptr<RandomAccessFileReader>&& file, uint64_t file_size,
                        std::unique_ptr<TableReader>* reader, bool prefetch) const override {
    return reader_->NewTableReader(ro, options, std::move(file), file_size, reader, prefetch);
  }
  TableBuilder* NewTableBuilder(const TableBuilderOptions& options,
                                WritableFileWriter* file) const override {
    return writer_->NewTableBuilder(options, file);
  }
  bool IsDeleteRangeSupported() const override { return writer_->IsDeleteRangeSupported(); }
  std::unique_ptr<TableFactory> Clone() const override {
    return std::make_unique<AdaptiveFactory>(writer_, reader_);
  }
  Status ValidateOptions(const DBOptions& db, const ColumnFamilyOptions& cf) const override {
    Status s = writer_->ValidateOptions(db, cf);
    return s.ok() ? reader_->ValidateOptions(db, cf) : s;
  }
  std::string GetPrintableOptions() const override { return writer_->GetPrintableOptions(); }

 protected:
  const void* GetOptionsPtr(const std::string& name) const override {
    return writer_->GetOptions<void>(name);
  }

 private:
  // Neither is null.
  const std::shared_ptr<TableFactory> writer_;
  const std::shared_ptr<TableFactory> reader_;
};

}  // namespace

TableFactory* NewAdaptiveTableFactory(std::shared_ptr<TableFactory> table_factory_to_write,
                                      std::shared_ptr<TableFactory> block_based_table_factory,
                                      std::shared_ptr<TableFactory> /*plain_table_factory*/,
                                      std::shared_ptr<TableFactory> /*cuckoo_table_factory*/) {
  if (block_based_table_factory == nullptr) {
    block_based_table_factory.reset(NewBlockBasedTableFactory());
  }
  if (table_factory_to_write == nullptr) {
    table_factory_to_write = block_based_table_factory;
  }
  return new AdaptiveFactory(std::move(table_factory_to_write),
                             std::move(block_based_table_factory));
}

}  // namespace ROCKSDB_NAMESPACE
