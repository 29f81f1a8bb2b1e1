// Features of stock without an implementation here, whose calls say so: dumps of caches, persistent
// caches, query filters of tables, tables in formats of the application's own, indexes over
// vectors.
#include "rocksdb/experimental.h"
#include "rocksdb/external_table.h"
#include "rocksdb/persistent_cache.h"
#include "rocksdb/table.h"
#include "rocksdb/utilities/cache_dump_load.h"
#include "rocksdb/utilities/secondary_index_faiss.h"

namespace ROCKSDB_NAMESPACE {

// ---- Caches ----

IOStatus NewToFileCacheDumpWriter(const std::shared_ptr<FileSystem>& /*fs*/,
                                  const FileOptions& /*file_opts*/,
                                  const std::string& /*file_name*/,
                                  std::unique_ptr<CacheDumpWriter>* writer) {
  writer->reset();
  return IOStatus::NotSupported("NewToFileCacheDumpWriter");
}

IOStatus NewFromFileCacheDumpReader(const std::shared_ptr<FileSystem>& /*fs*/,
                                    const FileOptions& /*file_opts*/,
                                    const std::string& /*file_name*/,
                                    std::unique_ptr<CacheDumpReader>* reader) {
  reader->reset();
  return IOStatus::NotSupported("NewFromFileCacheDumpReader");
}

Status NewDefaultCacheDumper(const CacheDumpOptions& /*dump_options*/,
                             const std::shared_ptr<Cache>& /*cache*/,
                             std::unique_ptr<CacheDumpWriter>&& /*writer*/,
                             std::unique_ptr<CacheDumper>* cache_dumper) {
  cache_dumper->reset();
  return Status::NotSupported("NewDefaultCacheDumper");
}

Status NewDefaultCacheDumpedLoader(const CacheDumpOptions& /*dump_options*/,
                                   const BlockBasedTableOptions& /*toptions*/,
                                   const std::shared_ptr<SecondaryCache>& /*secondary_cache*/,
                                   std::unique_ptr<CacheDumpReader>&& /*reader*/,
                                   std::unique_ptr<CacheDumpedLoader>* loader) {
  loader->reset();
  return Status::NotSupported("NewDefaultCacheDumpedLoader");
}

Status NewPersistentCache(Env* const /*env*/, const std::string& /*path*/, const uint64_t /*size*/,
                          const std::shared_ptr<Logger>& /*log*/, const bool /*optimized_for_nvm*/,
                          std::shared_ptr<PersistentCache>* cache) {
  cache->reset();
  return Status::NotSupported("NewPersistentCache");
}

// ---- Tables in formats of the application's own ----

namespace {

class RefusedExternalFactory final : public TableFactory {
 public:
  explicit RefusedExternalFactory(std::shared_ptr<ExternalTableFactory> inner)
      : inner_(std::move(inner)) {}
  const char* Name() const override { return inner_->Name(); }

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
    return std::make_unique<RefusedExternalFactory>(inner_);
  }
  Status ValidateOptions(const DBOptions&, const ColumnFamilyOptions&) const override {
    return Refusal();
  }

 private:
  Status Refusal() const {
    return Status::NotSupported("table_factory: only block-based tables are available", Name());
  }

  const std::shared_ptr<ExternalTableFactory> inner_;
};

}  // namespace

std::unique_ptr<TableFactory> NewExternalTableFactory(
    std::shared_ptr<ExternalTableFactory> inner_factory) {
  return std::make_unique<RefusedExternalFactory>(std::move(inner_factory));
}

// ---- Indexes over vectors ----

namespace {

Status NoFaiss() { return Status::NotSupported("FaissIVFIndex: built without FAISS"); }

}  // namespace

// FAISS's type is only declared here, so its object is never deleted.
FaissIVFIndex::FaissIVFIndex(std::unique_ptr<faiss::IndexIVF>&& index,
                             std::string primary_column_name)
    : index_(index.release()), primary_column_name_(std::move(primary_column_name)) {}
FaissIVFIndex::~FaissIVFIndex() = default;

void FaissIVFIndex::SetPrimaryColumnFamily(ColumnFamilyHandle* cf) { primary_column_family_ = cf; }
void FaissIVFIndex::SetSecondaryColumnFamily(ColumnFamilyHandle* cf) {
  secondary_column_family_ = cf;
}
ColumnFamilyHandle* FaissIVFIndex::GetPrimaryColumnFamily() const { return primary_column_family_; }
ColumnFamilyHandle* FaissIVFIndex::GetSecondaryColumnFamily() const {
  return secondary_column_family_;
}
Slice FaissIVFIndex::GetPrimaryColumnName() const { return primary_column_name_; }
Status FaissIVFIndex::UpdatePrimaryColumnValue(
    const Slice& /*primary_key*/, const Slice& /*value*/,
    std::optional<std::variant<Slice, std::string>>* /*updated*/) const {
  return NoFaiss();
}
Status FaissIVFIndex::GetSecondaryKeyPrefix(const Slice& /*primary_key*/, const Slice& /*value*/,
                                            std::variant<Slice, std::string>* /*prefix*/) const {
  return NoFaiss();
}
Status FaissIVFIndex::FinalizeSecondaryKeyPrefix(
    std::variant<Slice, std::string>* /*prefix*/) const {
  return NoFaiss();
}
Status FaissIVFIndex::GetSecondaryValue(
    const Slice& /*primary_key*/, const Slice& /*value*/, const Slice& /*original*/,
    std::optional<std::variant<Slice, std::string>>* /*secondary_value*/) const {
  return NoFaiss();
}
Status FaissIVFIndex::FindKNearestNeighbors(
    SecondaryIndexIterator* /*it*/, const Slice& /*target*/, size_t /*neighbors*/,
    size_t /*probes*/, std::vector<std::pair<std::string, float>>* /*result*/) const {
  return NoFaiss();
}

// ---- Query filters of tables, and changes of a MANIFEST ----

namespace experimental {

std::shared_ptr<SstQueryFilterConfig> MakeSharedBytewiseMinMaxSQFC(
    FilterInput /*select*/, KeySegmentsExtractor::KeyCategorySet /*categories*/) {
  return nullptr;
}

std::shared_ptr<SstQueryFilterConfig> MakeSharedReverseBytewiseMinMaxSQFC(
    FilterInput /*select*/, KeySegmentsExtractor::KeyCategorySet /*categories*/) {
  return nullptr;
}

Status SstQueryFilterConfigsManager::MakeShared(
    const Data& /*data*/, std::shared_ptr<SstQueryFilterConfigsManager>* out) {
  out->reset();
  return Status::NotSupported("SstQueryFilterConfigsManager::MakeShared");
}

Status UpdateManifestForFilesState(const DBOptions& /*db_opts*/, const std::string& /*db_name*/,
                                   const std::vector<ColumnFamilyDescriptor>& /*column_families*/,
                                   const UpdateManifestForFilesStateOptions& /*opts*/) {
  return Status::NotSupported("UpdateManifestForFilesState");
}

}  // namespace experimental

}  // namespace ROCKSDB_NAMESPACE
