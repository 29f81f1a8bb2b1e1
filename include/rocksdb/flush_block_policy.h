// Decides where a data block of a block-based table ends. A policy of the application is called for
// every key while a table is built, by one thread; the default rule is built in and needs no call.
#pragma once

#include <memory>
#include <string>

#include "rocksdb/customizable.h"
#include "rocksdb/table.h"

namespace ROCKSDB_NAMESPACE {

class BlockBuilder;
class Slice;
struct ConfigOptions;

// One per table being written, destroyed with its builder.
class FlushBlockPolicy {
 public:
  virtual ~FlushBlockPolicy() = default;
  // true: close the current block, so that this entry opens a new one. key is the internal key,
  // with 8 bytes behind the user key. Both are valid during the call only. An empty block is never
  // closed.
  virtual bool Update(const Slice& key, const Slice& value) = 0;
};

// Used by all threads that write tables. OPTIONS files keep its Name() only.
class FlushBlockPolicyFactory : public Customizable {
 public:
  ~FlushBlockPolicyFactory() override = default;
  static const char* Type() { return "FlushBlockPolicyFactory"; }
  // "FlushBlockBySizePolicyFactory" is built in; other names have to be registered.
  static Status CreateFromString(const ConfigOptions& config_options, const std::string& value,
                                 std::shared_ptr<FlushBlockPolicyFactory>* result);
  // The caller owns the policy; the builder must outlive it. BlockBuilder is internal: a policy can
  // hand it to the built-in one.
  virtual FlushBlockPolicy* NewFlushBlockPolicy(const BlockBasedTableOptions& table_options,
                                                const BlockBuilder& data_block_builder) const = 0;
};

// The default: cut at block_size bytes, or before an entry that would exceed it when no more than
// block_size_deviation percent of it are left free.
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
