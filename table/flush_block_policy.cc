// The public form of the block size rule, for applications that name or wrap the default policy.
#include "rocksdb/flush_block_policy.h"

#include <utility>

#include "options/object_registry.h"
#include "table/block_size_policy.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// SstWriter does not call this class: it recognizes the factory by name and inlines the same rule.
class BySize : public FlushBlockPolicy {
 public:
  BySize(uint64_t size, int deviation, const BlockBuilder& block)
      : rule_(size, deviation), block_(block) {}
  bool Update(const Slice& key, const Slice& value) override {
    return rule_.Full(block_, key, value);
  }

 private:
  const BlockSizeRule rule_;
  const BlockBuilder& block_;
};

// A block for each key.
class EveryKey : public FlushBlockPolicy {
 public:
  bool Update(const Slice&, const Slice&) override { return std::exchange(has_key_, true); }

 private:
  bool has_key_ = false;
};

class EveryKeyFactory : public FlushBlockPolicyFactory {
 public:
  const char* Name() const override { return "FlushBlockEveryKeyPolicyFactory"; }
  FlushBlockPolicy* NewFlushBlockPolicy(const BlockBasedTableOptions&,
                                        const BlockBuilder&) const override {
    return new EveryKey();
  }
};

}  // namespace

FlushBlockBySizePolicyFactory::FlushBlockBySizePolicyFactory() = default;

FlushBlockPolicy* FlushBlockBySizePolicyFactory::NewFlushBlockPolicy(
    uint64_t size, int deviation, const BlockBuilder& data_block_builder) {
  return new BySize(size, deviation, data_block_builder);
}

FlushBlockPolicy* FlushBlockBySizePolicyFactory::NewFlushBlockPolicy(
    const BlockBasedTableOptions& table_options, const BlockBuilder& data_block_builder) const {
  return new BySize(table_options.block_size, table_options.block_size_deviation,
                    data_block_builder);
}

void RegisterTableObjects() {
  RegisterFactory<FlushBlockPolicyFactory>(
      FlushBlockBySizePolicyFactory::kClassName(), [](const ObjectRequest&, auto* out) {
        *out = std::make_shared<FlushBlockBySizePolicyFactory>();
        return Status::OK();
      });
  RegisterFactory<FlushBlockPolicyFactory>("FlushBlockEveryKeyPolicyFactory",
                                           [](const ObjectRequest&, auto* out) {
                                             *out = std::make_shared<EveryKeyFactory>();
                                             return Status::OK();
                                           });
}

}  // namespace ROCKSDB_NAMESPACE
