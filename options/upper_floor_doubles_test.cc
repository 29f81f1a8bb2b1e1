// Stand-ins for the upper floors' objects that option structs name, so that the tests of this floor
// link without those floors.
#include "rocksdb/filter_policy.h"
#include "rocksdb/memtablerep.h"
#include "rocksdb/table.h"
#include "rocksdb/write_buffer_manager.h"

namespace ROCKSDB_NAMESPACE {

// Only ever a null pointer here.
class CacheReservation {};

namespace {

class FakeFilterPolicy : public FilterPolicy {
 public:
  explicit FakeFilterPolicy(std::string id) : id_(std::move(id)) {}
  const char* Name() const override { return "fake.filter"; }
  std::string GetId() const override { return id_; }
  const char* CompatibilityName() const override { return "fake"; }
  FilterBitsBuilder* GetBuilderWithContext(const FilterBuildingContext&) const override {
    return nullptr;
  }
  FilterBitsReader* GetFilterBitsReader(const Slice&) const override { return nullptr; }

 private:
  const std::string id_;
};

class FakeBlockBasedFactory : public TableFactory {
 public:
  explicit FakeBlockBasedFactory(const BlockBasedTableOptions& options) : options_(options) {
    RegisterOptions(&options_, nullptr);
  }
  const char* Name() const override { return kBlockBasedTableName(); }
  using TableFactory::NewTableReader;
  Status NewTableReader(const ReadOptions&, const TableReaderOptions&,
                        std::unique_ptr<RandomAccessFileReader>&&, uint64_t,
                        std::unique_ptr<TableReader>*, bool) const override {
    return Status::NotSupported("a stand-in");
  }
  TableBuilder* NewTableBuilder(const TableBuilderOptions&, WritableFileWriter*) const override {
    return nullptr;
  }
  std::unique_ptr<TableFactory> Clone() const override {
    return std::make_unique<FakeBlockBasedFactory>(options_);
  }

 private:
  BlockBasedTableOptions options_;
};

}  // namespace

FilterPolicy::~FilterPolicy() = default;

const FilterPolicy* NewBloomFilterPolicy(double bits_per_key, bool) {
  return new FakeFilterPolicy("bloomfilter:" + std::to_string(static_cast<int>(bits_per_key)) +
                              ":false");
}

FilterPolicy* NewRibbonFilterPolicy(double bits_per_key, int bloom_before_level) {
  return new FakeFilterPolicy("ribbonfilter:" + std::to_string(static_cast<int>(bits_per_key)) +
                              ":" + std::to_string(bloom_before_level));
}

TableFactory* NewBlockBasedTableFactory(const BlockBasedTableOptions& options) {
  return new FakeBlockBasedFactory(options);
}

WriteBufferManager::WriteBufferManager(size_t size, std::shared_ptr<Cache>, bool allow_stall)
    : limit_(size), allow_stall_(allow_stall) {}
WriteBufferManager::~WriteBufferManager() = default;

std::string SkipListFactory::GetId() const {
  return lookahead_ == 0 ? Name() : std::string(Name()) + ":" + std::to_string(lookahead_);
}

Status MemTableRepFactory::CreateFromString(const ConfigOptions&, const std::string& id,
                                            std::unique_ptr<MemTableRepFactory>* factory) {
  if (id == "SkipListFactory" || id == "skip_list") {
    *factory = std::make_unique<SkipListFactory>();
  } else if (id == "skip_list:16" || id == "SkipListFactory:16") {
    *factory = std::make_unique<SkipListFactory>(16);
  } else {
    return Status::NotFound("no such memtable", id);
  }
  return Status::OK();
}

Status MemTableRepFactory::CreateFromString(const ConfigOptions& config, const std::string& id,
                                            std::shared_ptr<MemTableRepFactory>* factory) {
  std::unique_ptr<MemTableRepFactory> made;
  Status s = CreateFromString(config, id, &made);
  if (s.ok()) {
    *factory = std::move(made);
  }
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
