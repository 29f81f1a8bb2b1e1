// Decides where a data block of a block-based table ends. While a table is built, one thread calls
// the application's policy for every key; the default rule is built in and needs no call.
#pragma once

#include <memory>
#include <string>

#include "rocksdb/customizable.h"
#include "rocksdb/table.h"

namespace ROCKSDB_NAMESPACE {

class BlockBuilder;
class Slice;
struct ConfigOptions;

// There is one object per table being written; it is destroyed with the table's builder.
class FlushBlockPolicy {
 public:
  virtual ~FlushBlockPolicy() = default;
  // true: closes the current block, so that this entry opens a new one. `key` is the internal key,
  // with 8 bytes behind the user key. Both slices are valid during the call only. An empty block
  // is never closed.
  virtual bool Update(const Slice& key, const Slice& value) = 0;
};

// All threads that write tables use it. OPTIONS files keep its Name() only.
class FlushBlockPolicyFactory : public Customizable {
 public:
  ~FlushBlockPolicyFactory() override = default;
  static const char* Type() { return "FlushBlockPolicyFactory"; }
  // "FlushBlockBySizePolicyFactory" is built in; other names must be registered.
  static Status CreateFromString(const ConfigOptions& config_options, const std::string& value,
                                 std::shared_ptr<FlushBlockPolicyFactory>* result);
  // The caller owns the policy; the builder must outlive it. BlockBuilder is internal: a policy
  // can only pass it to the built-in one.
  virtual FlushBlockPolicy* NewFlushBlockPolicy(const BlockBasedTableOptions& table_options,
                                                const BlockBuilder& data_block_builder) const = 0;
};

// The default rule: ends a block at block_size bytes, or before an entry that would exceed
// block_size if at most block_size_deviation percent of it are left free.
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
