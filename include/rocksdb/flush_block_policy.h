// Decides where a data block of a block-based table ends. Called for every key while a table is
// built, by one thread.
#pragma once

#include <memory>
#include <string>

#include "rocksdb/customizable.h"
#include "rocksdb/table.h"

namespace ROCKSDB_NAMESPACE {

class BlockBuilder;
class Slice;
struct ConfigOptions;

class FlushBlockPolicy {
 public:
  virtual ~FlushBlockPolicy() = default;
  // true: close the current block, so that this entry opens a new one.
  virtual bool Update(const Slice& key, const Slice& value) = 0;
};

class FlushBlockPolicyFactory : public Customizable {
 public:
  ~FlushBlockPolicyFactory() override = default;
  static const char* Type() { return "FlushBlockPolicyFactory"; }
  static Status CreateFromString(const ConfigOptions& config_options, const std::string& value,
                                 std::shared_ptr<FlushBlockPolicyFactory>* result);
  // The caller owns the policy; the builder must outlive it.
  virtual FlushBlockPolicy* NewFlushBlockPolicy(const BlockBasedTableOptions& table_options,
                                                const BlockBuilder& data_block_builder) const = 0;
};

// The default: cut by size, with BlockBasedTableOptions::block_size_deviation percent of slack.
class FlushBlockBySizePolicyFactory : public FlushBlockPolicyFactory {
 public:
  FlushBlockBySizePolicyFactory();
  static const char* kClassName() { return "FlushBlockBySizePolicyFactory"; }
  const char* Name() const override { return kClassName(); }
  FlushBlockPolicy* NewFlushBlockPolicy(const BlockBasedTableOptions& table_options,
                                        const BlockBuilder& data_block_builder) const override;
  static FlushBlockPolicy* NewFlushBlockPolicy(uint64_t size, int deviation,
                                               const BlockBuilder& data_block_builder);
};

}  // namespace ROCKSDB_NAMESPACE
